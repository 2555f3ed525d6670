import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEBT_BUYERS, LENDERS as OF_SIMULATORS } from '../../bureaus/simulation/population/lenders.ts';
import { compareLenders, readLenderName, shownLenderName } from '../merging/lender-names.ts';
import { wordsOf } from '../merging/lender-words.ts';
import { mergeFiles } from '../merging/merge-files.ts';
import type { BureauFile } from '../reports/bureau-file.ts';
import invented from './invented-lenders.json' with { type: 'json' };
import { LENDERS, type LenderEntry, moveBetween, nameKey, type Seen, withOwnLenders } from './registry.ts';
import real from './uk-lenders.json' with { type: 'json' };

const find = (name: string, lenders = LENDERS) => lenders.find(wordsOf(name));

const namesOf = ({ name, companies = [], brands = [], formerNames = [] }: LenderEntry) => [
  ...new Set([name, ...companies, ...brands, ...formerNames]),
];

test('every name, company, brand and former name of the registry finds its lender, and none means two', () => {
  const owners = new Map<string, string>();
  for (const lender of LENDERS.entries) {
    for (const known of namesOf(lender)) {
      assert.equal(find(known)?.lender, lender, known);
      const key = nameKey(known);
      // "Home Retail Group Card Services" has no word of its own, and is found as a whole only.
      if (key === '') continue;
      assert.equal(owners.get(key) ?? lender.name, lender.name, `${known} is a name of two lenders`);
      owners.set(key, lender.name);
    }
    const former = new Set(lender.formerNames?.map(nameKey));
    for (const present of [lender.name, ...(lender.companies ?? []), ...(lender.brands ?? [])])
      assert.ok(!former.has(nameKey(present)), `${present} is a present and a former name`);
  }
});

function checkSeen(seen: readonly Seen[] | null, fact: object, of: string): void {
  assert.ok(seen === null || seen.length > 0, of);
  for (const { where, when, confirms } of seen ?? []) {
    assert.equal(new URL(where).href, where, of);
    assert.equal(calendarDay(when), when, of);
    assert.ok(confirms.length > 0, of);
    for (const field of confirms) assert.ok(field in fact, `${of}: ${field}`);
  }
}

/** The day itself, or another where there is no such day. */
const calendarDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10);

test('every real lender says where and when it was seen and what that confirms, or that it was not verified', () => {
  for (const { asOf } of [real, invented]) assert.match(asOf, /^\d{4}-\d\d$/);
  for (const lender of real.lenders as LenderEntry[]) {
    assert.ok(lender.seen !== undefined, lender.name);
    checkSeen(lender.seen, lender, lender.name);
    const confirmed = lender.seen?.flatMap(({ confirms }) => confirms) ?? [];
    assert.equal(
      lender.complaintsAddress !== undefined,
      confirmed.includes('complaintsAddress'),
      `${lender.name}: an address is seen or absent`,
    );
  }
});

test('every move names another lender of the registry and a day in the past, with its page or that it was not verified', () => {
  const moves = (real.lenders as LenderEntry[]).flatMap((from) =>
    (from.moves ?? []).map((move) => ({ from, move })),
  );
  assert.ok(moves.length > 20);
  for (const { from, move } of moves) {
    const of = `${from.name} to ${move.to}`;
    const to = find(move.to);
    assert.ok(to?.shown !== undefined && to.lender !== from, of);
    assert.equal(calendarDay(move.on), move.on, of);
    assert.ok(move.on.slice(0, 7) <= real.asOf, of);
    assert.ok(move.seen !== undefined, of);
    checkSeen(move.seen, move, of);
  }
});

test('a move is known from both sides, is a hint for merging, and never gives one lender the name of the other', () => {
  for (const [a, b, on] of [
    ["SAINSBURY'S BANK PLC", 'NATIONAL WESTMINSTER BANK', '2025-05-01'],
    ['TESCO PERSONAL FINANCE', 'BARCLAYCARD', '2024-11-01'],
    ['NORTHERN ROCK', 'VIRGIN MONEY PLC', '2012-01-01'],
    ['NORTHERN ROCK', 'NRAM PLC', '2010-01-01'],
    ['HUTCHISON 3G UK LTD', 'VODAFONETHREE', '2025-05-31'],
    ['LEASEPLAN UK LTD', 'ALD AUTOMOTIVE', '2023-05-22'],
  ] as const) {
    const [one, other] = [find(a), find(b)];
    assert.ok(one !== null && other !== null, `${a} | ${b}`);
    assert.equal(moveBetween(one, other)?.on, on, `${a} | ${b}`);
    assert.equal(moveBetween(other, one)?.on, on, `${b} | ${a}`);
    assert.equal(compareLenders(readLenderName(a), readLenderName(b)), 'similar', `${a} | ${b}`);
    assert.notEqual(one.shown, other.shown);
  }
  // Two that went to the same lender are not each other's.
  assert.equal(compareLenders(readLenderName('VODAFONE'), readLenderName('THREE MOBILE')), 'different');
  assert.equal(compareLenders(readLenderName('TESCO BANK'), readLenderName('KENSINGTON')), 'different');
});

test('no name of a lender is shown as a later one: a former name and a brand stay as they were, without the legal form', () => {
  for (const lender of LENDERS.entries) {
    const { brands = [], formerNames = [] } = lender;
    for (const known of [...brands, ...formerNames]) {
      const shown = find(known.toUpperCase())?.shown ?? '';
      assert.equal(nameKey(shown), nameKey(known));
      assert.doesNotMatch(shown, /\b(?:Ltd|Limited|plc)$/i);
    }
  }
  assert.equal(find('NORTHERN ROCK PLC')?.shown, 'Northern Rock');
  assert.equal(find('HITACHI CAPITAL (UK) PLC')?.shown, 'Hitachi Capital');
  const shown = (...names: string[]) =>
    shownLenderName(names.map((name) => readLenderName(name)).filter((name) => name !== null));
  assert.equal(shown('HITACHI CAPITAL UK PLC'), 'Hitachi Capital');
  assert.equal(shown('HITACHI CAPITAL UK PLC', 'NOVUNA'), 'Novuna');
  assert.equal(shown('NORTHERN ROCK PLC'), 'Northern Rock');
});

test('every motor financier is found under each of its names, also shortened, and a bank that only has a brand for it is not', () => {
  for (const lender of LENDERS.entries) {
    const { motor } = lender;
    const driving = motor === true ? namesOf(lender) : motor || [];
    for (const name of driving) {
      assert.ok(LENDERS.isMotor(wordsOf(name.toUpperCase())), name);
      const short = name.replace(/Financial Services/, 'FS').replace(/Finance\b/, 'Fin');
      assert.ok(LENDERS.isMotor(wordsOf(short)), short);
    }
  }
  for (const name of MOTOR_FINANCIERS) assert.ok(LENDERS.isMotor(wordsOf(name)), name);
  for (const name of ['Barclays Bank UK', 'Lloyds Bank', 'Bank of Ireland', 'Close Brothers', 'Novuna'])
    assert.ok(!LENDERS.isMotor(wordsOf(name)), name);
});

/** As files spell them. */
const MOTOR_FINANCIERS = [
  ...[
    'LLOYDS BANK MOTOR FINANCE',
    'BLACK HORSE LTD',
    'MAZDA FS',
    'REDLINE',
    'FIRST RESPONSE FIN',
    'MARSH FIN LTD',
  ],
  ...[
    'AYVENS',
    'ALD AUTOMOTIVE',
    'LEASEPLAN',
    'MOTONOVO',
    'CLOSE BROTHERS MOTOR FIN',
    'SANTANDER CONSUMER (UK)',
  ],
  ...[
    'STELLANTIS FIN SERVICES',
    'PSA FINANCE',
    'VWFS',
    'VOLKSWAGEN FS',
    'BMW FIN SERV',
    'MERCEDES-BENZ FIN SVCS',
  ],
  ...[
    'TOYOTA FS',
    'HYUNDAI CAPITAL',
    'RCI FINANCIAL SERVICES',
    'MOBILIZE FS',
    'FCA AUTOMOTIVE SERVICES',
    'DRIVALIA',
  ],
  ...[
    'CA AUTO FINANCE',
    'FCE BANK',
    'FORD CREDIT',
    'VAUXHALL FIN',
    'GMAC',
    'HONDA FS',
    'ALPHERA',
    'BLUE MOTOR FINANCE',
  ],
  ...[
    'OODLE',
    'STARTLINE',
    'ADVANTAGE FIN',
    'MONEYBARN',
    'ZOPA',
    'NORTHRIDGE',
    'PARAGON CAR FINANCE',
    'JBR CAPITAL',
  ],
  ...[
    'EVOLUTION FUNDING',
    'BILLING FINANCE',
    'SPECIALIST MOTOR FINANCE',
    'GO CAR CREDIT',
    'CARMOOLA',
    'TANDEM',
    'OPLO',
  ],
  ...[
    'V12 VEHICLE FINANCE',
    'BARCLAYS PARTNER FINANCE',
    'MANN ISLAND',
    'ARVAL',
    'LEX AUTOLEASE',
    'LEASYS',
    'ZENITH',
  ],
  ...['ALPHABET (GB)', 'PCF BANK', 'SUZUKI FINANCIAL SERVICES'],
];

test('a brand is shown as it is on the card, a company by the name that people know, and what is cut off not at all', () => {
  assert.equal(find('BARCLAYCARD')?.shown, 'Barclaycard');
  assert.equal(find('BARCLAYS BANK UK PLC')?.shown, 'Barclays');
  assert.equal(find('VOLKSWAGEN FINANCIAL')?.shown, undefined);
  assert.equal(find('VOLKSWAGEN FINANCIAL')?.lender.name, 'Volkswagen Financial Services');
  assert.equal(find('MARLOWICK BANK'), null);
});

test('a word that a bureau appends does not hide the name, and a company whose own name ends so keeps it', () => {
  assert.equal(find('HEDGEROW MOTOR FINANCE LTD LOANS')?.shown, 'Hedgerow Motor Finance');
  assert.equal(find('BEACONET MOBILE ACCOUNT')?.shown, 'Beaconet Mobile');
  assert.equal(find('WHERRYGATE HOME LOANS PLC')?.shown, 'Wherrygate Home Loans');
  assert.equal(find('LOANS LTD'), null);
});

test('every lender of the simulators is shown by its name, without its legal form', () => {
  for (const { name } of [...OF_SIMULATORS, ...DEBT_BUYERS]) {
    const shown = find(name.toUpperCase())?.shown;
    assert.ok(shown !== undefined && name.startsWith(shown), name);
    assert.doesNotMatch(shown, /\b(?:Ltd|Limited|plc)$/);
  }
});

const OWN = withOwnLenders([
  { name: 'Marlowick', companies: ['Marlowick Holdings Limited'], brands: ['Fernhollow Cars'], motor: true },
  { name: 'Black Horse', brands: ['Dealer Direct Credit'], complaintsAddress: '1 Long Lane, Leeds' },
]);

test("a tenant's own lender is found before ours, adds to one of ours with its name, and is not in ours", () => {
  assert.equal(find('FERNHOLLOW CARS LTD', OWN)?.shown, 'Fernhollow Cars');
  assert.equal(find('Marlowick Holdings', OWN)?.shown, 'Marlowick');
  const [dealer, rover] = [find('Dealer Direct Credit', OWN), find('Land Rover Financial Services', OWN)];
  assert.equal(dealer?.lender, rover?.lender);
  assert.deepEqual(
    [rover?.lender.group, rover?.lender.complaintsAddress],
    ['Lloyds Banking Group', '1 Long Lane, Leeds'],
  );
  assert.equal(find('Fernhollow Cars'), null);
  assert.equal(find('Land Rover Financial Services')?.lender.complaintsAddress, undefined);
  assert.deepEqual(
    ['FERNHOLLOW CARS', 'Marlowick (UK) plc', 'MONEYBARN NO 1', 'Marlow'].map((name) => [
      LENDERS.isMotor(wordsOf(name)),
      OWN.isMotor(wordsOf(name)),
    ]),
    [
      [false, true],
      [false, true],
      [true, true],
      [false, false],
    ],
  );
});

test('what a tenant says of a name comes before ours: whether it finances vehicles, where a book went, how it is shown', () => {
  const own = withOwnLenders([
    { name: 'Moneybarn', motor: false },
    { name: 'Startline Finance' },
    { name: 'Jaguar Financial Services', motor: false, moves: [{ to: 'Marlowick', on: '2025-02-03' }] },
    { name: 'Marlowick', companies: ['Marlowick plc'], formerNames: ['Northern Rock plc'] },
    { name: "Sainsbury's Bank", moves: [{ to: 'NatWest', on: '2024-12-31' }], group: 'Marlowick' },
    { name: 'Metro Bank', moves: [{ to: 'Nobody Known', on: '2024-12-31' }] },
  ]);
  for (const name of ['MONEYBARN NO 1 LTD', 'JAGUAR FS'])
    assert.deepEqual([LENDERS.isMotor(wordsOf(name)), own.isMotor(wordsOf(name))], [true, false], name);
  assert.ok(own.isMotor(wordsOf('LAND ROVER FS')), 'ours is left as it is');
  // Only the words that distinguish it: ours alone means Startline Motor Finance, the tenant means its own.
  assert.equal(find('STARTLINE CREDIT', own)?.lender.name, 'Startline Finance');
  assert.equal(find('STARTLINE CREDIT')?.lender.name, 'Startline');
  assert.equal(find('NORTHERN ROCK PLC', own)?.shown, 'Marlowick');
  const day = (a: string, b: string) => {
    const [one, other] = [find(a, own), find(b, own)];
    return one === null || other === null ? null : (moveBetween(one, other)?.on ?? null);
  };
  assert.equal(day('JAGUAR FINANCIAL SERVICES', 'MARLOWICK PLC'), '2025-02-03');
  assert.equal(day("SAINSBURY'S BANK", 'NATWEST'), '2024-12-31');
  assert.equal(day('METRO BANK', 'NATWEST'), '2024-09-30', 'ours that the tenant does not speak of');
  const sainsburys = find("SAINSBURY'S BANK", own)?.lender;
  assert.deepEqual([sainsburys?.group, sainsburys?.companies], ['Marlowick', ["Sainsbury's Bank plc"]]);
});

test("merging reads a tenant's own lenders, and what it read of a name for one tenant is not used for another", () => {
  const files = (['equifax', 'experian'] as const).map((bureau, at): BureauFile => {
    const pence = (amount: number) => ({ amount, currency: 'GBP' });
    return {
      ...{ bureau, searches: [], residencies: [] },
      accounts: [
        {
          ...{ ref: `r${at}`, accountType: 'credit-card', accountStatus: 'open', startDate: '2021-03-04' },
          companyName: at === 0 ? 'FERNHOLLOW CARS' : 'MARLOWICK HOLDINGS LTD',
          // Equal enough for one lender's card, and too little for a name that nobody knows.
          ...{ balance: pence(41_200 + at * 50_000), ...(at === 0 && { creditLimit: pence(200_000) }) },
        },
      ],
    } as BureauFile;
  });
  const namesBy = (lenders = LENDERS) =>
    mergeFiles(files, lenders).accounts.map(({ record }) => record.companyName);
  assert.deepEqual(namesBy(OWN), ['Fernhollow Cars']);
  assert.deepEqual(namesBy(), ['FERNHOLLOW CARS', 'MARLOWICK HOLDINGS LTD']);
  assert.deepEqual(namesBy(OWN), ['Fernhollow Cars']);
});
