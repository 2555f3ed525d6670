// Consent texts and branding, as an owner sets them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { readableColours } from '../../../src/domain/hosted/branding.ts';
import { DEFAULT_SCOPES } from '../../../src/domain/people/permissions.ts';
import { makeLink, startLink } from '../../support/consumers/hosted.ts';
import { toPng } from '../../support/formats/pictures.ts';
import {
  type Client,
  clientOf,
  createCredential,
  createTenant,
  type House,
  openHouse,
  type Tenant,
} from '../../support/house.ts';
import type { Browser } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
let tenant: Tenant;
let client: Client;
let owner: Browser;
let texts: `/${string}/v1/consent-texts`;
let branding: `/${string}/v1/branding`;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house, { name: 'Ash & Elm' });
  client = await clientOf(house, tenant);
  owner = await signedIn(house, { tenantId: tenant.tenantId });
  texts = `/${tenant.tenantId}/v1/consent-texts`;
  branding = `/${tenant.tenantId}/v1/branding`;
});
after(() => house?.close());

test('the skeleton is refused until no blank is left; a new version changes no link that exists', async () => {
  const made = await ask(house, owner, 'POST', texts, { name: 'Car finance' });
  const url = `${texts}/${made.body.id}` as const;
  assert.ok(made.body.blanks.length > 3 && made.body.blanks.includes('name of your firm'));
  const refused = await ask(house, owner, 'POST', `${url}/publish`);
  assert.deepEqual([refused.status, refused.body.details[0]?.path], [400, '/body']);
  for (const body of ['One [[blank]].', 'Half a [[blank', '[[]] empty', 'nested [[[x]]]']) {
    await ask(house, owner, 'PATCH', url, { body });
    assert.equal((await ask(house, owner, 'POST', `${url}/publish`)).status, 400, body);
  }
  await ask(house, owner, 'PATCH', url, { body: 'First words.\r\n\r\n\r\nSecond  \r\nline.\n' });
  const first = await ask(house, owner, 'POST', `${url}/publish`);
  assert.deepEqual([first.body.version, first.body.isPublished], [1, true]);
  assert.equal(
    (await ask(house, owner, 'POST', `${url}/publish`)).body.version,
    1,
    'the same words are no new version',
  );
  const old = await makeLink(client, made.body.id);
  await ask(house, owner, 'PATCH', url, { body: 'Other words.' });
  assert.equal((await ask(house, owner, 'GET', url)).body.isPublished, false);
  const both = await Promise.all([1, 2].map(() => ask(house, owner, 'POST', `${url}/publish`)));
  assert.deepEqual(
    both.map(({ body }) => body.version),
    [2, 2],
  );
  const visit = await startLink(house, old);
  const view = await house.service.consumerVisits.read(visit);
  assert.deepEqual([view?.consent.version, view?.consent.body], [1, 'First words.\n\nSecond\nline.']);
  const { versions } = (await ask(house, owner, 'GET', url)).body;
  assert.deepEqual(
    versions.map(({ version, body, sha256 }) => [
      version,
      sha256 === createHash('sha256').update(body).digest('hex'),
    ]),
    [
      [2, true],
      [1, true],
    ],
  );
  const trail = `/${tenant.tenantId}/v1/audit-entries?objectId=${made.body.id}` as const;
  const actions = (await ask(house, owner, 'GET', trail)).body.items.map(({ action }) => action);
  assert.equal(actions.filter((action) => action === 'consent-text-published').length, 2);
});

test('an admin reads texts and cannot change them; a credential needs the scope, which is given by name', async () => {
  const admin = await signedIn(house, { tenantId: tenant.tenantId, role: 'admin' });
  assert.equal((await ask(house, admin, 'GET', texts)).status, 200);
  assert.equal((await ask(house, admin, 'POST', texts, { name: 'x' })).status, 403);
  const usual = await createCredential(house, tenant, DEFAULT_SCOPES);
  const other = await clientOf(house, { ...tenant, ...usual });
  assert.equal((await other.post(texts, { name: 'x' })).status, 403);
  assert.equal((await other.get(branding)).status, 403);
  assert.equal((await client.post(texts, { name: 'x' })).status, 200);
});

test('a colour is made readable on light and dark pages, and nothing that is no colour is taken', async () => {
  const set = await ask(house, owner, 'PATCH', branding, { colour: '#ffee00', name: 'Ash' });
  assert.deepEqual(set.body.colours, readableColours('#ffee00'));
  assert.equal(set.body.colours.wasChanged, true);
  for (const colour of ['red', '#FFF', '#ffee0', '#ffee00;}', 'url(x)'])
    assert.equal((await ask(house, owner, 'PATCH', branding, { colour })).status, 400, colour);
});

test('a page is looked at with words that were not saved; nothing is kept, and what is text stays text', async () => {
  const preview = `${branding}/preview` as const;
  const before = await ask(house, owner, 'GET', branding);
  const words = {
    ...{ name: 'Birch <b>', contact: '020 7946 0000', colour: '#7a1f4a', fcaNumber: '1234567' },
    ...{ regulatedAs: 'a claims management company', privacyUrl: 'https://birch.example/privacy?a=1' },
  };
  const start = await ask(house, owner, 'POST', preview, { page: 'start', ...words });
  assert.equal(start.status, 200, start.text);
  for (const part of [
    'Birch &lt;b&gt;',
    '/c/colours/7a1f4a/',
    '<b>1234567</b>',
    'https://birch.example/privacy?a=1',
  ])
    assert.ok(start.body.html.includes(part), part);
  assert.ok(!start.body.html.includes('<script'), 'no script');
  const consent = await ask(house, owner, 'POST', preview, {
    page: 'consent',
    body: 'One.\r\n\r\n\r\nTwo <i>.',
  });
  assert.match(consent.body.html, /<p dir="auto">One\.<\/p><p dir="auto">Two &lt;i&gt;\.<\/p>/);
  const problem = await ask(house, owner, 'POST', preview, { page: 'problem', contact: words.contact });
  assert.match(problem.body.html, /href="tel:02079460000"/);
  assert.deepEqual((await ask(house, owner, 'GET', branding)).body, before.body);
  for (const [wrong, path] of [
    [{ page: 'report' }, '/page'],
    [{ page: 'start', fcaNumber: '12345' }, '/fcaNumber'],
    [{ page: 'start', privacyUrl: 'javascript:alert(1)' }, '/privacyUrl'],
    [{ page: 'start', privacyUrl: 'http://birch.example' }, '/privacyUrl'],
  ] as const) {
    const refused = await ask(house, owner, 'POST', preview, wrong);
    assert.deepEqual([refused.status, refused.body.details[0]?.path], [400, path]);
  }
  const saved = await ask(house, owner, 'PATCH', branding, { fcaNumber: words.fcaNumber });
  assert.equal(saved.body.fcaNumber, '1234567');
  assert.equal((await ask(house, owner, 'PATCH', branding, { fcaNumber: '' })).body.fcaNumber, '');
});

test('of a logo the pixels are kept and nothing else; what is no picture is refused', async () => {
  const secret = 'GPS 51.5007, -0.1246';
  const picture = toPng({
    width: 3,
    height: 2,
    extra: [['tEXt', Buffer.from(`Comment\0${secret}`)]],
    tail: `PK${secret}`,
  });
  const set = await ask(house, owner, 'PATCH', branding, { logo: picture.toString('base64') });
  assert.equal(set.status, 200, set.text);
  const link = await makeLink(client, await publishedId());
  const logo = await house.service.consumerVisits.readLogo(link.id);
  assert.ok(logo !== null && !logo.includes(secret));
  assert.equal(set.body.logoSha256, createHash('sha256').update(logo).digest('hex'));
  assert.deepEqual(logo, toPng({ width: 3, height: 2 }), 'only header, pixels and end');
  const front = await house.service.consumerVisits.look(link.id);
  assert.deepEqual([front?.brand.name, front?.brand.logoSha256], ['Ash', set.body.logoSha256]);

  const broken = Buffer.from(picture);
  broken[45] = (broken[45] ?? 0) ^ 1;
  for (const [what, file] of [
    ['text', Buffer.from('not a picture')],
    ['a page', Buffer.from('<svg onload=alert(1)>')],
    ['a GIF', Buffer.from('GIF89a...')],
    ['only a signature', picture.subarray(0, 8)],
    ['cut short', picture.subarray(0, 60)],
    ['a wrong checksum', broken],
    ['too wide', toPng({ width: 513, height: 1 })],
    ['no pixels', toPng({ width: 0, height: 1 })],
    ['fewer pixels than it says', toPng({ width: 3, height: 2, data: deflateSync(Buffer.alloc(5)) })],
    ['a bomb', toPng({ width: 3, height: 2, data: deflateSync(Buffer.alloc(5_000_000)) })],
  ] as const) {
    const answer = await ask(house, owner, 'PATCH', branding, { logo: file.toString('base64') });
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, '/logo'], what);
  }
  assert.equal(
    (await ask(house, owner, 'GET', branding)).body.logoSha256,
    set.body.logoSha256,
    'the old one stays',
  );
  assert.equal((await ask(house, owner, 'PATCH', branding, { logo: null })).body.logoSha256, null);
  assert.equal((await ask(house, owner, 'GET', `${branding}/logo`)).status, 404);
});

async function publishedId(): Promise<string> {
  const [first] = (await ask(house, owner, 'GET', texts)).body.items;
  return first?.id ?? '';
}
