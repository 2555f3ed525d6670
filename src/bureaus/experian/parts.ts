// The rest of Experian's file: public information, associations and aliases, notices, fraud markers (CIFAS), the score. Each record says
// whose it is, as accounts do.
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
import { field, list } from '../reading/json.ts';
import { endedBy, judgmentKindOf } from '../reading/public-words.ts';
import { type createSorting, whoseIs } from '../reading/whose.ts';
import { noticeText, wholeNumber, wireText } from '../reading/wire-values.ts';
import { toPublicMeaning } from './public-codes.ts';
import { claimOf, type Found, recordsOf, unreadable } from './records.ts';
import { fromDate, fromPounds } from './values.ts';

type Reading = {
  consumer: Consumer;
  sorting: ReturnType<typeof createSorting>;
  note: (note: BureauNote) => void;
  reference: string;
  notices: Notices;
  /** Of the search, YYYY-MM-DD. */
  today: string;
};

type Parts = Pick<
  BureauFile,
  'judgments' | 'insolvencies' | 'associations' | 'aliases' | 'notices' | 'fraudMarkers' | 'scores'
>;

/**
 * Notices by their reference. `of`: those of a record, which has the reference; the rest are about the whole file, but for those that only
 * records of other people refer to: nothing else says whose words they are.
 */
export type Notices = { of(record: unknown): FileNotice[] | undefined; rest(): FileNotice[] };

export function createNotices(data: unknown, consumer: Consumer): Notices {
  const texts = new Map(
    partOf(data, 'NOC', 'NoCDetails')
      .filter((found) => whoseIs(consumer, claimOf(found)).isOwn)
      .map(({ record }, index) => {
        const ref = wireText(field(record, 'Reference'));
        const text = noticeText(
          list(record, 'TextLine')
            .filter((one) => typeof one === 'string')
            .join(' '),
        );
        return [ref ?? `${index}`, given({ type: 'correction' as const, ref, text })];
      }),
  );
  const used = texts.size === 0 ? new Set<string>() : othersReferences(data, consumer);
  return {
    of(record) {
      const ref = wireText(field(record, 'NoCReference'));
      if (ref === undefined) return undefined;
      used.add(ref);
      return [texts.get(ref) ?? { type: 'unsaid', ref }];
    },
    rest: () => [...texts].filter(([ref]) => !used.has(ref)).map(([, notice]) => notice),
  };
}

const REFERRING = [
  ['CAIS', 'CAISDetails'],
  ['PreviousApplication', 'PrevApplnDetails'],
  ['PublicInformation', 'PublicInfoDetails'],
  ['VotersRollPerson', 'VRollPersonDetails'],
  ['Association', 'AssociationDetails'],
  ['CIFAS', 'CIFASDetails'],
] as const;

function othersReferences(data: unknown, consumer: Consumer): Set<string> {
  const references = REFERRING.flatMap(([block, name]) => recordsOf(data, block, name)).flatMap((found) => {
    const ref = wireText(field(found.record, 'NoCReference'));
    return ref === undefined || whoseIs(consumer, claimOf(found)).isOwn ? [] : ref;
  });
  return new Set(references);
}

/** Last of all records: what notices are left is about the whole file. */
export function readParts(output: unknown, data: unknown, reading: Reading): Parts {
  const { consumer, notices, sorting } = reading;
  const isTheirs = (found: Found) => whoseIs(consumer, claimOf(found)).isOwn;
  const isOwn = (found: Found) => sorting.own('publicRecords', claimOf(found)) !== null;
  const records = partOf(data, 'PublicInformation', 'PublicInfoDetails').flatMap((found) =>
    toPublicRecord(found, reading),
  );
  const links = partOf(data, 'Association', 'AssociationDetails').filter(isTheirs);
  const parts = {
    judgments: some(records.flatMap(({ judgment }) => judgment ?? [])),
    insolvencies: some(records.flatMap(({ insolvency }) => insolvency ?? [])),
    associations: some(
      links.filter((one) => !isAlias(one, consumer)).flatMap((one) => toAssociation(one, notices)),
    ),
    aliases: some(
      links.filter((one) => isAlias(one, consumer)).flatMap((one) => toAssociation(one, notices)),
    ),
    fraudMarkers: some(
      partOf(data, 'CIFAS', 'CIFASDetails')
        .filter(isOwn)
        .map(({ record }) => given({ companyName: wireText(field(record, 'SupplyCompanyName')) })),
    ),
    scores: some(toScores(output)),
  };
  return given({ ...parts, notices: some(notices.rest()) });
}

function partOf(data: unknown, block: string, name: string): Found[] {
  const found = recordsOf(data, block, name);
  if (found.length > PART_RECORDS_MAX) throw unreadable();
  return found;
}

function some<Entry>(entries: Entry[]): Entry[] | undefined {
  return entries.length === 0 ? undefined : entries;
}

function toPublicRecord(
  found: Found,
  { sorting, note, reference, notices, today }: Reading,
): { judgment?: FileJudgment; insolvency?: FileInsolvency }[] {
  const own = sorting.own('publicRecords', claimOf(found));
  if (own === null) return [];
  const { record, place } = found;
  const meaning = toPublicMeaning(wireText(field(record, 'InformationType')));
  if (meaning === undefined) {
    note('codes-unknown');
    return [];
  }
  const { caseNumber, court } = toCase(wireText(field(record, 'CourtPlaintiff')));
  const ended = endedBy(fromDate(field(record, 'SatisfactionDate')), today);
  const said = {
    ref: `${reference}/PUBLIC/${place}`,
    court,
    caseNumber,
    amount: toAmount(record),
    date: fromDate(field(record, 'InformationDate')),
    notices: notices.of(record),
    ...own,
  };
  if ('insolvency' in meaning) {
    const { insolvency: kind, status } = meaning;
    const isOver = status === 'in-force' && ended !== undefined;
    return [{ insolvency: given({ ...said, kind, status: isOver ? 'ended' : status, endDate: ended }) }];
  }
  const kind = meaning.judgment === 'county-court-judgment' ? judgmentKindOf(court ?? '') : meaning.judgment;
  const isPaid = meaning.status === 'open' && ended !== undefined;
  const status = isPaid ? 'satisfied' : meaning.status;
  return [{ judgment: given({ ...said, kind, status, satisfiedDate: ended }) }];
}

/** The number, blanks, the court: "ABCD1234567 EXAMPLETON". Without a digit in the first word there is no number. */
function toCase(text: string | undefined): { caseNumber?: string; court?: string } {
  const [, number, court] = /^(\S*\d\S*)(?: +(.+))?$/.exec(text ?? '') ?? [];
  return given({ caseNumber: number, court: number === undefined ? text : court });
}

function toAmount(record: unknown) {
  const pounds = fromPounds(field(record, 'AmountPounds'));
  const pence = wholeNumber(field(record, 'AmountPence'), 99) ?? 0;
  const amount = (pounds ?? 0) * 100 + pence;
  return amount <= 0 ? undefined : { amount, currency: 'GBP' };
}

/** F is a financial associate. No list of letters is public: otherwise the birthday tells the person under another name. */
function isAlias({ record }: Found, consumer: Consumer): boolean {
  const type = wireText(field(record, 'InformationType'))?.toUpperCase();
  if (type === 'F' || type === 'A') return type === 'A';
  return fromDate(field(record, 'DoBAssociateOrAlias')) === consumer.dateOfBirth;
}

function toAssociation({ record }: Found, notices: Notices): FileAssociation[] {
  const parts = ['Title', 'Forename', 'MiddleName', 'Surname'].map((part) =>
    wireText(field(record, 'AssociateName', part)),
  );
  const name = parts.filter((part) => part !== undefined).join(' ');
  if (name === '') return [];
  return [given({ name, since: fromDate(field(record, 'InformationDate')), notices: notices.of(record) })];
}

/** The labels under which clients show the score, the newer service's last. There is no score where it is below zero. */
const SCORES = ['E5S051', 'E5S052'];
const SCORE_MAX = 9_999;

function toScores(output: unknown): NonNullable<Parts['scores']> {
  const scoring = field(output, 'ConsumerSummary', 'PremiumValueData', 'Scoring');
  const found = SCORES.flatMap((scale) => {
    const value = wholeNumber(field(scoring, scale), SCORE_MAX);
    return value === undefined ? [] : [{ scale, value }];
  });
  if (found.length > 0) return found;
  const summary = field(output, 'FullConsumerData', 'ConsumerDataSummary', 'SummaryDetails');
  const value = wholeNumber(field(summary, 'DelphiScore'), SCORE_MAX);
  return value === undefined ? [] : [{ scale: 'Delphi', value }];
}
