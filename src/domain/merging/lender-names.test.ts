import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestLenderName,
  compareLenders,
  type Likeness,
  readLenderName,
  shownLenderName,
  tidyLenderName,
} from './lender-names.ts';

const PAIRS: [string, string, Likeness][] = [
  ['Marlowick Bank plc', 'MARLOWICK BANK (C) (I)', 'same'],
  ['Marlowick Bank plc', 'MARLOWICK', 'same'],
  ['MBNA LOANS (I)', 'MBNA', 'same'],
  // The registry says so: a hint, never a proof.
  ['AMEX GROUP - (I)', 'American Express', 'similar'],
  ['AQUA', 'NEWDAY LTD', 'similar'],
  ['Barclaycard', 'BARCLAYS BANK UK PLC', 'similar'],
  ['NATIONAL WESTMINST', 'NatWest', 'similar'],
  // Two companies of one group share the first word.
  ['SANTANDER UK PLC', 'SANTANDER CONSUMER (UK) PLC', 'similar'],
  ['Marlowick Motor Finance', 'Marlowick Home Loans', 'similar'],
  // A group's name stands for each of its lenders, and two of them are two.
  ['Virgin Media O2', 'TELEFONICA UK LTD', 'similar'],
  ['O2', 'Virgin Media', 'different'],
  // What the name itself says.
  ['Marlowick Bank plc T/A Pennywhistle', 'PENNYWHISTLE', 'similar'],
  ['Marlowick Bank plc (formerly Corncrake Bank)', 'CORNCRAKE', 'similar'],
  ['GULL RECOVERIES RE MARLOWICK', 'Gull Recoveries Ltd', 'same'],
  ['Saltmarsh Bank AB (publ)', 'SALTMARSH BANK', 'same'],
  // Abbreviations, initials, one word or two, a slip of the pen.
  ['ASHWITHEN BLDG SOC', 'Ashwithen Building Society', 'same'],
  ['HARL BROS', 'Harl Brothers Ltd', 'same'],
  ['J D WITHEROW', 'JD Witherow & Co Ltd', 'same'],
  ['BLUE WAGTAIL MOTOR', 'Bluewagtail Motor Finance', 'same'],
  ['MARLWOICK BANK', 'Marlowick Bank', 'similar'],
  ['RSE', 'Riverbank and Southern Energy Ltd', 'similar'],
  ['AQUA', 'VANQUIS', 'different'],
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

test('a lender is shown by the name on the card, and one that the registry does not know as a bureau spells it', () => {
  const shown = (...names: string[]) =>
    shownLenderName(names.map((name) => readLenderName(name)).filter((name) => name !== null));
  assert.equal(shown('PUFFIN CARD SERVICES (UK)'), 'Puffin Card Services');
  assert.equal(shown('NEWDAY LTD', 'AQUA'), 'Aqua');
  assert.equal(shown('NEWDAY LTD'), 'NewDay');
  assert.equal(shown('NEWDAY LTD T/A AQUA'), 'Aqua');
  assert.equal(shown('AQUA PLUMBING CREDIT (I)'), 'AQUA PLUMBING CREDIT');
  assert.equal(shown('MARLOWICK BANK (I)', 'Marlowick Bank plc'), 'Marlowick Bank plc');
  assert.equal(shown(), undefined);
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
