// Maps Equifax's reply, the same for XML and JSON: first the outcome and whether it is about our consumer, then accounts and searches
// of every address. residencies.ts reads the addresses. HTTP 200 is not success: an ambiguous address and one without a match have
// it too.

import { type BureauFile, type FileAccount, type FileSearch, RECORDS_MAX } from '../../domain/bureau-file.ts';
import type { Consumer } from '../../domain/consumer.ts';
import type { Money } from '../../domain/credit-report.ts';
import { given } from '../../domain/given.ts';
import { mapInTurns } from '../../turns/turns.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { COMPANY_LABELS } from '../reading/company-labels.ts';
import { toPaymentMonths } from '../reading/payment-months.ts';
import {
  accountNumber,
  at,
  isAbout,
  isoDate,
  many,
  wholeNumber,
  wholePounds,
  wireText,
  yesNo,
} from '../reading/wire-values.ts';
import { toAccountStatus, toAccountType, toCompanyType, toPurpose } from './codes.ts';
import { readMonths } from './payment-history.ts';
import { toResidencies } from './residencies.ts';
import { readWord } from './wire.ts';

const PAYMENTS_MAX = 1_200;
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
  const supplied = many(primary, 'suppliedAddressData');
  const match = matchOf(supplied[0]);
  if (match === 'several') return { status: 'ambiguous-address' };
  if (match === 'none') return { status: 'no-trace' };
  const linked = many(primary, 'linkedAddressData');
  if (supplied.length + linked.length > PLACES_MAX) throw unreadable('too many addresses');
  const places = [...supplied, ...linked].map((place, index) => ({
    place,
    ref: `${enquiry.reportId}/${index}`,
  }));
  const accounts = places.flatMap(accountsOf);
  const searches = places.flatMap(searchesOf);
  if (accounts.length > RECORDS_MAX || searches.length > RECORDS_MAX) throw unreadable('too many records');
  const { consumer } = enquiry;
  const residencies = toResidencies(supplied, linked, consumer, nowMs);
  const file: BureauFile = {
    bureau: 'equifax',
    accounts: await mapInTurns(accounts, (found) => toAccount(found, consumer)),
    searches: (await mapInTurns(searches, (found) => toSearch(found, consumer))).flat(),
    residencies: residencies.list,
  };
  // The address is known, but nothing in the reply is about the person.
  const isTraced = file.accounts.length > 0 || file.searches.length > 0 || residencies.isOnRoll;
  return isTraced ? { status: 'ok', file } : { status: 'no-trace' };
}

function matchOf(place: unknown): 'one' | 'several' | 'none' {
  switch (readWord(at(place, 'addressMatchStatus'))) {
    case 'MULTIPLE_MATCH':
      return 'several';
    case 'NO_MATCH':
    case 'NOT_MATCHED':
      return 'none';
    default:
      if (at(place, 'matchedAddress') !== undefined) return 'one';
      if (many(place, 'potentialMatchedAddress').length > 0) return 'several';
      throw unreadable('no word on the address');
  }
}

type Place = { place: unknown; ref: string };
type Found = { record: unknown; group: string; ref: string };

/** Accounts are grouped by product, under more names than are publicly known. */
function accountsOf({ place, ref }: Place): Found[] {
  const groups = at(place, 'addressSpecificData', 'insightData');
  if (typeof groups !== 'object' || groups === null) return [];
  const products = Object.keys(groups).filter((name) => /^[a-z]\w{0,59}$/i.test(name));
  return products.flatMap((product) => recordsOf(groups, product, ref));
}

function searchesOf({ place, ref }: Place): Found[] {
  const found = at(place, 'addressSpecificData', 'previousSearches');
  return ['previousCreditSearch', 'previousNonCreditSearch'].flatMap((group) => recordsOf(found, group, ref));
}

function recordsOf(groups: unknown, group: string, ref: string): Found[] {
  const records = many(groups, group).filter((record) => typeof record === 'object' && record !== null);
  // Before anything is allocated for them: the list may be as long as the reply.
  if (records.length > RECORDS_MAX) throw unreadable('too many records');
  return records.map((record, index) => ({ record, group, ref: `${ref}/${group}/${index}` }));
}

function toAccount({ record, group: product, ref }: Found, consumer: Consumer): FileAccount {
  const name = readPerson(record, consumer, 'an account of somebody else');
  const endDate = isoDate(at(record, 'endDate'));
  const lastUpdated = isoDate(at(record, 'lastUpdateDate'));
  const months = readMonths(record);
  const accountStatus = toAccountStatus(months.newestMark, endDate !== undefined);
  const isDefault = accountStatus === 'default';
  const terms = at(record, 'fixedPaymentTerms');
  const numberOfPayments = wholeNumber(at(terms, 'numberOfPayments'), PAYMENTS_MAX);
  const isMonthly = readWord(at(record, 'paymentFrequency')) === 'MONTHLY';
  const startBalance = balanceOf(at(record, 'startBalance'));
  return given({
    ref,
    ...name,
    accountNumber: accountNumber(at(record, 'accountNumber')),
    accountType: toAccountType(product, readWord(at(record, 'loanType'))),
    accountStatus,
    companyType: toCompanyType(readWord(at(record, 'companyClass'))),
    companyName: wireText(at(record, 'companyName')),
    numberOfPayments,
    repaymentPeriod: isMonthly ? numberOfPayments : undefined,
    payment: toMoney(at(terms, 'paymentAmount')),
    // Zero beside fixed terms means that the lender did not report it.
    startBalance: startBalance?.amount === 0 && terms !== undefined ? undefined : startBalance,
    balance:
      balanceOf(at(record, 'currentBalance')) ??
      (isDefault ? balanceOf(at(record, 'defaultBalance')) : undefined),
    creditLimit: shown(at(record, 'creditLimit'), 'limit'),
    startDate: isoDate(at(record, 'startDate')),
    endDate,
    lastUpdated,
    history: toPaymentMonths(lastUpdated, months.codes),
  });
}

function balanceOf(balance: unknown): Money | undefined {
  return shown(balance, 'balanceAmount');
}

/** A suppressed amount is absent, whatever value the reply has beside the flag. */
function shown(value: unknown, amountName: string): Money | undefined {
  return yesNo(at(value, 'suppressed')) === true ? undefined : toMoney(at(value, amountName));
}

function toMoney(value: unknown): Money | undefined {
  const currency = wireText(at(value, 'currency')) ?? 'GBP';
  return /^[A-Z]{3}$/.test(currency) ? wholePounds(at(value, 'amount'), currency) : undefined;
}

/** A search without a date is left out: a report has to say when it was. */
function toSearch({ record: search, ref }: Found, consumer: Consumer): FileSearch[] {
  readPerson(search, consumer, 'a search for somebody else');
  const day = isoDate(at(search, 'searchDate'));
  if (day === undefined) return [];
  const companyType = toCompanyType(readWord(at(search, 'companyType'))) ?? 'other';
  const kind = readWord(at(search, 'searchType'));
  const purpose = toPurpose(kind);
  return [
    {
      ref,
      companyName: wireText(at(search, 'companyName')) ?? COMPANY_LABELS[companyType],
      date: `${day}T00:00:00.000Z`,
      isDateOnly: true,
      ...(kind !== undefined && { kind }),
      ...(purpose !== undefined && { purpose }),
    },
  ];
}

function readPerson(record: unknown, consumer: Consumer, otherwise: string) {
  const name = at(record, 'name');
  const firstName = wireText(at(name, 'forename'));
  const lastName = wireText(at(name, 'surname'));
  if (!isAbout(consumer, { names: [firstName, lastName], dateOfBirth: isoDate(at(record, 'dob')) })) {
    throw unreadable(otherwise);
  }
  return { title: wireText(at(name, 'title')), firstName, lastName };
}

function unreadable(why: string): CallFailed {
  return new CallFailed('unavailable', why, true);
}
