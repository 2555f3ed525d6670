// The rest of TransUnion's report: judgments, insolvencies (`bais`), notices, aliases, associates, fraud markers (`cifas`), scores. What
// stands under the applicant is the applicant's; only a name or a birthday can speak against it.
import { given } from '../../domain/given.ts';
import {
  type BureauFile,
  type FileAssociation,
  type FileInsolvency,
  type FileJudgment,
  type FileNotice,
  PART_RECORDS_MAX,
} from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauNote } from '../../domain/reports/credit-report.ts';
import { FILE_PARTS, type FilePart } from '../../domain/reports/file-parts.ts';
import { CallFailed } from '../bureau.ts';
import {
  endedBy,
  insolvencyKindOf,
  insolvencyStatusOf,
  judgmentKindOf,
  judgmentStatusOf,
  restrictionKindOf,
} from '../reading/public-words.ts';
import type { createSorting } from '../reading/whose.ts';
import {
  at,
  isoDate,
  many,
  noticeText,
  notZero,
  wholeNumber,
  wholePounds,
  wireText,
} from '../reading/wire-values.ts';
import { splitName } from './accounts.ts';
import type { CodeTables } from './codes.ts';
import { type PublicTable, wordsOf } from './public-codes.ts';
import type { TransunionSettings } from './settings.ts';
import { DATASET_BITS } from './summary.ts';

type Reading = {
  consumer: Consumer;
  sorting: ReturnType<typeof createSorting>;
  tables: CodeTables | null;
  note: (note: BureauNote) => void;
  searchId: string;
  /** YYYY-MM-DD. */
  today: string;
};

type Parts = Pick<
  BureauFile,
  'judgments' | 'insolvencies' | 'associations' | 'aliases' | 'notices' | 'fraudMarkers' | 'scores'
>;

export function readParts(applicant: unknown, reading: Reading): Parts {
  const listed = (...path: string[]) => listOf(applicant, ...path);
  return given({
    judgments: some(listed('judgments', 'judgment').flatMap((one, at) => toJudgment(one, at, reading))),
    insolvencies: some(listed('bais', 'bai').flatMap((one, at) => toInsolvency(one, at, reading))),
    associations: some(
      listed('associatelinks', 'associatelink').flatMap((one) => toLink(one, 'name', reading)),
    ),
    aliases: some(listed('aliaslinks', 'aliaslink').flatMap((one) => toAlias(one, reading))),
    notices: some(listed('nocs', 'noc').flatMap((one) => toNotice(one, reading.tables))),
    fraudMarkers: some([
      ...listed('cifas', 'filing').flatMap((one) => toMarker(one, [at(one, 'person')], 'name', reading)),
      ...listed('cifas', 'case').flatMap((one) =>
        toMarker(
          one,
          many(one, 'details', 'subjects', 'subject').map((who) => at(who, 'person')),
          'owningmember',
          reading,
        ),
      ),
    ]),
    scores: some([...listed('creditscores', 'creditscore'), ...listed('creditscore')].flatMap(toScore)),
  });
}

/** Notices that hang on a record; absent where there is none. */
export function readNotices(record: unknown, tables: CodeTables | null): FileNotice[] | undefined {
  return some(listOf(record, 'notice').flatMap((one) => toNotice(one, tables)));
}

/** By the mask of data sets. Aliases, notices and fraud markers are in no mask: the contract decides, and they are asked for. */
export function partsAsked(settings: TransunionSettings): FilePart[] {
  const bits: Partial<Record<FilePart, number>> = {
    judgments: DATASET_BITS.judgments,
    insolvencies: DATASET_BITS.insolvencies,
    electoralRoll: DATASET_BITS.confirmations,
    associations: DATASET_BITS.associateLinks,
  };
  return FILE_PARTS.filter((part) => {
    if (part === 'scores') return settings.TRANSUNION_SCORE;
    const bit = bits[part];
    return bit === undefined || (settings.TRANSUNION_DATASETS & bit) !== 0;
  });
}

function listOf(tree: unknown, ...path: string[]): unknown[] {
  const found = many(tree, ...path);
  if (found.length > PART_RECORDS_MAX) throw new CallFailed('unavailable', 'too many records', true);
  return found;
}

function some<Entry>(list: Entry[]): Entry[] | undefined {
  return list.length === 0 ? undefined : list;
}

function ownOf(record: unknown, { consumer, sorting }: Reading) {
  const name = splitName(wireText(at(record, 'name')), consumer);
  return sorting.own('publicRecords', { mark: 'own', ...name, dateOfBirth: isoDate(at(record, 'dob')) });
}

function toJudgment(record: unknown, index: number, reading: Reading): FileJudgment[] {
  const own = ownOf(record, reading);
  if (own === null) return [];
  const words = (table: PublicTable, name: string) => codeWords(record, table, name, reading);
  const court = wireText(at(record, 'courtname'));
  const satisfiedDate = isoDate(at(record, 'datesatisfied'));
  const status = judgmentStatusOf(words('judgmentstatus', 'status'));
  return [
    given({
      ref: `${reading.searchId}/judgment/${index}`,
      kind: judgmentKindOf(`${words('courttype', 'courttype')} ${court ?? ''}`),
      status: status === 'open' && satisfiedDate !== undefined ? 'satisfied' : status,
      court,
      caseNumber: wireText(at(record, 'casenumber')),
      amount: notZero(wholePounds(at(record, 'amount'))),
      date: isoDate(at(record, 'judgmentdate')),
      satisfiedDate,
      notices: readNotices(record, reading.tables),
      ...own,
    }),
  ];
}

function toInsolvency(record: unknown, index: number, reading: Reading): FileInsolvency[] {
  const own = ownOf(record, reading);
  if (own === null) return [];
  const words = codeWords(record, 'insolvencytype', 'ordertype', reading);
  const endDate = endedBy(isoDate(at(record, 'dischargedate')), reading.today);
  const said = insolvencyStatusOf(codeWords(record, 'insolvencystatus', 'currentstatus', reading));
  const restricted = at(record, 'restriction');
  const restriction = given({
    kind: restrictionKindOf(codeWords(restricted, 'insolvencyrestrictiontype', 'type', reading)),
    from: isoDate(at(restricted, 'startdate')),
    to: isoDate(at(restricted, 'enddate')),
  });
  return [
    given({
      ref: `${reading.searchId}/bai/${index}`,
      kind: insolvencyKindOf(words) ?? 'other',
      status: said ?? insolvencyStatusOf(words) ?? (endDate === undefined ? 'in-force' : 'ended'),
      court: wireText(at(record, 'courtname')),
      caseNumber: wireText(at(record, 'caseref')),
      caseYear: yearOf(at(record, 'caseyear')),
      tradingName: wireText(at(record, 'tradingname')),
      amount: notZero(wholePounds(at(record, 'amount'))),
      date: isoDate(at(record, 'orderdate')),
      endDate,
      restriction: Object.keys(restriction).length === 0 ? undefined : restriction,
      notices: readNotices(record, reading.tables),
      ...own,
    }),
  ];
}

/** Of four digits; anything else says no year. */
function yearOf(value: unknown): number | undefined {
  const text = wireText(value) ?? '';
  return /^(?:19|20)\d\d$/.test(text) ? Number(text) : undefined;
}

/** A code in no list is said; the record stays. */
function codeWords(record: unknown, table: PublicTable, name: string, { tables, note }: Reading): string {
  const code = wireText(at(record, name));
  const words = wordsOf(tables, table, code);
  if (code !== undefined && words === '') note('codes-unknown');
  return words;
}

function toLink(link: unknown, field: 'name' | 'alias', { tables }: Reading): FileAssociation[] {
  const name = wireText(at(link, field));
  if (name === undefined) return [];
  const since = isoDate(at(link, 'creationdate'));
  const lastConfirmed = isoDate(at(link, 'lastconfdate'));
  return [given({ name, since, lastConfirmed, notices: readNotices(link, tables) })];
}

/** Before and after: the one that was not asked for is the alias. */
function toAlias(link: unknown, reading: Reading): FileAssociation[] {
  const { consumer } = reading;
  const asked = [consumer.firstName, consumer.lastName].join(' ').toUpperCase();
  const isAsked = (wireText(at(link, 'name')) ?? '').toUpperCase().endsWith(asked);
  return toLink(link, isAsked ? 'alias' : 'name', reading);
}

function toNotice(notice: unknown, tables: CodeTables | null): FileNotice[] {
  const words = wordsOf(tables, 'noticetype', wireText(at(notice, 'type'))).toLowerCase();
  const text = noticeText(at(notice, 'text'));
  const type: FileNotice['type'] = words.includes('dispute')
    ? 'dispute'
    : text === undefined
      ? 'unsaid'
      : 'correction';
  return [
    given({ type, ref: wireText(at(notice, 'refnum')), date: isoDate(at(notice, 'dateraised')), text }),
  ];
}

/** That there is one, and who filed it; what it is about stays with the bureau. A subject that is named must be the consumer. */
function toMarker(filing: unknown, people: readonly unknown[], filer: string, reading: Reading) {
  if (people.length > 0 && people.every((who) => ownOf(who, reading) === null)) return [];
  return [given({ companyName: wireText(at(filing, 'details', filer)) })];
}

const SCORE_MAX = 9_999;

function toScore(creditscore: unknown) {
  const value = wholeNumber(at(creditscore, 'score'), SCORE_MAX);
  if (value === undefined) return [];
  const reasons = some(
    many(creditscore, 'reasons', 'code').flatMap((code) => {
      const text = wireText(code);
      return text === undefined || text === '0' ? [] : [text];
    }),
  );
  return [given({ scale: wireText(at(creditscore, 'score', '@class')) ?? 'score', value, reasons })];
}
