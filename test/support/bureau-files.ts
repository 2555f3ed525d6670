// For tests of the bureaus' adapters: invented files made from a seed, the person as a caller would describe them, a check that
// a bureau file is one, and damaged copies of a reply.
import assert from 'node:assert/strict';
import type {
  SimulatedBureau,
  SimulatedFile,
  SimulatedPerson,
} from '../../src/bureaus/population/simulated-file.ts';
import type { BureauFile } from '../../src/domain/bureau-file.ts';
import type { Consumer, UkAddress } from '../../src/domain/consumer.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type BureauId,
  COMPANY_TYPES,
} from '../../src/domain/credit-report.ts';

export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

export function inventPerson(random: Random): SimulatedPerson {
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

export function inventFile(
  random: Random,
  bureau: BureauId,
  counts: { accounts: number; searches: number },
): SimulatedFile {
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
      const given = {
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
        ...withoutAbsent(given),
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

export function withoutAbsent<T extends object>(
  given: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

/** Knows one person: whoever else is asked for is nobody, and the postcode ZZ9 9ZZ has several houses. */
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

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What the merge and the report may rely on. */
export function assertBureauFile(file: BureauFile, bureau: BureauId): void {
  assert.equal(file.bureau, bureau);
  const refs = [...file.accounts, ...file.searches].map(({ ref }) => ref);
  assert.equal(new Set(refs).size, refs.length, 'a ref twice');
  for (const account of file.accounts) {
    assert.ok(ACCOUNT_TYPES.includes(account.accountType));
    assert.ok(ACCOUNT_STATUSES.includes(account.accountStatus));
    assert.ok(account.companyType === undefined || COMPANY_TYPES.includes(account.companyType));
    for (const money of [account.payment, account.startBalance, account.balance, account.creditLimit]) {
      if (money === undefined) continue;
      assert.ok(Number.isSafeInteger(money.amount) && money.amount >= 0 && money.amount % 100 === 0);
      assert.match(money.currency, /^[A-Z]{3}$/);
    }
    for (const date of [account.startDate, account.endDate, account.defaultDate, account.lastUpdated]) {
      if (date !== undefined) assert.match(date, DATE);
    }
  }
  for (const search of file.searches) {
    assert.equal(new Date(search.date).toISOString(), search.date);
    if (search.isDateOnly) assert.match(search.date, /T00:00:00\.000Z$/);
  }
  for (const { address } of file.residencies) assert.ok(address.townOrCity && address.postcode);
  assertTexts(file);
}

function assertTexts(value: unknown): void {
  assert.ok(value !== undefined && value !== null, 'an absent field is left out');
  if (typeof value === 'string') {
    assert.ok(
      value !== '' && value.length <= 420 && !/\p{C}/u.test(value),
      'a text that is empty, long or has controls',
    );
  } else if (typeof value === 'object') Object.values(value).forEach(assertTexts);
}

/** The quickest of some tries: on a busy machine one of them may have waited for others. */
export async function assertQuick(work: () => Promise<unknown>, maxMs: number): Promise<void> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
    if (Math.min(...times) < maxMs) return;
  }
  assert.fail(`took at least ${Math.min(...times)} ms`);
}

/** A damaged copy: flipped characters, a cut, a piece twice, two pieces changed places, a name or a value changed. */
export function mutate(text: string, random: Random): string {
  const where = (): number => Math.floor(random() * text.length);
  const [from, to] = [where(), where()].sort((a, b) => a - b) as [number, number];
  const short = Math.min(to, from + 400);
  const names = text.match(/[A-Za-z]{3,}/g) ?? ['name'];
  const rarely = (all: string, instead: readonly string[]): string =>
    random() < 0.02 ? pick(random, instead) : all;
  switch (Math.floor(random() * 9)) {
    case 0:
      return text.slice(0, from) + String.fromCharCode(Math.floor(random() * 0xffff)) + text.slice(from + 1);
    case 1:
      return text.slice(0, from);
    case 2:
      return text.slice(0, from) + text.slice(short);
    case 3:
      return text.slice(0, short) + text.slice(from, short) + text.slice(short);
    case 4:
      return text.replaceAll(pick(random, names), pick(random, names));
    case 5:
      return text.replaceAll(/\d+/g, (all) =>
        rarely(all, ['-5', '1.5', '', 'x', '1e999', '9'.repeat(20), `${all}0`]),
      );
    case 6:
      return text.replaceAll(/<(\w+)>[^<]*<\/\1>/g, (all) =>
        rarely(all, ['', all + all, '<x>1</x>', `<x>${all}</x>`]),
      );
    case 7:
      return text.replaceAll(/>([^<]{1,40})</g, (all) =>
        rarely(all, ['><', '><x>1</x><', '>&lt;script&gt;<', '>null<']),
      );
    default:
      return text.replaceAll(/"([^"]{1,40})"/g, (all) =>
        rarely(all, ['""', 'null', '[]', '{}', '7', '"<b>"', '[[1]]']),
      );
  }
}
