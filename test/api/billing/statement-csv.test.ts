// The statement as CSV: the whole period, oldest first, streamed; every cell round-trips, except those that a spreadsheet would take for a
// formula, which are escaped.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyMoves } from '../../../src/storage/wallet/ledger.ts';
import { readCsv } from '../../support/formats/csv.ts';
import type { Client, House } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveHouse, walletOf } from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const COLUMNS = [
  ...[
    'id',
    'createdAt',
    'kind',
    'amount',
    'change',
    'balance',
    'reportId',
    'smsId',
    'credentialId',
    'personId',
  ],
  ...['reference', 'reason'],
];

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());

const ask = (client: Client, query = '', accept = 'text/csv') =>
  client.get(`/${client.tenant.tenantId}/v1/billing/transactions${query}`, { accept });

type Row = Record<string, string>;
async function rowsOf(client: Client, query = ''): Promise<Row[]> {
  const answer = await ask(client, query);
  assert.equal(answer.status, 200, answer.text);
  const [header, ...rows] = readCsv(answer.text);
  assert.deepEqual(header, COLUMNS);
  return rows.map((cells) => {
    assert.equal(cells.length, COLUMNS.length);
    return Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? '']));
  });
}

async function fund(client: Client, texts: { reference: string; reason: string }[]): Promise<void> {
  const { tenantId } = client.tenant;
  const moves = texts.map((text, n) => ({
    ...{ kind: 'top-up' as const, tenantId, key: `${n}:${text.reference}`, amount: 1, personId: null },
    ...text,
  }));
  // All at once would be one statement of seconds, which a loaded machine gives up on.
  for (let at = 0; at < moves.length; at += 250)
    await applyMoves(house.service.database, moves.slice(at, at + 250));
}

test('it is a CSV attachment with a header row, streamed without a content length', async () => {
  const { headers, text } = await ask(await newClient(house));
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(headers['content-disposition'], 'attachment; filename="statement.csv"');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['content-length'], undefined);
  assert.equal(text.split('\r\n')[0], COLUMNS.join(','));
});

test('it is the same statement as in JSON, in reverse order', async () => {
  const client = await newClient(house);
  world.outcomes = { experian: 'timeout' };
  await client.generate(LIVE);
  world.reset();
  const { body } = await ask(client, '?pageSize=100', 'application/json');
  const expected = body.items
    .reverse()
    .map((line) =>
      Object.fromEntries(
        COLUMNS.map((column) => [column, String(new Map(Object.entries(line)).get(column) ?? '')]),
      ),
    );
  assert.deepEqual(await rowsOf(client), expected);
});

test('a period of more than 2,500 lines is complete, oldest first, and its changes add up to the balance', async () => {
  const client = await newClient(house);
  const one = { reference: 'r', reason: 'a reason' };
  await fund(
    client,
    Array.from({ length: 2_600 }, () => one),
  );
  await client.generate(LIVE);
  const rows = await rowsOf(client);
  assert.deepEqual(
    rows.map(({ id }) => Number(id)),
    Array.from({ length: 2_603 }, (_none, i) => i + 1),
  );
  const { available } = await walletOf(house, client);
  assert.equal(
    rows.reduce((sum, { change }) => sum + Number(change), 0),
    available,
  );
  assert.equal(rows.at(-1)?.balance, String(available));
});

test('exactly one and two full pages of the stream are complete too', async () => {
  for (const count of [999, 1_000, 2_000]) {
    const client = await newClient(house, 0);
    await fund(
      client,
      Array.from({ length: count }, () => ({ reference: 'r', reason: 'x' })),
    );
    assert.equal((await rowsOf(client)).length, count);
  }
});

const FORMULAS = [
  ...['=1+1', '+44 7700', '-5', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'],
  ...[' =1', '"=1', '\u200B=1', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20SUM(A1)'],
];
/** Cells with another cell inside, for a spreadsheet that separates otherwise than we do. */
const INNER: [text: string, safe: string][] = [
  ["x;=1+cmd|' /C calc'!A0", "x;'=1+cmd|' /C calc'!A0"],
  ['x\t=1', "x\t'=1"],
  ['x\n=1', "x\n'=1"],
  ['x\r=1', "x\r'=1"],
  ['x\r\n@SUM(A1)', "x\r\n'@SUM(A1)"],
  ['x; "=1"', 'x;\' "=1"'],
  ['a;b;\uFF0B1;-2', "a;b;'\uFF0B1;'-2"],
  ['=1;=2', "'=1;'=2"],
];
const PLAIN = [
  ...['a=b', "it's", 'says "so"', 'a,b', 'two\nlines', 'two\r\nlines', ' leading', '£ 10 – ünïcode 💷', '""'],
  ...["'=1", 'x\ty', '0', ';', '<b>', 'a;b=c', 'a;b', 'a - b; c + d', 'x@example.com; y'],
];

test('a reference or reason that a spreadsheet would take for a formula is escaped with a quote mark', async () => {
  const client = await newClient(house, 0);
  await fund(
    client,
    FORMULAS.map((text) => ({ reference: text, reason: `${text} "," \n` })),
  );
  const rows = await rowsOf(client);
  assert.deepEqual(
    rows.map(({ reference }) => reference),
    FORMULAS.map((text) => `'${text}`),
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    FORMULAS.map((text) => `'${text} "," \n`),
  );
  for (const row of rows) {
    for (const text of [row.reference, row.reason]) assert.doesNotMatch(text ?? '', /^[=+\-@\t\r]/);
  }
});

test('a formula after a semicolon, a tab or a line break is escaped too, and every text is quoted', async () => {
  const client = await newClient(house, 0);
  await fund(
    client,
    INNER.map(([text]) => ({ reference: text, reason: text })),
  );
  const rows = await rowsOf(client);
  assert.deepEqual(
    rows.map(({ reference, reason }) => [reference, reason]),
    INNER.map(([, safe]) => [safe, safe]),
  );
  const [, line] = (await ask(client)).text.split('\r\n');
  assert.match(line ?? '', /,"top-up",1,1,1,,,,,"x;'=1\+cmd\|' \/C calc'!A0","x;/);
});

test('everything else round-trips: quotes, commas, line breaks, other scripts', async () => {
  const client = await newClient(house, 0);
  await fund(
    client,
    PLAIN.map((text) => ({ reference: text, reason: text })),
  );
  const rows = await rowsOf(client);
  assert.deepEqual(
    rows.map(({ reference }) => reference),
    PLAIN,
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    PLAIN,
  );
});

test('a number with a minus sign stays a number', async () => {
  const client = await newClient(house);
  await client.generate(LIVE);
  const { text } = await ask(client, '?kind=hold');
  assert.match(text, /,"hold",300,-300,700,/);
});

test('filters narrow it; pages do not', async () => {
  const client = await newClient(house);
  await client.generate(LIVE);
  assert.deepEqual(
    (await rowsOf(client, '?kind=post')).map(({ kind }) => kind),
    ['post'],
  );
  const [{ reportId = '' } = {}] = await rowsOf(client, '?kind=hold');
  assert.equal((await rowsOf(client, `?reportId=${reportId}`)).length, 2);
  assert.equal((await rowsOf(client, '?pageSize=1')).length, 3);
  assert.deepEqual(await rowsOf(client, '?dateTo=2020-01-01'), []);
  assertRefusedAt(await ask(client, '?kind=gift'), '/kind');
});

test('it is CSV for Accept: text/csv, and JSON otherwise', async () => {
  const client = await newClient(house);
  for (const accept of ['text/csv', 'TEXT/CSV; charset=utf-8', 'text/csv, application/json;q=0.5']) {
    assert.match(String((await ask(client, '', accept)).headers['content-type']), /^text\/csv/);
  }
  for (const accept of ['application/json', '*/*', 'text/html', '']) {
    assert.match(String((await ask(client, '', accept)).headers['content-type']), /^application\/json/);
  }
});
