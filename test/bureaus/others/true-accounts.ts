// What is true of an invented person's accounts: from opening to the last month, with the fate of each.
import { addMonths, type Dice, monthNumber } from './chance.ts';
import { COMPANIES, type CompanyKind, codeOf, PRODUCTS, type Product } from './products.ts';

export type Fate =
  | 'open'
  | 'late'
  | 'credit-balance'
  | 'arrangement'
  | 'default'
  | 'satisfied'
  | 'sold'
  | 'settled'
  | 'dormant'
  | 'query'
  | 'written-off'
  | 'young';

export type TrueAccount = {
  /** The debt: the record of its buyer has the same. */
  debt: string;
  product: Product;
  company: CompanyKind;
  lender: string;
  number: string;
  fate: Fate;
  opened: string;
  /** The day of the newest report to the bureaus. */
  updated: string;
  closed?: string;
  /** In pounds; below zero the lender owes. */
  balance: number;
  lent?: number;
  limit?: number;
  payment?: number;
  term?: number;
  balloon?: number;
  isWeekly: boolean;
  isJoint: boolean;
  default?: { on: string; owed: number; satisfiedOn?: string };
  arrangementSince?: string;
  /** As in HISTORY_CODES, the newest first: the month of `updated`. */
  months: string;
  isMisKeyed: boolean;
  atHome: number;
  notice?: { ref: string; on: string; text: string };
  /** Which of several codes of one meaning. */
  variant: number;
};

const FATES: readonly [Fate, number][] = [
  ['open', 38],
  ['settled', 16],
  ['late', 7],
  ['default', 9],
  ['satisfied', 5],
  ['sold', 5],
  ['arrangement', 5],
  ['credit-balance', 4],
  ['dormant', 3],
  ['query', 2],
  ['written-off', 2],
  ['young', 4],
];
const WHEEL = FATES.flatMap(([fate, share]) => Array.from({ length: share }, () => fate));

export function createAccounts(dice: Dice, person: { dateOfBirth: string; homes: number }): TrueAccount[] {
  const accounts: TrueAccount[] = [];
  for (let left = dice.between(0, 12); left > 0; left -= 1) {
    const account = createAccount(dice, accounts.length, person);
    accounts.push(account);
    if (account.fate === 'sold') accounts.push(boughtOf(dice, account));
  }
  return accounts;
}

function createAccount(dice: Dice, at: number, person: { homes: number }): TrueAccount {
  const product = dice.pick(PRODUCTS);
  const fate = fateOf(dice.pick(WHEEL), product);
  const updated = hasEnded(fate) ? dice.day(2021, 2025) : `2026-10-${dice.pick(['05', '18', '28', '31'])}`;
  const age = fate === 'young' ? dice.between(0, 2) : dice.between(7, 110);
  const opened = addMonths(updated, -age).slice(0, 8) + dice.pick(['01', '04', '09', '17', '23', '28']);
  const safelyOpened = opened > updated ? updated.slice(0, 8).concat('01') : opened;
  const months = monthsOf(dice, fate, age + 1);
  const money = moneyOf(dice, product, fate);
  const lateMonths = months.search(/[^das]/) < 0 ? 0 : months.search(/[^das]/);
  const since = addMonths(`${updated.slice(0, 8)}02`, -Math.max(0, lateMonths - 1));
  const owed = Math.max(60, money.balance);
  return {
    debt: `debt-${at}`,
    product,
    company: product.company,
    lender: dice.pick(COMPANIES[product.company].names),
    number: dice.digits(dice.pick([8, 10, 16])),
    fate,
    opened: safelyOpened,
    updated,
    ...money,
    ...endOf(dice, fate, { updated, since, owed, balance: money.balance }),
    months,
    isWeekly: product.kind === 'home-credit',
    isJoint: dice.percent(product.kind === 'mortgage' ? 50 : 8),
    isMisKeyed: dice.percent(3),
    ...(dice.percent(4) && {
      notice: { ref: `ACC${dice.digits(9)}`, on: '2025-02-03', text: 'I was ill & paid <late>.' },
    }),
    atHome: dice.percent(20) ? person.homes - 1 : 0,
    variant: dice.below(97),
  };
}

const hasEnded = (fate: Fate) => fate === 'settled' || fate === 'satisfied';

/** Only what is paid month by month is dormant, and a debt of a utility is in credit like a card's. */
function fateOf(fate: Fate, { form }: Product): Fate {
  if (fate === 'dormant' && form !== 'card' && form !== 'account') return 'open';
  return fate === 'credit-balance' && form === 'loan' ? 'open' : fate;
}

/** What became of it: the balance now, and the days. */
function endOf(
  dice: Dice,
  fate: Fate,
  { updated, since, owed, balance }: { updated: string; since: string; owed: number; balance: number },
): Partial<TrueAccount> & { balance: number } {
  const partlyPaid = dice.percent(30) ? Math.round(owed * 0.7) : owed;
  switch (fate) {
    case 'settled':
      return { balance: 0, closed: updated };
    case 'satisfied':
      return { balance: 0, closed: updated, default: { on: since, owed, satisfiedOn: updated } };
    case 'default':
      return { balance: partlyPaid, default: { on: since, owed } };
    case 'sold':
      return { balance: owed, default: { on: since, owed } };
    case 'written-off':
      return { balance: owed, default: { on: since, owed } };
    case 'arrangement':
      return { balance, arrangementSince: since };
    case 'credit-balance':
      return { balance: -dice.between(3, 200) };
    case 'dormant':
      return { balance: 0 };
    default:
      return { balance };
  }
}

/** The buyer's record of a debt that was sold: the same debt, filed from the day of the sale. */
function boughtOf(dice: Dice, sold: TrueAccount): TrueAccount {
  const buyer = { ...sold, months: 'd'.repeat(dice.between(2, 6)) };
  delete buyer.limit;
  delete buyer.payment;
  delete buyer.notice;
  return {
    ...buyer,
    company: 'buyer',
    lender: dice.pick(COMPANIES.buyer.names),
    number: dice.digits(9),
    fate: 'default',
    isMisKeyed: false,
  };
}

function moneyOf(dice: Dice, { form, kind, product }: Product, fate: Fate) {
  if (form === 'card') {
    const limit = dice.between(2, 120) * 100;
    return { limit, balance: dice.percent(25) ? 0 : dice.between(5, limit) };
  }
  if (form === 'account') {
    const limit = dice.percent(60) ? dice.between(1, 30) * 100 : undefined;
    return { ...(limit !== undefined && { limit }), balance: dice.percent(60) ? 0 : dice.between(1, 900) };
  }
  if (form === 'bill') return { balance: dice.percent(50) ? 0 : dice.between(10, 700) };
  const term = kind === 'mortgage' ? dice.pick([240, 300, 360]) : dice.pick([24, 36, 48, 60]);
  const lent = kind === 'mortgage' ? dice.between(60, 320) * 1_000 : dice.between(400, 24_000);
  const hasBalloon = product === 'pcp' || product === 'balloon-hire-purchase';
  return {
    lent,
    term,
    payment: Math.max(5, Math.round((lent * (hasBalloon ? 0.65 : 1.1)) / term)),
    ...(hasBalloon && { balloon: Math.round(lent * 0.4) }),
    balance: fate === 'young' ? lent : Math.round(lent * (0.1 + dice.below(80) / 100)),
  };
}

/** The newest first. */
function monthsOf(dice: Dice, fate: Fate, length: number): string {
  const tail = (newest: string) => (newest + pastOf(dice, length)).slice(0, length);
  switch (fate) {
    case 'late':
      return tail(dice.pick(['1', '21', '321', '4321', '54321', '654321', '66654321']));
    case 'arrangement':
      return tail(`${'a'.repeat(dice.between(1, 9))}321`);
    case 'default':
    case 'sold':
      return tail(`${'d'.repeat(dice.between(1, 40))}654321`);
    case 'satisfied':
      return tail(`s${'d'.repeat(dice.between(1, 30))}654321`);
    case 'written-off':
      return tail(`${'w'.repeat(dice.between(1, 9))}654321`);
    case 'settled':
      return tail('s');
    case 'dormant':
      return tail('o'.repeat(dice.between(2, 14)));
    case 'query':
      return tail('q'.repeat(dice.between(1, 3)));
    case 'young':
      return tail(dice.percent(40) ? '.'.repeat(length) : '');
    default:
      return tail('');
  }
}

function pastOf(dice: Dice, length: number): string {
  let past = '';
  while (past.length < length) past += dice.percent(2) ? dice.pick(['1', '21', '0120', '.', '0..0']) : '0';
  return past;
}

/** As one bureau has it: some hear later, and show the month before. */
export function seenAt(account: TrueAccount, lag: number): TrueAccount {
  const isPlain = account.fate === 'open';
  if (lag === 0 || !isPlain || account.months.length < 3) return account;
  const updated = `${addMonths(account.updated, -1).slice(0, 8)}28`;
  const balance = account.balance + (account.balance > 0 ? (account.payment ?? 0) : 0);
  return { ...account, updated, months: account.months.slice(1), balance };
}

export const productCode = (codes: string, { variant }: TrueAccount): string => codeOf(codes, variant);
export const monthsOld = ({ opened, updated }: TrueAccount): number =>
  monthNumber(updated) - monthNumber(opened);
