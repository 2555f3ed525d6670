// The rules of numbers, senders, texts and settings, on both sides of every limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMessageWriter, messageProblem, nameInText } from './message.ts';
import { readPhone } from './phone.ts';
import { senders } from './sender.ts';
import { SMS_SETTINGS, type SmsValues, smsProblems } from './settings.ts';

const GB = { countries: ['GB'], isSimulated: false };
const kindOf = (number: string | undefined, rules = GB) => readPhone(number, rules).kind;

test('a UK mobile number is texted; a land line, a pager, a personal number and nonsense are not', () => {
  assert.deepEqual(readPhone('+447400123456', GB), { kind: 'ok', to: '+447400123456' });
  const unusable = [
    '+442071234567',
    '+447600123456',
    '+447012345678',
    '+447911',
    '+44',
    '07400123456',
    'x',
    undefined,
  ];
  for (const number of unusable) assert.equal(kindOf(number), 'unusable', number);
});

test('Jersey, Guernsey and the Isle of Man share +44 and are texted only when they are listed', () => {
  const islands = { '+447797712345': 'JE', '+447781123456': 'GG', '+447624123456': 'IM' };
  for (const [number, country] of Object.entries(islands)) {
    assert.equal(kindOf(number), 'unusable', country);
    assert.equal(kindOf(number, { ...GB, countries: ['GB', country] }), 'ok', country);
  }
  assert.equal(kindOf('+33612345678'), 'unusable');
  assert.equal(kindOf('+33612345678', { ...GB, countries: ['FR'] }), 'ok');
});

test("Ofcom's drama numbers are texted only where no message can reach a phone", () => {
  for (const number of ['+447700900000', '+447700900123', '+447700900999']) {
    assert.equal(kindOf(number, { ...GB, isSimulated: true }), 'ok', number);
    assert.equal(kindOf(number), 'unusable', number);
  }
  assert.equal(kindOf('+447700901000', { ...GB, isSimulated: true }), 'unusable');
});

test('the message about an unusable number never repeats it', () => {
  for (const number of ['+442071234567', '+33612345678', '+447700900123']) {
    const phone = readPhone(number, GB);
    assert.ok(phone.kind === 'unusable' && !phone.why.includes(number.slice(3, 7)), number);
  }
});

test('a sender is a name that is not generic, a UK number or a short code', () => {
  const { parse } = SMS_SETTINGS.SMS_SENDER;
  for (const good of ['Trefoil', 'ABC', 'Northgate C', 'A&B_c.d-e', '+447400123456', '60123', '88888'])
    assert.equal(parse(good), good);
  const bad = [
    'ab',
    'Northgate Cl',
    'SMS',
    'Verify',
    'PassCode',
    'in-fo',
    '12345',
    '6012',
    '+33612345678',
    'Café',
    '&&&&',
    'MyVerify',
    'Verify24 Ltd'.slice(0, 11),
  ];
  for (const one of bad) assert.throws(() => parse(one), /^BadSetting|must /, one);
});

const TEMPLATE = '{code} is your {name} security code. Do not share it.';

test('the text begins with the code and ends with the line that phones read', () => {
  const write = createMessageWriter({ template: TEMPLATE, domain: 'check.example.com' });
  const text =
    '123456 is your Northgate Claims security code. Do not share it.\n\n@check.example.com #123456';
  assert.equal(write('123456', 'Northgate Claims'), text);
  assert.equal(createMessageWriter({ template: '{code} $& $1', domain: null })('123456', ''), '123456 $& $1');
});

test('for a page in a frame the last line names the page around it, while it is one message', () => {
  const write = createMessageWriter({ template: TEMPLATE, domain: 'check.example.com' });
  const line = (framedBy: string) => write('123456', 'Trefoil', framedBy).split('\n').at(-1);
  assert.equal(line('www.lender.example'), '@www.lender.example #123456 @check.example.com');
  const left = 160 - write('123456', 'Trefoil', '').length;
  assert.equal(line('a'.repeat(left)), `@${'a'.repeat(left)} #123456 @check.example.com`);
  assert.equal(line('a'.repeat(left + 1)), '@check.example.com #123456');
  assert.equal(
    createMessageWriter({ template: '{code}', domain: null })('123456', '', 'a.example'),
    '123456',
  );
});

test('the name in a text is the tenant’s: letters of the alphabet, cut to fit, and never an address', () => {
  for (const [name, said] of [
    ['Northgate Claims', 'Northgate Claims'],
    ['Łódź & Söhne', 'odz & Söhne'],
    ['evil.example/pay?x=1', 'evilexamplepayx1'],
    ['{code} $&', 'code &'],
    ['中国', 'credit report'],
    ['A'.repeat(31), 'A'.repeat(30)],
    ['A'.repeat(30), 'A'.repeat(30)],
  ] as const)
    assert.equal(nameInText(name), said);
  const long = createMessageWriter({ template: TEMPLATE, domain: 'check.example.com' })(
    '123456',
    'W'.repeat(99),
  );
  assert.ok(long.length <= 160);
  assert.match(long, /^123456 is your W{30} security code/);
});

test('a tenant may have a sender of its own', () => {
  const id = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10';
  assert.deepEqual([...senders(`${id}=Northgate`)], [[id, 'Northgate']]);
  for (const bad of ['Northgate', `${id}=`, `${id}=Verify`, `x=Northgate`])
    assert.throws(() => senders(bad), /must /, bad);
});

test('a template must begin with the code, have it once, be GSM-7 and fit in one message', () => {
  const problem = (template: string, domain: string | null = null) => messageProblem({ template, domain });
  assert.equal(problem(TEMPLATE), null);
  assert.match(problem('Your code is {code}') ?? '', /begin with/);
  assert.match(problem('{code} {code}') ?? '', /once/);
  assert.match(problem('no code') ?? '', /begin with/);
  assert.match(problem('{code} – yours') ?? '', /GSM-7/);
  assert.match(problem('{code} 🍀') ?? '', /GSM-7/);
  assert.equal(problem(`{code}${'x'.repeat(154)}`), null);
  assert.match(problem(`{code}${'x'.repeat(155)}`) ?? '', /161 characters/);
  // The euro sign and the brackets count twice.
  assert.equal(problem(`{code}${'€'.repeat(77)}`), null);
  assert.match(problem(`{code}${'€'.repeat(78)}`) ?? '', /162 characters/);
  assert.match(problem(`{code}${'x'.repeat(154)}`, 'a.example') ?? '', /last line/);
});

const DEFAULTS = Object.fromEntries(
  Object.entries(SMS_SETTINGS).map(([name, { fallback, parse }]) => [
    name,
    fallback === null ? null : parse(fallback),
  ]),
) as unknown as SmsValues;
const values = (more: Partial<SmsValues> = {}, publicUrl = 'https://credit.example.com') => ({
  ...DEFAULTS,
  ...more,
  publicUrl,
});
const TWILIO = {
  SMS_GATEWAYS: ['twilio'],
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 't',
} as Partial<SmsValues>;

test('the defaults are valid in development and refused in production, where no message would reach a phone', () => {
  assert.deepEqual(smsProblems(values(), false), []);
  assert.match(smsProblems(values(), true).join(), /^SMS_GATEWAYS must not be outbox/);
  assert.deepEqual(smsProblems(values(TWILIO), true), []);
});

test('a gateway without its credentials, a plain address and a text that is too long are reported at start-up', () => {
  const both = values({ SMS_GATEWAYS: ['twilio', 'vonage'] });
  assert.deepEqual(
    smsProblems(both, false).map((problem) => problem.split(' ')[0]),
    [
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'VONAGE_API_KEY',
      'VONAGE_API_SECRET',
      'VONAGE_SIGNATURE_SECRET',
    ],
  );
  const plain = values({ ...TWILIO, TWILIO_URL: 'http://127.0.0.1:1' });
  assert.deepEqual(smsProblems(plain, false), []);
  assert.match(smsProblems(plain, true).join(), /^TWILIO_URL must be an https/);
  const long = values({ SMS_TEMPLATE: `{code}${'x'.repeat(126)}` });
  assert.match(smsProblems(long, false).join(), /^SMS_TEMPLATE makes a text of 161 characters/);
  assert.deepEqual(smsProblems({ ...long, publicUrl: 'http://127.0.0.1:8080' }, false), []);
});

test('the list of gateways names known ones, each once, and the outbox alone', () => {
  const { parse } = SMS_SETTINGS.SMS_GATEWAYS;
  assert.deepEqual(parse('vonage, twilio'), ['vonage', 'twilio']);
  for (const bad of ['smoke', 'twilio,twilio', 'outbox,twilio', ','])
    assert.throws(() => parse(bad), /must /, bad);
});
