// The hosted page without a browser and without scripts: from the link to the report, and every turn on the way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ANSWERS,
  agree,
  answerAll,
  createVisitor,
  hostPages,
  type Link,
  type MakeLink,
  press,
  type Visitor,
} from '../../support/consumers/consumer-visitor.ts';
import { countReports, createTenant, type House, openHouse, sql, type Tenant } from '../../support/house.ts';

const TEST_CODE = '123456';

let house: House;
let tenant: Tenant;
let makeLink: MakeLink;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  makeLink = await hostPages(house, tenant);
});
after(() => house?.close());

const wanting = (status: 'allow' | 'challenge' | 'block') => ({ challengeOptions: { status } });

async function arrive(
  more: Record<string, unknown> = {},
): Promise<{ link: Link; visitor: Visitor; at: (page: string) => string }> {
  const link = await makeLink(more);
  const visitor = createVisitor(house);
  return { link, visitor, at: (page) => `/c/${link.id}/${page}` };
}

async function stateOf({ id }: Link): Promise<string> {
  const [row] = await sql<{ state: string }>(house, 'select state from consumer_sessions where id = $1', [
    id,
  ]);
  return row?.state ?? 'none';
}

test('from the link to the report: agreement, questions, summary, a wrong code, the right one', async () => {
  const { link, visitor, at } = await arrive(wanting('challenge'));
  assert.equal((await visitor.get(`/c/${link.id}`)).h1, 'Get your credit report');
  const consent = await visitor.post(at('start'), { token: link.url });
  assert.deepEqual([consent.h1, consent.path], ['Your agreement', at('consent')]);
  assert.match(consent.text, /<p dir="auto">We keep it for 30 days.<\/p>/);
  let seen = await visitor.post(at('consent'), { choice: 'agree' });
  assert.equal(await stateOf(link), 'consented');
  const asked = [];
  for (const [question, form] of ANSWERS) {
    assert.equal(seen.path, at(question));
    asked.push(seen.h1);
    seen = await visitor.post(at(question), form);
  }
  assert.deepEqual(asked, [
    'What is your name?',
    'Have you had another name?',
    'What is your date of birth?',
    'What is your address?',
    'Have you lived anywhere else in the last 6 years?',
    'What is your mobile number?',
  ]);
  assert.equal(seen.h1, 'Check your answers');
  assert.match(seen.text, /<bdi>Ada Sample<\/bdi>/);
  assert.equal(await countReports(house, tenant.tenantId), 0);
  seen = await visitor.post(at('check'));
  assert.equal(seen.h1, 'Check your phone');
  assert.match(seen.text, /number ending 982/);
  seen = await visitor.post(at('code'), { code: '999 999' });
  assert.match(seen.text, /The code is not right. You have 2 tries left/);
  seen = await visitor.post(at('code'), { code: `${TEST_CODE.slice(0, 3)}-${TEST_CODE.slice(3)}` });
  assert.equal(seen.h1, 'Your report');
  assert.equal(await stateOf(link), 'complete');
  const { headers, text } = await visitor.get(at('report.pdf'));
  assert.equal(headers['content-type'], 'application/pdf');
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="credit-report-[\w-]{36}\.pdf"$/,
  );
  assert.match(text, /^%PDF-/);
  // Car finance comes first, and whom to tell when it is wrong.
  const answer = seen.text.indexOf('began in the period of the FCA scheme</h2>');
  assert.ok(answer > 0 && answer < seen.text.indexOf('<dl class="sums">'));
  assert.match(seen.text, /normally no longer on file/);
  const wrong = await visitor.get(at('wrong'));
  assert.match(wrong.text, /section 159 of the Consumer Credit Act 1974/);
  assert.match(wrong.text, /within 28 days[\s\S]*up to 200 words/);
  for (const site of ['equifax', 'experian', 'transunion'])
    assert.match(wrong.text, new RegExp(`www.${site}.co.uk`));
  assert.equal((await visitor.get(at('wrong/0'))).h1, 'What is wrong with it?');
  const letters = await visitor.get(at('wrong/0?why=not-mine'));
  assert.equal(letters.h1, 'Your letters');
  assert.match(letters.text, /Your reference: [^<]*\.[\s\S]*Article 16 of the UK GDPR/);
  assert.equal((await visitor.get(at('wrong/99'))).h1, 'Your report', 'there is no such account');
});

test('who does not agree is asked nothing, and the link is used up', async () => {
  const { link, visitor, at } = await arrive({ returnUrl: 'https://trefoil.test/done?case=7' });
  await visitor.post(at('start'), { token: link.token });
  const seen = await visitor.post(at('consent'), { choice: 'decline' });
  assert.equal(seen.h1, 'You did not agree');
  assert.equal((await visitor.get(at('name'))).h1, 'You did not agree');
  const back = await visitor.get(at('return'));
  assert.deepEqual(
    [back.status, back.headers.location],
    [303, `https://trefoil.test/done?case=7&session=${link.id}&status=declined`],
  );
});

test('other names and addresses are added, shown, removed, and asked of the bureaus', async () => {
  const { link, visitor, at } = await arrive(wanting('allow'));
  await answerAll(visitor, link);
  let seen = await visitor.get(at('other-names'));
  seen = await visitor.post(at('other-names'));
  assert.match(seen.text, /There is a problem[\s\S]*Select yes if you have had another name/);
  seen = await visitor.post(at('other-names'), { more: 'yes' });
  assert.equal(seen.path, at('other-names/add'));
  seen = await visitor.post(seen.path, { firstName: 'Ada', lastName: '' });
  assert.match(seen.text, /Enter your last name/);
  for (const lastName of ['Maiden', 'Maiden', 'Newlywed'])
    seen = await visitor.post(at('other-names/add'), { firstName: 'Ada', lastName });
  assert.deepEqual(seen.text.match(/<bdi>Ada \w+<\/bdi>/g), [
    '<bdi>Ada Maiden</bdi>',
    '<bdi>Ada Newlywed</bdi>',
  ]);
  seen = await visitor.post(at('other-names/remove'), { index: '1' });
  assert.doesNotMatch(seen.text, /Newlywed/);
  for (const town of ['York', 'Hull', 'Bath', 'Ely', 'Ripon'])
    seen = await visitor.post(at('other-addresses/add'), { building: '7', town, postcode: 'YO1 7HH' });
  assert.match(seen.text, /You can add 4 at most[\s\S]*name="more" value="no"/);
  assert.doesNotMatch(seen.text, /Ripon/);
  seen = await visitor.post(at('other-addresses'), { more: 'no' });
  assert.equal(seen.h1, 'Check your answers');
  seen = await visitor.post(at('check'));
  assert.equal(seen.h1, 'Your report');
  assert.match(seen.text, /Searched: <bdi>Ada Sample and Ada Maiden<\/bdi>[\s\S]*Hull|HULL/);
});

test('what is wrong is said at the top and at the field, kept on the page and nowhere else', async () => {
  const { link, visitor, at } = await arrive();
  await agree(visitor, link);
  const seen = await visitor.post(at('date-of-birth'), { day: '31', month: 'feb', year: '1985' });
  assert.match(seen.text, /<title>Error: What is your date of birth\?/);
  assert.equal(seen.text.split('Date of birth must be a real date').length, 3);
  assert.match(seen.text, /name="month" value="feb"/);
  assert.doesNotMatch((await visitor.get(at('date-of-birth'))).text, /feb/);
});

test('names of every kind are text on every page: accents upon accents, right to left, markup, formulas', async () => {
  const { link, visitor, at } = await arrive(wanting('allow'));
  await answerAll(visitor, link);
  const long = await visitor.post(at('name'), { firstName: 'Ada', lastName: `e${'\u0301'.repeat(200)}` });
  assert.match(long.text, /Last name must be 60 characters or fewer/);
  for (const lastName of [
    'عبد الله',
    '<b>Łukasz</b>',
    '=1+1',
    '"><script>alert(1)</script>',
    `Z${'\u0301'.repeat(40)}`,
  ]) {
    const seen = await visitor.post(at('name'), { firstName: 'Ada', lastName });
    assert.equal(seen.h1, 'Check your answers', lastName);
    const escaped = `Ada ${lastName}`
      .normalize('NFC')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    assert.ok(seen.text.includes(`<bdi>${escaped}</bdi>`), lastName);
    assert.doesNotMatch(seen.text, /<script>|<b>/);
  }
  const report = await visitor.post(at('check'));
  assert.equal(report.h1, 'Your report');
});

test('three wrong codes end it with the answers kept; a new try asks again, three reports in all', async () => {
  const { link, visitor, at } = await arrive(wanting('challenge'));
  await answerAll(visitor, link);
  for (let report = 1; report <= 3; report++) {
    assert.equal((await press(visitor, link)).h1, 'Check your phone');
    let seen = await visitor.post(at('code'), { code: '999991' });
    seen = await visitor.post(at('code'), { code: '999992' });
    assert.match(seen.text, /You have 1 try left. If it is wrong we have to start again/);
    seen = await visitor.post(at('code'), { code: '999993' });
    assert.equal(seen.h1, report < 3 ? 'We could not confirm it is you' : 'We could not get your report');
    if (report < 3) assert.equal((await visitor.post(at('again'))).h1, 'Check your answers');
  }
  assert.equal((await visitor.post(at('check'))).h1, 'We could not get your report');
});

test('a code that cannot be one uses no try; a new text is sent, at most three; another number is another request', async () => {
  const { link, visitor, at } = await arrive(wanting('challenge'));
  await answerAll(visitor, link);
  await visitor.post(at('check'));
  for (const [code, words] of [
    ['', 'Enter the security code'],
    ['12345', 'You’ve not entered enough numbers'],
    ['1234567', 'You’ve entered too many numbers'],
    ['12a456', 'The code must be 6 numbers'],
  ] as const)
    assert.ok((await visitor.post(at('code'), { code })).text.includes(words), words);
  for (const left of [2, 1]) {
    assert.ok((await visitor.get(at('not-received'))).text.includes(`Texts left: ${left}`));
    assert.match((await visitor.post(at('not-received'))).text, /We sent a new code/);
  }
  assert.equal((await visitor.get(at('not-received'))).h1, 'We have sent 3 texts');
  assert.equal((await visitor.post(at('not-received'))).h1, 'We have sent 3 texts');
  assert.equal((await visitor.post(at('other-number'))).h1, 'What is your mobile number?');
  const summary = await visitor.post(at('mobile'), { mobile: '07700 900 555' });
  assert.match(summary.text, /We have sent you a security code/);
  // A page from before the code, by Back in another tab: one report, the same code.
  assert.match((await visitor.post(at('check'))).text, /number ending 982/);
  assert.match((await press(visitor, link)).text, /number ending 555/);
  const report = await visitor.post(at('code'), { code: TEST_CODE });
  assert.equal(report.h1, 'Your report');
});

test('an agreement is withdrawn with one button: nothing is shown any more, and the tenant is told', async () => {
  const { link, visitor, at } = await arrive(wanting('allow'));
  await answerAll(visitor, link);
  assert.match((await visitor.post(at('check'))).text, /Withdraw your agreement/);
  assert.equal((await visitor.get(at('rights'))).h1, 'Your rights');
  const copied = new Map(visitor.cookies);
  assert.equal((await visitor.post(at('withdraw'))).h1, 'You withdrew your agreement');
  assert.deepEqual([...visitor.cookies.keys()], [], 'the browser is asked to keep nothing');
  for (const [name, value] of copied) visitor.cookies.set(name, value);
  for (const page of ['report', 'report.pdf', 'rights', 'wrong'])
    assert.doesNotMatch((await visitor.get(at(page))).text, /Ada Sample|Your rights|%PDF/, page);
  const [session] = await sql<{ isWithdrawn: boolean; told: number; noted: number }>(
    house,
    `select s.withdrawn_at is not null as "isWithdrawn",
       (select count(*)::int from events e where e.subject_id = s.id and e.type = 'session.withdrawn') as told,
       (select count(*)::int from audit_entries a where a.object_id = s.id::text and a.action = 'consent-withdrawn') as noted
     from consumer_sessions s where s.id = $1`,
    [at('').split('/')[2]],
  );
  assert.deepEqual(session, { isWithdrawn: true, told: 1, noted: 1 });
});

test('blocked never says why; failed says what to do; a session of another tenant’s words is closed', async () => {
  const blocked = await arrive(wanting('block'));
  await answerAll(blocked.visitor, blocked.link);
  const seen = await blocked.visitor.post(blocked.at('check'));
  assert.equal(seen.h1, 'We cannot complete this check online');
  assert.match(
    seen.text,
    /Contact <bdi>Acme Finance<\/bdi>: <bdi>by phone on <a class="phone" href="tel:08081570192">0808 157 0192<\/a><\/bdi>/,
  );
  assert.doesNotMatch(seen.text, /risk/i);
  assert.equal((await blocked.visitor.get(blocked.at('check'))).h1, 'We cannot complete this check online');
});

test('the report is hidden after 30 minutes, and when the consumer closes it', async () => {
  const { link, visitor, at } = await arrive(wanting('allow'));
  await answerAll(visitor, link);
  assert.equal((await visitor.post(at('check'))).h1, 'Your report');
  house.travelTo(new Date(Date.now() + 31 * 60_000));
  const hidden = await visitor.get(at('report'));
  house.travelTo(null);
  assert.equal(hidden.h1, 'Your report is hidden');
  house.travelTo(new Date(Date.now() + 31 * 60_000));
  const late = await visitor.get(at('report.pdf'));
  house.travelTo(null);
  assert.equal(late.h1, 'Your report is hidden');
  assert.doesNotMatch(hidden.text, /Ada Sample/);
  assert.equal((await visitor.get(at('report'))).h1, 'Your report');
  const copied = new Map(visitor.cookies);
  assert.equal((await visitor.post(at('close'))).h1, 'Your report is closed');
  for (const [name, value] of copied) visitor.cookies.set(name, value);
  for (const page of ['report', 'report.pdf'])
    assert.equal(
      (await visitor.get(at(page))).h1,
      'Get your credit report',
      `${page}, by a copy of the cookie`,
    );
  const again = await visitor.post(at('start'), { token: link.token });
  assert.equal(again.h1, 'This link is no longer in use');
});

test('with the link of a report that was closed the agreement is withdrawn, once, and of one that is open it is not', async () => {
  const { link, visitor, at } = await arrive(wanting('allow'));
  await answerAll(visitor, link);
  await visitor.post(at('check'));
  const token = { token: link.token };
  const stranger = createVisitor(house);
  await stranger.post(at('withdraw'), token);
  assert.equal((await visitor.get(at('report'))).h1, 'Your report', 'not while a browser has it');
  await visitor.post(at('close'));
  await stranger.post(at('withdraw'), { token: `${link.token.slice(0, -2)}AA` });
  const used = await visitor.post(at('start'), token);
  assert.ok(used.text.includes(`<input type="hidden" name="token" value="${link.token}">`));
  assert.match(used.text, /Withdraw my agreement/);
  assert.equal((await visitor.post(at('withdraw'), token)).h1, 'You withdrew your agreement');
  await visitor.post(at('withdraw'), token);
  const after = await visitor.post(at('start'), token);
  assert.equal(after.h1, 'The agreement was withdrawn');
  assert.match(after.text, /Make a complaint.*Ask to erase your data/);
  const [told] = await sql<{ events: number; entries: number }>(
    house,
    `select (select count(*)::int from events e where e.subject_id = $1 and e.type = 'session.withdrawn') as events,
       (select count(*)::int from audit_entries a where a.object_id = $1::text and a.action = 'consent-withdrawn') as entries`,
    [link.id],
  );
  assert.deepEqual(told, { events: 1, entries: 1 });
});

test('where the tenant keeps the report to itself the consumer is told that it is done', async () => {
  const { link, visitor, at } = await arrive({ ...wanting('allow'), showReport: false });
  await answerAll(visitor, link);
  const seen = await visitor.post(at('check'));
  assert.equal(seen.h1, 'All done');
  assert.doesNotMatch(seen.text, /Ada/);
});
