// A simulated Experian: a token endpoint with tokens that expire, and a consumer credit search that answers errors, ambiguous
// addresses and unknown people with HTTP 200. Each person's file comes in one of the spellings seen in the wild.
import { randomUUID } from 'node:crypto';
import { field } from '../reading/json.ts';
import { wireText } from '../reading/wire-values.ts';
import type { SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import type { SimulatedReply, SimulatedRequest, Simulator, SimulatorNeeds } from '../simulation/simulator.ts';
import { disguise } from './disguise.ts';
import { toLocation } from './request.ts';
import type { ExperianSettings } from './settings.ts';
import { toConsumerData } from './simulated-data.ts';
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

export function createExperianSimulator({ people, nowMs }: SimulatorNeeds): Simulator {
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
    const input = field(parse(request.body), 'Input') as Input | undefined;
    const question = toQuestion(input);
    if (input === undefined || question === null) return refusal('The request is not complete.');
    const found = people.find(question);
    const output: Output = {
      Control: { ExperianReference: referenceOf(), ClientRef: input.Control?.ClientRef ?? '' },
    };
    if (found.kind === 'ambiguous') {
      const identifier = input.LocationDetails[0]?.LocationIdentifier ?? '1';
      const candidates = found.candidates.map((address) => ({
        LocationIdentifier: identifier,
        UKLocation: toLocation(address),
      }));
      return json(200, { Output: { ...output, LocationDetails: candidates } });
    }
    if (found.kind === 'nobody') {
      const nothing = { ConsumerData: { CAIS: [], PreviousApplication: [] } };
      const residency = input.Residency.map((one) => ({
        ...one,
        VRConfirmation: { Confirmed: 'N' as const },
      }));
      const { LocationDetails } = input;
      return json(200, {
        Output: { ...output, LocationDetails, Residency: residency, FullConsumerData: nothing },
      });
    }
    return json(
      200,
      disguise({ Output: { ...output, ...toConsumerData(found.file) } }, found.file.person.id),
    );
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

function toQuestion(input: Input | undefined): SimulatedQuestion | null {
  const [applicant] = input?.Applicant ?? [];
  const location = input?.LocationDetails?.[0]?.UKLocation;
  const isSoft = /^(UC|UE|Q.|I.)$/.test(input?.Application?.ApplicationType ?? '');
  const isComplete =
    isSoft &&
    input?.Application?.SearchConsent === 'Y' &&
    wireText(applicant?.Name?.Surname) !== undefined &&
    wireText(location?.Postcode) !== undefined;
  if (!isComplete || applicant === undefined || location === undefined) return null;
  const { CCYY, MM, DD } = applicant.DateOfBirth;
  return {
    forename: applicant.Name.Forename,
    surname: applicant.Name.Surname,
    earlierNames: (applicant.Alias ?? []).map(({ Forename, Surname }) => ({
      forename: Forename,
      surname: Surname,
    })),
    dateOfBirth: `${CCYY}-${MM}-${DD}`,
    postcode: location.Postcode,
    premises: [location.Flat, location.HouseName, location.HouseNumber].filter((one) => one !== undefined),
  };
}

function referenceOf(): string {
  return randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase();
}

/** An error inside an HTTP 200. */
function refusal(message: string): SimulatedReply {
  const output: Output = {
    Control: { ExperianReference: referenceOf() },
    Error: { ErrorCode: 'SIM01', Message: message, Severity: '2' },
  };
  return json(200, { Output: output });
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
