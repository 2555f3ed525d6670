// The test numbers: mobile numbers that change what test mode does, and nothing in live mode. Ofcom keeps +447700900000 to …999 for
// drama: no phone has one. This table is the only list of them: the test world, the console and docs/testing.md read it.
//
// Endings 200 to 299 are data on file. A number that is not here, such as +447700900123 of the examples, does nothing special.

export const TEST_NUMBERS = [
  {
    number: '+447700900210',
    effect: 'arrears',
    label: 'Arrears',
    words: 'The first hire purchase is three months behind. With test004 it was, before it was settled.',
  },
  {
    number: '+447700900211',
    effect: 'default',
    label: 'Default',
    words:
      'The first hire purchase is in default. With test004 the default is satisfied: settled, with its date.',
  },
  {
    number: '+447700900212',
    effect: 'arrangement',
    label: 'Arrangement to pay',
    words: 'The first hire purchase is in an arrangement after three months of arrears. With test004 it was.',
  },
  {
    number: '+447700900213',
    effect: 'sold-debt',
    label: 'Sold debt',
    words:
      'The first hire purchase defaulted and was sold: the last bureau asked files the purchaser, the others the lender, merged into one record.',
  },
  {
    number: '+447700900214',
    effect: 'disagreements',
    label: 'Bureaus disagree',
    words:
      'All bureaus asked hold the first hire purchase. The second says arrears and another start and balance, the third a joint holder and another payment.',
  },
  {
    number: '+447700900215',
    effect: 'no-history',
    label: 'No history',
    words:
      'A thin file: no record has a history, a last update, an end, a limit or says whether it is joint.',
  },
  {
    number: '+447700900216',
    effect: 'possibly-same',
    label: 'Possibly the same',
    words:
      'The second bureau says so little of the first hire purchase that it stays a record of its own; the two name each other in possiblySame.',
  },
  {
    number: '+447700900200',
    effect: 'many-records',
    label: '1,000 records',
    words: 'The accounts of the scenario, in turn, until there are 1,000.',
  },
  {
    number: '+447700900201',
    effect: 'hostile-text',
    label: 'Hostile text',
    words:
      'Names of lenders and holders with markup, formulas, marks of direction, stacked accents, long words, emoji.',
  },
] as const satisfies readonly TestNumber[];

type TestNumber = {
  /** As a request has it. */
  number: `+447700900${number}`;
  effect: string;
  /** For a list to choose from. */
  label: string;
  /** What it does, in a sentence or two. */
  words: string;
};

export type TestEffect = (typeof TEST_NUMBERS)[number]['effect'];

const EFFECT_OF: ReadonlyMap<string, TestEffect> = new Map(
  TEST_NUMBERS.map(({ number, effect }) => [number, effect]),
);

export function testEffectOf(mobileNumber: string | undefined): TestEffect | undefined {
  return EFFECT_OF.get(mobileNumber ?? '');
}
