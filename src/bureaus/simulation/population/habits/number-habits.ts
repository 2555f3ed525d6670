// Account numbers as lenders and bureaus really write them: the part of an agreement in every form, a number from before the lender moved
// its book, two digits that changed places, a token in place of the number.
import type { Agreement } from '../agreements.ts';
import type { Chance } from '../chance.ts';
import type { SimulatedAccount } from '../simulated-file.ts';
import type { Habits } from './rates.ts';

/** Of agreements of these kinds. */
const PARTED_PERCENT = 12;
const PARTED: readonly Agreement['type'][] = ['mortgage', 'secured-loan', 'unsecured-loan', 'communications'];
const MOVED_PERCENT = 4;
const MOVED: readonly Agreement['type'][] = [
  'mortgage',
  'credit-card',
  'hire-purchase',
  'unsecured-loan',
  'current-account',
];

/** What is true of the numbers of an agreement: that it is the first part of one, that its lender moved its book. */
export function numberAgreement(agreement: Agreement, chance: Chance): Agreement {
  const isParted = chance.is(PARTED_PERCENT) && PARTED.includes(agreement.type);
  const isMoved = chance.is(MOVED_PERCENT) && MOVED.includes(agreement.type);
  const earlierNumber = chance.digits(chance.int(8, 12));
  return {
    ...agreement,
    ...(isParted && agreement.suffix === undefined ? { part: '1' } : {}),
    ...(isMoved && agreement.sold === undefined ? { earlierNumber } : {}),
  };
}

const IS_MASKED = /[*Xx]/;

/** `written`: as the bureau would write it without these habits. */
export function writeNumber(
  written: string,
  { type }: Pick<SimulatedAccount, 'type'>,
  agreement: Agreement,
  { chance, rates }: Habits,
): string {
  const isMasked = IS_MASKED.test(written);
  const isOld = agreement.earlierNumber !== undefined && chance.is(rates.oldNumberShown);
  const whole = isOld ? (agreement.earlierNumber as string) : agreement.accountNumber;
  const parted = agreement.part === undefined ? undefined : partForm(whole, agreement.part, chance);
  if (chance.is(rates.numberHashed)) return tokenOf(whole, chance);
  if (isMasked) {
    const shown = (parted ?? whole).replace(/[^\dA-Z]/g, '').slice(-4);
    return parted !== undefined || isOld ? `****${shown}` : written;
  }
  if (parted !== undefined) return parted;
  if (chance.is(rates.digitsSwapped)) return swapDigits(whole, chance);
  if (isOld) return whole;
  if (!chance.is(rates.numberFramed)) return written;
  if (type === 'current-account') return `${SORT_CODE} ${written}`;
  return chance.pick([`LN${written}`, written.padStart(16, '0'), `${written}K`]);
}

const SORT_CODE = '00-00-00';

/** Left out, behind a separator, or joined on, in one to three digits. */
function partForm(whole: string, part: string, chance: Chance): string {
  const form = chance.pick([1, 2, 3].map((length) => part.padStart(length, '0')));
  return chance.pick([
    whole,
    whole,
    `${whole}/${form}`,
    `${whole}-${form}`,
    `${whole} ${form}`,
    `${whole}${form}`,
  ]);
}

function swapDigits(whole: string, chance: Chance): string {
  const at = chance.int(1, whole.length - 3);
  return `${whole.slice(0, at)}${whole[at + 1]}${whole[at]}${whole.slice(at + 2)}`;
}

/** Letters among digits, the same length for every account of a lender's system. */
function tokenOf(whole: string, chance: Chance): string {
  const letters = Array.from({ length: 10 }, () => chance.pick([...'ABCDEF0123456789'])).join('');
  return `${letters}${whole.slice(-2)}`;
}
