// What one person has on file, and the patterns that make credit files hard: mortgages in parts, loans of the same day, two phones with one
// operator, an account alone and one with a partner at one bank, short loans in a row, loans that replace loans, numbers used again.
import { type Chance, daysOfMonths, TODAY } from './chance.ts';
import { type Debt, FILE_DAYS, fail, makeDebt, numberOf, pickLender, type Wanted } from './debts.ts';
import type { Kind } from './lenders.ts';

type Way = 'settled' | 'starting' | 'stretched' | 'building';

/** How many of each kind a way of life has over the years: at least, at most. */
const COUNTS: Record<Way, Partial<Record<Kind, readonly [number, number]>>> = {
  settled: {
    mortgage: [0, 2],
    secured: [0, 0],
    card: [1, 5],
    store: [0, 1],
    loan: [0, 3],
    car: [0, 3],
    current: [1, 4],
    phone: [1, 4],
    utility: [1, 4],
    catalogue: [0, 1],
    instalments: [0, 2],
    insurance: [0, 2],
  },
  building: {
    mortgage: [0, 1],
    secured: [0, 1],
    card: [2, 6],
    store: [0, 2],
    loan: [1, 4],
    car: [0, 2],
    lease: [0, 1],
    current: [1, 3],
    phone: [1, 4],
    utility: [1, 4],
    catalogue: [0, 2],
    instalments: [0, 3],
    insurance: [0, 2],
  },
  stretched: {
    card: [1, 5],
    store: [0, 1],
    loan: [0, 4],
    car: [0, 2],
    current: [1, 3],
    phone: [1, 5],
    utility: [1, 4],
    catalogue: [1, 4],
    short: [0, 4],
    'home-credit': [0, 3],
    instalments: [0, 3],
    insurance: [0, 1],
  },
  starting: {
    card: [0, 2],
    loan: [0, 1],
    car: [0, 1],
    current: [1, 2],
    phone: [1, 3],
    utility: [0, 3],
    catalogue: [0, 2],
    short: [0, 1],
    instalments: [0, 4],
  },
};
const DEFAULTS: Record<Way, number> = { settled: 0.01, building: 0.05, stretched: 0.28, starting: 0.07 };

export function makeDebts(chance: Chance): Debt[] {
  const way = chance.weighted<Way>([
    ['settled', 0.38],
    ['building', 0.27],
    ['stretched', 0.2],
    ['starting', 0.15],
  ]);
  const debts: Debt[] = [];
  const add = (wanted: Wanted): Debt => {
    const debt = makeDebt(chance, `debt-${debts.length + 1}`, wanted);
    debts.push(debt);
    return debt;
  };
  for (const [kind, [from, to]] of Object.entries(COUNTS[way]) as [Kind, [number, number]][]) {
    const count = chance.whole(from, to);
    for (let made = 0; made < count; made += 1) {
      if (kind === 'mortgage') addMortgage(add, chance);
      else if (kind === 'short' || kind === 'home-credit') addInARow(add, kind, chance);
      else add({ kind });
    }
  }
  for (const debt of [...debts]) addBeside(debt, add, chance);
  for (const debt of debts) {
    if (chance.is(DEFAULTS[way] / (debt.end === undefined ? 1 : 2))) fail(debt, chance);
    else if (debt.end === undefined && chance.is(DEFAULTS[way] / 2)) getBehind(debt, chance);
  }
  return debts.filter((debt) => (debt.end ?? TODAY) > TODAY - FILE_DAYS && debt.start < TODAY - 8);
}

type Add = (wanted: Wanted) => Debt;

/** Many lenders number the parts of a mortgage: the first loan, a further advance, a part at another rate. */
function addMortgage(add: Add, chance: Chance): void {
  const first = add({ kind: 'mortgage' });
  if (!chance.is(0.4)) {
    // A suffix is also there where there is one part only.
    if (chance.is(0.3)) first.part = 1;
    return;
  }
  const { lender, number, isJoint, end, months } = first;
  first.part = 1;
  first.kinds.push('mortgage in parts');
  const parts = chance.is(0.75) ? 2 : 3;
  for (let part = 2; part <= parts; part += 1) {
    const isSameDay = chance.is(0.6);
    const start = isSameDay ? first.start : first.start + chance.whole(200, 2_500);
    if (start > Math.min(end ?? TODAY, TODAY) - 60) continue;
    const wanted: Wanted = {
      kind: 'mortgage',
      lender,
      number,
      part,
      start,
      isJoint,
      kinds: ['mortgage in parts'],
    };
    if (end !== undefined) wanted.end = end;
    if (isSameDay && months !== undefined && chance.is(0.25)) {
      // Halves of one sum.
      Object.assign(wanted, { lent: first.lent, months, payment: first.payment, rate: first.rate });
      wanted.kinds?.push('parts alike');
    }
    const added = add(wanted);
    if (first.move !== undefined && added.start < first.move.on && (end ?? TODAY) > first.move.on) {
      added.move = first.move;
      added.kinds.push('book moved');
    }
  }
}

/** One loan after another at one lender, often of the same sum, often under the customer's number. */
function addInARow(add: Add, kind: Kind, chance: Chance): void {
  const lender = pickLender(kind, chance);
  const count = chance.is(0.5) ? 1 : chance.whole(2, 7);
  const customer = chance.is(0.3) ? numberOf(kind, lender, chance) : undefined;
  const hasParts = customer !== undefined && chance.is(0.4);
  let start = TODAY - chance.whole(60, FILE_DAYS - 200);
  let before: Debt | undefined;
  for (let made = 1; made <= count && start < TODAY - 10; made += 1) {
    const wanted: Wanted = { kind, lender, start };
    if (customer !== undefined) wanted.number = customer;
    if (hasParts) wanted.part = made;
    if (before !== undefined && chance.is(0.45)) {
      const { lent, months, payment, rate } = before;
      Object.assign(wanted, { lent, months, payment, rate });
    }
    if (count > 1)
      wanted.kinds = ['loans in a row', ...(customer === undefined ? [] : ['number used again'])];
    const debt = add(wanted);
    before = debt;
    // A next one only after the last was paid.
    if (debt.end === undefined) return;
    start = debt.end + chance.pick([0, 1, 3, 14, 45, 120]);
  }
}

/** Without a term of their own: what came together is given up together. */
const RUNS_ON: readonly Kind[] = ['phone', 'utility', 'current'];

/** A second account that came with a first. */
function addBeside(debt: Debt, add: Add, chance: Chance): void {
  const { kind, lender, start, end, number } = debt;
  const beside = (wanted: Partial<Wanted>): Debt =>
    add({ kind, lender, start, ...(end !== undefined && RUNS_ON.includes(kind) && { end }), ...wanted });
  if (kind === 'loan' && chance.is(0.03)) beside({ kinds: ['two loans of one day'] });
  if (kind === 'phone' && chance.is(0.16)) {
    const isSameTariff = chance.is(0.5);
    const terms = isSameTariff && debt.payment !== undefined ? { payment: debt.payment } : {};
    const days = chance.is(0.7) ? 0 : chance.whole(1, 200);
    if (start + days > (end ?? TODAY) - 40) return;
    beside({
      ...terms,
      start: start + days,
      kinds: [isSameTariff ? 'two phones, one tariff' : 'two phones'],
    });
    debt.kinds.push('two phones');
  } else if (kind === 'phone' && chance.is(0.1)) {
    const payment = chance.whole(10, 45);
    const lent = payment * 24;
    const term = { months: 24, lent, payment, rate: 0, number: `${number.slice(0, 9)}${chance.digits(1)}` };
    const ends = start + daysOfMonths(24);
    const device: Wanted = { kind: 'instalments', lender, start, ...term, kinds: ['phone and its device'] };
    if (ends < TODAY) device.end = ends;
    add(device);
    debt.kinds.push('phone and its device');
  }
  if (kind === 'utility' && chance.is(0.18)) {
    const isCustomer = chance.is(0.4);
    const neighbour = String(BigInt(number.replace(/\D/g, '') || '1') + 1n);
    beside({ number: isCustomer ? number : neighbour, kinds: ['gas and electricity'] });
    debt.kinds.push('gas and electricity');
  }
  if (kind === 'current' && chance.is(0.12)) {
    beside({ isJoint: !debt.isJoint, kinds: ['alone and with a partner'] });
    debt.kinds.push('alone and with a partner');
  }
  if ((kind === 'loan' || kind === 'car') && end !== undefined && chance.is(0.2)) {
    add({ kind, lender, start: end + chance.pick([0, 0, 1, 3]), kinds: ['loan that replaced one'] });
    debt.kinds.push('loan that replaced one');
  }
  if (kind === 'instalments' && chance.is(0.3)) addPurchases(debt, beside, chance);
  if (kind === 'card' && chance.is(0.04)) {
    beside({ start: start + chance.whole(0, 20), kinds: ['two cards at one bank'] });
    debt.kinds.push('two cards at one bank');
  }
}

/** Bought now and paid later, time after time. */
function addPurchases(first: Debt, beside: (wanted: Partial<Wanted>) => Debt, chance: Chance): void {
  let { start } = first;
  for (let made = chance.whole(1, 4); made > 0; made -= 1) {
    start += chance.pick([0, 7, 30, 61, 150]);
    if (start > TODAY - 12) return;
    const debt = beside({ start, kinds: ['purchases in a row'] });
    const term = start + daysOfMonths(debt.months ?? 3);
    if (term < TODAY) debt.end = term;
    else delete debt.end;
  }
  first.kinds.push('purchases in a row');
}

function getBehind(debt: Debt, chance: Chance): void {
  debt.behind = chance.whole(1, 5);
  debt.kinds.push('in arrears');
  if (chance.is(0.25)) debt.arrangedOn = TODAY - chance.whole(40, 400);
}
