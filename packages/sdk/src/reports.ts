// Credit reports. An outcome is told apart by its status: a switch over it must have a case for each, or TypeScript says so.
import type {
  AuthenticationRequired,
  Blocked,
  Complete,
  Failed,
  GenerateRequest,
  ListedReport,
  Operations,
  Retry,
  Wallet,
} from './generated.ts';
import type { CallOptions, KeyedOptions, Query } from './options.ts';
import { at, type CsvPages, createPages } from './pages.ts';
import type { Transport } from './transport.ts';

/** What every outcome has beside its own fields. */
export type Facts = {
  /** Quote it when you ask the operator of the service. */
  requestId: string;
  /** Credits after this call, and what it cost. 1,000 credits are £1. */
  wallet: Wallet;
};
type Keyed = Facts & {
  idempotencyKey: string;
  /** It is the answer to an earlier request with this key: nothing was done and nothing was charged. */
  isReplayed: boolean;
};

/** A challenge that waits for its code. The rest of its fields are those of the answer. */
export type Challenge = AuthenticationRequired['challenge'] & ChallengeCalls;
export type ChallengeCalls = {
  creditReportId: string;
  challengeId: string;
  /** Whether the code is right. `retry`: it is not, and there are tries left. */
  submit(code: string, options?: KeyedOptions): Promise<OtpOutcome>;
  /** Sends a new text; the old code ends. */
  resend(options?: KeyedOptions): Promise<Resent>;
};

export type GenerateOutcome =
  | (Complete & Keyed)
  | (Omit<AuthenticationRequired, 'challenge'> & { challenge: Challenge } & Keyed)
  | (Blocked & Keyed)
  | (Failed & Keyed);
export type OtpOutcome =
  | (Complete & Keyed)
  | (Omit<Retry, 'challenge'> & { challenge: Challenge } & Keyed)
  | (Failed & Keyed);
export type ReadOutcome =
  | (Complete & Facts)
  | (Omit<AuthenticationRequired, 'challenge'> & { challenge: Challenge } & Facts)
  | (Omit<Retry, 'challenge'> & { challenge: Challenge } & Facts)
  | (Blocked & Facts)
  | (Failed & Facts);
export type Resent = Operations['resendSms']['answer']['data'] & {
  requestId: string;
  idempotencyKey: string;
};

type Data<Id extends keyof Operations> = Operations[Id] extends { answer: { data: infer Given } }
  ? Given
  : never;

export type Reports = {
  /** Asks for a report. Repeating it with the same key and body never charges twice. */
  generate(input: GenerateRequest, options?: KeyedOptions): Promise<GenerateOutcome>;
  /** A challenge by its ids: for the request in which the consumer's code arrives. */
  challenge(ids: { creditReportId: string; challengeId: string }): ChallengeCalls;
  read(creditReportId: string, query?: Query<'readReport'>, options?: CallOptions): Promise<ReadOutcome>;
  /** A complete report as a PDF. */
  pdf(creditReportId: string, query?: Query<'readReport'>, options?: CallOptions): Promise<Uint8Array>;
  list(
    query?: Omit<Query<'listReports'>, 'pageToken'>,
    options?: CallOptions,
  ): CsvPages<ListedReport, Data<'listReports'>>;
  agreements(
    creditReportId: string,
    query?: Query<'readAgreements'>,
    options?: CallOptions,
  ): Promise<Data<'readAgreements'>>;
  attributes(
    creditReportId: string,
    query?: Query<'readAttributes'>,
    options?: CallOptions,
  ): Promise<Data<'readAttributes'>>;
  /** What changed since another report about the same consumer. */
  changes(
    creditReportId: string,
    query: Query<'readChanges'>,
    options?: CallOptions,
  ): Promise<Data<'readChanges'>>;
  /** The signed evidence pack: a ZIP, as it arrives. */
  evidence(
    creditReportId: string,
    query?: Query<'readEvidence'>,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
  timeline(creditReportId: string, options?: CallOptions): Promise<Operations['readTimeline']['answer']>;
};

export function createReports({ call, stream }: Transport): Reports {
  const challenge: Reports['challenge'] = ({ creditReportId, challengeId }) => ({
    creditReportId,
    challengeId,
    async submit(code, options) {
      const ask = { path: { creditReportId }, body: { challengeId, code } };
      const { body, ...facts } = await call('submitOtp', ask, options);
      const known = {
        ...facts,
        idempotencyKey: facts.idempotencyKey as string,
        wallet: body.meta.wallet,
      };
      return body.data.status === 'retry'
        ? {
            ...body.data,
            ...known,
            challenge: { ...body.data.challenge, ...challenge({ creditReportId, challengeId }) },
          }
        : { ...body.data, ...known };
    },
    async resend(options) {
      const { body, requestId, idempotencyKey } = await call(
        'resendSms',
        { path: { creditReportId }, body: { challengeId } },
        options,
      );
      return { ...body.data, requestId, idempotencyKey: idempotencyKey as string };
    },
  });
  const withCalls = (data: AuthenticationRequired | Retry): Challenge => ({
    ...data.challenge,
    ...challenge({ creditReportId: data.creditReportId, challengeId: data.challenge.challengeId }),
  });

  return {
    async generate(input, options) {
      const { body, ...facts } = await call('generateReport', { body: input }, options);
      const { data, meta } = body;
      const known = { ...facts, idempotencyKey: facts.idempotencyKey as string, wallet: meta.wallet };
      return data.status === 'authentication-required'
        ? { ...data, ...known, challenge: withCalls(data) }
        : { ...data, ...known };
    },
    challenge,
    async read(creditReportId, query = {}, options) {
      const { body, requestId } = await call('readReport', { path: { creditReportId }, query }, options);
      const { data, meta } = body;
      const known = { requestId, wallet: meta.wallet };
      return data.status === 'authentication-required' || data.status === 'retry'
        ? { ...data, ...known, challenge: withCalls(data) }
        : { ...data, ...known };
    },
    async pdf(creditReportId, query = {}, options) {
      const ask = { path: { creditReportId }, query };
      const sent = await stream('readReport', ask, 'application/pdf', options);
      return new Uint8Array(await new Response(sent).arrayBuffer());
    },
    list: (query = {}, options) => ({
      ...createPages(async (token) => {
        const { body } = await call('listReports', { query: { ...query, ...at(token) } }, options);
        return body.data;
      }),
      csv: () => stream('listReports', { query }, 'text/csv', options),
    }),
    agreements: async (creditReportId, query = {}, options) =>
      (await call('readAgreements', { path: { creditReportId }, query }, options)).body.data,
    attributes: async (creditReportId, query = {}, options) =>
      (await call('readAttributes', { path: { creditReportId }, query }, options)).body.data,
    changes: async (creditReportId, query, options) =>
      (await call('readChanges', { path: { creditReportId }, query }, options)).body.data,
    evidence: (creditReportId, query = {}, options) =>
      stream('readEvidence', { path: { creditReportId }, query }, 'application/zip', options),
    timeline: async (creditReportId, options) =>
      (await call('readTimeline', { path: { creditReportId } }, options)).body,
  };
}
