// A simulated Equifax: the consumer service over SOAP and, at the same address for JSON, its twin with tokens. A SOAP fault has
// HTTP status 500 for wrong credentials and 200 for a bad request; every SOAP reply says when the password expires.
import { randomBytes } from 'node:crypto';
import { toEnvelope, toFault } from '../reading/soap.ts';
import { at, isoDate, wireText } from '../reading/wire-values.ts';
import { readXml } from '../reading/xml.ts';
import type { SimulatedBureau, SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import type { SimulatedReply, SimulatedRequest, Simulator } from '../simulation/simulator.ts';
import type { EquifaxSettings } from './settings.ts';
import { toPadded, toPrimary } from './simulator-report.ts';
import { LISTS, requestName, responseName, type Style, type Tree, word } from './wire.ts';

const SIMULATOR_PATH = '/xmlii/EWSConsumerService-v1_x/consumerService';
export const TOKEN_PATH = '/oauth2/token';

const SIMULATED_CREDENTIALS = {
  username: 'SIMULATED@CLIENT',
  password: 'simulated-password',
  clientId: 'simulated-client',
  clientSecret: 'simulated-secret',
};

/** Both styles are served at one address, so that EQUIFAX_STYLE alone decides. */
export function simulatedEquifaxSettings(baseUrl: string): Partial<EquifaxSettings> {
  return {
    EQUIFAX_URL: baseUrl + SIMULATOR_PATH,
    EQUIFAX_USERNAME: SIMULATED_CREDENTIALS.username,
    EQUIFAX_PASSWORD: SIMULATED_CREDENTIALS.password,
    EQUIFAX_TOKEN_URL: baseUrl + TOKEN_PATH,
    EQUIFAX_CLIENT_ID: SIMULATED_CREDENTIALS.clientId,
    EQUIFAX_CLIENT_SECRET: SIMULATED_CREDENTIALS.clientSecret,
  };
}

const OPERATION = 'creditQuotationSearch';
const TOKEN_LIFE_S = 3_600;
const PASSWORD_LIFE_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

export type EquifaxSimulatorNeeds = {
  people: SimulatedBureau;
  nowMs: () => number;
  credentials?: typeof SIMULATED_CREDENTIALS;
  tokenLifeS?: number;
  passwordDaysLeft?: number;
};

export function createEquifaxSimulator(needs: EquifaxSimulatorNeeds): Simulator {
  const credentials = needs.credentials ?? SIMULATED_CREDENTIALS;
  const tokenLifeS = needs.tokenLifeS ?? TOKEN_LIFE_S;
  const goodUntilMs = new Map<string, number>();

  async function handle(request: SimulatedRequest): Promise<SimulatedReply> {
    if (request.path === TOKEN_PATH && request.method === 'POST') return giveToken(request);
    if (request.path !== SIMULATOR_PATH)
      return json(404, { efxErrorCode: '404.01', description: 'Not found' });
    if (request.method !== 'POST') return json(405, { efxErrorCode: '405.01', description: 'Not allowed' });
    return /\bjson\b/.test(request.headers['content-type'] ?? '') ? searchJson(request) : searchSoap(request);
  }

  function giveToken({ headers, body }: SimulatedRequest): SimulatedReply {
    const pair = `${encodeURIComponent(credentials.clientId)}:${encodeURIComponent(credentials.clientSecret)}`;
    const isKnown = headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
    if (!isKnown) return json(401, { error: 'invalid_client' });
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      return json(400, { error: 'unsupported_grant_type' });
    }
    const token = randomBytes(24).toString('base64url');
    for (const [old, untilMs] of goodUntilMs) if (untilMs < needs.nowMs()) goodUntilMs.delete(old);
    goodUntilMs.set(token, needs.nowMs() + tokenLifeS * 1000);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: tokenLifeS });
  }

  function searchJson({ headers, body }: SimulatedRequest): SimulatedReply {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if ((goodUntilMs.get(token) ?? 0) <= needs.nowMs()) {
      return json(401, { efxErrorCode: '401.01', description: 'Invalid token' });
    }
    const request = readRequest(body);
    const question = readQuestion(request);
    if (question === null) return json(400, { efxErrorCode: '400.01', description: 'Not complete' });
    return json(200, answer(request, question, 'json'));
  }

  async function searchSoap({ body }: SimulatedRequest): Promise<SimulatedReply> {
    const tree = await readXml(body, { arrays: LISTS }).catch(() => null);
    const token = at(tree, 'Envelope', 'Header', 'Security', 'UsernameToken');
    const isKnown =
      wireText(at(token, 'Username')) === credentials.username &&
      wireText(at(token, 'Password')) === credentials.password;
    if (!isKnown) return soap(500, fault('Server', 'EWSC0005'));
    const request = at(tree, 'Envelope', 'Body', requestName(OPERATION));
    const question = readQuestion(request);
    if (question === null) return soap(200, fault('Client', 'SIM0001'));
    const response = answer(request, question, 'soap');
    return soap(200, toEnvelope(passwordHeader(), { [responseName(OPERATION)]: response }));
  }

  function passwordHeader(): Tree {
    const daysLeft = needs.passwordDaysLeft ?? PASSWORD_LIFE_DAYS;
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const lastDayMs = needs.nowMs() + daysLeft * DAY_MS;
    return {
      PasswordExpiryInformation: {
        PasswordSecurity: {
          mustChangePassword: daysLeft <= 0,
          passwordValidityPeriod: PASSWORD_LIFE_DAYS,
          latestDateOfPasswordChange: day(lastDayMs),
          lastPasswordChange: day(lastDayMs - PASSWORD_LIFE_DAYS * DAY_MS),
        },
      },
    };
  }

  function answer(request: unknown, question: SimulatedQuestion, style: Style): Tree {
    return {
      clientRef: wireText(at(request, 'clientRef')),
      nonAddressSpecificData: style === 'json' ? { scores: [], attributes: [] } : undefined,
      soleSearch: { primary: toAnswer(question, style) },
    };
  }

  function toAnswer(question: SimulatedQuestion, style: Style): Tree {
    const found = needs.people.find(question);
    if (found.kind === 'nobody') {
      return { suppliedAddressData: [{ index: 0, addressMatchStatus: word(style, 'noMatch') }] };
    }
    if (found.kind === 'ambiguous') {
      const candidates = found.candidates.map((address) => ({ address: toPadded(address) }));
      const status = word(style, 'multipleMatch');
      return {
        suppliedAddressData: [{ index: 0, addressMatchStatus: status, potentialMatchedAddress: candidates }],
      };
    }
    const asked = plain(question.postcode);
    const { addresses } = found.file.person;
    const home = addresses.findIndex(({ address }) => plain(address.postcode) === asked);
    return toPrimary(found.file, Math.max(home, 0), style, needs.nowMs());
  }

  return { handle, fault: () => soap(200, fault('Server', 'SIM0002')) };
}

function readRequest(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function readQuestion(request: unknown): SimulatedQuestion | null {
  const primary = at(request, 'soleSearch', 'primary');
  const address = at(primary, 'currentAddress', 'address');
  const forename = wireText(at(primary, 'name', 'forename'));
  const surname = wireText(at(primary, 'name', 'surname'));
  const dateOfBirth = isoDate(at(primary, 'dob'));
  const postcode = wireText(at(address, 'postcode'));
  if (!forename || !surname || !dateOfBirth || !postcode) return null;
  const premises = ['name', 'number'].flatMap((name) => wireText(at(address, name))?.split(', ') ?? []);
  return { forename, surname, dateOfBirth, postcode, premises };
}

function fault(code: 'Client' | 'Server', detailCode: string): string {
  const detail = { [`${OPERATION}Fault`]: { code: detailCode, message: 'The request was not processed.' } };
  return toFault(code, 'The request was not processed.', detail);
}

function soap(status: number, body: string): SimulatedReply {
  return { status, headers: { 'content-type': 'text/xml;charset=utf-8' }, body };
}

function json(status: number, value: unknown): SimulatedReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function plain(postcode: string): string {
  return postcode.replace(/\s/g, '').toUpperCase();
}
