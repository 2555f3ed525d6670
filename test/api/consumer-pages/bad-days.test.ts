// The hosted page on bad days: links that are forwarded, scanned, expired or cut, two tabs, Back, a refresh while bureaus answer, blocked
// scripts, foreign sites and frames, an empty wallet.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  agree,
  answerAll,
  createVisitor,
  hostPages,
  type MakeLink,
  press,
} from '../../support/consumers/consumer-visitor.ts';
import {
  countReports,
  createTenant,
  type House,
  openHouse,
  send,
  sql,
  type Tenant,
} from '../../support/house.ts';
import { until } from '../../support/waiting.ts';
import { createStandIn, type StandIn } from '../../support/worlds/stand-in-world.ts';

const SCANS = Number(process.env.SCANS ?? 200);

let house: House;
let world: StandIn;
let tenant: Tenant;
let makeLink: MakeLink;
before(async () => {
  world = createStandIn();
  house = await openHouse({}, undefined, world);
  tenant = await createTenant(house, { balanceCredits: 1_000_000 });
  makeLink = await hostPages(house, tenant);
});
after(() => house?.close());

test(`${SCANS} visits of scanners, which run its scripts too, leave a link usable`, async () => {
  const link = await makeLink();
  const { headers, text } = await send(house, { url: `/c/${link.id}` });
  const scripts = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  assert.ok(scripts.length >= 3);
  assert.equal(headers['set-cookie'], undefined);
  for (let visit = 0; visit < SCANS; visit++) {
    const { status } = await send(house, {
      url: visit % 10 === 0 ? (scripts[visit % scripts.length] ?? '') : `/c/${link.id}`,
    });
    if (status !== 200) assert.fail(`visit ${visit} was answered ${status}`);
  }
  for (const method of ['HEAD', 'GET'] as const)
    for (const page of ['start', 'next', 'consent', 'report', 'logo/0', 'return'])
      await send(house, { method, url: `/c/${link.id}/${page}` });
  const seen = await createVisitor(house).post(`/c/${link.id}/start`, { token: link.token });
  assert.equal(seen.h1, 'Your agreement');
});

test('a forwarded link: the first browser keeps it, the second is told, and only the first may go on', async () => {
  const link = await makeLink();
  const [first, second] = [
    createVisitor(house, { 'user-agent': 'one' }),
    createVisitor(house, { 'user-agent': 'two' }),
  ];
  assert.equal((await first.post(`/c/${link.id}/start`, { token: link.token })).h1, 'Your agreement');
  const told = await second.post(`/c/${link.id}/start`, { token: link.token });
  assert.deepEqual([told.status, told.h1], [409, 'This link was opened in another browser']);
  assert.equal(second.cookies.size, 0);
  assert.equal((await second.get(`/c/${link.id}/consent`)).h1, 'Get your credit report');
  assert.equal((await first.post(`/c/${link.id}/start`, { token: link.token })).h1, 'Your agreement');
});

test('two browsers that look alike never share a visit; the same page pressed twice does', async () => {
  const link = await makeLink();
  const start = `/c/${link.id}/start`;
  const pageOf = async () =>
    /name="page" value="([^"]+)"/.exec((await send(house, { url: `/c/${link.id}` })).text)?.[1] ?? '';
  const [page, other] = [await pageOf(), await pageOf()];
  assert.notEqual(page, other);
  const [first, again, second, third] = [1, 2, 3, 4].map(() => createVisitor(house, { 'user-agent': 'one' }));
  assert.ok(first && again && second && third);
  await first.post(start, { token: link.token, page });
  assert.equal((await second.post(start, { token: link.token, page: other })).status, 409);
  assert.equal((await third.post(start, { token: link.token })).status, 409);
  assert.deepEqual([second.cookies.size, third.cookies.size], [0, 0]);
  await again.post(start, { token: link.token, page });
  assert.deepEqual([...again.cookies], [...first.cookies]);
  const bare = await makeLink();
  for (const [who, status] of [
    [second, 200],
    [third, 409],
  ] as const)
    assert.equal((await who.post(`/c/${bare.id}/start`, { token: bare.token })).status, status);
});

test('a visit that ran out says so, in the browser that began it and in any other', async () => {
  const [begun, done] = [await makeLink(), await makeLink()];
  const visitor = createVisitor(house);
  await agree(visitor, begun);
  await answerAll(visitor, done);
  await press(visitor, done);
  house.travelTo(new Date(Date.now() + 24 * 3_600_000 + 60_000));
  const told = [];
  for (const [who, link] of [
    [visitor, begun],
    [visitor, done],
    [createVisitor(house), begun],
  ] as const)
    told.push((await who.post(`/c/${link.id}/start`, { token: link.token })).h1);
  house.travelTo(null);
  assert.deepEqual(told, ['This link has expired', 'This link is no longer in use', 'This link has expired']);
});

test('a link that is cut, mistyped or unknown says so, the same for all, and sets nothing', async () => {
  const link = await makeLink();
  const visitor = createVisitor(house);
  const cut = await visitor.post(`/c/${link.id}/start`, { token: link.token.slice(0, 10) });
  assert.match(cut.text, /Enter the code from your link, or paste the whole link/);
  const wrong = await visitor.post(`/c/${link.id}/start`, { token: 'x'.repeat(link.token.length) });
  assert.deepEqual([wrong.status, wrong.h1], [404, 'We cannot find this page']);
  assert.match(wrong.text, /If you need help/, 'who sent the link is known: its page says so too');
  for (const id of [randomUUIDv7(), 'x', '%00', '..%2f..', `${link.id}x`]) {
    for (const seen of [
      await visitor.get(`/c/${id}`),
      await visitor.post(`/c/${id}/start`, { token: link.token }),
    ])
      assert.deepEqual([seen.status, seen.h1], [404, 'We cannot find this page'], id);
  }
  assert.equal(visitor.cookies.size, 0);
});

test('an expired and a cancelled link say so', async () => {
  const link = await makeLink({ lifetimeHours: 1 });
  house.travelTo(new Date(Date.now() + 2 * 3_600_000));
  const seen = await createVisitor(house).post(`/c/${link.id}/start`, { token: link.token });
  house.travelTo(null);
  assert.deepEqual([seen.status, seen.h1], [410, 'This link has expired']);
  const other = await makeLink();
  const visitor = createVisitor(house);
  await agree(visitor, other);
  await sql(house, `update consumer_sessions set state = 'cancelled', ended_at = now() where id = $1`, [
    other.id,
  ]);
  assert.equal((await visitor.get(`/c/${other.id}/name`)).h1, 'This link is no longer in use');
});

test('two tabs, Back and a double click make one report; a refresh while bureaus answer shows what is happening', async () => {
  world.reset();
  world.verdict = 'allow';
  const held = Promise.withResolvers<void>();
  world.waitFor = held.promise;
  const link = await makeLink({ test: false });
  const at = (page: string) => `/c/${link.id}/${page}`;
  const visitor = createVisitor(house, {}, false);
  await answerAll(visitor, link);
  const before = await countReports(house, tenant.tenantId);
  const pressed = [1, 2, 3].map(() => visitor.post(at('check')));
  for (const seen of await Promise.all(pressed)) assert.equal(seen.h1, 'Getting your report');
  for (const page of ['check', 'name', 'consent', 'wait', 'next', 'code', 'report']) {
    const seen = await visitor.get(at(page));
    assert.equal(seen.h1, 'Getting your report', page);
    assert.match(seen.text, /<noscript><meta http-equiv="refresh"/);
    assert.match(seen.text, /Asking Equifax[\s\S]*Asking Experian[\s\S]*Asking TransUnion/);
  }
  assert.equal(
    (await visitor.post(at('name'), { firstName: 'Eve', lastName: 'Other' })).h1,
    'Getting your report',
  );
  held.resolve();
  await until('the report is there', async () => (await visitor.get(at('next'))).h1 === 'Your report');
  assert.equal((await visitor.post(at('check'))).h1, 'Your report');
  assert.equal(await countReports(house, tenant.tenantId), before + 1);
});

test('a blocked device script is its own page, and is counted; nothing is lost', async () => {
  const link = await makeLink();
  const at = (page: string) => `/c/${link.id}/${page}`;
  const visitor = createVisitor(house);
  await visitor.post(at('start'), { token: link.token });
  const counted = async () => {
    const { text } = await send(house, { url: '/metrics', headers: { host: 'localhost' } });
    return Number(/^trefoil_device_scripts_blocked_total (\d+)/m.exec(text)?.[1]);
  };
  const before = await counted();
  const seen = await visitor.post(at('consent'), { choice: 'agree', script: 'ran', sessionId: '' });
  assert.equal(seen.h1, 'We need to check your device');
  assert.equal(await counted(), before + 1);
  assert.equal((await visitor.post(at('consent'), { choice: 'agree' })).h1, 'What is your name?');
});

test('another site can post nothing, and frames nothing unless the session says so', async () => {
  const link = await makeLink();
  const visitor = createVisitor(house);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    const seen = await visitor.post(
      `/c/${link.id}/start`,
      { token: link.token },
      headers as Record<string, string>,
    );
    assert.equal(seen.status, 403);
  }
  assert.equal(visitor.cookies.size, 0);
  const policy = async (id: string) =>
    String((await send(house, { url: `/c/${id}` })).headers['content-security-policy']);
  assert.match(await policy(link.id), /frame-ancestors 'none'$/);
  const framed = await makeLink({ embedOrigins: ['https://trefoil.test'] });
  assert.match(await policy(framed.id), /frame-ancestors https:\/\/trefoil\.test$/);
  const page = await send(house, { url: `/c/${link.id}` });
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.equal(page.headers['referrer-policy'], 'same-origin');
  assert.doesNotMatch(page.text, /<style|style=|<script(?![^>]*src=)|\son\w+=|(src|href)="(https?:)?\/\//);
});

test('the cookie is bound to the host, hidden from scripts and of one session; the bearer of a frame sets none', async () => {
  const link = await makeLink();
  const started = await send(house, {
    method: 'POST',
    url: `/c/${link.id}/start`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: `token=${link.token}`,
  });
  assert.match(
    String(started.headers['set-cookie']),
    new RegExp(`^__Host-check-${link.id}=[\\w.~-]+; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=86400$`),
  );
  const framed = await makeLink();
  const answer = await send(house, {
    method: 'POST',
    url: `/c/${framed.id}/start`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      accept: 'application/json, text/html',
    },
    payload: `token=${framed.token}`,
  });
  assert.equal(answer.headers['set-cookie'], undefined);
  const { secret, next } = answer.body as unknown as { secret: string; next: string };
  assert.equal(next, `/c/${framed.id}/consent`);
  const bearer = { authorization: `Bearer ${secret}` };
  assert.match((await send(house, { url: next, headers: bearer })).text, /Your agreement/);
  // Of another session it opens nothing.
  const other = await send(house, { url: `/c/${link.id}/consent`, headers: bearer });
  assert.deepEqual([other.status, other.headers.location], [303, `/c/${link.id}`]);
});

test('an expired code leads to a new one, with the answers kept', async () => {
  const link = await makeLink({ challengeOptions: { status: 'challenge' } });
  const visitor = createVisitor(house);
  await answerAll(visitor, link);
  await press(visitor, link);
  house.travelTo(new Date(Date.now() + 5 * 60_000 + 2_000));
  const seen = await visitor.post(`/c/${link.id}/code`, { code: '123456' });
  house.travelTo(null);
  assert.equal(seen.h1, 'Your code has run out of time');
  assert.match((await visitor.post(`/c/${link.id}/again`)).text, /<bdi>Ada Sample<\/bdi>/);
  assert.equal((await press(visitor, link)).h1, 'Check your phone');
});

test('when no bureau answers it says so and may be tried again; one that is silent is named; no file is no account', async () => {
  world.reset();
  world.verdict = 'allow';
  world.outcomes = { equifax: 'timeout', experian: 'timeout', transunion: 'timeout' };
  const link = await makeLink({ test: false });
  const visitor = createVisitor(house);
  await answerAll(visitor, link);
  const none = await press(visitor, link);
  assert.equal(none.h1, 'The bureaus did not answer');
  world.outcomes = { transunion: 'unavailable' };
  await visitor.post(`/c/${link.id}/again`);
  const some = await press(visitor, link);
  assert.match(some.text, /TransUnion could not be reached\. The other two answered/);
  world.outcomes = { equifax: 'no-trace', experian: 'no-trace', transunion: 'no-trace' };
  const other = await makeLink({ test: false });
  await answerAll(visitor, other);
  assert.match((await press(visitor, other)).text, /The bureaus hold no accounts for these details/);
  world.outcomes = {
    equifax: 'ambiguous-address',
    experian: 'ambiguous-address',
    transunion: 'ambiguous-address',
  };
  const third = await makeLink({ test: false });
  await answerAll(visitor, third);
  assert.match((await press(visitor, third)).text, /Check your address: we could not use it/);
  world.reset();
});

test('an empty wallet is a problem of the service: the consumer never reads about credits, the tenant does in the request log', async () => {
  world.reset();
  world.verdict = 'allow';
  const poor = await createTenant(house, { balanceCredits: 0 });
  const link = await (await hostPages(house, poor))({ test: false });
  const visitor = createVisitor(house);
  await answerAll(visitor, link);
  const seen = await visitor.post(`/c/${link.id}/check`);
  assert.equal(seen.h1, 'There is a problem with the service');
  assert.doesNotMatch(seen.text, /credits|wallet/i);
  assert.equal((await visitor.post(`/c/${link.id}/again`)).h1, 'Check your answers');
  await house.service.flushed();
  assert.deepEqual(
    await sql(
      house,
      'select route, status, code, message, report_id, is_test from requests where tenant_id = $1 and status >= 400',
      [poor.tenantId],
    ),
    [
      {
        ...{
          route: '/c/:id/check',
          status: 402,
          code: 'insufficient-funds',
          report_id: null,
          is_test: false,
        },
        message: 'This costs 300 credits; 0 are available. Top up the wallet and send it again.',
      },
    ],
  );
});

test('a form that is too large is refused as a page; neither a name, a number nor a token reaches the log', async () => {
  const link = await makeLink();
  const visitor = createVisitor(house);
  await agree(visitor, link);
  const large = await visitor.post(`/c/${link.id}/name`, { firstName: 'x'.repeat(20_000) });
  assert.equal(large.status, 413);
  assert.match(String(large.headers['content-type']), /text\/html/);
  await visitor.post(`/c/${link.id}/name`, { firstName: 'Zebedee', lastName: 'Quillfeather' });
  await visitor.post(`/c/${link.id}/mobile`, { mobile: '07700900777' });
  const log = house.logLines.join('\n');
  assert.ok(log.includes('"/c/:id/name"'));
  for (const secret of ['Zebedee', 'Quillfeather', '900777', link.token])
    assert.ok(!log.includes(secret), secret);
});
