// How one bureau writes the number of an agreement: the part in its form, the zeros, the mask, a token in place of it, a slip of the pen.
import type { Chance } from './chance.ts';
import type { Level } from './levels.ts';

export type Written = { text: string; kinds: string[] };

/** What a lender sends to one bureau, the same for all its customers. */
export type NumberHabit = {
  part: 'slash' | 'dash' | 'three digits' | 'joined' | 'joined two' | 'none';
  isPadded: boolean;
  isBare: boolean;
  token: 'none' | 'capitals' | 'letters and digits';
  mask: Mask | 'of the bureau';
};
export type Mask =
  | 'whole'
  | 'last four'
  | 'last four alone'
  | 'first six'
  | 'both ends'
  | 'words'
  | 'dots'
  | 'first digits';

export function numberHabit(habit: Chance, level: Level): NumberHabit {
  return {
    part: habit.weighted([
      ['slash', 0.25],
      ['dash', 0.2],
      ['three digits', 0.12],
      ['joined', 0.12],
      ['joined two', 0.16],
      ['none', 0.15],
    ]),
    isPadded: habit.is(0.15),
    isBare: habit.is(0.5),
    token: habit.is(level.tokens) ? habit.pick(['capitals', 'letters and digits'] as const) : 'none',
    mask: habit.is(0.12) ? pickMask(habit) : 'of the bureau',
  };
}

/** How a bureau shows numbers in a file. */
export function pickMask(chance: Chance): Mask {
  return chance.weighted<Mask>([
    ['whole', 0.5],
    ['last four', 0.22],
    ['last four alone', 0.04],
    ['first six', 0.06],
    ['first digits', 0.04],
    ['both ends', 0.07],
    ['words', 0.03],
    ['dots', 0.04],
  ]);
}

export function writeNumber(
  number: string,
  part: number | undefined,
  ways: { habit: NumberHabit; bureauMask: Mask; level: Level; chance: Chance },
): Written {
  const { habit, bureauMask, level, chance } = ways;
  const kinds: string[] = [];
  if (habit.token !== 'none') return { text: token(habit.token, chance), kinds: ['number: token'] };
  let text = habit.isBare ? number.replace(/[- /]/g, '') : number;
  if (chance.is(level.slips)) {
    text = swapDigits(text, chance);
    kinds.push('number: digits swapped');
  }
  if (habit.isPadded && /^\d{6,10}$/.test(text)) {
    text = text.padStart(12, '0');
    kinds.push('number: padded');
  }
  if (part !== undefined) {
    text = withPart(text, part, habit.part);
    kinds.push(`part: ${habit.part}`);
  }
  // A field of the bureau's has twenty places at most, and a slash with the suffix.
  text = text.slice(0, 24);
  const mask = habit.mask === 'of the bureau' ? bureauMask : habit.mask;
  if (mask !== 'whole') kinds.push(`number: ${mask}`);
  return { text: masked(text, mask, chance), kinds };
}

function withPart(text: string, part: number, form: NumberHabit['part']): string {
  const two = String(part).padStart(2, '0');
  switch (form) {
    case 'slash':
      return `${text}/${part}`;
    case 'dash':
      return `${text}-${two}`;
    case 'three digits':
      return `${text}${text.includes('-') ? '-' : '/'}${String(part).padStart(3, '0')}`;
    case 'joined':
      return `${text}${part}`;
    case 'joined two':
      return `${text}${two}`;
    case 'none':
      return text;
  }
}

function masked(text: string, mask: Mask, chance: Chance): string {
  const cover = (length: number) => chance.pick(['*', 'X', 'x']).repeat(Math.max(2, length));
  const tail = text.slice(-4);
  switch (mask) {
    case 'whole':
      return text;
    case 'last four':
      return `${cover(chance.is(0.5) ? 4 : text.length - 4)}${tail}`;
    case 'last four alone':
      return tail;
    case 'first six':
      return `${text.slice(0, 6)}${cover(text.length - 6)}`;
    case 'first digits':
      return `${text.slice(0, -4)}${cover(4)}`;
    case 'both ends':
      return `${text.slice(0, 4)}${cover(text.length - 7)}${text.slice(-3)}`;
    case 'words':
      return `${chance.pick(['ENDING', 'ENDING IN', 'ACC ENDING'])} ${tail}`;
    case 'dots':
      return `....${tail}`;
  }
}

const HEX = '0123456789ABCDEF';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Of the same number each bureau gets another: nothing of it can be compared. */
function token(form: 'capitals' | 'letters and digits', chance: Chance): string {
  const signs = form === 'capitals' ? HEX : LETTERS;
  const text = Array.from({ length: chance.pick([12, 16, 20]) }, () => chance.pick([...signs])).join('');
  return /\d/.test(text) ? text : `${text.slice(1)}7`;
}

function swapDigits(text: string, chance: Chance): string {
  const places = [...text].flatMap((sign, at) => {
    const next = text[at + 1] ?? '';
    return /\d/.test(sign) && /\d/.test(next) && sign !== next ? [at] : [];
  });
  if (places.length === 0) return text;
  const at = chance.pick(places);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}
