// A simulated Experian: a token endpoint with tokens that expire, and a consumer credit search that answers errors, ambiguous
// addresses and unknown people with HTTP 200. Each person's file comes in one of three dialects and one of the spellings seen in the wild.
import { randomUUID } from 'node:crypto';
import { startFolding } from '../asking/fold.ts';
import { field } from '../reading/json.ts';
import { dialectOf } from '../simulation/dialect.ts';
import type { SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import type { SimulatedReply, SimulatedRequest, Simulator, SimulatorNeeds } from '../simulation/simulator.ts';
import { SOFT_APPLICATION_TYPES } from './codes.ts';
import { disguise } from './disguise.ts';
import { toLocation } from './request.ts';
import { faultOf } from './request-rules.ts';
import type { ExperianSettings } from './settings.ts';
import { summaryOf, toConsumerData } from './simulated-data.ts';
import type { Input, Output, TokenReply } from './wire.ts';

const TOKEN_PATH = '/oauth2/v1/token';
const SEARCH_PATH = '/simulated/consumer-credit/v1/search';
const TOKEN_LIFE_MS = 30 * 60_000;
const CREDENTIALS = {
  EXPERIAN_USERNAME: 'simulated-user',
  EXPERIAN_PASSWORD: 'simulated-password',
  EXPERIAN_CLIENT_ID: 'simulated-client',
  EXPERIAN_CLIENT_SECRET: 'simulated-secret',
};

export function simulatedExperianSettings(baseUrl: string): Partial<ExperianSettings> {
  return {
    EXPERIAN_URL: baseUrl,
    EXPERIAN_TOKEN_PATH: TOKEN_PATH,
    EXPERIAN_SEARCH_PATH: SEARCH_PATH,
    ...CREDENTIALS,
  };
}

export function createExperianSimulator({ people, nowMs, dialect = 'by-person' }: SimulatorNeeds): Simulator {
  const tokens = new Map<string, number>();

  function giveToken(request: SimulatedRequest): SimulatedReply {
    const asked = parse(request.body);
    const said = (name: string, header: string) => request.headers[header] ?? field(asked, name);
    const isKnown =
      field(asked, 'username') === CREDENTIALS.EXPERIAN_USERNAME &&
      field(asked, 'password') === CREDENTIALS.EXPERIAN_PASSWORD &&
      said('client_id', 'client_id') === CREDENTIALS.EXPERIAN_CLIENT_ID &&
      said('client_secret', 'client_secret') === CREDENTIALS.EXPERIAN_CLIENT_SECRET;
    if (!isKnown) return problem(401, 'Access is denied due to invalid credentials.');
    for (const [old, untilMs] of tokens) if (untilMs <= nowMs()) tokens.delete(old);
    const token = randomUUID();
    tokens.set(token, nowMs() + TOKEN_LIFE_MS);
    const reply: TokenReply = {
      issued_at: String(Math.round(nowMs())),
      expires_in: String(TOKEN_LIFE_MS / 1000),
      token_type: 'Bearer',
      access_token: token,
    };
    return json(200, reply);
  }

  function search(request: SimulatedRequest): SimulatedReply {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= nowMs()) return problem(401, 'The access token is invalid or expired.');
    const input = field(parse(request.body), 'Input');
    const fault = faultOf(input);
    if (fault !== null) return refusal(`The request did not pass validation at ${fault}.`);
    return json(200, answer(input as Input));
  }

  function answer(input: Input): unknown {
    const { Control, LocationDetails } = input;
    const today = new Date(nowMs()).toISOString().slice(0, 10);
    const control = { ExperianReference: referenceOf(), ClientRef: Control.ClientRef, JobNumber: '' };
    if (!isSoftAndAgreed(input)) return { Output: errorOf('The request is not complete.', control) };
    const question = toQuestion(input);
    if (question === null) {
      const CheckDetails = [{ LocationIdentifier: '1', PostCodeCheck: 'R' }];
      return { Output: { CheckDetails, Control: control, LocationDetails: LocationDetails.slice(0, 1) } };
    }
    const found = people.find(question);
    if (found.kind === 'ambiguous') {
      const UKLocation = found.candidates.map((address) => toLocation(address, startFolding(), ''));
      const MultipleLocations = [{ LocationIdentifier: '1', UKLocation }];
      return { Output: { Control: control, MultipleLocations } };
    }
    if (found.kind === 'nobody') return { Output: nobodyOf(input, control) };
    const { person } = found.file;
    const chosen = dialectOf(dialect, person);
    const others = chosen === 'others' ? (found.others?.() ?? []) : [];
    const data = toConsumerData({ file: found.file, dialect: chosen, others, today });
    const output: Output =
      chosen === 'thin'
        ? { Control: control, ...data }
        : { ...echoOf(input), Control: control, ...data, ThirdPartyData: thirdPartyOf(input) };
    if (chosen === 'others') output.BureauMatchKey = { MatchCategory: '1' };
    return disguise({ Output: output }, person.id);
  }

  return {
    handle(request) {
      if (request.method !== 'POST') return problem(405, 'Method not allowed.');
      if (request.path === TOKEN_PATH) return giveToken(request);
      if (request.path === SEARCH_PATH) return search(request);
      return problem(404, 'No such resource.');
    },
    fault: () => refusal('The service cannot answer this request.'),
  };
}

function isSoftAndAgreed({ Application }: Input): boolean {
  return SOFT_APPLICATION_TYPES.includes(Application.ApplicationType) && Application.SearchConsent === 'Y';
}

/** Null for an address without a postcode. */
function toQuestion({ Applicant, LocationDetails }: Input): SimulatedQuestion | null {
  const [applicant] = Applicant;
  const location = LocationDetails[0]?.UKLocation;
  if (applicant === undefined || location?.Postcode === undefined) return null;
  const { CCYY, MM, DD } = applicant.DateOfBirth;
  return {
    forename: applicant.Name.Forename ?? '',
    surname: applicant.Name.Surname,
    earlierNames: (applicant.Alias ?? []).map(({ Forename, Surname }) => ({
      forename: Forename,
      surname: Surname,
    })),
    dateOfBirth: [CCYY.padStart(4, '0'), MM.padStart(2, '0'), DD.padStart(2, '0')].join('-'),
    postcode: location.Postcode,
    premises: [location.Flat, location.HouseName, location.HouseNumber].filter((one) => one !== undefined),
  };
}

/** The applicant as asked for, without the aliases, and a score. */
function echoOf({ Applicant }: Input): Pick<Output, 'Applicant' | 'ConsumerSummary'> {
  return {
    Applicant: Applicant.map(({ Alias, ...applicant }) => applicant),
    ConsumerSummary: { PremiumValueData: { Scoring: { E5S051: '700' } } },
  };
}

function thirdPartyOf({ ThirdPartyData }: Input): NonNullable<Output['ThirdPartyData']> {
  return { ...ThirdPartyData, OptoutValidCutOff: '' };
}

function nobodyOf(input: Input, control: Output['Control']): Output {
  return {
    ...echoOf(input),
    Control: control,
    FullConsumerData: { ConsumerDataSummary: summaryOf(0), ConsumerData: {} },
    LocationDetails: input.LocationDetails,
    Residency: input.Residency.map((one) => ({
      ...one,
      VRConfirmation: { Confirmed: 'N', Surname: '', Forename: '', YrsERSP: '-1', YrsERSF: '-1' },
    })),
    ThirdPartyData: thirdPartyOf(input),
  };
}

function referenceOf(): string {
  return randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase();
}

/** An error inside an HTTP 200. */
function refusal(message: string): SimulatedReply {
  const control = { ExperianReference: referenceOf(), ClientRef: '', JobNumber: '' };
  return json(200, { Output: errorOf(message, control) });
}

function errorOf(message: string, control: Output['Control']): Output {
  return { Control: control, Error: { ErrorCode: 'SIM01', Message: message, Severity: '2' } };
}

function problem(status: number, message: string): SimulatedReply {
  return json(status, { errors: [{ errorType: 'Error', message }] });
}

function json(status: number, value: unknown): SimulatedReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
