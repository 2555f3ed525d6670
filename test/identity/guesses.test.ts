// Guessing a password from many addresses: at most ten guesses are checked before each one is delayed, the answer does not say so,
// and the owner can sign in on a known device, or by a mailed link. GUESSES=10000 runs it at full length.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { foldEmail } from '../../src/domain/people/email.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { type Hashing, verifyPassword, whyPasswordRefused } from '../../src/identity/passwords.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { FOLDED_EMAIL } from '../../src/storage/people/people.ts';
import { createSecondFactors } from '../../src/storage/people/second-factors.ts';
import { createSignIn, type SignInNeeds } from '../../src/usecases/people/sign-in.ts';
import { createTenant, type House, openHouse, send, sql } from '../support/house.ts';
import { comingBack } from '../support/http/coming-back.ts';
import { beginSignIn, createPerson, mailTo, openBrowser, PASSWORD, signIn } from '../support/people.ts';

const GUESSES = Number(process.env.GUESSES ?? 500);
const ADDRESSES = 50;
const AT_ONCE = 100;

let house: House;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
});
after(() => house?.close());

/** The use case on the house's database, with a password check of the test's own. */
function signInWith(verify: typeof verifyPassword, other: Partial<SignInNeeds> = {}) {
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const { database } = house.service;
  const { submitPassword } = createSignIn({
    database,
    provider: { findInteraction: async (uid) => ({ uid }), finishInteraction: async () => '/in' },
    inHashingSlot: (_goesFirst, work) => work(),
    secondFactors: createSecondFactors({ database, keyring }),
    verifyPassword: verify,
    hashToken: (kind, ...parts) => keyring.mac('hash-sign-ins', kind, ...parts),
    nowMs: Date.now,
    ...other,
  });
  return (email: string, password: string, more: Partial<Parameters<typeof submitPassword>[0]> = {}) =>
    submitPassword({
      ...{ uid: 'of-a-test', email, password, deviceToken: null, admitStranger: async () => {} },
      ...more,
    });
}

test(`of ${GUESSES} guesses at one password, ${AT_ONCE} at once, at most 10 are checked`, async () => {
  const person = await createPerson(house);
  let checked = 0;
  const submit = signInWith(async (_hash, password) => {
    checked += 1;
    return password === PASSWORD;
  });
  const guess = (password: string, deviceToken: string | null = null) =>
    comingBack(() => submit(person.email, password, { deviceToken }));

  const known = await guess(PASSWORD);
  assert.ok(known.outcome === 'done');
  checked = 0;
  for (let done = 0; done < GUESSES; done += AT_ONCE) {
    const round = Array.from({ length: AT_ONCE }, (_, n) => guess(`guess number ${done + n}`));
    for (const { outcome } of await Promise.all(round)) assert.equal(outcome, 'wrong');
  }
  assert.equal(checked, 10);
  // The right password is not checked either, and the answer is the same.
  assert.deepEqual(await guess(PASSWORD), { outcome: 'wrong' });
  assert.equal(checked, 10);
  // On a device that the person has signed in on before it is.
  assert.equal((await guess(PASSWORD, known.deviceToken)).outcome, 'done');
});

test('a password that could not be judged, because too many people sign in, is no guess: ten others are judged', async () => {
  const person = await createPerson(house);
  let isFlood = false;
  const submit = signInWith(async (...given) => {
    if (isFlood) throw new Refusal('service-unavailable', 'Too many people sign in at this moment.');
    return verifyPassword(...given);
  });
  const admitStranger = async () => {
    throw new Refusal('rate-limited', 'Too many new browsers.');
  };
  for (let n = 0; n < 10; n += 1) {
    isFlood = true;
    await assert.rejects(submit(person.email, PASSWORD), { code: 'service-unavailable' });
    await assert.rejects(submit(person.email, PASSWORD, { admitStranger }), { code: 'rate-limited' });
    isFlood = false;
    assert.deepEqual(await submit(person.email, `guess ${n}`), { outcome: 'wrong' });
    const [row] = await sql(house, 'select count from guesses order by last_at desc limit 1');
    assert.deepEqual(row, { count: n + 1 });
  }
  // Ten were judged: the wait has begun, and a flood does not end it.
  isFlood = true;
  assert.deepEqual(await submit(person.email, PASSWORD), { outcome: 'wrong' });
});

test('a form that finds no slot is refused before its first statement, unless the browser carries a mark of ours', async () => {
  const person = await createPerson(house);
  let statements = 0;
  const full: Hashing['inHashingSlot'] = async (goesFirst, work) => {
    if (goesFirst) return work();
    throw new Refusal('service-unavailable', 'Too many people sign in at this moment.');
  };
  const submit = signInWith(verifyPassword, {
    inHashingSlot: full,
    provider: {
      findInteraction: async (uid) => {
        statements += 1;
        return { uid };
      },
      finishInteraction: async () => '/in',
    },
  });
  const known = await signInWith(verifyPassword)(person.email, PASSWORD);
  assert.ok(known.outcome === 'done');
  const [id = '', mark = ''] = known.deviceToken.split('.');
  for (const deviceToken of [
    null,
    '',
    '.',
    id,
    `${id}.`,
    `${id}.AAAA`,
    `${id.slice(1)}.${mark}`,
    `a.${mark}`,
  ])
    await assert.rejects(submit(person.email, PASSWORD, { deviceToken }), { code: 'service-unavailable' });
  assert.equal(statements, 0);
  const again = await submit(person.email, PASSWORD, { deviceToken: known.deviceToken });
  assert.deepEqual(again, { outcome: 'done', goTo: '/in', deviceToken: known.deviceToken });
});

test('other spellings of an address give no more guesses and no more reset mails, and a look-alike lets nobody in', async () => {
  const person = await createPerson(house, { email: 'viewer.six@isp.example' });
  const spellings = ['viewer.six@isp.example', 'VIEWER.six@ISP.example', 'Viewer.Six@Isp.Example'];
  const alike = ['v\u0130ewer.six@isp.example', 'viewer.six@\u0130sp.example', 'viewer.\u017Fix@isp.example'];
  const statusOf = async (email: string, password: string): Promise<number> => {
    const browser = openBrowser(house);
    return (await browser.submit(await beginSignIn(browser), { email, password })).status;
  };
  for (const email of alike) assert.equal(await statusOf(email, PASSWORD), 400, email);
  for (let n = 0; n < 12; n += 1)
    assert.equal(await statusOf(spellings[n % spellings.length] ?? '', `guess ${n}`), 400);
  for (const email of [...spellings, ...alike]) assert.equal(await statusOf(email, PASSWORD), 400, email);

  for (const email of [...spellings, ...alike, ...spellings, ...alike])
    await openBrowser(house).submit('/reset', { email });
  await mailTo(house, person.email, 3);
  const { body } = await send(house, { method: 'GET', url: '/dev/mail' });
  const mails = body.items as unknown as { to: string }[];
  assert.equal(mails.filter(({ to }) => to.endsWith('sp.example')).length, 3);
  // The mailed link forgets the guesses under whatever spelling they came.
  const { path } = await mailTo(house, person.email, 3);
  const chosen = 'walnut harbour sixteen lamps';
  assert.equal((await openBrowser(house).submit(path, { password: chosen })).status, 200);
  assert.equal(await statusOf('VIEWER.SIX@isp.example', chosen), 303);
});

test('SQL folds an address as JavaScript does, in every letter of the basic plane', async () => {
  const letters = Array.from({ length: 0xffff }, (_, n) => n + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCharCode(code));
  const folded = await sql<{ text: string }>(
    house,
    `select ${FOLDED_EMAIL('t.letter')} as text from unnest($1::text[]) with ordinality as t(letter, n) order by n`,
    [letters],
  );
  assert.deepEqual(
    folded.map(({ text }) => text),
    letters.map(foldEmail),
  );
});

test('a device on which another person is known does not bypass the delay', async () => {
  const [person, thief] = [await createPerson(house), await createPerson(house)];
  const browser = await signIn(openBrowser(house), thief);
  for (let n = 0; n < 10; n += 1) {
    await browser.submit(await beginSignIn(browser), { email: person.email, password: `guess ${n}` });
  }
  const answer = await browser.submit(await beginSignIn(browser), {
    email: person.email,
    password: PASSWORD,
  });
  assert.equal(answer.status, 400);
});

test('the delay doubles from 30 seconds to an hour, and after a hundred guesses it lasts until a day without any', async () => {
  const person = await createPerson(house);
  const waits: number[] = [];
  for (let n = 1; n <= 20; n += 1) {
    const browser = openBrowser(house);
    await browser.submit(await beginSignIn(browser), { email: person.email, password: `guess ${n}` });
    const [row] = await sql<{ count: number; wait: number | null }>(
      house,
      `select count, extract(epoch from blocked_until - last_at)::int as wait from guesses order by last_at desc limit 1`,
    );
    assert.equal(row?.count, n);
    waits.push(row?.wait ?? 0);
    await sql(house, 'update guesses set blocked_until = null');
  }
  assert.deepEqual(waits.slice(8), [0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
  await sql(house, 'update guesses set count = 100, blocked_until = null');
  const browser = openBrowser(house);
  const right = { email: person.email, password: PASSWORD };
  assert.equal((await browser.submit(await beginSignIn(browser), right)).status, 400);
  await sql(house, "update guesses set last_at = last_at - interval '25 hours'");
  assert.equal((await browser.submit(await beginSignIn(browser), right)).status, 303);
});

test('a locked-out owner can sign in by a mailed link while the guessing goes on', async () => {
  const person = await createPerson(house);
  const stranger = openBrowser(house, { address: '203.0.113.99' });
  const attack = async () => {
    for (let n = 0; n < 11; n += 1)
      await stranger.submit(await beginSignIn(stranger), { email: person.email, password: `guess ${n}` });
  };
  await attack();
  const owner = openBrowser(house);
  assert.equal((await owner.submit('/reset', { email: person.email })).status, 200);
  const { path } = await mailTo(house, person.email);
  assert.equal((await owner.get(path)).status, 200);
  const short = await owner.submit(path, { password: 'short' });
  assert.match(short.text, /at least 12 characters/);
  const password = 'hollow lantern sixty marsh';
  assert.equal((await owner.submit(path, { password })).status, 200);
  assert.equal((await owner.get(path)).status, 404);
  await attack();
  await signIn(owner, { email: person.email, password });
});

test('the page after asking for a link is the same for an unknown address, which gets no mail', async () => {
  const person = await createPerson(house);
  const [known, unknown] = await Promise.all(
    [person.email, 'nobody@example.com'].map((email) => openBrowser(house).submit('/reset', { email })),
  );
  assert.deepEqual([known?.status, known?.text], [unknown?.status, unknown?.text]);
  await mailTo(house, person.email);
  const { body } = await send(house, { url: '/dev/mail?to=nobody@example.com' });
  assert.deepEqual(body.items, []);
});

test('the mail outbox answers this machine alone, and does not exist behind https or in production', async () => {
  assert.equal((await openBrowser(house, { address: '203.0.113.7' }).get('/dev/mail')).status, 404);
  assert.equal((await send(house, { url: '/dev/mail' })).status, 200);
  for (const settings of [{ PUBLIC_URL: 'https://trefoil.test' }, { SMTP_URL: 'smtp://127.0.0.1:9' }]) {
    const other = await openHouse(settings, house.database);
    assert.equal((await send(other, { url: '/dev/mail' })).status, 404);
    await other.close();
  }
});

test('a new password ends every session that the old one opened', async () => {
  const person = await createPerson(house);
  const [one, two] = [await signIn(openBrowser(house), person), await signIn(openBrowser(house), person)];
  const bad = await one.call('POST', '/v1/my/password', {
    currentPassword: 'x',
    newPassword: 'hollow lantern sixty marsh',
  });
  assert.equal(bad.status, 400);
  const common = await one.call('POST', '/v1/my/password', {
    currentPassword: PASSWORD,
    newPassword: 'Password1234',
  });
  assert.deepEqual([common.status, common.body.details[0]?.path], [400, '/newPassword']);
  const old = one.copy();
  const good = { currentPassword: PASSWORD, newPassword: 'hollow lantern sixty marsh' };
  assert.equal((await one.call('POST', '/v1/my/password', good)).status, 204);
  assert.equal((await one.get('/v1/my/profile')).status, 200);
  assert.equal((await old.get('/v1/my/profile')).status, 401);
  assert.equal((await two.call('POST', '/v1/auth/refresh')).status, 401);
});

test('common passwords are rejected, also in disguise; long unusual ones are accepted', async () => {
  const refused = [
    'password1234',
    'P@ssw0rd1234!',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    'petra@example.com',
    'iloveyouiloveyou',
    'x'.repeat(201),
    'short',
  ];
  for (const password of refused)
    assert.ok(await whyPasswordRefused(password, 'petra@example.com'), password);
  for (const password of [PASSWORD, 'Grüße aus Leeds 1985', 'correct horse battery staple'])
    assert.equal(await whyPasswordRefused(password, 'petra@example.com'), null, password);
});

test('sign-in forms are rate limited to twenty a minute from one address, and a page says so', async () => {
  const limited = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '20' }, house.database);
  await createTenant(limited);
  const browser = openBrowser(limited, { address: '203.0.113.55' });
  const page = await beginSignIn(browser);
  const statuses: number[] = [];
  for (let n = 0; n < 45; n += 1)
    statuses.push((await browser.submit(page, { email: `one-${n}@example.com`, password: '' })).status);
  // A new minute may have begun in between.
  assert.ok(statuses.filter((status) => status === 400).length <= 40);
  assert.ok(statuses.includes(429));
  const elsewhere = openBrowser(limited, { address: '203.0.113.56' });
  assert.equal(
    (await elsewhere.submit(await beginSignIn(elsewhere), { email: 'x@y.z', password: '' })).status,
    400,
  );
  await limited.close();
});

test(`with guesses from ${ADDRESSES} addresses the owner can still sign in on a known browser`, async () => {
  const person = await createPerson(house);
  const owner = await signIn(openBrowser(house), person);
  await owner.call('POST', '/v1/auth/logout');
  const strangers = Array.from({ length: ADDRESSES }, (_, n) =>
    openBrowser(house, { address: `192.0.2.${n}` }),
  );
  const answers = await Promise.all(
    strangers.map(async (one, n) =>
      one.submit(await beginSignIn(one), { email: person.email, password: `guess ${n}` }),
    ),
  );
  for (const { status } of answers) assert.equal(status, 400);
  const [row] = await sql(house, 'select count from guesses order by last_at desc limit 1');
  assert.deepEqual(row, { count: 10 });
  await signIn(owner, person);
});

test('when strangers used up what the service allows, known browsers and mailed links still sign in, and no guess is lost', async () => {
  const limited = await openHouse(
    { RATE_LIMIT_SIGN_INS: '4', RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' },
    house.database,
  );
  const [known, mailed] = [await createPerson(house), await createPerson(house)];
  const guessed = await createPerson(house);
  const { cookies } = await signIn(openBrowser(house), known);
  const guessFrom = async (address: string, email: string, password: string): Promise<number> => {
    const stranger = openBrowser(limited, { address });
    return (await stranger.submit(await beginSignIn(stranger), { email, password })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1)
    statuses.push(await guessFrom(`198.18.0.${n}`, `nobody-${n}@example.com`, 'a wrong password'));
  // A new minute may have begun in between.
  assert.ok(statuses.filter((status) => status === 429).length >= 4, String(statuses));
  for (let n = 0; n < 12; n += 1) await guessFrom(`198.18.1.${n}`, guessed.email, `guess ${n}`);
  await signIn(openBrowser(house), guessed);

  await signIn(openBrowser(limited, { cookies, address: '203.0.113.61' }), known);
  const other = openBrowser(limited, { address: '203.0.113.62' });
  assert.equal((await other.submit('/reset', { email: mailed.email })).status, 200);
  const { path } = await mailTo(limited, mailed.email);
  const password = 'walnut harbour sixteen lamps';
  assert.equal((await other.submit(path, { password })).status, 200);
  await signIn(other, { email: mailed.email, password });
  await limited.close();
});
