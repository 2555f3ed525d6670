// Invented people with all that is true of their credit: what each bureau files of it is written from here, in files of its own.
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import { createDice, type Dice, two } from './chance.ts';
import { ENQUIRIES } from './products.ts';
import { createAccounts, type TrueAccount } from './true-accounts.ts';

export type Home = {
  number: string;
  flat?: string;
  street: string;
  town: string;
  postcode: string;
  /** On the roll there; `to` absent: still. */
  rollFrom: string;
  rollTo?: string;
};
export type Name = { title: string; first: string; last: string };
export type TrueJudgment = {
  court: string;
  number: string;
  pounds: number;
  pence: number;
  on: string;
  satisfiedOn?: string;
  notice?: TrueNotice;
};
export type TrueInsolvency = {
  kind: 'bankruptcy' | 'trust-deed' | 'individual-voluntary-arrangement' | 'debt-relief-order';
  court: string;
  year: number;
  number: string;
  on: string;
  pounds: number;
  endedOn?: string;
  restriction?: { from: string; to: string };
};
export type TrueNotice = { ref: string; on: string; text: string };
/** The day of the searches. */
export const TODAY = '2026-11-17';
export const hasEnded = ({ endedOn }: TrueInsolvency): boolean => endedOn !== undefined && endedOn <= TODAY;

export type TrueSearch = {
  on: string;
  time: string;
  enquiry: (typeof ENQUIRIES)[number];
  company: 'bank' | 'card' | 'motor' | 'finance';
  /** As the searcher's clerk typed it. */
  dateOfBirth?: string;
};
/** Somebody whose records come in the reply and must not be in the file. */
export type Stranger = Name & {
  dateOfBirth: string;
  is: 'associate' | 'family' | 'stranger' | 'unsure';
  notice?: TrueNotice;
};

export type Person = {
  at: number;
  name: Name;
  dateOfBirth: string;
  gender: 'M' | 'F';
  consumer: Consumer;
  homes: [Home, ...Home[]];
  /** The last of the homes is one that the person did not name. */
  hasUndeclared: boolean;
  accounts: TrueAccount[];
  judgments: TrueJudgment[];
  insolvencies: TrueInsolvency[];
  searches: TrueSearch[];
  associate?: Name & { dateOfBirth: string; since: string; confirmed: string };
  alias?: { first: string; last: string; since: string; confirmed: string };
  notice?: TrueNotice;
  fraudFiledBy?: string;
  score: number;
  strangers: Stranger[];
};

const FIRST = {
  F: ['ADA', 'CECILY', 'NERYS', 'OTTILIE', 'HARRIET', 'SIAN', 'PRIYA', 'MARGARET', 'ZOE', 'ANNE-MARIE'],
  M: ['BRAM', 'DAFYDD', 'OSWIN', 'HARVEY', 'TOBIAS', 'IDRIS', 'ARJUN', 'WILLIAM', 'LEO', 'JOHN PAUL'],
};
const LAST = [
  'HAZELWICK',
  'MALLOWBY',
  'LARKFORD',
  'QUILLERBY',
  "O'TARNELL",
  'PELL-ASHDYKE',
  'VENNING',
  'ROOK',
  'DE LA MERE',
];
const STREETS = ['ORCHARD STREET', 'LARKSPUR ROW', 'THE GREEN', "ST MARY'S ROAD", 'MILL LANE'];
const TOWNS = ['NETHER APPLEWICK', 'UPPER SEDGELEY', 'EXAMPLETON'];

export function createPerson(seed: number, at: number): Person {
  const dice = createDice(seed * 1_000_003 + at);
  const gender = dice.pick(['F', 'M'] as const);
  const name: Name = {
    title: gender === 'M' ? 'MR' : dice.pick(['MS', 'MRS', 'MISS']),
    first: dice.pick(FIRST[gender]),
    last: dice.pick(LAST),
  };
  const dateOfBirth = dice.day(1950, 2002);
  const homes = createHomes(dice);
  const hasUndeclared = homes.length > 1 && dice.percent(40);
  const strangers = createStrangers(dice, name);
  const associate = dice.percent(25) ? strangers.find(({ is }) => is === 'associate') : undefined;
  return {
    at,
    name,
    dateOfBirth,
    gender,
    consumer: consumerOf(name, dateOfBirth, hasUndeclared ? homes.slice(0, -1) : homes),
    hasUndeclared,
    homes,
    accounts: createAccounts(dice, { dateOfBirth, homes: homes.length }),
    judgments: many(dice, 20, 3).map(() => createJudgment(dice)),
    insolvencies: many(dice, 12, 2).map(() => createInsolvency(dice)),
    searches: many(dice, 80, 6).map(() => createSearch(dice, dateOfBirth)),
    ...(associate !== undefined && {
      associate: { ...associate, since: dice.day(2012, 2020), confirmed: dice.day(2024, 2025) },
    }),
    ...(dice.percent(15) && {
      alias: {
        first: name.first,
        last: dice.pick(['TEASELWICK', 'BURDOCK']),
        since: dice.day(2008, 2019),
        confirmed: dice.day(2023, 2025),
      },
    }),
    ...(dice.percent(10) && { notice: createNotice(dice) }),
    ...(dice.percent(8) && { fraudFiledBy: 'BELLWETHER BANK PLC' }),
    score: dice.between(200, 900),
    strangers,
  };
}

/** Nobody in so many of a hundred, else one or more. */
const many = (dice: Dice, share: number, max: number): undefined[] =>
  Array.from({ length: dice.percent(share) ? dice.between(1, max) : 0 }, () => undefined);

function createHomes(dice: Dice): [Home, ...Home[]] {
  const moved = dice.between(2012, 2023);
  const home = (from: number): Home => ({
    number: String(dice.between(1, 240)),
    ...(dice.percent(25) && { flat: `FLAT ${dice.between(1, 40)}` }),
    street: dice.pick(STREETS),
    town: dice.pick(TOWNS),
    postcode: `ZZ${dice.between(1, 9)} ${dice.between(1, 9)}${dice.pick(['AA', 'BD', 'EF', 'GH', 'JL'])}`,
    rollFrom: `${from}-10-16`,
  });
  const current = home(moved);
  if (dice.percent(10)) current.rollTo = `${dice.between(moved + 1, 2025)}-11-30`;
  if (dice.percent(35)) return [current];
  return [current, { ...home(dice.between(moved - 9, moved - 1)), rollTo: `${moved}-10-15` }];
}

function consumerOf(name: Name, dateOfBirth: string, homes: readonly Home[]): Consumer {
  const plain = (text: string) =>
    text.toLowerCase().replace(/(^|[ '-])\p{L}/gu, (start) => start.toUpperCase());
  return {
    firstName: plain(name.first),
    lastName: plain(name.last),
    dateOfBirth,
    ipAddress: '192.0.2.7',
    addresses: homes.map(({ number, flat, street, town, postcode }) => ({
      ukAddress: {
        ...(flat !== undefined && { subBuildingName: plain(flat) }),
        buildingNumber: number,
        thoroughfare: plain(street),
        townOrCity: plain(town),
        postcode,
      },
    })),
  };
}

function createStrangers(dice: Dice, name: Name): Stranger[] {
  return (['associate', 'family', 'stranger', 'unsure'] as const)
    .filter(() => dice.percent(30))
    .map((is) => ({
      is,
      title: 'MR',
      first: dice.pick(['EDGAR', 'FELIX', 'GUTHRIE', 'JASPER']),
      last: is === 'stranger' ? 'PELLAM' : name.last,
      dateOfBirth: dice.day(1940, 2004),
      ...(dice.percent(15) && { notice: createNotice(dice) }),
    }));
}

function createNotice(dice: Dice): TrueNotice {
  const texts = [
    'I was in hospital & paid in full later.',
    'My firm closed: "a plan" is agreed <since then>.',
  ];
  return { ref: `NOC${dice.digits(9)}`, on: dice.day(2020, 2025), text: dice.pick(texts) };
}

function createJudgment(dice: Dice): TrueJudgment {
  const year = dice.between(2021, 2025);
  return {
    court: dice.pick(['EXAMPLETON', 'NETHER APPLEWICK', 'COUNTY COURT BUSINESS CENTRE']),
    number: `${dice.pick(['ABCD', 'KT', 'Q0QZ'])}${dice.digits(7)}`,
    pounds: dice.between(80, 9_000),
    pence: dice.percent(30) ? dice.between(1, 99) : 0,
    on: `${year}-${two(dice.between(1, 12))}-${two(dice.between(1, 28))}`,
    ...(dice.percent(40) && { satisfiedOn: dice.day(year + 1, 2026).replace(/^2026-1\d/, '2026-05') }),
    ...(dice.percent(15) && { notice: createNotice(dice) }),
  };
}

function createInsolvency(dice: Dice): TrueInsolvency {
  const kinds = [
    'bankruptcy',
    'bankruptcy',
    'trust-deed',
    'individual-voluntary-arrangement',
    'debt-relief-order',
  ] as const;
  const year = dice.between(2020, 2026);
  const on = `${year}-${two(dice.between(1, year === 2026 ? 9 : 12))}-${two(dice.between(1, 28))}`;
  return {
    kind: dice.pick(kinds),
    court: 'EXAMPLETON',
    year,
    number: String(dice.between(1, 999)),
    on,
    pounds: dice.between(2_000, 60_000),
    ...(dice.percent(40) && { endedOn: `${year + 1}${on.slice(4)}` }),
    ...(dice.percent(20) && { restriction: { from: `${year}-12-19`, to: `${year + 5}-12-19` } }),
  };
}

function createSearch(dice: Dice, dateOfBirth: string): TrueSearch {
  const hour = `${two(dice.between(2, 23))}:${two(dice.below(60))}:${two(dice.below(60))}`;
  return {
    on: dice.day(2024, 2026).replace(/^2026-1[12]/, '2026-04'),
    time: hour,
    enquiry: dice.pick(ENQUIRIES),
    company: dice.pick(['bank', 'card', 'motor', 'finance'] as const),
    ...(dice.percent(85) && { dateOfBirth }),
  };
}

/** A slip of the pen: day and month turned, or one digit of the day wrong. */
export function misKeyed(dateOfBirth: string): string {
  const [year, month = '', day = ''] = dateOfBirth.split('-');
  if (Number(day) <= 12 && day !== month) return `${year}-${day}-${month}`;
  return `${year}-${month}-${day[0]}${(Number(day[1]) + 1) % 9 || 1}`;
}

export const declaredOf = ({ homes, hasUndeclared }: Person): Home[] =>
  hasUndeclared ? homes.slice(0, -1) : homes;
export const undeclaredOf = ({ homes, hasUndeclared }: Person): Home | undefined =>
  hasUndeclared ? homes.at(-1) : undefined;
