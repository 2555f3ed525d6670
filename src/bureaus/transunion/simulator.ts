// A simulated TransUnion: CallReport 7's path, credentials, search and look-up over SOAP, in three dialects. "Not matched" and a pick
// list are ordinary replies, as at the bureau; simulator-report.ts writes a person's report.
import { toEnvelope, toFault } from '../reading/soap.ts';
import { at, toLondonTime, wholeNumber, wireText } from '../reading/wire-values.ts';
import { readXml } from '../reading/xml.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import { type Dialect, dialectOf } from '../simulation/dialect.ts';
import type { SimulatedQuestion } from '../simulation/population/simulated-file.ts';
import type { SimulatedReply, SimulatedRequest, Simulator, SimulatorNeeds } from '../simulation/simulator.ts';
import type { TransunionSettings } from './settings.ts';
import { guidOf } from './simulator-lines.ts';
import { toChosen, toNotMatched, toPicklist } from './simulator-picklist.ts';
import { toApplicant } from './simulator-report.ts';
import { readQuestion, refusedElement } from './simulator-request.ts';
import { SOFT_PURPOSES, TABLES_VERSION, toWireTables } from './simulator-tables.ts';
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
    TRANSUNION_PURPOSE: SOFT_PURPOSES[0] ?? null,
    TRANSUNION_SOFT_PURPOSES: SOFT_PURPOSES,
  };
}

type Tree = { [name: string]: XmlToWrite };

/** The one place where the schema allows what nobody knows. */
const UNKNOWN_TO_ALL: Tree = {
  payload: { later: { '@xmlns': 'urn:example:a-later-version', accs: { acc: { accdetails: '' } } } },
};

export function createTransunionSimulator(needs: SimulatorNeeds & { credentials?: Credentials }): Simulator {
  const { dialect: choice = 'by-person' } = needs;
  const credentials = needs.credentials ?? SIMULATED_CREDENTIALS;
  let searchesCount = 0;

  async function handle({ method, path, headers, body }: SimulatedRequest): Promise<SimulatedReply> {
    if (path !== SIMULATOR_PATH) return { status: 404, headers: {}, body: '' };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: '' };
    const tree = await readXml(body, { arrays: LISTS }).catch(() => null);
    if (tree === null) return reply(500, toFault('Client', 'The request is no well-formed XML.'));
    if (!isKnown(at(tree, 'Envelope', 'Header', 'callcreditheaders'))) {
      return reply(500, toFault('Client', 'Login failed: the user name or the password is not right.'));
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
    const refused = refusedElement(request);
    if (refused !== null) {
      return reply(500, toFault('Client', `Schema validation failed: the ${refused} element is not valid.`));
    }
    const question = readQuestion(request);
    if (question === null) return reply(500, toFault('Client', 'The applicant is not complete.'));
    if (!SOFT_PURPOSES.includes(wireText(at(request, 'purpose')) ?? '')) {
      return reply(500, toFault('Client', 'The purpose is not allowed.'));
    }
    searchesCount += 1;
    const searchid = guidOf(1, searchesCount);
    const { isOdd, ...answered } = answer(question, request, searchid);
    return reply(
      200,
      response(SEARCH, {
        SearchResult: {
          jobdetails: { searchid, searchdate: toLondonTime(new Date(needs.nowMs()).toISOString()) },
          ...(isOdd && UNKNOWN_TO_ALL),
          yourreference: wireText(at(definition, 'yourreference')),
          creditrequest: request as Tree,
          ...answered,
        },
      }),
    );
  }

  function answer(
    question: SimulatedQuestion,
    request: unknown,
    searchid: string,
  ): Tree & { isOdd?: boolean } {
    const found = needs.people.find(question);
    const report = (applicant: Tree): Tree => ({ '@searchid': searchid, '@linktype': 0, applicant });
    const applicant = at(request, 'applicant') as Tree;
    if (found.kind === 'ambiguous') return { picklist: toPicklist(applicant, found.candidates) };
    if (found.kind === 'nobody') return { creditreport: report(toNotMatched(question)) };
    const { file } = found;
    const dialect: Dialect = dialectOf(choice, file.person);
    const chosen = toChosen(applicant, file.person, dialect);
    const today = new Date(needs.nowMs()).toISOString().slice(0, 10);
    const parts = {
      mask: wholeNumber(at(request, '@datasets'), 511) ?? 511,
      score: wireText(at(request, 'score')) === '1',
    };
    const others = dialect === 'others' ? (found.others?.() ?? []) : [];
    return {
      isOdd: dialect === 'others',
      picklist: chosen.picklist,
      creditreport: report(toApplicant({ file, others, dialect, asked: chosen.homes, parts, today })),
    };
  }

  return { handle, fault: () => reply(200, toFault('Server', 'The service is busy.')) };
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
