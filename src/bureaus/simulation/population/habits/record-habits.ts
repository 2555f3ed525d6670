// How a bureau writes one record by habit: the lender by its brand or abbreviated, the number framed, masked or with its part, the
// holder's other first names, another family of account, the day of a system change as the start.
import type { AccountType, CompanyType } from '../../../../domain/reports/credit-report.ts';
import type { Agreement } from '../agreements.ts';
import { addDays } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import type { SimulatedAccount, SimulatedPerson } from '../simulated-file.ts';
import { FEMALE_FORENAMES, MALE_FORENAMES } from '../words.ts';
import { mistype, spellHouse } from './house-names.ts';
import { writeNumber } from './number-habits.ts';
import type { Habits } from './rates.ts';

export function writeRecord(
  record: SimulatedAccount,
  agreement: Agreement,
  person: SimulatedPerson,
  habits: Habits,
): SimulatedAccount {
  const { chance, rates } = habits;
  const isBuyer = record.lenderType === 'debt-purchaser';
  const lenderName = nameOf(record, agreement, isBuyer, habits);
  const number = isBuyer ? record.accountNumber : numberOf(record, agreement, habits);
  const moved = chance.is(rates.startMonths)
    ? addDays(record.startDate, chance.int(46, 420))
    : record.startDate;
  const type = !isBuyer && chance.is(rates.familyDrift) ? FAMILY_DRIFT[record.type] : undefined;
  return {
    ...(type === undefined ? record : withType(record, type)),
    ...(lenderName === undefined ? {} : { lenderName }),
    ...(number === undefined ? {} : { accountNumber: number }),
    holder: { ...record.holder, forename: forenameOf(record, agreement, person, habits) },
    lenderType:
      !isBuyer && chance.is(rates.companyTypeDrift)
        ? (KINDS[record.lenderType] ?? record.lenderType)
        : record.lenderType,
    startDate: moved > record.lastUpdated ? record.startDate : moved,
  };
}

/** Of another type no product is known. */
export function withType(record: SimulatedAccount, type: AccountType): SimulatedAccount {
  const { product, ...rest } = record;
  return record.type === type ? record : { ...rest, type };
}

function nameOf(
  { lenderName }: SimulatedAccount,
  { lender, brand, sold }: Agreement,
  isBuyer: boolean,
  habits: Habits,
): string | undefined {
  if (lenderName === undefined) return undefined;
  if (!isBuyer && habits.chance.is(habits.rates.brandUnknown)) return habits.chance.pick(UNKNOWN_BRANDS);
  if (!isBuyer || sold === undefined) return spellHouse(lender, brand, lenderName, habits);
  const buyer = spellHouse(sold.to, undefined, lenderName, habits);
  return habits.chance.is(20) ? `${buyer} RE ${(brand ?? lender.name).toUpperCase()}` : buyer;
}

/** Names on cards and contracts that say nothing of the company behind them. */
const UNKNOWN_BRANDS =
  'REDLATCH|Marlin Drive FS|Aurea|Three Elms Credit|VERDANT MONEY|Osprey Retail|Cobalt One|Halcyon'.split(
    '|',
  );

const IS_MASKED = /[*Xx]/;

function numberOf(record: SimulatedAccount, agreement: Agreement, habits: Habits): string | undefined {
  const { accountNumber } = record;
  const { accountNumber: whole, suffix } = agreement;
  const { chance, rates } = habits;
  if (accountNumber === undefined) return undefined;
  if (suffix === undefined) return writeNumber(accountNumber, record, agreement, habits);
  if (chance.is(rates.suffixLeftOut)) return IS_MASKED.test(accountNumber) ? accountNumber : whole;
  if (!IS_MASKED.test(accountNumber)) return `${whole}${chance.pick(['-', '/', ' '])}${suffix}`;
  return chance.is(50) ? `****${`${whole}${suffix}`.slice(-4)}` : `****${whole.slice(-4)}-${suffix}`;
}

function forenameOf(
  { holder }: SimulatedAccount,
  { isJoint }: Agreement,
  person: SimulatedPerson,
  { chance, rates }: Habits,
): string {
  const { forename, middleName } = person;
  if (holder.forename.length === 1) return holder.forename;
  if (isJoint && chance.is(rates.bothHolders)) {
    return `${forename} & ${chance.pick(person.title === 'Mr' ? FEMALE_FORENAMES : MALE_FORENAMES)}`;
  }
  if (middleName !== undefined && chance.is(rates.secondForename)) return `${forename} ${middleName}`;
  if (chance.is(rates.petName)) return petName(forename, chance);
  return mistype(forename, chance, rates.forenameMistyped);
}

/** The short form where there is a usual one, else what friends make of any name: its first syllable. */
function petName(forename: string, chance: Chance): string {
  const usual = PET_NAMES[forename];
  return usual === undefined ? forename.slice(0, 3) : chance.pick(usual);
}

const PET_NAMES: Partial<Record<string, readonly string[]>> = {
  Alasdair: ['Al', 'Ally'],
  Beatrix: ['Bea', 'Trixie'],
  Edith: ['Edie'],
  Edmund: ['Ned', 'Ted'],
  Jemima: ['Mima'],
  Laurence: ['Larry', 'Laurie'],
  Rosalind: ['Roz'],
  Tobias: ['Toby'],
  Wilfred: ['Wilf'],
  Winifred: ['Win', 'Freda'],
};

const KINDS: Partial<Record<CompanyType, CompanyType>> = {
  bank: 'finance-house',
  'building-society': 'mortgage-lender',
  'finance-house': 'bank',
  'motor-finance': 'finance-house',
  'credit-card-issuer': 'bank',
  'mortgage-lender': 'bank',
  retailer: 'finance-house',
  'mail-order': 'retailer',
};

const FAMILY_DRIFT: Partial<Record<AccountType, AccountType>> = {
  'mail-order': 'unsecured-loan',
  'budget-account': 'unsecured-loan',
  'store-card': 'unsecured-loan',
  'current-account': 'unsecured-loan',
  communications: 'hire-purchase',
  'hire-purchase': 'secured-loan',
  'secured-loan': 'unsecured-loan',
  'credit-card': 'other',
  'unsecured-loan': 'other',
  insurance: 'unsecured-loan',
};
