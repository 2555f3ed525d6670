// The rows of the interface's tables "Generate request body", "Address entry" and "ukAddress", with values on both sides of every rule.
import { generateBody, ukAddress } from '../../support/house.ts';

type Bad = [value: unknown, path?: string];
export type Row = {
  /** As in the interface's table. */
  row: string;
  path: string;
  isRequired: boolean;
  wrongTypes: unknown[];
  good: unknown[];
  bad: Bad[];
};

export const CANARY = 'canary-5f1c9e';
const NOT_TEXT = [5, true, null, {}, [], ['text']];
export const NOT_TRUE_OR_FALSE = ['true', 'false', '', 0, 1, null, {}, []];
const NOT_A_LIST = [{}, 'text', 5, true, null];
const NOT_AN_OBJECT = [[], 'text', 5, true, null];

export const address = (fields: Record<string, unknown> = {}) => ({
  type: 'current',
  ukAddress: ukAddress({
    subBuildingName: 'Flat 2',
    buildingName: 'Rose Court',
    district: 'Headingley',
    county: 'West Yorkshire',
    country: 'GB',
    ...fields,
  }),
});

export const fullBody = () =>
  generateBody({
    addresses: [address()],
    title: 'Ms',
    middleName: 'May',
    gender: 'F',
    mobileNumber: '+447700900123',
    email: 'ada@example.com',
    externalReference: 'case-1042',
    challengeOptions: { status: 'allow' },
  });

function text(row: string, path: string, isRequired: boolean, lengthMax: number): Row {
  const good = ['x', 'Zoë-Ann O’Neill', '李'.repeat(3), 'x'.repeat(lengthMax)];
  const bad = ['', ' ', 'x'.repeat(lengthMax + 1), 'a\u0007b', 'a\u202eb', 'a\nb'];
  return {
    row,
    path,
    isRequired,
    wrongTypes: NOT_TEXT,
    good: good.filter((value) => value.length <= lengthMax),
    bad: bad.map((value): Bad => [value]),
  };
}

function format(row: string, path: string, isRequired: boolean, good: unknown[], bad: string[]): Row {
  return { row, path, isRequired, wrongTypes: NOT_TEXT, good, bad: bad.map((value): Bad => [value]) };
}

export const BODY: Row[] = [
  text('| sessionId | string | yes |', '/sessionId', true, 512),
  {
    row: '| bureaus | string[] | yes | Allowed values are three bureau identifiers |',
    path: '/bureaus',
    isRequired: true,
    wrongTypes: NOT_A_LIST,
    good: [['equifax'], ['experian'], ['transunion'], ['transunion', 'equifax', 'experian']],
    bad: [
      [[]],
      [['equifax', 'equifax']],
      [['equifax', 'experian', 'transunion', 'equifax']],
      [['equifax', 'callcredit'], '/bureaus/1'],
      [['Equifax'], '/bureaus/0'],
      [[5], '/bureaus/0'],
      [[null], '/bureaus/0'],
    ],
  },
  format(
    '| ipAddress | string | yes |',
    '/ipAddress',
    true,
    ['203.0.113.7', '0.0.0.0', '255.255.255.255', '2001:db8::1', '::1', '::ffff:192.0.2.1', '2001:DB8::A'],
    [
      '',
      '256.0.0.1',
      '1.2.3',
      '01.2.3.4',
      '1.2.3.4/24',
      ' 1.2.3.4',
      'fe80::1%eth0',
      '2001:db8::g',
      'host.example',
    ],
  ),
  format(
    '| searchType | string | yes | Currently only `pcp`. |',
    '/searchType',
    true,
    ['pcp'],
    ['PCP', '', 'hp'],
  ),
  text('| firstName | string | yes |', '/firstName', true, 60),
  text('| lastName | string | yes |', '/lastName', true, 60),
  format(
    '| dateOfBirth | string | yes | Format YYYY-MM-DD. |',
    '/dateOfBirth',
    true,
    ['1900-01-01', '1985-04-12', '2000-02-29', '2004-02-29'],
    [
      '',
      '1899-12-31',
      '2023-02-29',
      '1900-02-29',
      '1985-04-31',
      '1985-13-01',
      '1985-00-10',
      '1985-4-1',
      '12-04-1985',
      '1985/04/12',
      '19850412',
      '1985-04-12T00:00:00Z',
      '1985-04-12 ',
      '１９８５-04-12',
      '+001985-04-12',
    ],
  ),
  {
    row: '| addresses | object[] | yes | At least one address entry. |',
    path: '/addresses',
    isRequired: true,
    wrongTypes: NOT_A_LIST,
    good: [[address()], Array(10).fill(address())],
    bad: [[[]], [Array(11).fill(address())], [[address(), 5], '/addresses/1'], [[null], '/addresses/0']],
  },
  text('| title | string | no |', '/title', false, 30),
  text('| middleName | string | no |', '/middleName', false, 60),
  format('| gender | string | no | `M` or `F`. |', '/gender', false, ['M', 'F'], ['m', 'f', 'X', '', 'MF']),
  format(
    '| mobileNumber | string | no | International format with a leading plus sign. |',
    '/mobileNumber',
    false,
    ['+1234567', '+123456789012345', '+447700900000', '+447700900999'],
    [
      '',
      '+',
      '+123456',
      '+1234567890123456',
      '07700900123',
      '447700900123',
      '+44 7700 900123',
      '+4477009OO123',
      '+４４7700900',
    ],
  ),
  format(
    '| email | string | no |',
    '/email',
    false,
    ['a@b', 'test001@example.com', 'first.last+tag@mail.example.co.uk', `${'x'.repeat(242)}@example.com`],
    ['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', ' a@b', `${'x'.repeat(243)}@example.com`],
  ),
  text('| externalReference | string | no |', '/externalReference', false, 255),
  {
    row: '| challengeOptions | object | no | Test mode only. |',
    path: '/challengeOptions',
    isRequired: false,
    wrongTypes: NOT_AN_OBJECT,
    good: [{ status: 'challenge' }, { status: 'allow' }, { status: 'block' }],
    bad: [[{}, '/challengeOptions/status']],
  },
  {
    row: 'Field `status`, one of `challenge`, `allow`, `block`.',
    path: '/challengeOptions/status',
    isRequired: true,
    wrongTypes: NOT_TEXT,
    good: ['challenge', 'allow', 'block'],
    bad: [['Allow'], ['deny'], ['']],
  },
];

export const ADDRESS: Row[] = [
  text('| type | string | Address kind, for example `current`. |', '/addresses/0/type', false, 30),
  {
    row: '| ukAddress | object | The UK address, below. |',
    path: '/addresses/0/ukAddress',
    isRequired: true,
    wrongTypes: NOT_AN_OBJECT,
    good: [ukAddress()],
    bad: [],
  },
];

export const UK_ADDRESS: Row[] = [
  text('| subBuildingName | see rule |', '/addresses/0/ukAddress/subBuildingName', false, 60),
  text('| buildingName | see rule |', '/addresses/0/ukAddress/buildingName', false, 60),
  text('| buildingNumber | see rule |', '/addresses/0/ukAddress/buildingNumber', false, 20),
  text('| thoroughfare | no |', '/addresses/0/ukAddress/thoroughfare', false, 100),
  text('| district | no |', '/addresses/0/ukAddress/district', false, 60),
  text('| townOrCity | yes |', '/addresses/0/ukAddress/townOrCity', true, 60),
  text('| county | no |', '/addresses/0/ukAddress/county', false, 60),
  text('| country | no |', '/addresses/0/ukAddress/country', false, 60),
  format(
    '| postcode | yes | UK postcode. |',
    '/addresses/0/ukAddress/postcode',
    true,
    ['LS1 4AB', 'W1A 0AX', 'EC1A 1BB', 'M1 1AE', 'CR2 6XH', 'DN55 1PT'],
    ['', 'LS1', '4AB', 'LS1 4A', 'LS11 44B', '90210', 'LS1 4ABC', 'ＬＳ１ 4AB', 'L'.repeat(300)],
  ),
];
