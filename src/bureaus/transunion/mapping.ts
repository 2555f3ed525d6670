// Maps TransUnion's reply: first the outcome and whether it is about our consumer, then accounts and searches. accounts.ts maps an
// account, residencies.ts reads the addresses. HTTP 200 is not success: a pick list and "not matched" have it too.
import {
  type BureauFile,
  type FileAccount,
  type FileSearch,
  RECORDS_MAX,
} from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauNote } from '../../domain/reports/credit-report.ts';
import { mapInTurns } from '../../turns/turns.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { COMPANY_LABELS } from '../reading/company-labels.ts';
import { createSorting } from '../reading/whose.ts';
import { at, isoDate, londonInstant, many, wireText, yesNo } from '../reading/wire-values.ts';
import { type AccountReading, splitName, toAccount } from './accounts.ts';
import { type CodeTables, codesOf } from './codes.ts';
import { outcomeOfWords } from './faults.ts';
import type { Notice } from './notices.ts';
import { readNotices, readParts } from './parts.ts';
import { toRealTimeAccount, withRealTime } from './real-time.ts';
import { placesCount, toResidencies } from './residencies.ts';
import type { TransunionSettings } from './settings.ts';
import { DATASET_BITS, isShortOfSummary } from './summary.ts';
import { referenceOf, SEARCH } from './wire.ts';

/** Of the tables `reporttype` and `linkreporttype`. */
const NOT_MATCHED = '1';
const ORDINARY = '0';
/** More than any person has. Truncating would lose records silently, so the whole reply is rejected. */
const PLACES_MAX = 1_000;

type Around = {
  enquiry: Enquiry;
  /** Null: they could not be loaded. */
  tables: CodeTables | null;
  nowMs: number;
  notify: (notice: Notice) => void;
  settings: Pick<TransunionSettings, 'TRANSUNION_DATASETS'>;
};

export async function fromSearchReply(tree: unknown, around: Around): Promise<BureauAnswer> {
  const result = resultOf(at(tree, 'Envelope', 'Body'));
  const { enquiry } = around;
  if (!isAnswerTo(result, enquiry)) throw unreadable('the reply is about somebody else');
  const reports = many(result, 'creditreport');
  const ordinary = reports.filter((report) => (wireText(at(report, '@linktype')) ?? ORDINARY) === ORDINARY);
  if (ordinary.length === 0 && reports.length > 0) around.notify('linked');
  const [applicant, ...joint] = ordinary.flatMap((report) => many(report, 'applicant'));
  const picked = at(result, 'picklist', 'applicant');
  const reporttype = wireText(at(applicant ?? picked, '@reporttype')) ?? wireText(at(picked, '@reporttype'));
  const sorting = createSorting(enquiry.consumer);
  for (const other of joint) leaveOut(other, sorting);
  if (reporttype === NOT_MATCHED || isTitledNotMatched(applicant)) {
    const leftOut = sorting.leftOut();
    return { status: 'no-trace', ...(leftOut !== undefined && { leftOut }) };
  }
  // A list to pick from has no type of report. We never pick.
  if (reporttype === undefined && picked !== undefined) return { status: 'ambiguous-address' };
  if (applicant === undefined) throw unreadable('neither a report nor a list to pick from');
  if (placesCount(result, applicant) > PLACES_MAX) throw unreadable('too many addresses');
  return { status: 'ok', file: await toFile(result, applicant, sorting, around) };
}

/** In the answer of the search itself, or in the wrapping of the bureau's single access point, which has errors of its own. */
function resultOf(body: unknown): unknown {
  const result = at(body, `${SEARCH}Response`, 'SearchResult') ?? at(body, 'SearchResponse', 'SearchResult');
  if (result === undefined) throw unreadable('no search result');
  checkError(result);
  const wrapped = at(result, 'ProductResponses', 'CallReport7', 'CallReport7Response');
  if (wrapped === undefined) return result;
  checkError(wrapped);
  return at(wrapped, 'Response');
}

function checkError(result: unknown): void {
  const error = at(result, 'Error');
  if (error === undefined || yesNo(at(error, 'Success')) === true) return;
  const details = many(error, 'ErrorDetails', 'ErrorDetail');
  const words = details.map((detail) => wireText(at(detail, 'ErrorMessage')) ?? '').join(' ');
  throw new CallFailed(outcomeOfWords(words, true), 'an error inside the reply', true);
}

/** The reply echoes the request: our reference and the birthday asked for. One of them must be there, and neither may differ. */
function isAnswerTo(result: unknown, { reportId, consumer }: Enquiry): boolean {
  const reference = wireText(at(result, 'yourreference'));
  const dateOfBirth = isoDate(at(result, 'creditrequest', 'applicant', 'dob'));
  if (reference === undefined && dateOfBirth === undefined) return false;
  const isOurs = reference === undefined || reference === referenceOf(reportId);
  return isOurs && (dateOfBirth === undefined || dateOfBirth === consumer.dateOfBirth);
}

function isTitledNotMatched(applicant: unknown): boolean {
  return /^not matched\b/i.test(wireText(at(applicant, '@reporttitle')) ?? '');
}

type Sorting = ReturnType<typeof createSorting>;

/** A joint applicant's records. Associates have reports of their own in `oias`, which are nobody's records here and are not looked at. */
function leaveOut(other: unknown, sorting: Sorting): void {
  for (const _ of [...many(other, 'accs', 'acc'), ...many(other, 'rtr', 'account')])
    sorting.own('accounts', { mark: 'other' });
  for (const _ of many(other, 'searches', 'search')) sorting.own('searches', { mark: 'other' });
}

async function toFile(
  result: unknown,
  applicant: unknown,
  sorting: Sorting,
  { enquiry: { consumer }, tables, nowMs, settings }: Around,
): Promise<BureauFile> {
  const searchId = wireText(at(result, 'jobdetails', 'searchid')) ?? 'search';
  const accs = [...many(applicant, 'accs', 'acc').entries()];
  const realTime = [...many(applicant, 'rtr', 'account').entries()];
  const searches = [...many(applicant, 'searches', 'search').entries()];
  if (accs.length + realTime.length > RECORDS_MAX || searches.length > RECORDS_MAX)
    throw unreadable('too many records');
  const notes = new Set<BureauNote>(tables === null ? ['built-in-codes'] : []);
  if (isShortOfSummary(applicant, settings)) notes.add('records-missing');
  if ((settings.TRANSUNION_DATASETS & DATASET_BITS.realTime) === 0) notes.add('short-term-not-asked');
  const reading: OwnReading = {
    consumer,
    sorting,
    tables,
    codes: codesOf(tables),
    note: (note) => notes.add(note),
    today: new Date(nowMs).toISOString().slice(0, 10),
  };
  const monthly = await mapInTurns(accs, ([index, acc]) =>
    toOwnAccount('acc', acc, `${searchId}/acc/${index}`, reading),
  );
  const file: BureauFile = {
    bureau: 'transunion',
    accounts: withRealTime(
      monthly.flat(),
      realTime.flatMap(([index, one]) => toOwnAccount('rtr', one, `${searchId}/rtr/${index}`, reading)),
    ),
    searches: (
      await mapInTurns(searches, ([index, search]) =>
        toOwnSearch(search, `${searchId}/search/${index}`, reading),
      )
    ).flat(),
    residencies: toResidencies(result, applicant),
    ...readParts(applicant, { ...reading, searchId }),
  };
  const leftOut = sorting.leftOut();
  if (leftOut !== undefined) file.leftOut = leftOut;
  if (notes.size > 0) file.notes = [...notes];
  return file;
}

type OwnReading = AccountReading & { consumer: Consumer; sorting: Sorting; tables: CodeTables | null };

const LISTED = {
  acc: { holder: 'accholderdetails', read: toAccount },
  rtr: { holder: 'holder', read: toRealTimeAccount },
} as const;

/** What stands under the applicant is the applicant's, as far as the bureau says: only a name or a birthday can speak against it. */
function toOwnAccount(
  list: keyof typeof LISTED,
  record: unknown,
  ref: string,
  reading: OwnReading,
): FileAccount[] {
  const { holder, read } = LISTED[list];
  const name = splitName(wireText(at(record, holder, 'name')), reading.consumer);
  const dateOfBirth = isoDate(at(record, holder, 'dob'));
  const own = reading.sorting.own('accounts', { mark: 'own', ...name, dateOfBirth });
  if (own === null) return [];
  const notices = readNotices(record, reading.tables);
  const account: FileAccount = { ref, ...read(record, name, reading), ...own };
  if (notices !== undefined) account.notices = notices;
  return [account];
}

/** A search without a date is left out: a report has to say when it was. */
function toOwnSearch(search: unknown, ref: string, { codes, consumer, sorting }: OwnReading): FileSearch[] {
  const name = splitName(wireText(at(search, 'name')), consumer);
  const dateOfBirth = isoDate(at(search, 'dob'));
  if (sorting.own('searches', { mark: 'own', ...name, dateOfBirth }) === null) return [];
  const instant = londonInstant(at(search, 'searchdate'));
  const day = isoDate(at(search, 'searchdate'));
  const date = instant ?? (day === undefined ? undefined : `${day}T00:00:00.000Z`);
  if (date === undefined) return [];
  const companyType = codes.companyType('companytype', wireText(at(search, 'searchorgtype'))) ?? 'other';
  const kind = wireText(at(search, 'searchpurpose'));
  const purpose = codes.purpose(kind);
  return [
    {
      ref,
      companyName: wireText(at(search, 'searchorgname')) ?? COMPANY_LABELS[companyType],
      ...(companyType !== 'other' && { companyType }),
      date,
      isDateOnly: instant === undefined,
      ...(kind !== undefined && { kind }),
      ...(purpose !== undefined && { purpose }),
    },
  ];
}

function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', why, true);
}
