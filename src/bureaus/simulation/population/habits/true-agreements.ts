// What the habits change in the truth itself: who the lender is and under which brand, numbers that differ in a suffix only, and how
// a debt was sold. Drawn apart from the rest of the truth, which stays as it is without habits.
import type { Agreement } from '../agreements.ts';
import { addDays } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import { HOUSE_BUYERS, HOUSES, type House } from './houses.ts';
import { numberAgreement } from './number-habits.ts';

const HOUSE_PERCENT = 60;

/** `numbers`: draws of their own, so that no other draw moves. */
export function adoptHabits(agreements: readonly Agreement[], chance: Chance, numbers: Chance): Agreement[] {
  const made: Agreement[] = [];
  for (const agreement of agreements) {
    const before = made.at(-1);
    const isTwin = before !== undefined && isTwinOf(agreement, agreements[made.length - 1]);
    const adopted = isTwin ? joinTwin(before, agreement, chance) : settle(agreement, chance);
    made.push(sellAsUsual(adopted, chance));
  }
  return made.map((agreement) => numberAgreement(agreement, numbers));
}

function isTwinOf(one: Agreement, before: Agreement | undefined): boolean {
  return before?.lender === one.lender && before.startDate === one.startDate && before.type === one.type;
}

function settle(agreement: Agreement, chance: Chance): Agreement {
  const offering = HOUSES.filter(({ offers }) => offers.includes(agreement.type));
  if (!chance.is(HOUSE_PERCENT) || offering.length === 0) return agreement;
  const lender: House = chance.pick(offering);
  const isBranded = lender.brands.length > 0 && chance.is(85);
  return { ...agreement, lender, ...(isBranded ? { brand: chance.pick(lender.brands) } : {}) };
}

/** Two parts of a mortgage, two phones, a handset and its airtime: mostly one number, -01 and -02. */
function joinTwin(before: Agreement, agreement: Agreement, chance: Chance): Agreement {
  const { lender, brand, accountNumber } = before;
  const adopted = { ...agreement, lender, ...(brand === undefined ? {} : { brand }) };
  if (!chance.is(70)) return adopted;
  before.suffix ??= '01';
  return { ...adopted, accountNumber, suffix: String(Number(before.suffix) + 1).padStart(2, '0') };
}

/** The buyer counts from the day of the sale and calls what it paid, or what was owed, the start balance. */
function sellAsUsual(agreement: Agreement, chance: Chance): Agreement {
  const { sold, balancePence } = agreement;
  if (sold === undefined) return agreement;
  const buyer = chance.is(60) ? chance.pick(HOUSE_BUYERS) : sold.to;
  return {
    ...agreement,
    sold: {
      ...sold,
      to: buyer,
      startDate: chance.is(75) ? addDays(sold.on, chance.int(0, 12)) : agreement.startDate,
      startBalancePence: chance.is(30) ? Math.round((balancePence * chance.int(8, 35)) / 100) : balancePence,
      type: chance.pick(['other', 'unsecured-loan', agreement.type] as const),
      isSettledAtSeller: chance.is(75),
      isBoth: chance.is(25),
    },
  };
}
