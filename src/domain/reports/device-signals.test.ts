import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DeviceSignals, deviceKeyOf, flagsOf, readSignals } from './device-signals.ts';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const HEADERS = { userAgent: AGENT, acceptLanguage: 'en-GB,en;q=0.9' };
const A_DEVICE: DeviceSignals = {
  userAgent: AGENT,
  platform: 'Win32',
  brandPlatform: 'Windows',
  languages: ['en-GB', 'en'],
  timeZone: 'Europe/London',
  screen: [1920, 1080],
  colorDepth: 24,
  cores: 8,
  memoryGb: 8,
  touchPoints: 0,
  graphics: { vendor: 'Google Inc.', renderer: 'ANGLE' },
  canvas: 'f00d',
  automation: [],
};

test('the signals of the script are read as sent', () => {
  assert.deepEqual(readSignals(A_DEVICE), A_DEVICE);
});

test('unknown, overlong or mistyped fields are dropped, and no report is rejected', () => {
  const given = {
    platform: 7,
    canvas: 'x'.repeat(401),
    cores: '8',
    screen: [1920, 'wide', Number.NaN, 1080],
    languages: 'en',
    graphics: { vendor: 'only one' },
    somethingElse: { deep: [[[]]] },
    timeZone: 'Europe/London',
  };
  assert.deepEqual(readSignals(given), { screen: [1920, 1080], timeZone: 'Europe/London' });
  for (const nothing of [undefined, null, 7, 'text', [], {}]) assert.deepEqual(readSignals(nothing), {});
});

test('whatever is posted, only small values of known fields are kept', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 4 }), (given) => {
      const kept = readSignals({ ...A_DEVICE, ...(typeof given === 'object' ? given : {}) });
      assert.ok(JSON.stringify(kept).length < 10_000);
      for (const name of Object.keys(kept)) assert.ok(name in A_DEVICE, name);
    }),
  );
});

test('a device keeps its key after a browser update, in another time zone and with another language', () => {
  const later = { ...A_DEVICE, userAgent: 'newer', timeZone: 'Europe/Paris', languages: ['fr'] };
  assert.equal(deviceKeyOf(later), deviceKeyOf(A_DEVICE));
  assert.notEqual(deviceKeyOf({ ...A_DEVICE, canvas: 'beef' }), deviceKeyOf(A_DEVICE));
});

test('a device with too few signals has no key, so that such devices are not counted as one', () => {
  assert.equal(deviceKeyOf({}), null);
  assert.equal(deviceKeyOf({ cores: 8, memoryGb: 8, timeZone: 'Europe/London', screen: [1, 1] }), null);
  assert.notEqual(deviceKeyOf({ canvas: 'f00d', screen: [1, 1] }), null);
});

const FLAGS: [name: string, change: DeviceSignals, headers: Partial<typeof HEADERS>, flags: string[]][] = [
  ['a person with a browser', {}, {}, []],
  ['a browser that is driven', { automation: ['WebDriver'] }, {}, ['automation']],
  ['another browser in the header', {}, { userAgent: 'curl/8' }, ['signals-inconsistent']],
  ['another system in the hints', { brandPlatform: 'Linux' }, {}, ['signals-inconsistent']],
  ['another language in the header', {}, { acceptLanguage: 'de-DE' }, ['signals-inconsistent']],
  ['the same language of another country', {}, { acceptLanguage: 'en-US' }, []],
  ['any language', {}, { acceptLanguage: '*' }, []],
];

for (const [name, change, headers, flags] of FLAGS) {
  test(`${name} is flagged with ${flags.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(flagsOf({ ...A_DEVICE, ...change }, { ...HEADERS, ...headers }), flags);
  });
}

test('a phone that requests desktop pages is not inconsistent', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0';
  const phone = { ...A_DEVICE, userAgent: agent, brandPlatform: 'Android' };
  assert.deepEqual(flagsOf(phone, { ...HEADERS, userAgent: agent }), []);
});

test('without signals the only flag is that they are missing', () => {
  assert.deepEqual(flagsOf({}, HEADERS), ['signals-missing']);
});

test('what is kept of a report is at most 2 kB, in bytes, whatever is posted', () => {
  for (const letter of ['a', 'é', '語', '\u{1f600}', '"', '\u0001']) {
    const long = letter.repeat(400 / letter.length);
    const posted = {
      ...{ userAgent: long, platform: long, brandPlatform: long, timeZone: long, canvas: long },
      ...{ languages: Array(50).fill(long), automation: Array(50).fill(long) },
      ...{ screen: Array(50).fill(-999_999.123456789), graphics: { vendor: long, renderer: long } },
    };
    const bytes = Buffer.byteLength(JSON.stringify(readSignals(posted)));
    assert.ok(bytes <= 2_000, `${bytes} bytes of ${letter}`);
  }
});
