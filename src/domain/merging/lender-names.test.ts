import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestLenderName,
  compareLenders,
  type Likeness,
  readLenderName,
  tidyLenderName,
} from './lender-names.ts';

const PAIRS: [string, string, Likeness][] = [
  ['Marlowick Bank plc', 'MARLOWICK BANK (C) (I)', 'same'],
  ['Marlowick Bank plc', 'MARLOWICK', 'same'],
  ['MBNA LOANS (I)', 'MBNA', 'same'],
  ['AMEX GROUP - (I)', 'American Express', 'same'],
  ['Brackenshaw Motor Finance Ltd', 'Brackenshaw Motor Fi', 'same'],
  ['Lapwing & Vane Cards', 'LAPWING AND VANE CARD SVCS', 'same'],
  ['Ashwithen Building Society', 'ASHWITHEN BS', 'same'],
  ["Fisher's Bank", 'FISHERS BANK', 'same'],
  ['Crédit Ostra', 'CREDIT OSTRA', 'same'],
  ['Osiermoot & Daughters Bank', 'Osiermoot', 'similar'],
  ['Upper Sedgeley Building Society', 'Lower Sedgeley Building Society', 'different'],
  ['Marlowick Bank plc', 'Corncrake Bank plc', 'different'],
  ['Marlowick Bank plc', 'Bank', 'unknown'],
  ['Building society', 'Building society', 'unknown'],
  ['', 'Marlowick', 'unknown'],
];

test('spellings of one lender are the same, and lenders that share only a trade are not', () => {
  for (const [a, b, likeness] of PAIRS) {
    assert.equal(compareLenders(readLenderName(a), readLenderName(b)), likeness, `${a} | ${b}`);
    assert.equal(compareLenders(readLenderName(b), readLenderName(a)), likeness, `${b} | ${a}`);
  }
});

test('a shown name has lost the bureau’s marks and nothing else', () => {
  assert.equal(tidyLenderName('AMEX GROUP - (I)'), 'AMEX GROUP');
  assert.equal(tidyLenderName('Marlowick (UK) plc'), 'Marlowick (UK) plc');
  assert.equal(tidyLenderName('TALLOWGATE FINANCE T/A'), 'TALLOWGATE FINANCE');
  assert.equal(tidyLenderName('(I)'), '(I)');
});

test('a very long name is read in good time', () => {
  assert.equal(readLenderName(`${'- '.repeat(1_000_000)}Marlowick`), null);
});

test('of several names the plain one is shown, then the one in small letters, then the first', () => {
  const best = (...names: string[]) =>
    bestLenderName(names.map((name) => readLenderName(name)).filter((name) => name !== null))?.name;
  assert.equal(best('Marlowick LOANS', 'MARLOWICK BANK (I)'), 'MARLOWICK BANK (I)');
  assert.equal(best('MARLOWICK BANK (I)', 'Marlowick Group Ltd', 'Marlowick Bank plc'), 'Marlowick Bank plc');
  assert.equal(best('Marlowick Loans', 'MARLOWICK LOANS (I)'), 'Marlowick Loans');
  assert.equal(best('Marlowick Loans', 'Marlowick Group'), 'Marlowick Loans');
  // Truncated to twenty characters, it has lost the word by accident.
  assert.equal(best('Hearthstead Home Loans', 'Hearthstead Home Loa'), 'Hearthstead Home Loans');
  assert.equal(best('Marlowick Loans', 'Corncrake Bank'), 'Marlowick Loans');
  assert.equal(best(), undefined);
});
