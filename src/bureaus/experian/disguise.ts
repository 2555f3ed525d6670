// Rewrites a simulated reply in one of the spellings seen in the wild: keys in three cases, dates in three forms, money in three
// forms. The person's id selects the spelling, so that one person's replies always look the same.

type Spelling = {
  key: (key: string) => string;
  date: (date: { CCYY: string; MM: string; DD: string }) => unknown;
  money: (digits: string) => unknown;
};

const AMOUNTS = new Set(['Amount', 'AccountBalance']);

const SPELLINGS: readonly [Spelling, ...Spelling[]] = [
  { key: (key) => key, date: (date) => date, money: (digits) => digits },
  {
    // Only the first letter is lowered: cAISDetails.
    key: (key) => `${key[0]?.toLowerCase()}${key.slice(1)}`,
    date: ({ CCYY, MM, DD }) => ({ ccyy: Number(CCYY), mm: Number(MM), dd: Number(DD), ccyySpecified: true }),
    money: (digits) => `£${Number(digits).toLocaleString('en-GB')}`,
  },
  {
    // A run of capitals is lowered as one word: caisDetails.
    key: (key) => key.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (run) => run.toLowerCase()),
    date: ({ CCYY, MM, DD }) => `${CCYY}-${MM}-${DD}`,
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
    Object.entries(value).map(([key, one]) => [
      spelling.key(key),
      AMOUNTS.has(key) ? spelling.money(String(one)) : spell(one, spelling),
    ]),
  );
}
