import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { wordsOf } from '../merging/lender-words.ts';
import { mergeFiles } from '../merging/merge-files.ts';
import type { BureauFile } from '../reports/bureau-file.ts';
import { factsOf } from './lender-facts.ts';
import { LENDERS, type LenderEntry, withOwnLenders } from './registry.ts';
import real from './uk-lenders.json' with { type: 'json' };

const PAGE = { where: 'https://lender.example/', when: '2026-01-02' };

function facts(name: string, lenders = LENDERS) {
  const known = lenders.find(wordsOf(name));
  assert.ok(known !== null, name);
  return factsOf(name, known, lenders);
}

const SEEN: LenderEntry = {
  name: 'Marlowick',
  brands: ['Fernhollow Cars'],
  formerNames: ['Corncrake Finance'],
  group: 'Wick',
  motor: true,
  moves: [
    { to: 'NatWest', on: '2024-05-01', what: 'loans', seen: [{ ...PAGE, confirms: ['to', 'on'] }] },
    { to: 'Barclays', on: '2025-05-01', seen: null },
  ],
  seen: [{ ...PAGE, confirms: ['companies', 'brands', 'motor'] }],
};

test('each fact is one that a page confirms or one that is not verified, never both and never neither', () => {
  const lenders = withOwnLenders([SEEN]);
  assert.deepEqual(facts('FERNHOLLOW CARS', lenders), {
    ...{ brandOf: 'Marlowick', group: 'Wick', motor: true },
    movedTo: [
      { name: 'NatWest', on: '2024-05-01', what: 'loans', isVerified: true },
      { name: 'Barclays', on: '2025-05-01', isVerified: false },
    ],
    seen: [{ ...PAGE, confirms: ['brandOf', 'motor', 'movedTo'] }],
    notVerified: ['group', 'movedTo'],
  });
});

test('a page that confirms only where a book went, and not the day, does not verify the move', () => {
  const seen = [{ ...PAGE, confirms: ['to'] }];
  const lenders = withOwnLenders([{ name: 'Marlowick', moves: [{ to: 'NatWest', on: '2024-05-01', seen }] }]);
  const { movedTo, ...rest } = facts('MARLOWICK', lenders);
  assert.deepEqual(movedTo?.[0]?.isVerified, false);
  assert.deepEqual(rest, { notVerified: ['movedTo'] });
});

test('a lender that was bought stands with who bought it beside it; nothing verified is said to be', () => {
  const rock = facts('NORTHERN ROCK PLC');
  assert.deepEqual(
    rock.movedTo?.map(({ name, on, isVerified }) => [name, on, isVerified]),
    [
      ['Virgin Money', '2012-01-01', true],
      ['Landmark Mortgages', '2010-01-01', false],
    ],
  );
  assert.deepEqual(rock.notVerified, ['movedTo']);
  assert.equal(facts('HITACHI CAPITAL (UK) PLC').nowCalled, 'Novuna');
  assert.equal(facts('NOVUNA').nowCalled, undefined);
  assert.deepEqual(facts('MARSH FINANCE LTD'), { motor: true, notVerified: ['motor'] });
});

test('what a tenant says of a lender of ours is not what our page confirms', () => {
  const before = facts('JBR CAPITAL LTD');
  assert.deepEqual(before.notVerified, undefined);
  assert.deepEqual(before.seen?.[0]?.confirms, ['motor']);
  const own = withOwnLenders([{ name: 'JBR Capital', motor: true, group: 'Wick' }]);
  assert.deepEqual(facts('JBR CAPITAL LTD', own), {
    ...{ group: 'Wick', motor: true },
    notVerified: ['group', 'motor'],
  });
});

/** One mortgage, under a name at each bureau; the last bureau heard of it last. */
function merged(names: string[], lenders = LENDERS) {
  const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
  const files = names.map((companyName, at) => ({
    ...{ bureau: (['equifax', 'experian'] as const)[at], searches: [], residencies: [] },
    accounts: [
      {
        ...{ ref: `r${at}`, accountType: 'mortgage', accountStatus: 'open', startDate: '2006-03-04' },
        ...{ companyName, accountNumber: '60417734', lastUpdated: `2026-0${at + 1}-01` },
        ...{ startBalance: pounds(121_350), payment: pounds(612), balance: pounds(41_203) },
      },
    ],
  })) as unknown as BureauFile[];
  return mergeFiles(files, lenders).accounts.map(({ record }) => record);
}

test('a record keeps the name of the lender at that time, with who came after it beside it', () => {
  const [rock, ...none] = merged(['NORTHERN ROCK PLC']);
  assert.deepEqual([none, rock?.companyName], [[], 'Northern Rock']);
  assert.deepEqual(
    rock?.companyNow?.map(({ name, on, isVerified }) => [name, on, isVerified]),
    [
      ['Virgin Money', '2012-01-01', true],
      ['Landmark Mortgages', '2010-01-01', false],
    ],
  );
  assert.deepEqual(merged(['HITACHI CAPITAL UK PLC'])[0]?.companyNow, [{ name: 'Novuna', isVerified: true }]);
  assert.equal(merged(['NOVUNA'])[0]?.companyNow, undefined);
  assert.equal(merged(['MARLOWICK'])[0]?.companyNow, undefined);
  const own = withOwnLenders([{ name: 'Marlowick', formerNames: ['Northern Rock'] }]);
  const [renamed] = merged(['NORTHERN ROCK PLC'], own);
  assert.deepEqual([renamed?.companyName, renamed?.companyNow], ['Marlowick', undefined]);
});

test('a mortgage under the names before and after its book moved is one record, and both names stay on it', () => {
  const records = merged(['NORTHERN ROCK PLC', 'NRAM PLC']);
  assert.equal(records.length, 1);
  const names = records[0]?.disagreements?.find(({ field }) => field === 'companyName')?.values;
  assert.deepEqual(names?.map(({ value }) => value).sort(), ['NORTHERN ROCK PLC', 'NRAM PLC']);
});

test('the figures of docs/lenders.md are those of the registry', () => {
  const lenders = real.lenders as LenderEntry[];
  const seen = (facts: readonly { seen?: unknown }[]) => facts.filter((fact) => fact.seen !== null).length;
  const motor = lenders.filter((lender) => lender.motor !== undefined);
  const moves = lenders.flatMap((lender) => lender.moves ?? []);
  const dated = moves.filter((move) => move.seen?.some(({ confirms }) => confirms.includes('on')));
  const addresses = lenders.filter((lender) => lender.complaintsAddress !== undefined).length;
  const page = readFileSync(new URL('../../../docs/lenders.md', import.meta.url), 'utf8');
  for (const row of [
    `| Lenders | ${lenders.length} | ${seen(lenders)}, at least one field |`,
    `| Those that finance vehicles | ${motor.length} | ${seen(motor)}, at least one field |`,
    `| Moves | ${moves.length} | ${seen(moves)}; the day itself ${dated.length} |`,
    `| Complaints addresses | ${addresses} | ${addresses} |`,
    `${lenders.length} lenders of the United Kingdom, ${motor.length} of which`,
  ])
    assert.ok(page.includes(row), row);
});
