// People with many alike debts of one lender: phones of one contract, cards and loans of one bank, purchases of one shop, begun on one day or
// soon after each other, often of the same sums.
import { type Chance, TODAY } from './chance.ts';
import { type Debt, FILE_DAYS, fail, makeDebt, numberOf, pickLender, type Wanted } from './debts.ts';
import type { Kind } from './lenders.ts';

/** Of which anybody may have several of one lender. */
const CROWDED: readonly (readonly [Kind, number])[] = [
  ['phone', 0.2],
  ['loan', 0.2],
  ['card', 0.15],
  ['instalments', 0.15],
  ['current', 0.1],
  ['catalogue', 0.1],
  ['utility', 0.05],
  ['car', 0.05],
];

/** One crowd, or two. */
export function makeCrowds(chance: Chance): Debt[] {
  const crowds = Array.from({ length: chance.whole(1, 2) }, (_, at) => makeCrowd(chance, at));
  return crowds.flat();
}

function makeCrowd(chance: Chance, at: number): Debt[] {
  const kind = chance.weighted(CROWDED);
  const lender = pickLender(kind, chance);
  const first = makeDebt(chance, `crowd-${at}-1`, {
    kind,
    lender,
    start: TODAY - chance.whole(200, FILE_DAYS),
  });
  const debts = [first];
  // A whole family's phones, a purchase every few weeks, or an account now and then.
  const steps = chance.pick([[0], [0, 0, 1, 5], [7, 14, 14, 30], [30, 61, 150]]);
  const likeness = chance.pick([0.3, 0.6, 0.9]);
  const areNeighbours = chance.is(0.3);
  let { start } = first;
  for (let made = 2, count = chance.whole(3, 7); made <= count; made += 1) {
    start += chance.pick(steps);
    if (start > TODAY - 40) break;
    const number = areNeighbours ? nextOf(first.number, made - 1) : numberOf(kind, lender, chance);
    const wanted: Wanted = { kind, lender, start, number };
    if (chance.is(likeness)) Object.assign(wanted, termsLike(first));
    if (chance.is(likeness) && first.end !== undefined && first.end > start + 60) wanted.end = first.end;
    debts.push(makeDebt(chance, `crowd-${at}-${made}`, wanted));
  }
  for (const debt of debts) {
    debt.kinds.push(steps.length === 1 ? 'crowd of one day' : 'crowd');
    if (chance.is(0.08)) fail(debt, chance);
  }
  return debts.filter((debt) => (debt.end ?? TODAY) > TODAY - FILE_DAYS);
}

function termsLike({ lent, months, payment, rate, limit, balloon }: Debt): Partial<Debt> {
  const terms = { lent, months, payment, rate, limit, balloon };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}

/** The last digit counts on. */
function nextOf(number: string, more: number): string {
  return number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + more) % 10));
}
