// Maps Experian's reply: its outcome, and its records as a file. Keys come in several cases; what cannot be read is absent. HTTP 200 is
// not success: errors, an address that was not found and a person without a file have it too.
import { given } from '../../domain/given.ts';
import type { BureauFile, FileSearch } from '../../domain/reports/bureau-file.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauNote } from '../../domain/reports/credit-report.ts';
import { mapInTurns } from '../../turns/turns.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { COMPANY_LABELS } from '../reading/company-labels.ts';
import { field, list } from '../reading/json.ts';
import { createSorting, whoseIs } from '../reading/whose.ts';
import { wholeNumber, wireText } from '../reading/wire-values.ts';
import { fromDetail } from './account.ts';
import { toCompanyType, toPurpose } from './codes.ts';
import { createNotices, readParts } from './parts.ts';
import { claimOf, type Found, recordsOf, unreadable } from './records.ts';
import { fromResidencies } from './residencies.ts';
import { fromDate } from './values.ts';

export const NOTICES = {
  passwordExpired: 'Experian: the password has expired (EXPERIAN_PASSWORD).',
  scoresOnly: 'Experian: the reply has scores only. The contract has to give full consumer data.',
};

export type Reading = {
  /** YYYY-MM-DD. */
  today: string;
  onNotice: (notice: string) => void;
};

export async function fromReply(reply: unknown, enquiry: Enquiry, reading: Reading): Promise<BureauAnswer> {
  // Some services keep a wrapper around it.
  const output = field(reply, 'Output') ?? field(reply, 'OutputRoot', 'Output');
  if (typeof output !== 'object' || output === null) throw unreadable();
  assertOurs(output, enquiry);
  const refusal = refusalOf(output, reading);
  if (refusal !== null) return refusal;
  const hasData = isFilled(field(output, 'FullConsumerData'));
  if (hasData) {
    const read = await readFile(output, enquiry.consumer, reading.today);
    if (read.hasTrace) return { status: 'ok', file: read.file };
    if (!isAddressRefused(output)) return { status: 'no-trace', ...given({ leftOut: read.file.leftOut }) };
  }
  // The address fits several homes, or none: the caller has to mend it.
  if (isAddressRefused(output) || list(output, 'CheckDetails').length > 0)
    return { status: 'ambiguous-address' };
  if (!isFilled(field(output, 'ConsumerSummary'))) throw unreadable();
  reading.onNotice(NOTICES.scoresOnly);
  return { status: 'rejected-request' };
}

/** Only an echo decides about the whole reply: our reference, or the birthday that was asked for. */
function assertOurs(output: unknown, { reportId, consumer }: Enquiry): void {
  const reference = wireText(field(output, 'Control', 'ClientRef')) ?? reportId;
  const applicants = list(output, 'Applicant');
  const asked = applicants.find((one) => isFirstApplicant(one)) ?? applicants[0];
  const dateOfBirth = fromDate(field(asked, 'DateOfBirth')) ?? consumer.dateOfBirth;
  if (reference !== reportId || dateOfBirth !== consumer.dateOfBirth) {
    throw new CallFailed('unavailable', 'The reply is about somebody else.', true);
  }
}

function isFirstApplicant(value: unknown): boolean {
  return (wireText(field(value, 'ApplicantIdentifier')) ?? '1').replace(/^0+/, '') === '1';
}

/** No list of codes is public. With any of them, no search was made. */
function refusalOf(output: unknown, { onNotice }: Reading): BureauAnswer | null {
  const error = field(output, 'Error');
  const words = wireText(field(error, 'Message')) ?? '';
  if (words === '' && wireText(field(error, 'ErrorCode')) === undefined) return null;
  if (saysPasswordExpired(words)) onNotice(NOTICES.passwordExpired);
  const isWho = /password|credential|log ?[io]n|\buser|not authori[sz]ed|authenticat/i.test(words);
  return { status: isWho ? 'rejected-credentials' : 'rejected-request' };
}

export function saysPasswordExpired(words: string): boolean {
  return /password/i.test(words) && /expire|must be changed|change required/i.test(words);
}

function isAddressRefused(output: unknown): boolean {
  return list(output, 'MultipleLocations').length > 0 || list(output, 'OneShotFailure').length > 0;
}

function isFilled(value: unknown): boolean {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null;
}

async function readFile(
  output: object,
  consumer: Consumer,
  today: string,
): Promise<{ file: BureauFile; hasTrace: boolean }> {
  const data = field(output, 'FullConsumerData', 'ConsumerData');
  const reference = wireText(field(output, 'Control', 'ExperianReference')) ?? 'experian';
  const details = recordsOf(data, 'CAIS', 'CAISDetails');
  const applications = recordsOf(data, 'PreviousApplication', 'PrevApplnDetails');
  const sorting = createSorting(consumer);
  const notices = createNotices(data, consumer);
  const isMissing = isShort(output, {
    accounts: details.length,
    publicRecords: recordsOf(data, 'PublicInformation', 'PublicInfoDetails').length,
    notices: recordsOf(data, 'NOC', 'NoCDetails').length,
    markers: recordsOf(data, 'CIFAS', 'CIFASDetails').length,
  });
  const notes = new Set<BureauNote>(isMissing ? ['records-missing'] : []);

  const accounts = await mapInTurns(details, (found) => {
    const own = sorting.own('accounts', claimOf(found));
    if (own === null) return [];
    const read = fromDetail(found.record, `${reference}/CAIS/${found.place}`, own);
    if (read.hasUnknownCode) notes.add('codes-unknown');
    const about = notices.of(found.record);
    if (about !== undefined) read.account.notices = about;
    return [read.account];
  });
  const searches = await mapInTurns(applications, (found) => {
    if (sorting.own('searches', claimOf(found)) === null) return [];
    if (toPurpose(wireText(field(found.record, 'ApplicationType'))).isUnknown) notes.add('codes-unknown');
    return fromApplication(found.record, `${reference}/CAPS/${found.place}`);
  });
  const homes = list(output, 'Residency').filter(isFirstApplicant);
  const searchedOn = fromDate(field(output, 'FullConsumerData', 'ControlDetails', 'SearchDate')) ?? today;
  const note = (one: BureauNote): void => void notes.add(one);
  const parts = readParts(output, data, {
    consumer,
    sorting,
    note,
    reference,
    notices,
    today: searchedOn,
  });
  const file: BureauFile = {
    bureau: 'experian',
    accounts: accounts.flat(),
    searches: searches.flat(),
    residencies: fromResidencies(output, homes, consumer, searchedOn),
    ...parts,
    ...given({ leftOut: sorting.leftOut(), notes: notes.size === 0 ? undefined : [...notes] }),
  };
  const hasTrace =
    file.accounts.length > 0 ||
    file.searches.length > 0 ||
    homes.some((home) => isOnRoll(consumer, field(home, 'VRConfirmation'))) ||
    hasOtherRecord(data, consumer);
  return { file, hasTrace };
}

/** The bureau counts the records of all people that it sends. */
function isShort(
  output: unknown,
  sent: Record<'accounts' | 'publicRecords' | 'notices' | 'markers', number>,
): boolean {
  return list(output, 'FullConsumerData', 'ConsumerDataSummary').some((summary) => {
    const details = field(summary, 'SummaryDetails');
    const counted = (...path: string[]) => wholeNumber(field(details, ...path), Number.MAX_SAFE_INTEGER) ?? 0;
    const isFlagged = (...path: string[]) => wireText(field(details, ...path))?.toUpperCase() === 'Y';
    return (
      counted('CAISSummary', 'Number') > sent.accounts ||
      counted('PublicInfoSummary', 'Number') > sent.publicRecords ||
      counted('NoCCount') > sent.notices ||
      (isFlagged('SummaryFlags', 'CIFAS') && sent.markers === 0) ||
      isFlagged('DataOverflow')
    );
  });
}

function fromApplication(detail: unknown, ref: string): FileSearch[] {
  const date = fromDate(field(detail, 'ApplicationDate'));
  if (date === undefined) return [];
  const kind = wireText(field(detail, 'ApplicationType'));
  const { purpose } = toPurpose(kind);
  const { companyType } = toCompanyType(wireText(field(detail, 'CompanyType')));
  const companyName =
    wireText(field(detail, 'SearcherName')) ??
    wireText(field(detail, 'SupplyCompanyName')) ??
    COMPANY_LABELS[companyType ?? 'other'];
  const said = given({ companyType, kind, purpose });
  return [{ ref, companyName, date: `${date}T00:00:00.000Z`, isDateOnly: true, ...said }];
}

/** No name is in a confirmation as a rule; one that is there must fit. */
function isOnRoll(consumer: Consumer, confirmation: unknown): boolean {
  if (wireText(field(confirmation, 'Confirmed'))?.toUpperCase() !== 'Y') return false;
  return whoseIs(consumer, claimOf({ record: { Name: confirmation }, mark: 'own' })).isOwn;
}

/** Records that are not in the file and show that the bureau knows the person. A notice has no name: its group says whose it is. */
const OTHER_BLOCKS = [
  ['VotersRollPerson', 'VRollPersonDetails'],
  ['PublicInformation', 'PublicInfoDetails'],
  ['CIFAS', 'CIFASDetails'],
  ['NOC', 'NoCDetails'],
  ['Association', 'AssociationDetails'],
  ['LocationLink', 'LocationLinkDetails'],
  ['ExtendedPreviousApp', 'PrevApplnDetails'],
] as const;

function hasOtherRecord(data: unknown, consumer: Consumer): boolean {
  const isTheirs = (found: Found) => whoseIs(consumer, claimOf(found)).isOwn;
  return OTHER_BLOCKS.some(([block, name]) => recordsOf(data, block, name).some(isTheirs));
}
