// Mutates a bureau's reply a little: text cut, doubled or swapped, unexpected values, elements and keys missing, repeated or renamed.
// Seeded, so that a failure can be reproduced.

export type Chance = { below(limit: number): number; pick<T>(from: readonly T[]): T };

/** Mulberry32: small, and the same on every machine. */
export function createSeededChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}

export const HOSTILE_VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '-99999',
  '12.5',
  '1e309',
  '99999999999999999999999',
  'NaN',
  'null',
  'true',
  '0000-00-00',
  '2024-02-30',
  '9999-99-99T99:99:99',
  '<script>alert(1)</script>',
  '&lt;script&gt;',
  "'; --",
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  'é'.repeat(500),
  '💷'.repeat(300),
  'A'.repeat(20_000),
];

export function mutate(text: string, chance: Chance): string {
  let mutated = text;
  const times = 1 + chance.below(3);
  for (let n = 0; n < times; n++) {
    const isStructured = chance.below(3) > 0;
    if (!isStructured) mutated = mutateText(mutated, chance);
    else
      mutated = mutated.trimStart().startsWith('<')
        ? mutateXml(mutated, chance)
        : mutateJson(mutated, chance);
  }
  return mutated;
}

function mutateText(text: string, chance: Chance): string {
  const from = chance.below(text.length);
  const to = Math.min(text.length, from + chance.below(200));
  const span = text.slice(from, to);
  switch (chance.below(6)) {
    case 0:
      return text.slice(0, from);
    case 1:
      return text.slice(0, from) + text.slice(to);
    case 2:
      return text.slice(0, to) + span.repeat(1 + chance.below(50)) + text.slice(to);
    case 3:
      return text.slice(0, from) + chance.pick(HOSTILE_VALUES) + text.slice(to);
    case 4:
      return text.slice(0, from) + String.fromCharCode(chance.below(0xffff)) + text.slice(from + 1);
    default:
      return text.slice(0, from) + span.replace(/\d/g, () => String(chance.below(10))) + text.slice(to);
  }
}

function mutateXml(text: string, chance: Chance): string {
  const elements = [...text.matchAll(/<(\w[\w:.-]*)([^<>]*)>([^<>]*)<\/\1>/g)];
  const found = elements[chance.below(elements.length)];
  if (found === undefined) return mutateText(text, chance);
  const [whole, name = '', attributes = ''] = found;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + whole.length);
  switch (chance.below(5)) {
    case 0:
      return before + after;
    case 1:
      return before + whole.repeat(2 + chance.below(20)) + after;
    case 2:
      return `${before}<${name}><${name}>1</${name}></${name}>${after}`;
    case 3:
      return `${before}<${chance.pick(['x', '__proto__', 'constructor'])}/>${after}`;
    default:
      return `${before}<${name}${attributes}>${chance.pick(HOSTILE_VALUES)}</${name}>${after}`;
  }
}

function mutateJson(text: string, chance: Chance): string {
  const values = [
    ...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false|null|[[{])/g),
  ];
  const found = values[chance.below(values.length)];
  if (found === undefined) return mutateText(text, chance);
  const [whole, name = '', value = ''] = found;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + whole.length);
  // Replacing an opening bracket would need its closing one too: rename the key instead.
  if (value === '[' || value === '{')
    return `${before}"${chance.pick(['x', '__proto__', name.toUpperCase()])}":${value}${after}`;
  const other = chance.pick([
    'null',
    '[]',
    '{}',
    '[[[]]]',
    '-1',
    '1e308',
    'true',
    '{"toString":null}',
    `[${value},${value}]`,
    JSON.stringify(chance.pick(HOSTILE_VALUES)),
  ]);
  return `${before}"${name}":${other}${after}`;
}
