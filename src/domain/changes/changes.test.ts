// Each kind of change by its definition in docs/changes.md, on documents small enough to check by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreditReport, Residency } from '../reports/credit-report.ts';
import type { BureauStatus } from '../reports/report.ts';
import { changesOf } from './changes.ts';
import type { KnownRecord, Side } from './side.ts';

const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
const SINCE = '2026-01-31';
const NOW = '2026-03-31';

const card = (more: Partial<KnownRecord> = {}): KnownRecord => ({
  recordId: 'card',
  accountType: 'credit-card',
  accountStatus: 'open',
  companyName: 'Puffin Card Services',
  accountNumber: '****2222',
  startDate: '2019-03-14',
  balance: pounds(600),
  lastUpdated: '2026-01-20',
  history: { newest: '2026-01', months: '0'.repeat(24) },
  bureaus: [{ id: 'equifax', ref: 'c' }],
  ...more,
});
const later = (more: Partial<KnownRecord> = {}): KnownRecord =>
  card({ lastUpdated: '2026-03-20', history: { newest: '2026-03', months: '0'.repeat(26) }, ...more });

type More = { searches?: [string, string][]; residencies?: Residency[]; bureaus?: BureauStatus[] };
function side(day: string, records: KnownRecord[], more: More = {}): Side {
  const report: Omit<CreditReport, 'consumerData'> = {
    person: { firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
    residencies: more.residencies ?? [],
    previousSearches: {
      providers: (more.searches ?? []).map(([companyName, date]) => ({ companyName, records: [{ date }] })),
    },
  };
  const bureaus = more.bureaus ?? [{ id: 'equifax', status: 'ok' }];
  return { report: { ...report, consumerData: { records } }, day, bureaus };
}
const between = (before: KnownRecord[], now: KnownRecord[], was: More = {}, is: More = {}) =>
  changesOf(side(SINCE, before, was), side(NOW, now, is));
const filled = ({ records }: ReturnType<typeof between>) =>
  Object.entries(records)
    .filter(([, list]) => Array.isArray(list) && list.length > 0)
    .map(([kind]) => kind);

test('another spelling, type, number or start of one agreement is no change', () => {
  const now = later({
    companyName: 'PUFFIN CARDS (UK)',
    accountNumber: '****222',
    accountType: 'store-card',
    startDate: '2019-03-17',
  });
  const changes = between([card()], [now]);
  assert.deepEqual([filled(changes), changes.records.unchanged], [[], 1]);
});

test('a product, a final payment or an amount at default that becomes known is no change', () => {
  const known = { product: 'pcp', balloon: pounds(5_571), defaultBalance: pounds(300) } as const;
  for (const [before, now] of [
    [card(), later(known)],
    [card(known), later()],
    [card(known), later({ product: 'conditional-sale', balloon: pounds(1) })],
  ] as const) {
    const changes = between([before], [now]);
    assert.deepEqual([filled(changes), changes.records.unchanged], [[], 1]);
  }
});

test('settled is dated by its end: since, or before the earlier report, which had not heard', () => {
  const end = (endDate: string) =>
    between([card()], [later({ accountStatus: 'settled', endDate })]).records.settled[0];
  assert.equal(end('2026-02-01')?.when, 'since');
  assert.equal(end('2026-01-31')?.when, 'before');
  const unsaid = between([card()], [later({ accountStatus: 'closed' })]).records.settled[0];
  assert.deepEqual([unsaid?.when, unsaid?.statusBefore, unsaid?.status], ['undated', 'open', 'closed']);
  assert.deepEqual(
    filled(between([card({ accountStatus: 'settled' })], [later({ accountStatus: 'closed' })])),
    [],
  );
  assert.deepEqual(filled(between([card()], [later({ accountStatus: 'transferred' })])), ['transferred']);
});

test('an ended agreement that runs again by newer data is reopened; by older data nothing is said', () => {
  const ended = card({ accountStatus: 'settled' });
  assert.deepEqual(filled(between([ended], [later()])), ['reopened']);
  assert.deepEqual(filled(between([ended], [card({ lastUpdated: '2026-01-19' })])), []);
});

test('worse and better go by status and months of arrears, dated by the history', () => {
  const late = (months: string, more: Partial<KnownRecord> = {}) =>
    later({ accountStatus: 'delinquent', history: { newest: '2026-03', months }, ...more });
  const worse = between([card()], [late(`21${'0'.repeat(22)}`)]).records.worse[0];
  assert.deepEqual([worse?.before, worse?.now, worse?.when], ['up-to-date', '2', 'since']);
  const old = between([card()], [late(`3333${'0'.repeat(20)}`)]).records.worse[0];
  assert.equal(old?.when, 'before');
  const was = card({ accountStatus: 'delinquent', history: { newest: '2026-01', months: `3210` } });
  assert.deepEqual(between([was], [late('5432')]).records.worse[0]?.now, '5');
  assert.deepEqual(filled(between([was], [late('3')])), []);
  const better = between([was], [later({ history: { newest: '2026-03', months: '003210' } })]).records
    .better[0];
  assert.deepEqual([better?.before, better?.now, better?.when], ['3', 'up-to-date', 'since']);
  assert.deepEqual(filled(between([was], [late('l')])), []);
});

test('a default counts by its day, a satisfied one too; months between that were worse than both reports are named', () => {
  const defaulted = { accountStatus: 'default', defaultDate: '2026-02-10' } as const;
  assert.equal(between([card()], [later(defaulted)]).records.worse[0]?.when, 'since');
  assert.equal(
    between([card()], [later({ ...defaulted, defaultDate: '2024-02-10' })]).records.worse[0]?.when,
    'before',
  );
  const satisfied = later({ accountStatus: 'settled', endDate: '2026-03-01', defaultDate: '2026-02-10' });
  assert.deepEqual(filled(between([card()], [satisfied])), ['settled', 'worse']);
  const spell = between([card()], [later({ history: { newest: '2026-03', months: '020000' } })]).records
    .worse[0];
  assert.deepEqual([spell?.now, spell?.worstSince], ['up-to-date', { month: '2026-02', status: '2' }]);
});

test('a balance is listed from £100 and a tenth on, and not where its payments explain the fall', () => {
  const moved = (before: number, now: number, payment?: number) => {
    const paid = payment === undefined ? {} : { payment: pounds(payment) };
    return between([card({ balance: pounds(before), ...paid })], [later({ balance: pounds(now), ...paid })])
      .records.balances;
  };
  assert.equal(moved(600, 699).length, 0);
  assert.equal(moved(600, 700)[0]?.difference, 10_000);
  assert.equal(moved(9_000, 9_950).length, 0);
  assert.equal(moved(9_000, 10_000).length, 1);
  // 59 days: two payments, and one more.
  assert.equal(moved(1_000, 700, 100).length, 0);
  assert.equal(moved(1_000, 690, 100).length, 1);
  assert.equal(moved(700, 1_000, 100).length, 1);
  const { balance: _, ...silent } = later();
  assert.deepEqual(between([card()], [silent]).records.notCompared, [
    { recordId: 'card', what: 'balance', missing: 'now' },
  ]);
  assert.deepEqual(filled(between([card()], [card({ balance: pounds(9_000) })])), []);
});

test('new says why: begun since, at a bureau not heard before, or not listed before', () => {
  const why = (more: Partial<KnownRecord>, was: More = {}, is: More = {}) =>
    between([], [later(more)], was, is).records.new[0]?.why;
  assert.equal(why({ startDate: '2026-02-01' }), 'began-since');
  assert.equal(why({ startDate: '2026-01-31' }), 'not-listed-before');
  const away: More = { bureaus: [{ id: 'equifax', status: 'timeout' }] };
  assert.equal(why({}, away), 'bureau-not-heard-before');
});

test('gone says why: aged off, a bureau not heard now, or unknown', () => {
  const why = (more: Partial<KnownRecord>, bureaus: BureauStatus[]) =>
    between([card(more)], [], {}, { bureaus }).records.gone[0]?.why;
  const heard: BureauStatus[] = [{ id: 'equifax', status: 'ok' }];
  assert.equal(why({}, heard), 'unknown');
  assert.equal(why({ endDate: '2020-03-31' }, heard), 'aged-off');
  assert.equal(why({ endDate: '2020-04-01' }, heard), 'unknown');
  assert.equal(why({ defaultDate: '2019-12-01' }, heard), 'aged-off');
  for (const status of ['timeout', 'no-trace'] as const)
    assert.equal(why({ endDate: '2020-03-31' }, [{ id: 'equifax', status }]), 'bureau-not-heard-now');
  assert.equal(why({}, [{ id: 'experian', status: 'ok' }]), 'bureau-not-heard-now');
});

test('a row that may be part of an agreement of both reports is unsure, neither new nor gone', () => {
  const { accountNumber: _, ...bare } = later({ recordId: 'bare', bureaus: [{ id: 'experian', ref: 'x' }] });
  const added = between([card()], [later(), bare]);
  assert.deepEqual(filled(added), ['unsure']);
  assert.deepEqual([added.records.unsure[0]?.mayBe, added.records.unsure[0]?.listed], ['card', 'now']);
  assert.deepEqual(filled(between([card(), bare], [later()])), ['unsure']);
  const second = later({ recordId: 'second', accountNumber: '****7777' });
  assert.deepEqual(filled(between([card()], [later(), second])), ['new']);
});

test('a search is the same by company and day; one of a known day before the earlier report is not new', () => {
  const at = (day: string) => `${day}T00:00:00.000Z`;
  const found = (
    now: [string, string][],
    before: [string, string][] = [['Puffin Card Services', at('2025-06-10')]],
  ) =>
    between([], [], { searches: before }, { searches: now }).searches.new.map(
      ({ companyName, when }) => `${companyName} ${when}`,
    );
  assert.deepEqual(found([['PUFFIN CARDS', at('2025-06-11')]]), []);
  assert.deepEqual(found([['Larkfield', at('2025-06-10')]]), []);
  assert.deepEqual(found([['Larkfield', at('2025-06-20')]]), ['Larkfield before']);
  assert.deepEqual(
    found([
      ['Larkfield', at('2026-02-01')],
      ['Larkfield', at('2026-02-01')],
    ]),
    ['Larkfield since', 'Larkfield since'],
  );
});

test('an address is the same however it is spelt; a new one is dated by the months lived there', () => {
  const home = (addressId: string, buildingNumber: string, months: number, isCurrent = true): Residency => {
    const ukAddress = { buildingNumber, townOrCity: 'York', postcode: 'YO1 7HH' };
    const text = `${buildingNumber} York`;
    return {
      addressId,
      address: { type: 'uk', ukAddress, addressLine1: text, lines: [] },
      yearsAtAddress: 0,
      monthsAtAddress: months,
      isCurrent,
    };
  };
  const moved = (before: Residency[], now: Residency[]) =>
    between([], [], { residencies: before }, { residencies: now }).addresses;
  assert.deepEqual(moved([home('a', '12', 9)], [home('b', '0012', 9)]), {
    new: [],
    gone: [],
    nowCurrent: [],
  });
  assert.equal(moved([], [home('a', '12', 1)]).new[0]?.when, 'since');
  assert.equal(moved([], [home('a', '12', 9)]).new[0]?.when, 'before');
  assert.deepEqual(
    moved([home('a', '12', 9)], []).gone.map(({ why }) => why),
    ['unknown'],
  );
  assert.equal(moved([home('a', '12', 9, false)], [home('a', '12', 11)]).nowCurrent.length, 1);
});
