// Canaries on the way of a consumer who uses their rights: a link that is sent by text and by e-mail, a letter, a complaint, a request to
// erase, the desk on the telephone, a withdrawal. No number, name, address, code, link or word of theirs is in a log line, a metric, an
// event, the audit log, or in plain text in any table. A QR code is drawn in the console's browser: no request carries it.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createCanaries } from '../support/canaries/canaries.ts';
import { searchTables } from '../support/canaries/where-canaries-may-be.ts';
import { createVisitor, hostPages } from '../support/consumers/consumer-visitor.ts';
import { createTenant, type House, openHouse, type Tenant } from '../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../support/people.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const canaries = createCanaries(randomBytes(4).toString('hex'));
const { word } = canaries;
const world = createStandIn();
const NUMBER = canaries.consumer.mobileNumber(7);
const OTHER_NUMBER = canaries.consumer.mobileNumber(8);
const MAIL = `${word('Mail')}@example.com`;
const SURNAME = word('Last');
const [YEAR = '', MONTH = '', DAY = ''] = canaries.consumer.dateOfBirth.split('-');
const QUESTIONS: [string, Record<string, string>][] = [
  ['name', { firstName: word('First'), lastName: SURNAME }],
  ['other-names', { more: 'no' }],
  ['date-of-birth', { day: DAY, month: MONTH, year: YEAR }],
  [
    'address',
    { building: '12', street: word('Street'), town: word('Town'), postcode: canaries.consumer.postcode },
  ],
  ['other-addresses', { more: 'no' }],
];

let house: House;
let tenant: Tenant;
let owner: Browser;
let steps = 0;
before(async () => {
  house = await openHouse({ LOG_LEVEL: 'debug' }, undefined, world);
  // A sum that cannot be taken for a code.
  tenant = await createTenant(house, { balanceCredits: 50_000 });
  owner = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId: tenant.tenantId, role: 'owner' }),
  );
  await walk();
});
after(() => house?.close());

async function walk(): Promise<void> {
  const makeLink = await hostPages(house, tenant);
  world.verdict = 'challenge';
  const link = await makeLink({ test: undefined });
  canaries.secret('a link', link.token);
  const { tenantId } = tenant;
  for (const to of [
    { by: 'sms', mobileNumber: OTHER_NUMBER },
    { by: 'email', email: MAIL },
    { by: 'sms', mobileNumber: word('NoNumber') },
    { by: 'email', email: word('NoMail') },
  ])
    assert.ok(
      [200, 400].includes(
        (await desk('POST', `/${tenantId}/v1/consumer-sessions/${link.id}/send`, to)).status,
      ),
    );

  const visitor = createVisitor(house);
  const at = (page: string): string => `/c/${link.id}/${page}`;
  const post = async (page: string, form: Record<string, string>, h1: string | null) => {
    const seen = await visitor.post(at(page), form);
    if (h1 !== null) assert.equal(seen.h1, h1, page);
    steps += 1;
    return seen;
  };
  await post('start', { token: link.token }, 'Your agreement');
  await post('consent', { choice: 'agree' }, 'What is your name?');
  for (const [question, form] of QUESTIONS) await post(question, form, null);
  await post('mobile', { mobile: word('NoMobile') }, 'What is your mobile number?');
  await post('mobile', { mobile: NUMBER }, 'Check your answers');
  await post('check', {}, 'Check your phone');
  await post('code', { code: word('Guess') }, 'Check your phone');
  const code = world.sent.at(-1)?.code ?? '';
  canaries.code(code);
  await post('code', { code }, 'Your report');
  const letter = await visitor.get(`${at('wrong/0')}?why=not-mine&note=${word('Letter')}`);
  assert.match(letter.text, new RegExp(SURNAME), 'the letter is from them');

  for (const kind of ['complaint', 'erasure'] as const) {
    const words = { kind, text: `${word('Words')} ${NUMBER}`, contact: MAIL, page: randomUUID() };
    await post('ask', { ...words, contact: '' }, 'Complain, or ask to erase your data');
    await post('ask', words, kind === 'complaint' ? 'We have your complaint' : 'We have your request');
  }
  const { items } = (await desk('GET', `/${tenantId}/v1/consumer-requests` as const)).body;
  assert.equal(items.length, 2);
  for (const { id } of items) {
    assert.match((await desk('GET', `/${tenantId}/v1/consumer-requests/${id}` as const)).text, /Words/);
    await desk('POST', `/${tenantId}/v1/consumer-requests/${id}/close`, { outcome: 'rejected' });
  }
  const found = await desk('GET', `/${tenantId}/v1/search/people?who=${SURNAME}&test=false`);
  const { creditReportId } = JSON.parse(found.text).items[0];
  await desk('GET', `/${tenantId}/v1/search/people?who=${NUMBER.slice(-4)}&test=false`);
  assert.equal(
    (await desk('GET', `/${tenantId}/v1/credit-reports/${creditReportId}/mobile-number` as const)).body
      .mobileNumber,
    NUMBER,
  );
  await post('withdraw', {}, 'You withdrew your agreement');
  await house.service.flushed();
  // The outboxes of development are what they say they are.
  await house.service.sms.outbox?.clear();
}

async function desk<Method extends 'GET' | 'POST', Path extends string>(
  method: Method,
  url: Path,
  body?: object,
) {
  steps += 1;
  return owner.call(method, url, body);
}

test('the walk went all the way', () => {
  assert.ok(steps >= 25, `${steps} steps`);
  assert.ok(canaries.counts().fields >= 10 && canaries.counts().codes === 1);
});

test('no number, name, code, link or word is in a log line or in a metric', async () => {
  assert.ok(house.logLines.length >= steps);
  assert.deepEqual(canaries.find(house.logLines.join('')), []);
  const metrics = await house.service.app.inject({ method: 'GET', url: '/metrics' });
  assert.match(metrics.payload, /trefoil_/);
  assert.deepEqual(canaries.find(metrics.payload), []);
});

test('none is in an event, in the audit log or in plain text in any other table', async () => {
  const { leaks, tables } = await searchTables(house, canaries);
  assert.ok(tables > 30, `${tables} tables`);
  assert.deepEqual(leaks, []);
});
