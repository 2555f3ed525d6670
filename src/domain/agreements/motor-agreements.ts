// The motor-finance agreements of a credit report, as somebody reads them who asks a lender about them: each with its product and why,
// the periods of the schemes that its start falls into, what bureaus disagree on, and what no credit file says.

import { isCalendarDay, monthsBefore } from '../days/calendar-day.ts';
import { given } from '../given.ts';
import { factsOf, type LenderFacts } from '../lenders/lender-facts.ts';
import { LENDERS, type Lenders } from '../lenders/registry.ts';
import { readLenderName } from '../merging/lender-names.ts';
import {
  type AccountRecord,
  type AccountStatus,
  BUREAU_NAMES,
  type BureauId,
  type CreditReport,
  type Disagreement,
  type Money,
} from '../reports/credit-report.ts';
import { type BureauStatus, hasAnswered } from '../reports/report.ts';
import { listedAs, type MotorProduct, type ProductCertainty, productOf } from './motor-product.ts';
import { judgeMotor, type MotorVerdict } from './motor-records.ts';
import { type MotorScheme, windowOf } from './motor-scheme.ts';
import { type Related, relatedAgreements } from './related-agreements.ts';
import { said } from './said.ts';

export type StartDate = {
  date: string;
  bureaus?: BureauId[];
  window: string;
  discretionaryPossible: boolean;
};

export type MotorAgreement = {
  /** Its place in `consumerData.records` of the document, from 0. */
  record: number;
  lender: {
    name?: string;
    names?: { name: string; bureaus?: BureauId[] }[];
  } & LenderFacts;
  /** Who bought the debt, where a debt purchaser files it. */
  purchaser?: { name?: string };
  product: MotorProduct;
  /** Absent where the product is unknown. */
  productCertainty?: ProductCertainty;
  certainty: 'stated' | 'likely';
  why: string[];
  last4?: string;
  isJoint?: boolean;
  startDate?: string;
  endDate?: string;
  status: AccountStatus;
  startBalance?: Money;
  balance?: Money;
  payment?: Money;
  /** The lump at the end. */
  balloon?: Money;
  term?: { payments?: number; months?: number };
  bureaus: AccountRecord['bureaus'];
  disagreements?: Disagreement[];
  /** Ids of the scheme's periods, or before, between, after, none, unknown-date; two where bureaus put the start on both sides. */
  windows: string[];
  startDates: StartDate[];
  /** Null where there is no date, or bureaus put it on both sides of the ban. */
  discretionaryPossible: boolean | null;
  related?: Related[];
  unknown: string[];
};

export type NotCounted = {
  record: number;
  lender: { name?: string };
  accountType: AccountRecord['accountType'];
  bureaus: AccountRecord['bureaus'];
  why: string[];
};

export type MotorAgreements = {
  kind: 'motor';
  /** The day of the report. */
  asOf: string;
  scheme: MotorScheme;
  agreements: MotorAgreement[];
  notCounted: NotCounted[];
  notes: string[];
};

export function motorAgreements(
  { consumerData: { records } }: CreditReport,
  given: { asOf: string; bureaus: readonly BureauStatus[]; scheme: MotorScheme; lenders?: Lenders },
): MotorAgreements {
  const { asOf, bureaus, scheme, lenders = LENDERS } = given;
  const judged = records.map((record, index) => ({ index, record, verdict: judgeMotor(record, lenders) }));
  const motor = judged.flatMap(({ verdict, ...one }) =>
    verdict.kind === 'motor' ? [{ ...one, verdict }] : [],
  );
  const related = relatedAgreements(motor);
  return {
    kind: 'motor',
    asOf,
    scheme,
    agreements: motor.map(({ index, record, verdict }) =>
      toAgreement(index, record, verdict, { scheme, lenders }, related.get(index)),
    ),
    notCounted: judged.flatMap(({ index, record, verdict }) =>
      verdict.kind === 'doubtful' ? [toNotCounted(index, record, verdict.why)] : [],
    ),
    notes: notesOn(asOf, bureaus, motor.length),
  };
}

function toAgreement(
  index: number,
  record: AccountRecord,
  verdict: Extract<MotorVerdict, { kind: 'motor' }>,
  { scheme, lenders }: { scheme: MotorScheme; lenders: Lenders },
  related: Related[] | undefined,
): MotorAgreement {
  const { product, certainty: productCertainty, why } = productOf(record);
  const startDates = startDatesOf(record, scheme);
  const { lender, purchaser, why: whoWhy } = partiesOf(record);
  const outside = listedAs(product, scheme.productsOutside);
  const agreement: { [Field in keyof MotorAgreement]: MotorAgreement[Field] | undefined } = {
    record: index,
    lender: { ...lender, ...knownFacts(lender.name, lenders) },
    purchaser,
    product,
    productCertainty,
    certainty: verdict.certainty,
    why: [
      ...verdict.why,
      ...why,
      ...whoWhy,
      ...(outside === undefined
        ? []
        : [`The scheme file lists the product ${outside} as outside the schemes.`]),
    ],
    last4: /\d{1,4}$/.exec(record.accountNumber ?? '')?.[0],
    isJoint: record.isJoint,
    startDate: record.startDate,
    endDate: record.endDate,
    status: record.accountStatus,
    startBalance: record.startBalance,
    balance: record.balance,
    payment: record.payment,
    balloon: record.balloon,
    term: termOf(record),
    bureaus: record.bureaus,
    disagreements: record.disagreements,
    windows: windowsOf(startDates),
    startDates,
    discretionaryPossible: oneOrNull(startDates.map((start) => start.discretionaryPossible)),
    related,
    unknown: unknownsOf(record, lender.name, startDates),
  };
  return given(agreement) as MotorAgreement;
}

function toNotCounted(index: number, record: AccountRecord, why: string[]): NotCounted {
  const { accountType, bureaus, companyName: name } = record;
  return { record: index, lender: given({ name }), accountType, bureaus, why };
}

/** Every start that any bureau gives, earliest first. One that is not a date is left out. */
function startDatesOf(record: AccountRecord, scheme: MotorScheme): StartDate[] {
  return said(record, 'startDate')
    .filter(({ value }) => isCalendarDay(value))
    .map(({ value: date, bureaus }) => ({
      date,
      ...(bureaus !== undefined && { bureaus }),
      window: windowOf(scheme, date),
      discretionaryPossible: date < scheme.discretionaryCommissionBannedFrom,
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function windowsOf(startDates: readonly StartDate[]): string[] {
  if (startDates.length === 0) return ['unknown-date'];
  return [...new Set(startDates.map(({ window }) => window))];
}

function oneOrNull<Value>(values: readonly (Value | null)[]): Value | null {
  return new Set(values).size === 1 ? (values[0] as Value | null) : null;
}

/** A debt that was sold has two: who lent, where a bureau still says so, and who bought. */
function partiesOf(record: AccountRecord): Pick<MotorAgreement, 'lender' | 'purchaser'> & { why: string[] } {
  const names = said(record, 'companyName');
  const all = names.map(({ value, bureaus }) => ({
    name: value,
    ...(bureaus !== undefined && { bureaus }),
  }));
  const more = names.length > 1 ? { names: all } : {};
  const types = said(record, 'companyType');
  if (!types.some(({ value }) => value === 'debt-purchaser'))
    return { lender: { ...given({ name: record.companyName }), ...more }, why: [] };
  const sellers = types.filter(({ value }) => value !== 'debt-purchaser').flatMap((one) => one.bureaus ?? []);
  const lender = all.find(({ bureaus }) => bureaus?.some((id) => sellers.includes(id)))?.name;
  const purchaser = all.find(({ name }) => name !== lender)?.name;
  return {
    lender: { ...given({ name: lender }), ...more },
    purchaser: given({ name: purchaser }),
    why: [
      lender === undefined
        ? 'Filed by a debt purchaser. Who lent is not on this record.'
        : 'The debt was sold: one bureau files the lender, another the purchaser.',
    ],
  };
}

/** What the registry knows of a lender beyond its name. */
function knownFacts(name: string | undefined, lenders: Lenders): LenderFacts {
  const known = name === undefined ? undefined : readLenderName(name, lenders)?.known;
  // A name that only shares its distinguishing words is a hint for merging, not enough to send a letter to.
  return name === undefined || known?.shown === undefined ? {} : factsOf(name, known, lenders);
}

function termOf({ numberOfPayments, repaymentPeriod }: AccountRecord): MotorAgreement['term'] {
  if (numberOfPayments === undefined && repaymentPeriod === undefined) return undefined;
  return given({ payments: numberOfPayments, months: repaymentPeriod });
}

/** Fields of no bureau's record. */
const NEVER_ON_FILE = ['commission', 'apr', 'dealer', 'vehicle'];
const ENDED: readonly AccountStatus[] = ['settled', 'closed', 'transferred'];

function unknownsOf(
  record: AccountRecord,
  lender: string | undefined,
  startDates: readonly StartDate[],
): string[] {
  const missing = {
    lender: lender === undefined,
    startDate: startDates.length === 0,
    endDate: record.endDate === undefined && ENDED.includes(record.accountStatus),
    startBalance: (record.startBalance?.amount ?? 0) === 0,
    payment: record.payment === undefined,
    term: termOf(record) === undefined,
    accountNumber: record.accountNumber === undefined,
  };
  const names = Object.entries(missing).filter(([, isMissing]) => isMissing);
  return [...NEVER_ON_FILE, ...names.map(([name]) => name)];
}

const YEARS_ON_FILE = 6;

function notesOn(asOf: string, bureaus: readonly BureauStatus[], count: number): string[] {
  const silent = bureaus.filter((bureau) => !hasAnswered(bureau)).map(({ id }) => BUREAU_NAMES[id]);
  const asked = bureaus.map(({ id }) => BUREAU_NAMES[id]);
  const others = Object.values(BUREAU_NAMES).filter((name) => !asked.includes(name));
  const day = monthsBefore(asOf, YEARS_ON_FILE * 12);
  return [
    `Agreements that ended before ${day} are normally no longer on file.${count === 0 ? ' That nothing was found does not mean that there was no agreement.' : ''}`,
    ...silent.map((name) => `${name} did not answer: what only it holds is missing.`),
    ...others.map((name) => `${name} was not asked: what only it holds is missing.`),
    'Commission, APR, dealer and vehicle are not on a credit file. The lender knows them.',
  ];
}
