// Products of two bureaus: a general code beside an exact one is no disagreement, two exact ones are, and the newer of them is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge as mergeAs, pounds } from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import { ACCOUNT_PRODUCTS, type AccountProduct, type AccountRecord } from '../reports/credit-report.ts';
import { agreeOnProduct } from './account-product.ts';

type Said = Partial<FileAccount>;

function merge(experian: Said, transunion: Said): AccountRecord {
  const [record, ...others] = mergeAs({ experian: [experian], transunion: [transunion] });
  assert.equal(others.length, 0, 'one agreement');
  return record as AccountRecord;
}

const on = (product: AccountProduct | undefined, lastUpdated: string, more: Said = {}): Said => ({
  ...(product !== undefined && { product }),
  lastUpdated,
  ...more,
});
const fieldsOf = ({ disagreements = [] }: AccountRecord) => disagreements.map(({ field }) => field);
const [OLD, NEW] = ['2026-02-01', '2026-03-01'];

const AGREE: [
  one: AccountProduct | undefined,
  other: AccountProduct | undefined,
  shown: AccountProduct | undefined,
][] = [
  ['balloon-hire-purchase', 'pcp', 'pcp'],
  ['hire-purchase', 'pcp', 'pcp'],
  ['hire-purchase', 'balloon-hire-purchase', 'balloon-hire-purchase'],
  ['hire-purchase', 'conditional-sale', 'conditional-sale'],
  [undefined, 'motor-loan', 'motor-loan'],
  ['finance-lease', 'finance-lease', 'finance-lease'],
  [undefined, undefined, undefined],
];
for (const [one, other, shown] of AGREE) {
  test(`${one ?? 'nothing'} and ${other ?? 'nothing'} do not contradict each other: ${shown ?? 'nothing'} is shown`, () => {
    for (const [first, second] of [
      [OLD, NEW],
      [NEW, OLD],
    ] as const) {
      for (const record of [
        merge(on(one, first), on(other, second)),
        merge(on(other, second), on(one, first)),
      ]) {
        assert.equal(record.product, shown);
        assert.deepEqual(fieldsOf(record), []);
      }
    }
  });
}

const DIFFER: [AccountProduct, AccountProduct][] = [
  ['pcp', 'conditional-sale'],
  ['balloon-hire-purchase', 'conditional-sale'],
  ['hire-purchase', 'credit-sale'],
  ['pcp', 'motor-loan'],
  ['finance-lease', 'operating-lease'],
];
for (const [one, other] of DIFFER) {
  test(`${one} and ${other} are a disagreement, and the newer one is shown, whichever bureau it is of`, () => {
    for (const record of [
      merge(on(one, OLD), on(other, NEW)),
      merge(on(other, NEW), on(one, OLD)),
      merge(on(other, NEW, { birthdayDiffers: true }), on(one, OLD)),
    ]) {
      assert.equal(record.product, other);
      assert.deepEqual(fieldsOf(record), ['product']);
    }
  });
}

test('of three bureaus the general code of one does not hide what another tells', () => {
  const [record] = mergeAs({
    equifax: [on('hire-purchase', NEW)],
    experian: [on('balloon-hire-purchase', OLD)],
    transunion: [on('pcp', OLD, { balloon: pounds(5_571), typeCode: 'CP' })],
  });
  assert.equal(record?.product, 'pcp');
  assert.deepEqual(record?.balloon, pounds(5_571));
  assert.equal(record?.disagreements, undefined);
  assert.deepEqual(
    record?.bureaus.map(({ id, typeCode }) => [id, typeCode]),
    [
      ['equifax', undefined],
      ['experian', undefined],
      ['transunion', 'CP'],
    ],
  );
});

test('whether two agree does not depend on which is asked first, and each agrees with itself', () => {
  for (const one of ACCOUNT_PRODUCTS) {
    assert.ok(agreeOnProduct(one, one), one);
    for (const other of ACCOUNT_PRODUCTS)
      assert.equal(agreeOnProduct(one, other), agreeOnProduct(other, one), `${one} ${other}`);
  }
});

test('a final payment within a pound is the same, beyond it a disagreement', () => {
  const balloons = (pence: number) =>
    fieldsOf(
      merge(
        on('pcp', OLD, { balloon: pounds(5_571) }),
        on('pcp', NEW, { balloon: { amount: 557_100 + pence, currency: 'GBP' } }),
      ),
    );
  assert.deepEqual(balloons(100), []);
  assert.deepEqual(balloons(101), ['balloon']);
});
