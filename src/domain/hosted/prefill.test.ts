// What a link's holder can make of what was filled in: nothing, unless it may be changed; and every change is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UkAddress } from '../reports/consumer.ts';
import type { HostedDetails, Prefill } from './consumer-session.ts';
import { CHANGEABLE_FIELDS } from './consumer-session.ts';
import { lockedIn, mayShow, settleDetails } from './prefill.ts';

const at = (buildingNumber: string, more: Partial<UkAddress> = {}) => ({
  ukAddress: { buildingNumber, townOrCity: 'Leeds', postcode: 'LS1 4AB', ...more },
});
const FULL = {
  title: 'Ms',
  firstName: 'Ada',
  middleName: 'May',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  gender: 'F',
  email: 'test002@example.com',
  mobileNumber: '+447700900123',
  addresses: [{ type: 'current', ...at('12', { county: 'West Yorkshire' }) }, at('7')],
  previousNames: [{ firstName: 'Ada', middleName: 'M', lastName: 'Maiden' }],
} as const satisfies Prefill as Prefill;
const OTHER: HostedDetails = {
  firstName: 'Eve',
  lastName: 'Other',
  dateOfBirth: '1970-01-01',
  mobileNumber: '+447700900999',
  addresses: [{ type: 'current', ...at('99') }],
};

test('every field that the page asks for is locked where it is filled in, and the others are never asked', () => {
  assert.deepEqual(lockedIn(FULL, []), [...CHANGEABLE_FIELDS]);
  assert.deepEqual(lockedIn({}, []), []);
  assert.deepEqual(lockedIn({ addresses: [], previousNames: [] }, []), []);
  for (const field of CHANGEABLE_FIELDS)
    assert.deepEqual(
      lockedIn(FULL, [field]),
      CHANGEABLE_FIELDS.filter((one) => one !== field),
    );
});

test('another person typed over a whole prefill changes nothing; without a prefill all is as typed', () => {
  assert.deepEqual(settleDetails(FULL, OTHER, []), { details: FULL, changed: [] });
  assert.deepEqual(settleDetails({}, OTHER, [...CHANGEABLE_FIELDS]), { details: OTHER, changed: [] });
});

test('each field changes alone where it may, and is told by its name', () => {
  const pointers: Record<(typeof CHANGEABLE_FIELDS)[number], string[]> = {
    firstName: ['/firstName'],
    lastName: ['/lastName'],
    dateOfBirth: ['/dateOfBirth'],
    mobileNumber: ['/mobileNumber'],
    addresses: ['/addresses/0', '/addresses/1'],
    previousNames: ['/previousNames/0'],
  };
  for (const field of CHANGEABLE_FIELDS) {
    const { details, changed } = settleDetails(FULL, OTHER, [field]);
    assert.deepEqual(changed, pointers[field], field);
    const { [field]: was, ...others } = details;
    assert.deepEqual(was, OTHER[field], field);
    const { [field]: _one, ...rest } = FULL;
    assert.deepEqual(others, rest, field);
  }
});

test('what comes back from the form as it went in is no change, and keeps the fields that a form lacks', () => {
  const typed: HostedDetails = {
    ...OTHER,
    ...{ firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12', mobileNumber: '+447700900123' },
    addresses: [
      { type: 'current', ...at('12') },
      { type: 'previous', ...at('7') },
    ],
    previousNames: [{ firstName: 'Ada', lastName: 'Maiden' }],
  };
  assert.deepEqual(settleDetails(FULL, typed, [...CHANGEABLE_FIELDS]), { details: FULL, changed: [] });
  const spaced = { ...FULL, firstName: ' Ada ', addresses: [at('12', { buildingName: 'Rose  House' })] };
  const retyped = { ...typed, addresses: [at('12', { buildingName: 'Rose House' })] };
  assert.deepEqual(settleDetails(spaced, retyped, [...CHANGEABLE_FIELDS]).changed, []);
});

test('addresses are added to those that were filled in; another current one is a change, also where the old one stays', () => {
  const more = { ...OTHER, addresses: [at('12'), at('50'), at('7')] };
  const { details, changed } = settleDetails(FULL, more, []);
  assert.deepEqual([details.addresses, changed], [[...(FULL.addresses ?? []), at('50')], []]);
  const turned = settleDetails(FULL, { ...OTHER, addresses: [at('7'), at('12')] }, ['addresses']);
  assert.deepEqual(turned.changed, ['/addresses/0']);
});

test('a name beside the one that was filled in is told: under another name another person is found', () => {
  const typed = { ...OTHER, previousNames: [{ firstName: 'Eve', lastName: 'Victim' }] };
  assert.deepEqual(settleDetails({ lastName: 'Sample' }, typed, []).changed, ['/previousNames']);
  assert.deepEqual(settleDetails({ firstName: 'Ada' }, typed, []).changed, ['/previousNames']);
  assert.deepEqual(settleDetails({ mobileNumber: '+447700900123' }, typed, []).changed, []);
  const { details, changed } = settleDetails(FULL, typed, []);
  assert.deepEqual(details.previousNames, [...(FULL.previousNames ?? []), ...typed.previousNames]);
  assert.deepEqual(changed, ['/previousNames']);
});

test('a previous name without a first name has the present one', () => {
  const { details } = settleDetails({ previousNames: [{ firstName: '', lastName: 'Maiden' }] }, OTHER, []);
  assert.deepEqual(details.previousNames, [{ firstName: 'Eve', lastName: 'Maiden' }]);
});

test('the report is shown where nothing was changed, or where the tenant chose it', () => {
  const rows = [
    [true, false, [], true],
    [true, false, ['/lastName'], false],
    [true, true, ['/lastName'], true],
    [false, true, [], false],
  ] as const;
  for (const [showReport, showReportIfChanged, changed, isShown] of rows)
    assert.equal(mayShow({ showReport, showReportIfChanged, changed }), isShown);
});
