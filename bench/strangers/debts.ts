// A true debt of an invented person: who lent what and when, under which number, how it went, and what is owed on any day. What a bureau
// makes of it is in views.ts.
import { type Chance, daysOfMonths, monthsBetween, TODAY, YEAR_DAYS } from './chance.ts';
import {
  BUYER_LENDERS,
  habitOf,
  type Kind,
  LENDERS_OF,
  type Lender,
  MOVES_OF,
  type Move,
} from './lenders.ts';

/** Money in whole pounds, days as numbers. */
export type Debt = {
  id: string;
  kind: Kind;
  lender: Lender;
  number: string;
  /** Of a mortgage in parts, or of one customer's several agreements. */
  part?: number;
  start: number;
  /** Settled. */
  end?: number;
  lent?: number;
  months?: number;
  payment?: number;
  balloon?: number;
  rate?: number;
  limit?: number;
  /** The share of the limit in use, by month, over and over. */
  use: readonly number[];
  isJoint: boolean;
  /** Months behind now, without a default. */
  behind?: number;
  arrangedOn?: number;
  default?: { on: number; owed: number; paidMonthly: number };
  sale?: { on: number; buyer: Lender; number: string };
  /** The book was moved, or a card was replaced: the number before. */
  move?: Move & { number: string; isReissue: boolean };
  /** What makes it hard, for counting. */
  kinds: string[];
};

/** Six years: what ended or defaulted before is on no file. */
export const FILE_DAYS = Math.round(6 * YEAR_DAYS);

export type Wanted = Partial<Debt> & { kind: Kind };

/** One debt; `wanted` decides what a pattern needs and chance the rest. Undefined for one that is on no file any more. */
export function makeDebt(chance: Chance, id: string, wanted: Wanted): Debt {
  const { kind } = wanted;
  const move = wanted.lender === undefined && chance.is(0.06) ? pickMove(kind, chance) : undefined;
  const lender = wanted.lender ?? move?.to ?? pickLender(kind, chance);
  const start = wanted.start ?? TODAY - startedAgo(kind, chance);
  const debt: Debt = {
    id,
    lender,
    number: numberOf(kind, lender, chance),
    use: Array.from({ length: 12 }, () => chance.real()),
    isJoint: chance.is(JOINT_SHARE[kind] ?? 0),
    ...termsOf(kind, chance),
    ...wanted,
    kind,
    start,
    kinds: [...(wanted.kinds ?? [])],
  };
  if (debt.number.length > 24) debt.number = debt.number.slice(0, 24);
  end(debt, chance);
  if (move !== undefined && start < move.on && (debt.end ?? TODAY) > move.on) {
    const keepsNumber = chance.is(0.25);
    const number = keepsNumber ? debt.number : numberOf(kind, move.from, chance);
    debt.move = { ...move, number, isReissue: false };
    debt.kinds.push(keepsNumber ? 'book moved, number kept' : 'book moved');
  }
  if (kind === 'card' && debt.move === undefined && chance.is(0.05)) reissue(debt, chance);
  if (lender.isUnlisted) debt.kinds.push('brand that no list has');
  return debt;
}

const JOINT_SHARE: Partial<Record<Kind, number>> = {
  mortgage: 0.55,
  secured: 0.4,
  current: 0.2,
  loan: 0.04,
  utility: 0.1,
};

function pickMove(kind: Kind, chance: Chance): Move | undefined {
  const moves = MOVES_OF.get(kind);
  return moves === undefined ? undefined : chance.pick(moves);
}

/** Larger lenders stand first in their lists. */
export function pickLender(kind: Kind, chance: Chance): Lender {
  const all = LENDERS_OF[kind];
  return all[Math.floor(chance.real() ** 1.3 * all.length)] as Lender;
}

function startedAgo(kind: Kind, chance: Chance): number {
  const years =
    kind === 'mortgage' || kind === 'current' ? 14 : kind === 'card' ? 11 : kind === 'short' ? 6 : 8;
  return Math.round(20 + chance.real() ** 1.2 * years * YEAR_DAYS);
}

type Terms = Pick<Debt, 'lent' | 'months' | 'payment' | 'balloon' | 'rate' | 'limit'>;

/** Payments are pounds and pence at the lender, and whole pounds at the bureaus. */
function termsOf(kind: Kind, chance: Chance): Terms {
  const round = (from: number, to: number, step: number) => chance.whole(from / step, to / step) * step;
  switch (kind) {
    case 'mortgage': {
      const lent = chance.is(0.6) ? round(40_000, 320_000, 500) : chance.whole(40_000, 320_000);
      return amortised(lent, chance.pick([180, 240, 300, 360, 420]), chance.whole(14, 60) / 1000);
    }
    case 'secured':
      return amortised(round(8_000, 60_000, 500), chance.pick([60, 120, 180]), chance.whole(60, 120) / 1000);
    case 'loan':
      return fixed(
        round(1_000, 20_000, chance.pick([100, 500, 1_000])),
        chance.pick([12, 24, 36, 48, 60, 84]),
        chance,
      );
    case 'car': {
      const lent = chance.is(0.7) ? chance.whole(4_000, 32_000) : round(4_000, 32_000, 500);
      const balloon = chance.is(0.55) ? Math.round(lent * (0.3 + chance.real() * 0.2)) : 0;
      return fixed(lent, chance.pick([36, 48, 48, 60]), chance, balloon);
    }
    case 'lease': {
      const payment = chance.whole(180, 520);
      const months = chance.pick([24, 36, 48]);
      return { payment, months, lent: payment * months, rate: 0 };
    }
    case 'short':
      return fixed(round(50, 900, 50), chance.pick([1, 3, 3, 6, 6, 12]), chance);
    case 'home-credit':
      return fixed(round(100, 1_200, 100), chance.pick([6, 8, 12, 14]), chance);
    case 'instalments':
      return fixed(chance.whole(60, 2_600), chance.pick([3, 10, 12, 24, 36, 48]), chance);
    case 'insurance':
      return fixed(chance.whole(180, 1_100), chance.pick([10, 11, 12]), chance);
    case 'card':
    case 'store':
      return {
        limit: chance.is(0.8) ? round(200, 12_000, chance.pick([50, 100, 250])) : chance.whole(200, 9_000),
      };
    case 'catalogue':
      return { limit: round(150, 3_500, 50) };
    case 'current':
      return chance.is(0.6) ? { limit: round(100, 2_500, 50) } : {};
    case 'phone':
      return {
        payment: chance.whole(8, 68),
        ...(chance.is(0.5) && { months: chance.pick([12, 18, 24, 36]) }),
      };
    case 'utility':
      return { ...(chance.is(0.5) && { payment: chance.whole(25, 180) }) };
  }
}

function fixed(lent: number, months: number, chance: Chance, balloon = 0): Terms {
  const rate = chance.whole(30, 340) / 1000;
  const payment = Math.max(1, Math.round((lent * (1 + (rate * months) / 24) - balloon) / months));
  return { lent, months, payment, rate, ...(balloon > 0 && { balloon }) };
}

function amortised(lent: number, months: number, rate: number): Terms {
  const monthly = rate / 12;
  const payment = Math.round((lent * monthly) / (1 - (1 + monthly) ** -months));
  return { lent, months, payment, rate };
}

/** What is owed that day, as the lender's books say it. */
export function owedOn(debt: Debt, day: number): number {
  if (debt.end !== undefined && day >= debt.end) return 0;
  if (debt.default !== undefined && day >= debt.default.on) {
    const { owed, paidMonthly, on } = debt.default;
    return Math.max(0, owed - paidMonthly * monthsBetween(on, day));
  }
  const { kind, lent = 0, months = 1, payment = 0, balloon = 0, rate = 0 } = debt;
  const paid = Math.max(0, Math.min(months, monthsBetween(debt.start, day) - (debt.behind ?? 0)));
  if (kind === 'mortgage' || kind === 'secured') {
    const monthly = rate / 12;
    return Math.round(
      (lent * ((1 + monthly) ** months - (1 + monthly) ** paid)) / ((1 + monthly) ** months - 1),
    );
  }
  if (lent > 0) return Math.max(0, payment * (months - paid) + balloon);
  const use = debt.use[Math.abs(Math.floor(day / 30.4375)) % debt.use.length] as number;
  if (kind === 'phone') return use < 0.4 ? 0 : payment;
  if (kind === 'utility') return use < 0.45 ? 0 : Math.round(use * 240);
  if (kind === 'current') return use < 0.55 ? 0 : Math.round((debt.limit ?? 0) * use);
  const base = debt.use[0] as number;
  return base < 0.25 ? 0 : Math.round((debt.limit ?? 0) * Math.min(1, base * 0.85 + use * 0.15));
}

/** Runs to its term, is paid off before, or is closed. */
function end(debt: Debt, chance: Chance): void {
  if (debt.end !== undefined) return;
  const { kind, start } = debt;
  const isLoan = debt.lent !== undefined && kind !== 'mortgage';
  const byTerm = isLoan ? start + daysOfMonths(debt.months ?? 12) + chance.whole(0, 5) : undefined;
  const isEarly = chance.is(isLoan ? 0.3 : 0.33) && start < TODAY - 200;
  const early = isEarly ? start + chance.whole(120, Math.max(121, TODAY - start)) : undefined;
  const ends = Math.min(byTerm ?? Number.POSITIVE_INFINITY, early ?? Number.POSITIVE_INFINITY);
  if (ends <= TODAY) debt.end = ends;
}

function reissue(debt: Debt, chance: Chance): void {
  const until = debt.end ?? TODAY;
  if (until - debt.start < 400) return;
  const on = debt.start + chance.whole(200, until - debt.start - 100);
  const number = numberOf(debt.kind, debt.lender, chance);
  debt.move = { from: debt.lender, to: debt.lender, on, number, isReissue: true };
  debt.kinds.push('card replaced, new number');
}

/** A default, and perhaps a sale of it. Six years after it the record goes. */
export function fail(debt: Debt, chance: Chance): void {
  const from = Math.max(debt.start + 120, TODAY - FILE_DAYS + 60);
  const until = Math.min(debt.end ?? TODAY, TODAY) - 60;
  if (until <= from || debt.kind === 'mortgage') return;
  const on = chance.whole(from, until);
  const owed = Math.max(owedOn(debt, on), chance.whole(60, 900));
  delete debt.end;
  delete debt.behind;
  debt.default = {
    on,
    owed,
    paidMonthly: chance.is(0.4) ? chance.whole(1, Math.max(2, Math.round(owed / 40))) : 0,
  };
  const months = monthsBetween(on, TODAY);
  const { paidMonthly } = debt.default;
  if (chance.is(0.2)) debt.end = Math.min(TODAY - 5, on + chance.whole(90, 1_500));
  else if (paidMonthly * months >= owed) debt.end = on + daysOfMonths(Math.ceil(owed / paidMonthly));
  debt.kinds.push('default');
  if (debt.move !== undefined && debt.move.on > on) delete debt.move;
  if (!chance.is(0.5)) return;
  const soldOn = on + chance.whole(60, 900);
  if (soldOn >= (debt.end ?? TODAY) - 45) return;
  const buyer = chance.pick(BUYER_LENDERS);
  debt.sale = { on: soldOn, buyer, number: chance.is(0.25) ? debt.number : numberOf('loan', buyer, chance) };
  debt.kinds.push('default sold');
}

// How a lender numbers its agreements: # is a digit, @ a letter; every lender keeps to one of its kind's forms.
const FORMS: Record<Kind, readonly string[]> = {
  mortgage: ['##########', '############', '##/######-#', '########', '@########', '####-####-##'],
  secured: ['########', '@@######', '##########'],
  card: ['################', '################', '####-####-####-####'],
  store: ['################', '##########', '@@########'],
  loan: ['########', '############', '##########', '@@##########', '###############'],
  car: ['########', '##########', '@########', '@@@#######', '#######'],
  lease: ['#######', '@@######', '##########'],
  current: ['##############%%%%', '########', '######-########', '######## ######'],
  phone: ['##########', '#########', '@@########', '############'],
  utility: ['##########', '@-########', '############', '#########'],
  catalogue: ['########', '#########@', '##########'],
  short: ['#######', '########', '@@#######'],
  'home-credit': ['########', '######/#'],
  instalments: ['##########', '@##########', '############'],
  insurance: ['########', '@@#########'],
};
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXY';

export function numberOf(kind: Kind, lender: Lender, chance: Chance): string {
  const habit = habitOf(lender, `number of ${kind}`);
  const form = habit.pick(FORMS[kind]);
  // A lender's letters and the first digits of its cards are the same for all its customers.
  const issued = habit.digits(6);
  let digits = 0;
  return [...form.replaceAll('%', '#')]
    .map((sign) => {
      if (sign === '@') return habit.pick([...LETTERS]);
      if (sign !== '#') return sign;
      digits += 1;
      if ((kind === 'card' || kind === 'current') && digits <= 6) return issued[digits - 1];
      return String(chance.whole(digits === 1 ? 1 : 0, 9));
    })
    .join('');
}
