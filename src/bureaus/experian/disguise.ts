// Rewrites a simulated reply in one of the spellings seen in the wild: keys in three cases, dates in three forms, money in three
// forms. The person's id selects the spelling, so that one person's replies always look the same.

type Spelling = {
  key: (key: string) => string;
  date: (date: { CCYY: string; MM: string; DD: string }) => unknown;
  /** `width`: with blanks behind it, as the oldest service writes it. */
  money: (digits: string, width: number) => unknown;
};

/** By key, with the width of the field. */
const AMOUNTS = new Map([
  ['Amount', 9],
  ['Payment', 6],
]);

const SPELLINGS: readonly [Spelling, ...Spelling[]] = [
  { key: (key) => key, date: (date) => date, money: (digits, width) => `£${digits}`.padEnd(width) },
  {
    // Only the first letter is lowered: cAISDetails.
    key: (key) => `${key[0]?.toLowerCase()}${key.slice(1)}`,
    date: ({ CCYY, MM, DD }) => ({ ccyy: Number(CCYY), mm: Number(MM), dd: Number(DD), ccyySpecified: true }),
    money: (digits) => `£${Number(digits).toLocaleString('en-GB')}`,
  },
  {
    // A run of capitals is lowered as one word: caisDetails.
    key: (key) => key.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (run) => run.toLowerCase()),
    date: ({ CCYY, MM, DD }) => `${CCYY.padStart(4, '0')}-${MM.padStart(2, '0')}-${DD.padStart(2, '0')}`,
    money: (digits) => Number(digits),
  },
];

export function disguise(reply: unknown, personId: string): unknown {
  let sum = 0;
  for (const letter of personId) sum += letter.charCodeAt(0);
  return spell(reply, SPELLINGS[sum % SPELLINGS.length] ?? SPELLINGS[0]);
}

function spell(value: unknown, spelling: Spelling): unknown {
  if (Array.isArray(value)) return value.map((one) => spell(one, spelling));
  if (typeof value !== 'object' || value === null) return value;
  if ('CCYY' in value) return spelling.date(value as { CCYY: string; MM: string; DD: string });
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const width = AMOUNTS.get(key);
      return [
        spelling.key(key),
        width === undefined ? spell(one, spelling) : spelling.money(String(one), width),
      ];
    }),
  );
}
