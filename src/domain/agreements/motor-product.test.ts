// Products of motor agreements: by code where a bureau has one, else by what the payments leave, and what is said where bureaus differ.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, differing, documentOf, pounds } from '../../../test/support/merging/records.ts';
import {
  ACCOUNT_PRODUCTS,
  type AccountProduct,
  type AccountRecord,
  BUREAU_IDS,
} from '../reports/credit-report.ts';
import { type MotorAgreement, motorAgreements } from './motor-agreements.ts';
import { listedAs, MOTOR_PRODUCTS } from './motor-product.ts';
import { type MotorScheme, SHIPPED_SCHEME } from './motor-scheme.ts';

const BUREAUS = BUREAU_IDS.map((id) => ({ id, status: 'ok' as const }));
const read = (record: AccountRecord, scheme: MotorScheme = SHIPPED_SCHEME) =>
  motorAgreements(documentOf([record]), { asOf: '2026-11-15', bureaus: BUREAUS, scheme });
const one = (record: AccountRecord, scheme?: MotorScheme): MotorAgreement =>
  read(record, scheme).agreements[0] ?? assert.fail('not listed');
const why = (record: AccountRecord): string => one(record).why.join(' ');

/** At TransUnion, whose codes tell products apart. */
const coded = (product: AccountProduct, more: Partial<AccountRecord> = {}): AccountRecord =>
  carRecord({ product, bureaus: [{ id: 'transunion', ref: 'T1', typeCode: 'XX' }], ...more });
/** Payments that leave 38 % of the amount, as those of a PCP. */
const LUMP = { startBalance: pounds(16_000), payment: pounds(204) };

test('a PCP is likely only where the payments leave a tenth of the amount, beyond what rounding explains', () => {
  const products = (payment: number, startBalance = 16_000) =>
    one(carRecord({ payment: pounds(payment), startBalance: pounds(startBalance) })).product;
  assert.equal(products(204), 'pcp-likely');
  assert.equal(products(298), 'pcp-likely');
  assert.equal(products(300), 'hire-purchase');
  // Without interest, rounded down to pounds.
  assert.equal(products(208, 10_000), 'hire-purchase');
  assert.equal(products(0), 'hire-purchase');
  const differ = one(
    differing('payment', pounds(204), pounds(380), { startBalance: pounds(16_000), numberOfPayments: 48 }),
  );
  assert.equal(differ.product, 'hire-purchase');
  assert.ok(differ.why.some((line) => line.includes('By the figures of some bureaus')));
});

test('a lease coded as hire purchase is of unknown product, and a lease is outside by the scheme file', () => {
  assert.equal(one(differing('accountType', 'hire-purchase', 'lease')).product, 'unknown');
  assert.equal(one(carRecord({ companyType: 'leasing', companyName: 'Motor Hire' })).product, 'unknown');
  const lease = one(carRecord({ accountType: 'lease' }));
  assert.equal(lease.product, 'lease');
  assert.ok(lease.why.some((line) => line.includes('outside the schemes')));
});

const TYPE_OF: Partial<Record<AccountProduct, AccountRecord['accountType']>> = {
  'finance-lease': 'lease',
  'operating-lease': 'lease',
  'motor-loan': 'unsecured-loan',
};

for (const product of ACCOUNT_PRODUCTS) {
  test(`a bureau's code for ${product} decides, whatever the payments leave`, () => {
    const accountType = TYPE_OF[product] ?? 'hire-purchase';
    const plain = one(coded(product, { accountType }));
    assert.deepEqual([plain.product, plain.productCertainty], [product, 'stated']);
    const lump = one(coded(product, { accountType, ...LUMP }));
    const expected = product === 'hire-purchase' ? ['pcp-likely', 'likely'] : [product, 'stated'];
    assert.deepEqual([lump.product, lump.productCertainty], expected);
  });
}

test('hire purchase by code whose payments leave a lump is likely a PCP, and both are said', () => {
  const said = why(coded('hire-purchase', LUMP));
  assert.match(said, /Filed as hire purchase by TransUnion, with other codes for a PCP/);
  assert.match(said, /leave at least 38 % of the amount/);
});

test('what hire purchase may stand for is said by the codes that the bureau has', () => {
  const at = (id: 'equifax' | 'experian') => why(coded('hire-purchase', { bureaus: [{ id, ref: 'a' }] }));
  assert.match(at('equifax'), /at Equifax may be a conditional sale or a PCP\./);
  assert.match(at('experian'), /at Experian may be a conditional sale\./);
  assert.match(why(carRecord()), /may also stand for a conditional sale or a PCP/);
});

test('a final payment that a bureau gives is the lump: of a tenth and more it is likely a PCP', () => {
  const product = (balloon: number, more: Partial<AccountRecord> = {}) =>
    one(coded('hire-purchase', { balloon: pounds(balloon), ...more })).product;
  assert.equal(product(1_000), 'pcp-likely');
  // An option fee is none.
  assert.equal(product(999), 'hire-purchase');
  assert.equal(product(150), 'hire-purchase');
  assert.equal(product(0), 'hire-purchase');
  // Without the amount, of all payments and itself: 48 × £244 is £11,712.
  assert.equal(product(1_302, { startBalance: pounds(0) }), 'pcp-likely');
  assert.equal(product(1_301, { startBalance: pounds(0) }), 'hire-purchase');
  const alone = coded('hire-purchase', {
    balloon: pounds(4_000),
    startBalance: pounds(0),
    payment: pounds(0),
  });
  assert.equal(one(alone).product, 'hire-purchase');
  assert.match(
    why(alone),
    /A bureau gives a final payment\. Amount, payment or number of payments is missing/,
  );
  const differ = differing('balloon', pounds(4_000), pounds(100), { product: 'hire-purchase' });
  assert.equal(one(differ).product, 'hire-purchase');
  assert.match(why(differ), /By the figures of some bureaus/);
});

test('the final payment is on the agreement as money, and absent where no bureau gives it', () => {
  assert.deepEqual(one(coded('pcp', { balloon: pounds(5_571) })).balloon, pounds(5_571));
  assert.ok(!('balloon' in one(coded('pcp'))));
});

const UNNAMED: Partial<AccountRecord> = {
  companyType: 'other',
  companyName: 'Quill & Co',
  startBalance: pounds(1_200),
  balance: pounds(400),
  payment: pounds(20),
};
test('a PCP and a car loan are motor finance by their own code, however small and whoever lent', () => {
  for (const [product, accountType] of [
    ['pcp', 'hire-purchase'],
    ['motor-loan', 'unsecured-loan'],
    ['motor-loan', 'secured-loan'],
  ] as const) {
    const agreement = one(coded(product, { ...UNNAMED, accountType }));
    assert.equal(agreement.certainty, 'stated');
    assert.match(agreement.why[0] ?? '', /a bureau’s code says/i);
  }
});

test('other products are not motor finance by their code alone', () => {
  for (const product of ACCOUNT_PRODUCTS.filter((name) => name !== 'pcp' && name !== 'motor-loan')) {
    const accountType = TYPE_OF[product] ?? 'hire-purchase';
    const { agreements, notCounted } = read(coded(product, { ...UNNAMED, accountType }));
    assert.deepEqual([agreements.length, notCounted.length], [0, 1], product);
  }
});

test('the last lump counts towards what was financed', () => {
  const house = {
    ...UNNAMED,
    companyType: 'finance-house',
    numberOfPayments: 24,
    startBalance: pounds(0),
  } as const;
  const counted = (balloon: number) =>
    read(coded('balloon-hire-purchase', { ...house, balloon: pounds(balloon) })).agreements.length;
  assert.deepEqual([counted(4_520), counted(4_519)], [1, 0]);
});

test('bureaus that differ in the product are both told, and the shown one stands', () => {
  const record = differing('product', 'pcp', 'conditional-sale');
  assert.deepEqual([one(record).product, one(record).productCertainty], ['pcp', 'stated']);
  assert.match(why(record), /code its product differently \(Equifax: pcp; Experian: conditional-sale\)/);
});

test('a sale at one bureau and a lease at another is of unknown product, without a certainty', () => {
  for (const record of [
    differing('product', 'pcp', 'finance-lease'),
    differing('accountType', 'hire-purchase', 'lease', { product: 'pcp' }),
  ]) {
    assert.equal(one(record).product, 'unknown');
    assert.ok(!('productCertainty' in one(record)));
  }
});

test('a scheme file that lists leases as outside means both kinds of them, and nothing else', () => {
  assert.deepEqual(
    MOTOR_PRODUCTS.filter((product) => listedAs(product, ['lease']) === 'lease'),
    ['lease', 'finance-lease', 'operating-lease'],
  );
  assert.equal(listedAs('operating-lease', ['finance-lease']), undefined);
  assert.equal(listedAs('lease', ['finance-lease']), undefined);
  const isOutside = (product: AccountProduct, productsOutside: MotorScheme['productsOutside']) =>
    one(coded(product, { accountType: TYPE_OF[product] ?? 'hire-purchase' }), {
      ...SHIPPED_SCHEME,
      productsOutside,
    }).why.some((line) => line.includes('outside the schemes'));
  assert.ok(isOutside('finance-lease', ['lease']));
  assert.ok(!isOutside('pcp', ['lease']));
  assert.ok(isOutside('credit-sale', ['credit-sale']));
});
