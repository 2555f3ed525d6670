// Asserts that a bureau file is valid: every field of its type and within its range, no unknown field, no empty value.
import assert from 'node:assert/strict';
import { type BureauFile, NOTICE_LENGTH_MAX } from '../../../src/domain/reports/bureau-file.ts';
import {
  ACCOUNT_PRODUCTS,
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  BUREAU_NOTES,
  type BureauId,
  COMPANY_TYPES,
  HISTORY_CODES,
  HISTORY_MONTHS_MAX,
  LEFT_OUT_REASONS,
  SEARCH_PURPOSES,
} from '../../../src/domain/reports/credit-report.ts';
import {
  INSOLVENCY_KINDS,
  INSOLVENCY_STATUSES,
  JUDGMENT_KINDS,
  JUDGMENT_STATUSES,
  NOTICE_TYPES,
  RESTRICTION_KINDS,
} from '../../../src/domain/reports/file-parts.ts';

type Check = (value: unknown) => boolean;
type Shape = Record<string, Check>;

const TEXT_LENGTH_MAX = 400;
const isText: Check = (value) =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= TEXT_LENGTH_MAX &&
  !/[\p{Cc}\p{Cs}]/u.test(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isDay: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
const isInstant: Check = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
const isMoney: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  isCount((value as { amount?: unknown }).amount) &&
  /^[A-Z]{3}$/.test(String((value as { currency?: unknown }).currency));
const isOneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);

const isHistory: Check = (value) => {
  const { newest, months, ...rest } = value as { newest: unknown; months: unknown };
  return (
    /^\d{4}-(0[1-9]|1[0-2])$/.test(String(newest)) &&
    new RegExp(`^[${HISTORY_CODES}]{1,${HISTORY_MONTHS_MAX}}$`).test(String(months)) &&
    !/^\.|\.$/.test(String(months)) &&
    Object.keys(rest).length === 0
  );
};

const isArrears: Check = (value) => {
  const { worst, ...counts } = value as { worst?: unknown };
  const isWorst = worst === undefined || new RegExp(`^[${HISTORY_CODES}]$`).test(String(worst));
  return isWorst && hasShape(counts, ARREARS, Object.keys(ARREARS));
};
const ARREARS: Shape = { months: isCount, oneOrTwo: isCount, threeOrMore: isCount };

const areAll =
  (isOne: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isOne);
const areNotices: Check = areAll((one) => hasShape(one, NOTICE, ['type']));
const NOTICE: Shape = {
  type: isOneOf(NOTICE_TYPES),
  ref: isText,
  date: isDay,
  text: (value) => typeof value === 'string' && value !== '' && value.length <= NOTICE_LENGTH_MAX,
};
const PUBLIC_RECORD: Shape = {
  ref: isText,
  court: isText,
  caseNumber: isText,
  amount: isMoney,
  date: isDay,
  birthdayDiffers: isFlag,
  notices: areNotices,
};
const JUDGMENT: Shape = {
  ...PUBLIC_RECORD,
  kind: isOneOf(JUDGMENT_KINDS),
  status: isOneOf(JUDGMENT_STATUSES),
  satisfiedDate: isDay,
};
const INSOLVENCY: Shape = {
  ...PUBLIC_RECORD,
  kind: isOneOf(INSOLVENCY_KINDS),
  status: isOneOf(INSOLVENCY_STATUSES),
  endDate: isDay,
  caseYear: (value) => Number.isInteger(value) && Number(value) >= 1900 && Number(value) < 2100,
  tradingName: isText,
  restriction: (value) => hasShape(value, { kind: isOneOf(RESTRICTION_KINDS), from: isDay, to: isDay }, []),
};
const NAMED: Shape = { name: isText, since: isDay, lastConfirmed: isDay, notices: areNotices };
const SCORE: Shape = { scale: isText, value: Number.isSafeInteger, reasons: areAll(isText) };
const PERIOD = /^\d{4}(-\d\d(-\d\d)?)?$/;
const isPeriod: Check = (value) => PERIOD.test(String(value));
const ROLL: Shape = { from: isPeriod, to: isPeriod };

const ACCOUNT: Shape = {
  ref: isText,
  title: isText,
  firstName: isText,
  lastName: isText,
  accountNumber: isText,
  accountType: isOneOf(ACCOUNT_TYPES),
  accountStatus: isOneOf(ACCOUNT_STATUSES),
  product: isOneOf(ACCOUNT_PRODUCTS),
  typeCode: isText,
  companyType: isOneOf(COMPANY_TYPES),
  companyName: isText,
  numberOfPayments: isCount,
  repaymentPeriod: isCount,
  payment: isMoney,
  startBalance: isMoney,
  balance: isMoney,
  isBalanceWithheld: isFlag,
  defaultBalance: isMoney,
  balloon: isMoney,
  creditLimit: isMoney,
  startDate: isDay,
  endDate: isDay,
  defaultDate: isDay,
  arrangementDate: isDay,
  lastUpdated: isDay,
  isJoint: isFlag,
  birthdayDiffers: isFlag,
  history: isHistory,
  arrears: isArrears,
  notices: areNotices,
};
const SEARCH: Shape = {
  ref: isText,
  companyName: isText,
  companyType: isOneOf(COMPANY_TYPES),
  date: isInstant,
  isDateOnly: isFlag,
  kind: isText,
  purpose: isOneOf(SEARCH_PURPOSES),
};
const LEFT_OUT: Shape = {
  reason: isOneOf(LEFT_OUT_REASONS),
  accounts: isCount,
  searches: isCount,
  publicRecords: isCount,
};
const RESIDENCY: Shape = {
  addressId: isText,
  address: (value) => hasShape(value, ADDRESS, ['townOrCity', 'postcode']),
  isCurrent: isFlag,
  monthsAtAddress: isCount,
  roll: areAll((one) => hasShape(one, ROLL, ['from'])),
};
const ADDRESS: Shape = Object.fromEntries(
  [
    'subBuildingName',
    'buildingName',
    'buildingNumber',
    'thoroughfare',
    'district',
    'townOrCity',
    'county',
    'country',
    'postcode',
  ].map((name) => [name, isText]),
);

export function assertIsBureauFile(file: BureauFile, bureau: BureauId): void {
  assert.equal(file.bureau, bureau);
  for (const one of file.accounts) {
    assert.ok(hasShape(one, ACCOUNT, ['ref', 'accountType', 'accountStatus']), JSON.stringify(one));
  }
  for (const one of file.searches) {
    assert.ok(hasShape(one, SEARCH, ['ref', 'companyName', 'date', 'isDateOnly']), JSON.stringify(one));
  }
  for (const one of file.residencies) {
    assert.ok(hasShape(one, RESIDENCY, ['address', 'isCurrent']), JSON.stringify(one));
  }
  for (const one of file.leftOut ?? []) {
    assert.ok(hasShape(one, LEFT_OUT, ['reason', 'accounts', 'searches']), JSON.stringify(one));
  }
  const parts: [unknown, Shape, string[]][] = [
    [file.judgments, JUDGMENT, ['ref', 'kind', 'status']],
    [file.insolvencies, INSOLVENCY, ['ref', 'kind', 'status']],
    [file.associations, NAMED, ['name']],
    [file.aliases, NAMED, ['name']],
    [file.notices, NOTICE, ['type']],
    [file.fraudMarkers, { companyName: isText }, []],
    [file.scores, SCORE, ['scale', 'value']],
  ];
  for (const [list, shape, needed] of parts) {
    const isPart = list === undefined || areAll((one) => hasShape(one, shape, needed))(list);
    assert.ok(isPart, JSON.stringify(list));
  }
  assert.ok((file.notes ?? []).every(isOneOf(BUREAU_NOTES)), String(file.notes));
  for (const records of [file.accounts, file.searches, file.judgments ?? [], file.insolvencies ?? []]) {
    assert.equal(new Set(records.map(({ ref }) => ref)).size, records.length, 'a reference comes twice');
  }
}

function hasShape(value: unknown, shape: Shape, needed: string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    needed.every((name) => name in value) &&
    Object.entries(value).every(([name, one]) => Object.hasOwn(shape, name) && shape[name]?.(one) === true)
  );
}
