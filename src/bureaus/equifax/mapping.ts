// Maps Equifax's reply, the same for XML and JSON: first the outcome, then whose each record is, then accounts and searches of every
// address. residencies.ts reads the addresses. HTTP 200 is not success: an ambiguous address and one without a match have it too.
import { given } from '../../domain/given.ts';
import { type BureauFile, type FileSearch, RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import type { BureauNote } from '../../domain/reports/credit-report.ts';
import { mapInTurns } from '../../turns/turns.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { COMPANY_LABELS } from '../reading/company-labels.ts';
import { at, isoDate, wholeNumber, wireText } from '../reading/wire-values.ts';
import { accountsOf, toAccount } from './accounts.ts';
import { toCompanyType, toPurpose } from './codes.ts';
import { createWhose, type Whose } from './marks.ts';
import { readParts } from './parts.ts';
import { toResidencies } from './residencies.ts';
import { valuesAt } from './tree.ts';
import { readWord } from './wire.ts';

/** More than any person has. Truncating would lose records silently, so the whole reply is rejected. */
const PLACES_MAX = 200;

export async function fromSearchReply(
  response: unknown,
  enquiry: Enquiry,
  nowMs: number,
): Promise<BureauAnswer> {
  const primary = at(response, 'soleSearch', 'primary');
  if (primary === undefined) throw unreadable('no search result');
  if (wireText(at(response, 'clientRef')) !== enquiry.reportId) {
    throw unreadable('the reply is to another search');
  }
  const supplied = currentFirst(valuesAt(primary, 'suppliedAddressData'));
  const linked = valuesAt(primary, 'linkedAddressData');
  if (supplied.length + linked.length > PLACES_MAX) throw unreadable('too many addresses');
  const match = matchOf(supplied[0]);
  if (match === undefined) throw unreadable('no word on the address');
  if (match === 'several') return { status: 'ambiguous-address' };
  const { consumer, reportId } = enquiry;
  // The current address may be unknown and an earlier one that was sent with it known.
  const places = [...supplied, ...linked].filter((place) => (matchOf(place) ?? 'one') === 'one');
  const found = places.flatMap((place, index) => accountsOf(place, `${reportId}/${index}`));
  const searched = places.flatMap((place, index) => searchesOf(place, `${reportId}/${index}`));
  if (found.length > RECORDS_MAX || searched.length > RECORDS_MAX) throw unreadable('too many records');
  const whose = createWhose(consumer);
  const notes = new Set<BureauNote>();
  const onUnknown = (): void => void notes.add('codes-unknown');
  const accounts = await mapInTurns(found, (account) => toAccount(account, whose, onUnknown));
  const searches = await mapInTurns(searched, (search) => toSearch(search, whose));
  const residencies = toResidencies(places, supplied[0], consumer, nowMs);
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const parts = readParts(response, places, { whose, reportId, today, onUnknown });
  const leftOut = whose.leftOut();
  const file: BureauFile = {
    bureau: 'equifax',
    accounts: accounts.filter((account) => account !== null),
    searches: searches.filter((search) => search !== null),
    residencies: residencies.list,
    ...parts,
    ...given({ leftOut, notes: notes.size === 0 ? undefined : [...notes] }),
  };
  // The roll has no birthdays: where the subject's records have another one, the name on the roll proves nothing.
  const hasCase = [parts.judgments, parts.insolvencies, parts.fraudMarkers].some(
    (part) => part !== undefined,
  );
  const isTraced =
    file.accounts.length > 0 ||
    file.searches.length > 0 ||
    (!whose.isDoubtful() && (residencies.isOnRoll || hasCase));
  return isTraced ? { status: 'ok', file } : { status: 'no-trace', ...given({ leftOut }) };
}

/** Places are numbered from 1, and the current address is the first; their order in the reply says nothing. */
function currentFirst(supplied: unknown[]): unknown[] {
  const numberOf = (place: unknown): number => wholeNumber(at(place, 'index'), 999_999) ?? 999_999;
  return supplied.length < 2 ? supplied : supplied.toSorted((a, b) => numberOf(a) - numberOf(b));
}

function matchOf(place: unknown): 'one' | 'several' | 'none' | undefined {
  switch (readWord(at(place, 'addressMatchStatus'))) {
    case 'SINGLE_MATCH':
      return 'one';
    case 'MULTIPLE_MATCH':
      return 'several';
    case 'NO_MATCH':
    case 'NOT_MATCHED':
      return 'none';
    default:
      if (at(place, 'matchedAddress') !== undefined) return 'one';
      return at(place, 'potentialMatchedAddress') === undefined ? undefined : 'several';
  }
}

type FoundSearch = { record: unknown; ref: string };

function searchesOf(place: unknown, ref: string): FoundSearch[] {
  return ['previousCreditSearch', 'previousNonCreditSearch'].flatMap((group) => {
    const records = valuesAt(place, 'addressSpecificData', 'previousSearches', group);
    // Before anything is allocated for them: the list may be as long as the reply.
    if (records.length > RECORDS_MAX) throw unreadable('too many records');
    const isTree = (record: unknown): boolean => typeof record === 'object';
    return records.filter(isTree).map((record, index) => ({ record, ref: `${ref}/${group}/${index}` }));
  });
}

/** A search without a date is left out: a report has to say when it was. */
function toSearch({ record, ref }: FoundSearch, whose: Whose): FileSearch | null {
  if (whose.own('searches', record) === null) return null;
  const day = isoDate(at(record, 'searchDate'));
  if (day === undefined) return null;
  const companyType = toCompanyType(readWord(at(record, 'companyType'))) ?? 'other';
  const kind = readWord(at(record, 'searchType'));
  return {
    ref,
    companyName: wireText(at(record, 'companyName')) ?? COMPANY_LABELS[companyType],
    ...(companyType !== 'other' && { companyType }),
    date: `${day}T00:00:00.000Z`,
    isDateOnly: true,
    ...given({ kind, purpose: toPurpose(kind) }),
  };
}

function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', why, true);
}
