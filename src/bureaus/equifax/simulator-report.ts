// Encodes a simulated file in Equifax's wire format, for the SOAP service and for its JSON twin: the places of the person, with what was
// asked for of each. The three dialects differ in what stands around the person's own records, and in the order.
import type { UkAddress } from '../../domain/reports/consumer.ts';
import type {
  SimulatedFile,
  SimulatedOther,
  SimulatedPerson,
  SimulatedSearch,
} from '../simulation/population/simulated-file.ts';
import type { DataSet } from './data-sets.ts';
import {
  CLASS_OF,
  type Hand,
  type Holder,
  type Marked,
  sourcedFrom,
  toInsight,
} from './simulator-accounts.ts';
import { hasNotice, toCourtRecords, toMarkers } from './simulator-parts.ts';
import { date, type Tree, word } from './wire.ts';

export const SEARCH_TYPES: Record<SimulatedSearch['purpose'], string> = {
  'credit-application': 'creditApplication',
  quotation: 'creditQuotation',
  identity: 'identityCheck',
  'consumer-enquiry': 'creditfileRequest',
  'debt-recovery': 'debtCollection',
};

const CREDIT_PURPOSES: readonly SimulatedSearch['purpose'][] = ['credit-application', 'quotation'];

const OWN = 'A';
const MARK_OF: Record<SimulatedOther['relation'], string> = { associate: 'C', family: 'V', stranger: 'Z' };

export type Report = {
  file: SimulatedFile;
  /** The other people at the current address; none but in the dialect `others`. */
  others: SimulatedOther[];
  /** The index of the address that was asked for. Addresses are listed newest first. */
  home: number;
  hand: Hand;
  asked: (set: DataSet) => boolean;
  nowMs: number;
};

export function toPrimary(report: Report): Tree {
  const { file, home, hand } = report;
  const rest = file.person.addresses.map((_, index) => index).filter((index) => index !== home);
  return {
    suppliedAddressData: [toPlace(report, home, { index: 1 })],
    linkedAddressData: rest.map((index) =>
      toPlace(report, index, {
        linkType: word(hand.style, index < home ? 'nextFromSuppliedCurrent' : 'previousFromSuppliedCurrent'),
      }),
    ),
  };
}

function toPlace(report: Report, index: number, which: Tree): Tree {
  const { file, hand, asked, home } = report;
  const { address, id } = file.person.addresses[index] ?? {};
  if (address === undefined) return {};
  const isThin = hand.dialect === 'thin';
  const lines = [[address.buildingNumber, address.thoroughfare].join(' ').trim(), address.postcode];
  const match = { addressMatchStatus: word(hand.style, 'singleMatch') };
  const data = { addressSpecificData: toData(report, index) };
  const around = {
    ...which,
    inputAddress:
      !isThin && index === home && asked('inputAddressRequest')
        ? { ...sourcedFrom(hand, 'ADI'), address: { line: lines } }
        : undefined,
    noticeOfCorrectionOrDisputePresent: hasNotice(report) ? true : isThin ? undefined : false,
    matchedAddress: asked('outputAddressRequest')
      ? { ...sourcedFrom(hand, 'ADO'), address: { ...toPadded(address), addressID: id } }
      : undefined,
  };
  // The order differs between replies.
  return hand.dialect === 'others' ? { ...match, ...data, ...around } : { ...match, ...around, ...data };
}

function toData(report: Report, index: number): Tree {
  const { file, hand, asked } = report;
  const { person } = file;
  // All searches, and the household, are filed under the newest address.
  const others = index === 0 ? report.others : [];
  const accounts = [
    ...file.accounts
      .filter(({ addressIndex }) => addressIndex === index)
      .map((record) => ({ record, holder: person, mark: OWN })),
    ...others.flatMap((other) => markAll(other, other.accounts)),
  ];
  const searches = [
    ...(index === 0 ? file.searches : []).map((record) => ({ record, holder: person, mark: OWN })),
    ...others.flatMap((other) => markAll(other, other.searches)),
  ];
  const strangers = others.filter(({ relation }) => relation === 'stranger');
  const court = [
    ...(index === 0 ? toCourtRecords(report) : []),
    ...(asked('courtAndInsolvencyInformationRequest') ? strangers : []).map(({ person: one }) =>
      toJudgment(one, hand),
    ),
  ];
  const insight = toInsight(accounts, hand);
  const isOdd = hand.dialect === 'others';
  return {
    electoralRollData: asked('electoralRollRequest')
      ? { electoralRoll: toRoll(report, index, others) }
      : undefined,
    // Once spelt with a capital, and beside a summary that nobody knows.
    ...(asked('insightRequest') && {
      [isOdd && hand.style === 'soap' ? 'InsightData' : 'insightData']: {
        ...(isOdd && { insightSummary: { total: accounts.length } }),
        ...insight,
      },
    }),
    previousSearches: asked('searchesRequest') ? toSearches(searches, hand) : undefined,
    courtAndInsolvencyInformationData:
      court.length === 0 ? undefined : { courtAndInsolvencyInformation: court },
    cifasData: index === 0 ? toMarkers(report) : undefined,
  };
}

function markAll<Record>({ person, relation }: SimulatedOther, records: Record[]): Marked<Record>[] {
  return records.map((record) => ({ record, holder: person, mark: MARK_OF[relation] }));
}

/** Of a place, in the bureau's order; the number with five digits. */
export function toPadded(address: UkAddress): Tree {
  const name = [address.subBuildingName, address.buildingName].filter((part) => part !== undefined);
  return {
    county: address.county,
    district: address.district,
    name: name.length === 0 ? undefined : name.join(' '),
    number: address.buildingNumber?.replace(/^\d+/, (digits) => digits.padStart(5, '0')),
    postcode: address.postcode,
    postTown: address.townOrCity,
    street1: address.thoroughfare,
  };
}

/** The years of moving in and out; at the current address, this year. Others came with the person, a stranger left before. */
function toRoll({ file, hand, nowMs }: Report, index: number, others: SimulatedOther[]): Tree[] {
  const { start, end } = yearsAt(file.person, index, nowMs);
  const entry = ({ forename, surname }: Holder, mark: string, from: number, to: number): Tree => ({
    ...sourcedFrom(hand, 'ELR'),
    name: { surname, forename },
    nameMatchStatus: mark,
    seniority: hand.dialect === 'thin' ? undefined : word(hand.style, 'unknown'),
    annualRegisterPeriod: { start: String(from), end: String(to) },
  });
  return [
    entry(file.person, OWN, start, end),
    ...others.map(({ person, relation }) =>
      relation === 'stranger'
        ? entry(person, MARK_OF.stranger, start - 6, start)
        : entry(person, MARK_OF[relation], start, end),
    ),
  ];
}

function yearsAt(person: SimulatedPerson, index: number, nowMs: number) {
  const now = new Date(nowMs);
  const yearAgo = (months: number): number =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).getUTCFullYear();
  const after = person.addresses.slice(0, index).reduce((sum, home) => sum + home.monthsAtAddress, 0);
  const months = person.addresses[index]?.monthsAtAddress ?? 0;
  return { start: yearAgo(after + months), end: yearAgo(after) };
}

function toSearches(searches: Marked<SimulatedSearch>[], hand: Hand): Tree {
  const isCredit = ({ record }: Marked<SimulatedSearch>) => CREDIT_PURPOSES.includes(record.purpose);
  return {
    previousCreditSearch: searches.filter(isCredit).map((search) => toSearch(search, hand)),
    previousNonCreditSearch: searches
      .filter((search) => !isCredit(search))
      .map((search) => toSearch(search, hand)),
  };
}

function toSearch({ record: search, holder, mark }: Marked<SimulatedSearch>, hand: Hand): Tree {
  const { style } = hand;
  const { title, forename, surname } = holder;
  return {
    ...sourcedFrom(hand, 'SER'),
    dob: date(style, holder.dateOfBirth),
    name: { surname, title, forename },
    nameMatchStatus: mark,
    companyName: style === 'json' ? search.companyName : undefined,
    companyType: CLASS_OF[search.companyType],
    jointApplicant: false,
    optIn: false,
    searchDate: date(style, search.at.slice(0, 10)),
    searchType: word(style, SEARCH_TYPES[search.purpose]),
  };
}

function toJudgment({ forename, surname }: Holder, { style }: Hand): Tree {
  return {
    name: { surname, forename },
    nameMatchStatus: MARK_OF.stranger,
    ccjType: word(style, 'judgment'),
    value: { amount: 410, currency: 'GBP' },
    courtDate: date(style, '2023-05-09'),
    courtName: 'EXAMPLETON',
  };
}
