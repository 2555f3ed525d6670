// Replies and requests in the shape of each bureau's own wire, of our making (test/bureaus/wires/): what an adapter makes of one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BureauAnswer, type Call, CallFailed } from '../../../src/bureaus/bureau.ts';
import { BUREAUS, type RegisteredBureau } from '../../../src/bureaus/index.ts';
import type { BureauSettings } from '../../../src/bureaus/settings.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import { DEFAULT_BUREAU_SETTINGS } from './bureau-bench.ts';

const FOLDER = join(import.meta.dirname, '../../bureaus/wires');
export const TWINS_TODAY_MS = Date.UTC(2026, 10, 17, 12);

export const readTwin = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

const ORCHARD_STREET = { thoroughfare: 'Orchard Street', townOrCity: 'Nether Applewick' };

function person(
  firstName: string,
  lastName: string,
  dateOfBirth: string,
  number: string,
  postcode: string,
): Consumer {
  const ukAddress = { buildingNumber: number, ...ORCHARD_STREET, postcode };
  return { firstName, lastName, dateOfBirth, ipAddress: '192.0.2.7', addresses: [{ ukAddress }] };
}

/** The people whom the twins are about. */
export const TWIN_PEOPLE = {
  ada: person('Ada', 'Hazelwick', '1985-04-12', '12', 'ZZ1 1AA'),
  bram: person('Bram', 'Thistleton', '2001-09-30', '1', 'ZZ1 1AB'),
  cecily: person('Cecily', 'Mallowby', '1972-01-05', '3', 'ZZ1 1AD'),
  dafydd: person('Dafydd', 'Larkford', '1979-11-21', '40', 'ZZ1 1AE'),
  elspeth: person('Elspeth', 'Wainbridge', '1990-06-15', '7', 'ZZ1 1AF'),
  nobody: person('Nobody', 'Nowhere', '1990-01-01', '12', 'ZZ1 1AA'),
};

export type TwinRead = { answer: BureauAnswer; notices: string[]; requests: string[] };

/** What the adapter answers when the search is answered with this text; a failure is its outcome. */
export async function answerToTwin(
  bureau: BureauId,
  text: string,
  enquiry: { reportId: string; consumer: Consumer },
  options: {
    status?: number;
    settings?: Partial<BureauSettings>;
    /** The reply of TransUnion's look-up; null: it fails. */
    tables?: string | null;
  } = {},
): Promise<TwinRead> {
  const entry = BUREAUS.find(({ id }) => id === bureau) as RegisteredBureau;
  const notices: string[] = [];
  const requests: string[] = [];
  const tables = options.tables === undefined ? readTwin('transunion-lookup-reply.xml') : options.tables;
  const call: Call = async ({ url, headers, body = '' }) => {
    const reply = (status: number, answered: string) => ({ status, headers: {}, text: answered });
    if (/token/.test(url)) return reply(200, JSON.stringify({ access_token: 'token', expires_in: '1800' }));
    if (headers.soapaction?.includes('LookupData07a')) {
      if (tables === null) throw new CallFailed('timeout', 'too late', true);
      return reply(200, tables);
    }
    requests.push(body);
    return reply(options.status ?? 200, text);
  };
  const adapter = entry.createAdapter({
    call,
    settings: {
      ...DEFAULT_BUREAU_SETTINGS,
      ...entry.simulatedSettings('http://127.0.0.1'),
      ...options.settings,
    },
    nowMs: () => TWINS_TODAY_MS,
    onNotice: (notice) => notices.push(notice),
  });
  const answer = await adapter.search(enquiry).catch((error: unknown): BureauAnswer => {
    if (!(error instanceof CallFailed)) throw error;
    return { status: error.outcome };
  });
  return { answer, notices, requests };
}

export type TwinSums = {
  accounts: number;
  leftOut: number;
  owedPounds: number;
  months: number;
  searches: number;
};

/** The figures by which a reading is judged. `months`: those whose code says something. */
export function sumsOf(answer: BureauAnswer): TwinSums {
  if (answer.status !== 'ok') throw new Error(`no file: ${answer.status}`);
  const { accounts, searches, leftOut = [] } = answer.file;
  const pence = accounts.reduce((sum, { balance }) => sum + (balance?.amount ?? 0), 0);
  const codes = accounts.map(({ history }) => (history?.months ?? '').replaceAll('.', '')).join('');
  return {
    accounts: accounts.length,
    leftOut: leftOut.reduce((sum, one) => sum + one.accounts, 0),
    owedPounds: pence / 100,
    months: codes.length,
    searches: searches.length,
  };
}
