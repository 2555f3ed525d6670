// A simulated Equifax: the consumer service over SOAP and, at the same address for JSON, its twin with tokens. A SOAP fault has HTTP
// status 500 and the code "Server", whoever is at fault; every SOAP reply says when the password expires.
import { randomBytes } from 'node:crypto';
import { toEnvelope, toFault } from '../reading/soap.ts';
import { at, many, wireText } from '../reading/wire-values.ts';
import { readXml } from '../reading/xml.ts';
import { dialectOf } from '../simulation/dialect.ts';
import type { SimulatedReply, SimulatedRequest, Simulator, SimulatorNeeds } from '../simulation/simulator.ts';
import type { EquifaxSettings } from './settings.ts';
import { type Hand, sourcedFrom } from './simulator-accounts.ts';
import { toAliases, toAssociates, toScores } from './simulator-parts.ts';
import { toPadded, toPrimary } from './simulator-report.ts';
import { type AskedQuestion, hasNamespace, isInOrder, readQuestion } from './simulator-request.ts';
import { date, namespaceOf, requestName, responseName, type Style, type Tree, word } from './wire.ts';

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
const VERSION = 'v2';
const TOKEN_LIFE_S = 3_600;
const PASSWORD_LIFE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRY_NAMESPACE = `http://ewsconsumer.services.uk.equifax.com/schema/${VERSION}/security`;
const SECURITY_NAMESPACE = 'http://services.uk.equifax.com/schema/v1/security';

export type EquifaxSimulatorNeeds = SimulatorNeeds & {
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
    const read = readQuestion(request);
    if (read === null) return json(400, { efxErrorCode: '400.01', description: 'Not complete' });
    return json(200, answer(request, read, 'json'));
  }

  async function searchSoap({ body }: SimulatedRequest): Promise<SimulatedReply> {
    const tree = await readXml(body).catch(() => null);
    const token = at(tree, 'Envelope', 'Header', 'Security', 'UsernameToken');
    const isKnown =
      wireText(at(token, 'Username')) === credentials.username &&
      wireText(at(token, 'Password')) === credentials.password;
    if (!isKnown) return soap(500, fault('User authentication error', 'EWSC0005', 'Bad credentials'));
    const name = requestName(OPERATION);
    const request = at(tree, 'Envelope', 'Body', name);
    const isValid = hasNamespace(body, VERSION, name) && isInOrder(request);
    const read = isValid ? readQuestion(request) : null;
    if (read === null) return soap(500, fault('Validation error', 'EWSC0004', 'cvc-type: not valid.'));
    const message = responseName(OPERATION);
    const response = { '@xmlns:ns2': namespaceOf(VERSION, message), ...answer(request, read, 'soap') };
    return soap(200, toEnvelope(passwordHeader(), { [`ns2:${message}`]: response }));
  }

  function passwordHeader(): Tree {
    const daysLeft = needs.passwordDaysLeft ?? PASSWORD_LIFE_DAYS;
    const lastDayMs = needs.nowMs() + daysLeft * DAY_MS;
    return {
      'sec:PasswordExpiryInformation': {
        '@xmlns:sec': EXPIRY_NAMESPACE,
        PasswordSecurity: {
          '@xmlns': SECURITY_NAMESPACE,
          mustChangePassword: daysLeft <= 0,
          passwordValidityPeriod: PASSWORD_LIFE_DAYS,
          latestDateOfPasswordChange: new Date(lastDayMs).toISOString(),
          lastPasswordChange: new Date(lastDayMs - PASSWORD_LIFE_DAYS * DAY_MS).toISOString(),
        },
      },
    };
  }

  function answer(request: unknown, { question, asked }: AskedQuestion, style: Style): Tree {
    const found = needs.people.find(question);
    const clientRef = wireText(at(request, 'clientRef'));
    if (found.kind !== 'found') {
      const hand: Hand = { style, dialect: 'ordinary' };
      const candidates = found.kind === 'ambiguous' ? found.candidates : [];
      const place = {
        addressMatchStatus: word(style, found.kind === 'ambiguous' ? 'multipleMatch' : 'noMatch'),
        index: 1,
        potentialMatchedAddress: asked('multipleAddressRequest')
          ? candidates.map((address) => ({ ...sourcedFrom(hand, 'MUL'), address: toPadded(address) }))
          : [],
      };
      return { clientRef, soleSearch: { primary: { suppliedAddressData: [place] } } };
    }
    const { file } = found;
    const hand = { style, dialect: dialectOf(needs.dialect ?? 'by-person', file.person) };
    const others = hand.dialect === 'others' ? (found.others?.() ?? []) : [];
    const wanted = plain(question.postcode);
    const home = file.person.addresses.findIndex(({ address }) => plain(address.postcode) === wanted);
    const report = { file, others, hand, asked, home: Math.max(home, 0), nowMs: needs.nowMs() };
    const associates = others
      .filter(({ relation }) => relation === 'associate')
      .map(({ person: { title, forename, surname, dateOfBirth } }) => ({
        ...sourcedFrom(hand, 'ASC'),
        dob: date(style, dateOfBirth),
        name: { surname, title, forename },
      }));
    const labels = many(
      request,
      'soleSearch',
      'requestedData',
      'scoreAndCharacteristicRequests',
      'scoreRequest',
      'scoreLabel',
    );
    const associate = [...associates, ...toAssociates(file, style)];
    const apart = {
      scores: toScores(
        file,
        labels.flatMap((label) => wireText(label) ?? []),
      ),
      associates: hand.dialect === 'thin' && associate.length === 0 ? undefined : { associate },
      aliases: toAliases(file, style),
    };
    const isBare = Object.values(apart).every((part) => part === undefined);
    const reply = {
      clientRef,
      nonAddressSpecificData: isBare ? undefined : apart,
      soleSearch: { primary: toPrimary(report) },
      // An element that nobody knows; and a partner's post wraps the whole.
      trailer: hand.dialect === 'others' ? { pages: 1 } : undefined,
    };
    return hand.dialect === 'others' && style === 'json'
      ? { report: { provider: 'EQ', report: reply } }
      : reply;
  }

  return { handle, fault: () => soap(500, fault('System error', 'EWSC0001', 'Try again later.')) };
}

function readRequest(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function fault(words: string, code: string, message: string): string {
  return toFault('Server', words, { [`${OPERATION}Fault`]: { code, message } });
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
