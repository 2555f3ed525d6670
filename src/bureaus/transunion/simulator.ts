// A simulated TransUnion: CallReport 7's path, credentials, search and look-up over SOAP. A fault has HTTP status 500 for wrong
// credentials and 200 for a bad request; "not matched" and a pick list are ordinary replies, as at the bureau.
import { toEnvelope, toFault } from '../reading/soap.ts';
import { at, isoDate, many, toLondonTime, wireText } from '../reading/wire-values.ts';
import { readXml } from '../reading/xml.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type { SimulatedBureau, SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import type { SimulatedReply, SimulatedRequest, Simulator } from '../simulation/simulator.ts';
import type { TransunionSettings } from './settings.ts';
import { toApplicant, toMatch } from './simulator-report.ts';
import { PURPOSES, SOFT_PURPOSES, TABLES_VERSION, toWireTables } from './simulator-tables.ts';
import { type Credentials, LISTS, LOOKUP, NAMESPACE, SEARCH } from './wire.ts';

const SIMULATOR_PATH = '/Services/CallReport/callreport7.asmx';

const SIMULATED_CREDENTIALS: Credentials = {
  company: 'SIMULATED COMPANY',
  username: 'simulated-user',
  password: 'simulated-password',
};

export function simulatedTransunionSettings(baseUrl: string): Partial<TransunionSettings> {
  return {
    TRANSUNION_URL: baseUrl + SIMULATOR_PATH,
    TRANSUNION_COMPANY: SIMULATED_CREDENTIALS.company,
    TRANSUNION_USERNAME: SIMULATED_CREDENTIALS.username,
    TRANSUNION_PASSWORD: SIMULATED_CREDENTIALS.password,
    TRANSUNION_PURPOSE: PURPOSES['consumer-enquiry'][0],
    TRANSUNION_SOFT_PURPOSES: SOFT_PURPOSES,
  };
}

type Tree = { [name: string]: XmlToWrite };

export function createTransunionSimulator(needs: {
  people: SimulatedBureau;
  nowMs: () => number;
  credentials?: Credentials;
}): Simulator {
  const credentials = needs.credentials ?? SIMULATED_CREDENTIALS;
  let searchesCount = 0;

  async function handle({ method, path, headers, body }: SimulatedRequest): Promise<SimulatedReply> {
    if (path !== SIMULATOR_PATH) return { status: 404, headers: {}, body: '' };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: '' };
    const tree = await readXml(body, { arrays: LISTS }).catch(() => null);
    if (tree === null) return reply(500, toFault('Client', 'The request is not well-formed.'));
    if (!isKnown(at(tree, 'Envelope', 'Header', 'callcreditheaders'))) {
      return reply(500, toFault('Client', 'Login failed.'));
    }
    switch (headers.soapaction) {
      case `"${NAMESPACE}/${LOOKUP}"`:
        return reply(200, response(LOOKUP, { LookupDataResult: lookup() }));
      case `"${NAMESPACE}/${SEARCH}"`:
        return search(at(tree, 'Envelope', 'Body', SEARCH, 'SearchDefinition'));
      default:
        return reply(500, toFault('Client', 'The operation is not known.'));
    }
  }

  function isKnown(header: unknown): boolean {
    const names = ['company', 'username', 'password'] as const;
    return names.every((name) => wireText(at(header, name)) === credentials[name]);
  }

  function search(definition: unknown): SimulatedReply {
    const request = at(definition, 'creditrequest');
    const question = readQuestion(request);
    if (question === null) return reply(200, toFault('Client', 'The applicant is not complete.'));
    if (!SOFT_PURPOSES.includes(wireText(at(request, 'purpose')) ?? '')) {
      return reply(200, toFault('Client', 'The purpose is not allowed.'));
    }
    searchesCount += 1;
    const searchid = `{${searchesCount.toString(16).toUpperCase().padStart(8, '0')}-51AB-4000-8000-000000000000}`;
    const echo = {
      jobdetails: { searchid, searchdate: toLondonTime(new Date(needs.nowMs()).toISOString()) },
      yourreference: wireText(at(definition, 'yourreference')),
      creditrequest: request as Tree,
    };
    return reply(200, response(SEARCH, { SearchResult: { ...echo, ...answer(question, searchid) } }));
  }

  function answer(question: SimulatedQuestion, searchid: string): Tree {
    const found = needs.people.find(question);
    if (found.kind === 'ambiguous') {
      const matches = found.candidates.map((address, index) => toMatch(`pick-${index}`, address));
      return { picklist: { applicant: { address: { addressmatch: matches } } } };
    }
    if (found.kind === 'nobody') {
      const applicant = { '@reporttype': 1, '@reporttitle': 'Not matched' };
      return { creditreport: { '@searchid': searchid, applicant } };
    }
    const { addresses } = found.file.person;
    const asked = plain(question.postcode);
    const home = Math.max(
      addresses.findIndex(({ address }) => plain(address.postcode) === asked),
      0,
    );
    const matched = addresses[home];
    const match = matched === undefined ? undefined : toMatch(matched.id, matched.address);
    return {
      picklist: { applicant: { '@reporttype': 3, address: { addressmatch: match } } },
      creditreport: { '@searchid': searchid, applicant: toApplicant(found.file, home) },
    };
  }

  return { handle, fault: () => reply(200, toFault('Server', 'The service is busy.')) };
}

function readQuestion(request: unknown): SimulatedQuestion | null {
  const applicant = at(request, 'applicant');
  const address = many(applicant, 'address')[0];
  const [name, ...earlierNames] = many(applicant, 'name').map((one) => ({
    forename: wireText(at(one, 'forename')) ?? '',
    surname: wireText(at(one, 'surname')) ?? '',
  }));
  const dateOfBirth = isoDate(at(applicant, 'dob'));
  const postcode = wireText(at(address, 'postcode'));
  if (!name?.forename || !name.surname || !dateOfBirth || !postcode) return null;
  const premises = ['abodeno', 'buildingno', 'buildingname'].flatMap(
    (name) => wireText(at(address, name)) ?? [],
  );
  return { ...name, earlierNames, dateOfBirth, postcode, premises };
}

function lookup(): Tree {
  return { '@version': TABLES_VERSION, table: toWireTables() as Tree[] };
}

function response(operation: string, content: Tree): string {
  return toEnvelope({}, { [`${operation}Response`]: { '@xmlns': NAMESPACE, ...content } });
}

function reply(status: number, body: string): SimulatedReply {
  return { status, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
}

function plain(postcode: string): string {
  return postcode.replace(/\s/g, '').toUpperCase();
}
