// A client of the credit report API as an integrator would write it: copy it, it imports nothing. It caches the token, retries with one
// Idempotency-Key, has timeouts, and tells refusals (the API said no, and why) from an API that cannot be reached. Its errors hold no
// personal data.

export type Credential = { tenantId: string; clientId: string; clientSecret: string };

export type UkAddress = {
  subBuildingName?: string;
  buildingName?: string;
  buildingNumber?: string;
  thoroughfare?: string;
  townOrCity: string;
  postcode: string;
};

export type GenerateRequest = {
  sessionId: string;
  bureaus: string[];
  ipAddress: string;
  searchType: 'pcp';
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  addresses: { type: string; ukAddress: UkAddress }[];
  middleName?: string;
  mobileNumber?: string;
  externalReference?: string;
};

export type Money = { amount: number; currency: string };

export type AccountRecord = {
  accountNumber?: string;
  accountType: string;
  accountStatus: string;
  companyName?: string;
  numberOfPayments?: number;
  repaymentPeriod?: number;
  payment?: Money;
  startBalance?: Money;
  balance?: Money;
  startDate?: string;
  endDate?: string;
  defaultDate?: string;
  creditLimit?: Money;
  /** How it was paid: a character a month, the newest first. */
  history?: { newest: string; months: string };
  bureaus: { id: string; ref: string }[];
  /** What other bureaus say of a field, where they do not agree. */
  disagreements?: Disagreement[];
};

export type Disagreement = {
  field: string;
  values: { bureau: string; value: string | number | boolean | Money }[];
};

export type CreditReport = {
  person: { firstName: string; lastName: string; dateOfBirth: string };
  residencies: {
    address: { lines: string[] };
    yearsAtAddress?: number;
    monthsAtAddress?: number;
    isCurrent: boolean;
  }[];
  consumerData: { records: AccountRecord[] };
  previousSearches: { providers: { companyName: string; records: { date: string }[] }[] };
};

/** New statuses may be added: the last case of a switch must handle any other. */
export type Outcome =
  | {
      status: 'complete';
      creditReportId: string;
      creditReport: CreditReport;
      bureaus?: { id: string; status: string }[];
    }
  | {
      status: 'authentication-required';
      creditReportId: string;
      challenge: { challengeId: string; sms?: 'accepted' | 'refused' | 'unknown' | 'none' };
    }
  | { status: 'blocked'; creditReportId: string }
  | { status: 'retry'; creditReportId: string; attemptsRemaining: number }
  | { status: 'failed'; creditReportId: string; errorMessage: string; reason?: string };

export type Resent = { remainingSmsCount: number; smsSentCount: number; sms?: string };

/** The API refused: `code` is one of its error codes, `paths` point to the fields of a validation-error. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly paths: string[];
  constructor(status: number, code: string, paths: string[]) {
    super(`the API answered ${status} ${code}`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = code;
    this.paths = paths;
  }
}

/** No usable answer: the outcome of the request is unknown. */
export class ApiUnreachable extends Error {
  constructor() {
    super('the API could not be reached');
    this.name = 'ApiUnreachable';
  }
}

const ANSWER_MS_MAX = 60_000;
const TRIES_MAX = 4;
const FIRST_PAUSE_MS = 300;
const PAUSE_MS_MAX = 5_000;
/** A token is renewed a minute before it expires, so that it does not expire in flight. */
const TOKEN_MARGIN_SECONDS = 60;

export type ApiClient = {
  generate(request: GenerateRequest, idempotencyKey: string): Promise<Outcome>;
  submitCode(report: Challenge, code: string, idempotencyKey: string): Promise<Outcome>;
  resendSms(report: Challenge, idempotencyKey: string): Promise<Resent>;
};
export type Challenge = { creditReportId: string; challengeId: string };

export function createApiClient(needs: { baseUrl: string; credential: Credential }): ApiClient {
  const { baseUrl, credential } = needs;
  const reports = `${baseUrl}/${credential.tenantId}/v1/credit-reports`;
  let token = { value: '', renewAtMs: Number.NEGATIVE_INFINITY };

  async function accessToken(): Promise<string> {
    if (performance.now() < token.renewAtMs) return token.value;
    const basic = btoa(`${credential.clientId}:${credential.clientSecret}`);
    const answer = await ask(`${baseUrl}/v1/oauth/token`, {
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    if (answer.status !== 200) throw refusalOf(answer);
    const { access_token, expires_in } = answer.body as { access_token: string; expires_in: number };
    const lifetimeMs = (expires_in - TOKEN_MARGIN_SECONDS) * 1000;
    token = { value: access_token, renewAtMs: performance.now() + lifetimeMs };
    return access_token;
  }

  /**
   * The same key on every retry: if the first try did its work and only its answer was lost, the retry gets that answer. Nothing is
   * charged, sent or counted twice.
   */
  async function post<Data>(url: string, body: object, idempotencyKey: string): Promise<Data> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await ask(url, {
          headers: {
            authorization: `Bearer ${await accessToken()}`,
            'content-type': 'application/json',
            'idempotency-key': idempotencyKey,
          },
          body: JSON.stringify(body),
        });
        if (answer.status === 200) return (answer.body as { data: Data }).data;
        // A signing key or a secret was rotated: one fresh token settles it.
        if (answer.status === 401) token = { value: '', renewAtMs: 0 };
        const mayPass = answer.status === 401 ? tries === 1 : isPassing(answer);
        if (!mayPass || tries === TRIES_MAX) throw refusalOf(answer);
        await pause(tries, answer.retryAfterSeconds);
      } catch (error) {
        if (!(error instanceof ApiUnreachable) || tries === TRIES_MAX) throw error;
        await pause(tries, 0);
      }
    }
  }

  return {
    generate: (request, idempotencyKey) => post(reports, request, idempotencyKey),
    submitCode: ({ creditReportId, challengeId }, code, idempotencyKey) =>
      post(`${reports}/${creditReportId}/otp-challenge`, { challengeId, code }, idempotencyKey),
    resendSms: ({ creditReportId, challengeId }, idempotencyKey) =>
      post(`${reports}/${creditReportId}/resend-sms`, { challengeId }, idempotencyKey),
  };
}

type Answer = { status: number; body: unknown; retryAfterSeconds: number };

async function ask(url: string, request: { headers: Record<string, string>; body: string }): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...request });
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || 0;
    return { status: response.status, body: await response.json(), retryAfterSeconds };
  } catch {
    throw new ApiUnreachable();
  }
}

/**
 * Worth a retry: a fault of the API, or our own first try that is still running. A 429 is not: it may mean that the texts are used
 * up, and a person should not have to wait for that.
 */
function isPassing({ status, body }: Answer): boolean {
  return status >= 500 || codeOf(body) === 'request-in-progress';
}

function pause(tries: number, retryAfterSeconds: number): Promise<void> {
  const asked = retryAfterSeconds * 1000;
  // Back off with jitter: clients that failed together must not retry together.
  const ours = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(asked, ours), PAUSE_MS_MAX)));
}

function refusalOf({ status, body }: Answer): ApiRefusal {
  const { details = [] } = (body ?? {}) as { details?: { path: string }[] };
  const paths = details.map(({ path }) => path);
  return new ApiRefusal(status, codeOf(body), paths);
}

/** Errors are `{code, message}`; the token endpoint speaks OAuth and says `{error}`. */
function codeOf(body: unknown): string {
  const { code, error } = (body ?? {}) as { code?: string; error?: string };
  return code ?? error ?? 'unknown';
}
