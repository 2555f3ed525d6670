// Maps TransUnion's reply: first the outcome and whether it is about our consumer, then accounts and searches. residencies.ts reads
// the addresses. HTTP 200 is not success: a pick list and "not matched" have it too.

import { type BureauFile, type FileAccount, type FileSearch, RECORDS_MAX } from '../../domain/bureau-file.ts';
import type { Consumer } from '../../domain/consumer.ts';
import type { AccountStatus, Money } from '../../domain/credit-report.ts';
import { given } from '../../domain/given.ts';
import { mapInTurns } from '../../turns/turns.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { COMPANY_LABELS } from '../reading/company-labels.ts';
import { saysWhoAreYou } from '../reading/soap.ts';
import {
  accountNumber,
  at,
  isAbout,
  isoDate,
  londonInstant,
  many,
  nameWords,
  wholeNumber,
  wholePounds,
  wireText,
  yesNo,
} from '../reading/wire-values.ts';
import {
  type CodeTables,
  describe,
  isMonthly,
  toAccountStatus,
  toAccountType,
  toCompanyType,
  toPurpose,
} from './codes.ts';
import { readHistory } from './payment-history.ts';
import { placesCount, residentNames, toResidencies } from './residencies.ts';
import { referenceOf, SEARCH } from './wire.ts';

const NOT_MATCHED = '1';
const PAYMENTS_MAX = 1_200;
/** More than any person has. Truncating would lose records silently, so the whole reply is rejected. */
const PLACES_MAX = 1_000;

export async function fromSearchReply(
  tree: unknown,
  enquiry: Enquiry,
  tables: CodeTables | null,
): Promise<BureauAnswer> {
  const result = at(tree, 'Envelope', 'Body', `${SEARCH}Response`, 'SearchResult');
  if (result === undefined) throw unreadable('no search result');
  checkError(result);
  if (!isAnswerTo(result, enquiry)) throw unreadable('the reply is about somebody else');
  const reports = many(result, 'creditreport').filter((report) => at(report, '@linktype') === undefined);
  const applicants = reports.flatMap((report) => many(report, 'applicant'));
  if (applicants.length === 0) {
    if (many(result, 'picklist', 'applicant').length > 0) return { status: 'ambiguous-address' };
    throw unreadable('neither a report nor a list to pick from');
  }
  const [applicant, ...others] = applicants;
  if (others.length > 0) throw unreadable('more than one person in the reply');
  if (isNotMatched(applicant)) return { status: 'no-trace' };
  if (at(applicant, '@reporttype') === undefined) return { status: 'ambiguous-address' };
  if (placesCount(result, applicant) > PLACES_MAX) throw unreadable('too many addresses');
  if (!residentNames(applicant).every((name) => isAbout(enquiry.consumer, { names: [name] }))) {
    throw unreadable('a home of somebody else');
  }
  return { status: 'ok', file: await toFile(result, applicant, enquiry.consumer, tables) };
}

/** The bureau's second gateway puts its errors beside the result. */
function checkError(result: unknown): void {
  const error = at(result, 'Error');
  if (error === undefined || yesNo(at(error, 'Success')) === true) return;
  const details = many(error, 'ErrorDetails', 'ErrorDetail');
  const words = details.map((detail) => wireText(at(detail, 'ErrorMessage')) ?? '').join(' ');
  throw new CallFailed(
    saysWhoAreYou(words) ? 'rejected-credentials' : 'rejected-request',
    'an error inside the reply',
    true,
  );
}

/** The reply echoes the request: reference, name and birthday must be ours, and the reference or the birthday must be present. */
function isAnswerTo(result: unknown, { reportId, consumer }: Enquiry): boolean {
  const reference = wireText(at(result, 'yourreference'));
  const applicant = at(result, 'creditrequest', 'applicant');
  const dateOfBirth = isoDate(at(applicant, 'dob'));
  const surname = wireText(at(applicant, 'name', 'surname'));
  if (reference === undefined && dateOfBirth === undefined) return false;
  if (reference !== undefined && reference !== referenceOf(reportId)) return false;
  return isAbout(consumer, { names: [surname, wireText(at(applicant, 'name', 'forename'))], dateOfBirth });
}

function isNotMatched(applicant: unknown): boolean {
  const title = wireText(at(applicant, '@reporttitle')) ?? '';
  return wireText(at(applicant, '@reporttype')) === NOT_MATCHED || /not matched/i.test(title);
}

async function toFile(
  result: unknown,
  applicant: unknown,
  consumer: Consumer,
  tables: CodeTables | null,
): Promise<BureauFile> {
  const searchId = wireText(at(result, 'jobdetails', 'searchid')) ?? 'search';
  const accs = [...many(applicant, 'accs', 'acc').entries()];
  const searches = [...many(applicant, 'searches', 'search').entries()];
  if (accs.length > RECORDS_MAX || searches.length > RECORDS_MAX) throw unreadable('too many records');
  return {
    bureau: 'transunion',
    accounts: await mapInTurns(accs, ([index, acc]) =>
      toAccount(acc, `${searchId}/acc/${index}`, consumer, tables),
    ),
    searches: (
      await mapInTurns(searches, ([index, search]) =>
        toSearch(search, `${searchId}/search/${index}`, consumer, tables),
      )
    ).flat(),
    residencies: toResidencies(result, applicant),
  };
}

function toAccount(acc: unknown, ref: string, consumer: Consumer, tables: CodeTables | null): FileAccount {
  const details = at(acc, 'accdetails');
  const code = (name: string): string | undefined => wireText(at(details, name));
  const holder = wireText(at(acc, 'accholderdetails', 'name'));
  if (!isAbout(consumer, { names: [holder], dateOfBirth: isoDate(at(acc, 'accholderdetails', 'dob')) })) {
    throw unreadable('an account of somebody else');
  }
  const currency = toCurrency(tables, code('currencycode'));
  const money = (name: string): Money | undefined =>
    currency === undefined ? undefined : wholePounds(at(details, name), currency);
  const period = wholeNumber(at(details, 'repayperiod'), PAYMENTS_MAX);
  const supplier = wireText(at(acc, 'supplierdetails', 'suppliertypecode'));
  return given({
    ref,
    ...splitName(holder, consumer.lastName),
    accountNumber: toAccountNumber(details),
    accountType: toAccountType(tables, code('acctypecode'), code('accgroupid')),
    accountStatus: toStatus(acc, tables),
    companyType: toCompanyType(tables, 'suppliertype', supplier),
    companyName: wireText(at(acc, 'supplierdetails', 'suppliername')),
    numberOfPayments: isMonthly(tables, code('repayfreqcode')) ? period : undefined,
    repaymentPeriod: period,
    payment: money('regpayment') ?? money('expectedpayment'),
    startBalance: money('openbalance'),
    balance: money('balance'),
    creditLimit: money('limit'),
    startDate: isoDate(at(details, 'accstartdate')),
    endDate: isoDate(at(details, 'accenddate')),
    defaultDate: isoDate(at(acc, 'default', 'defdate')),
    lastUpdated: isoDate(at(details, 'dateupdated')),
    isJoint: yesNo(at(details, 'joint')),
    history: readHistory(acc, tables),
  });
}

const WORSE_THAN_DEFAULT: readonly AccountStatus[] = ['default', 'written-off', 'transferred'];

/** By the status code, but a milder code never hides a default or arrears in the same record. */
function toStatus(acc: unknown, tables: CodeTables | null): AccountStatus {
  const code = wireText(at(acc, 'accdetails', 'status'));
  const isEnded = isoDate(at(acc, 'accdetails', 'accenddate')) !== undefined;
  const said = code === undefined ? (isEnded ? 'settled' : 'open') : toAccountStatus(tables, code);
  const isDefaulted =
    isoDate(at(acc, 'default', 'defdate')) !== undefined &&
    isoDate(at(acc, 'default', 'defsatdate')) === undefined;
  if (isDefaulted && !WORSE_THAN_DEFAULT.includes(said)) return 'default';
  const isLate = isoDate(at(acc, 'delinquent', 'delinqdate')) !== undefined;
  return isLate && (said === 'open' || said === 'unknown') ? 'delinquent' : said;
}

function toAccountNumber(details: unknown): string | undefined {
  const suffix = wireText(at(details, 'accsuffix'));
  const number = wireText(at(details, 'accno'));
  if (number === undefined) return undefined;
  return accountNumber(suffix === undefined ? number : `${number}/${suffix}`);
}

/** Pounds unless the code says otherwise; without a currency that we can name, amounts are absent. */
function toCurrency(tables: CodeTables | null, code: string | undefined): string | undefined {
  if (code === undefined) return 'GBP';
  const said = /\b[A-Z]{3}\b/.exec(describe(tables, 'currency', code) ?? code)?.[0];
  return said;
}

const TITLES = /^(MR|MRS|MS|MISS|MX|DR|PROF|REV|SIR|DAME|LADY|LORD)\.?$/i;

/** The name is one string. The surname is the one asked for if the string ends in it, otherwise the last word. */
function splitName(name: string | undefined, askedLastName: string) {
  const words = name?.split(' ') ?? [];
  const title = words.length > 1 && TITLES.test(words[0] ?? '') ? words.shift() : undefined;
  const asked = nameWords(askedLastName).join('');
  let surnameFrom = words.length - 1;
  for (let from = words.length - 1; from >= 0; from -= 1) {
    if (nameWords(words.slice(from).join(' ')).join('') === asked) surnameFrom = from;
  }
  return {
    title,
    firstName: surnameFrom > 0 ? words[0] : undefined,
    lastName: words.slice(Math.max(surnameFrom, 0)).join(' ') || undefined,
  };
}

/** A search without a date is left out: a report has to say when it was. */
function toSearch(search: unknown, ref: string, consumer: Consumer, tables: CodeTables | null): FileSearch[] {
  const about = { names: [wireText(at(search, 'name'))], dateOfBirth: isoDate(at(search, 'dob')) };
  if (!isAbout(consumer, about)) throw unreadable('a search for somebody else');
  const instant = londonInstant(at(search, 'searchdate'));
  const day = isoDate(at(search, 'searchdate'));
  const date = instant ?? (day === undefined ? undefined : `${day}T00:00:00.000Z`);
  if (date === undefined) return [];
  const companyType = toCompanyType(tables, 'companytype', wireText(at(search, 'searchorgtype'))) ?? 'other';
  const kind = wireText(at(search, 'searchpurpose'));
  const purpose = toPurpose(tables, kind);
  return [
    {
      ref,
      companyName: wireText(at(search, 'searchorgname')) ?? COMPANY_LABELS[companyType],
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
