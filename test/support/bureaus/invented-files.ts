// Random files for tests of the adapters: what a simulated bureau has on file, seeded, in every shape that the wire has to carry;
// and the person as a caller would describe them.

import assert from 'node:assert/strict';
import type {
  SimulatedBureau,
  SimulatedFile,
  SimulatedPerson,
} from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { given } from '../../../src/domain/given.ts';
import type { Consumer, UkAddress } from '../../../src/domain/reports/consumer.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type BureauId,
  COMPANY_TYPES,
} from '../../../src/domain/reports/credit-report.ts';
import type { Chance } from './mutations.ts';

type Random = () => number;

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

function inventPerson(random: Random): SimulatedPerson {
  const homes = 1 + Math.floor(random() * 3);
  return {
    id: 'person-1',
    title: pick(random, ['Mr', 'Ms', 'Dr']),
    forename: pick(random, ['Ada', 'Zoë', 'Bertram', 'Jean-Luc']),
    surname: pick(random, ['Quillfeather', "O'Marrow", 'de Vantley', 'Thistle-Brook', 'Ng']),
    dateOfBirth: day(random, 1950, 2000),
    addresses: Array.from({ length: homes }, (_, index) => ({
      id: `address-${index}`,
      address: inventAddress(random, index),
      monthsAtAddress: 1 + Math.floor(random() * 200),
    })),
  };
}

function inventAddress(random: Random, index: number): UkAddress {
  const premises = pick<Partial<UkAddress>>(random, [
    { buildingNumber: '7' },
    { buildingNumber: '120B' },
    { subBuildingName: 'Flat 3', buildingNumber: '12' },
    { subBuildingName: 'Flat 14', buildingName: 'Rose Court' },
    { buildingName: 'Thatched Cottage' },
  ]);
  return {
    ...premises,
    thoroughfare: pick(random, ['High Street', 'Mill Lane']),
    ...(random() < 0.3 && { district: 'Upper Example' }),
    townOrCity: 'Exampleton',
    ...(random() < 0.3 && { county: 'Exampleshire' }),
    postcode: `ZZ${index + 1} ${index}AA`,
  };
}

/** The same seed of `chance` gives the same file. */
export function inventFile(
  chance: Chance,
  bureau: BureauId,
  counts: { accounts: number; searches: number },
): SimulatedFile {
  const random: Random = () => chance.below(2 ** 24) / 2 ** 24;
  const person = inventPerson(random);
  const maybe = <T>(value: T): T | undefined => (random() < 0.7 ? value : undefined);
  const pounds = (): number => Math.floor(random() * 9_000);
  return {
    bureau,
    person,
    accounts: Array.from({ length: counts.accounts }, (_, index) => {
      const status = pick(random, ACCOUNT_STATUSES);
      const isSuppressed = random() < 0.1;
      const payments = maybe(1 + Math.floor(random() * 72));
      const said = {
        lenderName: maybe(
          pick(random, ['Marl & Spindle Bank', 'Example <Cars> "Finance"', 'Ünïted Lénders']),
        ),
        accountNumber: maybe(pick(random, ['****1234', '12345678/01', `9${index}887766`])),
        endDate: status === 'settled' || status === 'closed' ? day(random, 2021, 2024) : undefined,
        defaultDate: status === 'default' ? day(random, 2020, 2023) : undefined,
        balancePounds: isSuppressed ? undefined : maybe(pounds()),
        isBalanceSuppressed: isSuppressed ? (true as const) : undefined,
        startBalancePounds: maybe(pounds() + 1),
        paymentPounds: maybe(pounds()),
        limitPounds: maybe(pounds()),
        numberOfPayments: payments,
        repaymentPeriodMonths: payments,
      };
      return {
        agreementId: `agreement-${index}`,
        holder: {
          ...(random() < 0.9 && { title: person.title }),
          forename: person.forename,
          surname: person.surname,
        },
        addressIndex: Math.floor(random() * person.addresses.length),
        lenderType: pick(random, COMPANY_TYPES),
        type: pick(random, ACCOUNT_TYPES),
        status,
        startDate: day(random, 2012, 2020),
        lastUpdated: day(random, 2025, 2026),
        isJoint: random() < 0.2,
        history: historyOf(random, status),
        ...given(said),
      };
    }),
    searches: Array.from({ length: counts.searches }, (_, index) => ({
      enquiryId: `enquiry-${index}`,
      ...(random() < 0.8 && { companyName: 'Marl & Spindle Bank' }),
      companyType: pick(random, COMPANY_TYPES),
      at: `${day(random, 2024, 2026)}T${10 + (index % 10)}:20:30.000Z`,
      purpose: pick(random, [
        'credit-application',
        'quotation',
        'identity',
        'consumer-enquiry',
        'debt-recovery',
      ]),
    })),
  };
}

const MARKS = {
  default: 'default',
  settled: 'settled',
  dormant: 'dormant',
  arrangement: 'arrangement',
  query: 'query',
} as const;

function historyOf(random: Random, status: string): SimulatedFile['accounts'][number]['history'] {
  const newest = status in MARKS ? MARKS[status as keyof typeof MARKS] : status === 'delinquent' ? 2 : 0;
  return [newest, ...Array.from({ length: Math.floor(random() * 6) }, () => Math.floor(random() * 3))];
}

function day(random: Random, fromYear: number, toYear: number): string {
  const year = fromYear + Math.floor(random() * (toYear - fromYear));
  const ms = Date.UTC(year, Math.floor(random() * 12), 1 + Math.floor(random() * 28));
  return new Date(ms).toISOString().slice(0, 10);
}

/** Has a file on one person only; the postcode ZZ9 9ZZ is ambiguous. */
export function knowing(file: SimulatedFile): SimulatedBureau {
  return {
    find({ surname, dateOfBirth, postcode }) {
      if (postcode === 'ZZ9 9ZZ') {
        return { kind: 'ambiguous', candidates: file.person.addresses.map(({ address }) => address) };
      }
      const isThem = surname === file.person.surname && dateOfBirth === file.person.dateOfBirth;
      return isThem ? { kind: 'found', file } : { kind: 'nobody' };
    },
  };
}

export function consumerOf(person: SimulatedPerson, home = 0): Consumer {
  const address = person.addresses[home]?.address;
  assert.ok(address);
  return {
    title: person.title,
    firstName: person.forename,
    lastName: person.surname,
    dateOfBirth: person.dateOfBirth,
    ipAddress: '192.0.2.1',
    addresses: [{ ukAddress: address }],
  };
}
