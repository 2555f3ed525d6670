import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEBT_BUYERS, LENDERS as OF_SIMULATORS } from '../../bureaus/simulation/population/lenders.ts';
import type { BureauFile } from '../bureau-file.ts';
import { wordsOf } from '../merging/lender-words.ts';
import { mergeFiles } from '../merging/merge-files.ts';
import invented from './invented-lenders.json' with { type: 'json' };
import { LENDERS, withOwnLenders } from './registry.ts';
import real from './uk-lenders.json' with { type: 'json' };

const find = (name: string, lenders = LENDERS) => lenders.find(wordsOf(name));

test('every name, company, brand and former name of the registry finds its lender, and none means two', () => {
  for (const lender of LENDERS.entries) {
    const { name, companies = [], brands = [], formerNames = [] } = lender;
    for (const known of [name, ...companies, ...brands, ...formerNames]) {
      assert.equal(find(known)?.lender, lender, known);
    }
  }
  const names = LENDERS.entries.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('every real lender says where and when it was seen and what that confirms, or that it was not looked up', () => {
  for (const { asOf } of [real, invented]) assert.match(asOf, /^\d{4}-\d\d$/);
  for (const lender of real.lenders) {
    assert.ok(lender.seen === null || lender.seen.length > 0, lender.name);
    for (const { where, when, confirms } of lender.seen ?? []) {
      assert.equal(new URL(where).href, where, lender.name);
      assert.match(when, /^\d{4}-\d\d-\d\d$/);
      for (const field of confirms) assert.ok(field in lender, `${lender.name}: ${field}`);
    }
    const confirmed = lender.seen?.flatMap(({ confirms }) => confirms) ?? [];
    const hasAddress = 'complaintsAddress' in lender && lender.complaintsAddress !== undefined;
    assert.equal(
      hasAddress,
      confirmed.includes('complaintsAddress'),
      `${lender.name}: an address is seen or absent`,
    );
  }
});

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

test("merging reads a tenant's own lenders, and what it read of a name for one tenant is not used for another", () => {
  const files = (['equifax', 'experian'] as const).map((bureau, at): BureauFile => {
    const pence = (amount: number) => ({ amount, currency: 'GBP' });
    return {
      ...{ bureau, searches: [], residencies: [] },
      accounts: [
        {
          ...{ ref: `r${at}`, accountType: 'credit-card', accountStatus: 'open', startDate: '2021-03-04' },
          companyName: at === 0 ? 'FERNHOLLOW CARS' : 'MARLOWICK HOLDINGS LTD',
          ...{ balance: pence(41_200), creditLimit: pence(200_000) },
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
