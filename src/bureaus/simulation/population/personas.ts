// Personas: a few people of the population with names that are short to type, the same for every seed, each showing one case.
// Their postcodes are in ZZ1, which does not exist. The demo page, the documents and the tests use them.
import type { UkAddress } from '../../../domain/reports/consumer.ts';
import type { Dialect } from '../dialect.ts';
import type { Wish } from './agreements.ts';
import type { SimulatedPerson } from './simulated-file.ts';

type Persona = {
  /** The case that this person shows, in one line. */
  about: string;
  person: SimulatedPerson;
  wishes: readonly Wish[];
  enquiries: number;
  /** Judgments, an insolvency, an associate, an alias and a notice: public-file.ts. */
  hasPublicFile?: true;
};

const town = { thoroughfare: 'Orchard Street', townOrCity: 'Nether Applewick' } as const;

function persona(
  about: string,
  [title, forename, surname]: [string, string, string],
  dateOfBirth: string,
  homes: readonly UkAddress[],
  wishes: readonly Wish[],
  enquiries = 3,
  dialect: Dialect = 'ordinary',
): Persona {
  const id = `persona-${forename.toLowerCase()}`;
  const addresses = homes.map((address, home) => ({
    id: `${id}-address-${home}`,
    address,
    monthsAtAddress: 55 - 20 * home,
  }));
  const person = { id, title, forename, surname, dateOfBirth, addresses, dialect };
  return { about, person, wishes, enquiries };
}

export const PERSONAS: readonly Persona[] = [
  persona(
    'Two car finance agreements, two cards, a bank account and a phone.',
    ['Ms', 'Ada', 'Hazelwick'],
    '1985-04-12',
    [{ buildingNumber: '12', ...town, postcode: 'ZZ1 1AA' }],
    [
      {
        type: 'hire-purchase',
        lender: 'Hedgerow Motor Finance Ltd',
        monthsAgo: 14,
        course: 'open',
        product: 'pcp',
      },
      {
        type: 'hire-purchase',
        lender: 'Larkspur Car Finance',
        monthsAgo: 66,
        course: 'settled',
        product: 'hire-purchase',
      },
      { type: 'credit-card', lender: 'Puffin Card Services', monthsAgo: 80, course: 'open' },
      { type: 'credit-card', lender: 'Tidewrack Bank plc', monthsAgo: 31, course: 'open' },
      { type: 'current-account', lender: 'Bellwether Bank plc', monthsAgo: 120, course: 'open' },
      { type: 'communications', lender: 'Beaconet Mobile', monthsAgo: 9, course: 'open' },
    ],
    5,
  ),
  persona(
    'A thin file: known at the address, without any account.',
    ['Mr', 'Bram', 'Thistleton'],
    '2001-09-30',
    [{ buildingName: 'Rose Cottage', ...town, postcode: 'ZZ1 1AB' }],
    [],
    0,
  ),
  persona(
    'A card in default that was sold to a debt buyer, and a loan in arrears.',
    ['Mrs', 'Cecily', 'Mallowby'],
    '1972-01-05',
    [{ buildingNumber: '3', ...town, postcode: 'ZZ1 1AD' }],
    [
      { type: 'credit-card', lender: 'Marram Cards Ltd', monthsAgo: 60, course: 'default', isSold: true },
      { type: 'unsecured-loan', lender: 'Bridlepath Personal Finance', monthsAgo: 7, course: 'delinquent' },
      { type: 'current-account', lender: 'Windlestraw Bank', monthsAgo: 150, course: 'open' },
    ],
  ),
  persona(
    'A joint mortgage, a joint bank account and a car on hire purchase.',
    ['Mr', 'Dafydd', 'Larkford'],
    '1979-11-21',
    [{ buildingNumber: '40', ...town, postcode: 'ZZ1 1AE' }],
    [
      {
        type: 'mortgage',
        lender: 'Upper Sedgeley Building Society',
        monthsAgo: 70,
        course: 'open',
        isJoint: true,
      },
      {
        type: 'current-account',
        lender: 'Quarrelstone & Co Bank',
        monthsAgo: 90,
        course: 'open',
        isJoint: true,
      },
      { type: 'hire-purchase', lender: 'Cartwheel Vehicle Finance Limited', monthsAgo: 20, course: 'open' },
    ],
  ),
  persona(
    'Two agreements with one lender on one day, twice over: two vans and two phones.',
    ['Ms', 'Edith', 'Rowanby'],
    '1990-06-15',
    [{ buildingNumber: '7A', ...town, postcode: 'ZZ1 1AF' }],
    [
      { type: 'hire-purchase', lender: 'Gantry Motor Credit (UK) Ltd', monthsAgo: 16, course: 'open' },
      { type: 'hire-purchase', monthsAgo: 16, course: 'open', isTwin: true },
      { type: 'communications', lender: 'Semaphore Telecom Ltd', monthsAgo: 5, course: 'open' },
      { type: 'communications', monthsAgo: 5, course: 'open', isTwin: true },
    ],
  ),
  persona(
    'Lives in a block: without the flat the address fits several places.',
    ['Mr', 'Felix', 'Sedgeworth'],
    '1988-02-29',
    [{ subBuildingName: 'Flat 4', buildingName: 'Curlew Court', ...town, postcode: 'ZZ1 1AG' }],
    [
      { type: 'credit-card', lender: 'Harrowgill Bank plc', monthsAgo: 44, course: 'open' },
      { type: 'utility', lender: 'Glowworm Energy Supply Ltd', monthsAgo: 30, course: 'open' },
    ],
  ),
  persona(
    'A name that is written in many ways, three homes, and a file older than the last move.',
    ['Dr', 'Greta', "O'Finchley-Moss"],
    '1966-08-08',
    [
      { buildingNumber: '18', ...town, postcode: 'ZZ1 1AH' },
      { buildingNumber: '5', ...town, postcode: 'ZZ1 1AJ' },
      { buildingName: 'The Old Forge', ...town, postcode: 'ZZ1 1AL' },
    ],
    [
      { type: 'credit-card', lender: 'Sandpiper & Vole Card Company', monthsAgo: 110, course: 'open' },
      { type: 'store-card', lender: 'Haberdash & Daughters', monthsAgo: 60, course: 'dormant' },
      { type: 'mortgage', lender: 'Copperline Mortgages Ltd', monthsAgo: 130, course: 'settled' },
      { type: 'unsecured-loan', lender: 'Tallowgate Finance Ltd', monthsAgo: 10, course: 'open' },
    ],
  ),
  persona(
    'A PCP, a card in default, a card under a mistyped birthday, and other people on file at the address.',
    ['Mrs', 'Hester', 'Fennelcombe'],
    '1983-07-02',
    [{ buildingNumber: '22', ...town, postcode: 'ZZ1 1AN' }],
    [
      {
        type: 'hire-purchase',
        lender: 'Cartwheel Vehicle Finance Limited',
        monthsAgo: 22,
        course: 'open',
        product: 'pcp',
      },
      { type: 'credit-card', lender: 'Puffin Card Services', monthsAgo: 70, course: 'default' },
      {
        type: 'credit-card',
        lender: 'Tidewrack Bank plc',
        monthsAgo: 40,
        course: 'open',
        isMistyped: true,
      },
      { type: 'current-account', lender: 'Bellwether Bank plc', monthsAgo: 100, course: 'open' },
    ],
    3,
    'others',
  ),
  {
    ...persona(
      'A judgment that was paid, one that only Experian knows to be paid, a debt relief order, an associate, a notice.',
      ['Mr', 'Idris', 'Nettleford'],
      '1976-03-19',
      [{ buildingNumber: '9', ...town, postcode: 'ZZ1 1AP' }],
      [
        { type: 'credit-card', lender: 'Marram Cards Ltd', monthsAgo: 50, course: 'default' },
        { type: 'current-account', lender: 'Windlestraw Bank', monthsAgo: 130, course: 'open' },
      ],
      2,
    ),
    hasPublicFile: true,
  },
];
