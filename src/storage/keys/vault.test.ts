// A sealed value opens in its own place with its own key, and nowhere else.
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes, randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/formats/any-character.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openHouse,
  sql,
} from '../../../test/support/house.ts';
import { insertTenant } from '../people/tenants.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { createVault, newWrappedDataKey, open, SealBroken, seal, type Vault } from './vault.ts';

// The long run `vault` (scripts/long-runs.ts) seals a million.
const NONCES = Number(process.env.SEAL_NONCES ?? 20_000);
const NONCE_AT = 1;
const BODY_AT = 1 + 12 + 16;
const newKey = () => createSecretKey(randomBytes(32));

test('a sealed value opens again, text or bytes, empty or long', () => {
  const key = newKey();
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string(), fc.uint8Array(), (text, context, bytes) => {
      assert.equal(open(key, context, seal(key, context, text)).toString('utf8'), text);
      assert.deepEqual(open(key, context, seal(key, context, Buffer.from(bytes))), Buffer.from(bytes));
    }),
  );
});

test('with one bit changed anywhere it does not open', () => {
  const key = newKey();
  const sealed = seal(key, 'here', 'a name, an address and a date of birth');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Buffer.from(sealed);
    altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.throws(() => open(key, 'here', altered), SealBroken, `bit ${bit}`);
  }
});

test('a long text takes less room, and with one bit changed it does not open either', () => {
  const key = newKey();
  const text = JSON.stringify(
    Array.from({ length: 160 }, (_none, n) => ({ lender: 'Example Bank', balance: n })),
  );
  const sealed = seal(key, 'here', text);
  assert.ok(sealed.length < text.length / 3, `${sealed.length} of ${text.length}`);
  assert.equal(open(key, 'here', sealed).toString('utf8'), text);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Buffer.from(sealed);
    altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
    assert.throws(() => open(key, 'here', altered), SealBroken, `bit ${bit}`);
  }
  // The first byte alone: as if it had not been compressed.
  assert.throws(() => open(key, 'here', Buffer.concat([Buffer.of(1), sealed.subarray(1)])), SealBroken);
});

test('truncated, extended or empty it does not open', () => {
  const key = newKey();
  const sealed = seal(key, 'here', 'text');
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => open(key, 'here', sealed.subarray(0, length)), SealBroken);
  }
  assert.throws(() => open(key, 'here', Buffer.concat([sealed, Buffer.of(0)])), SealBroken);
});

test('with another key or in another place it does not open, and the error says nothing more', () => {
  const key = newKey();
  const sealed = seal(key, 'here', 'canary');
  for (const attempt of [() => open(newKey(), 'here', sealed), () => open(key, 'there', sealed)]) {
    assert.throws(attempt, (error: Error) => error instanceof SealBroken && error.cause === undefined);
  }
});

test('the ciphertext does not contain the text, and sealing the same text twice gives two ciphertexts', () => {
  const key = newKey();
  const [one, two] = [seal(key, 'here', 'canary'), seal(key, 'here', 'canary')];
  assert.ok(!one.includes('canary'));
  assert.notDeepEqual(one.subarray(BODY_AT), two.subarray(BODY_AT));
});

test(`no nonce repeats in ${NONCES} seals, and every byte of it is random`, () => {
  const key = newKey();
  const nonces = new Set<string>();
  const seen = Array.from({ length: 12 }, () => new Set<number>());
  for (let i = 0; i < NONCES; i += 1) {
    const nonce = seal(key, 'here', '').subarray(NONCE_AT, NONCE_AT + 12);
    nonces.add(nonce.toString('latin1'));
    seen.forEach((values, index) => void values.add(nonce[index] as number));
  }
  assert.equal(nonces.size, NONCES);
  for (const values of seen) assert.equal(values.size, 256);
});

let house: House;
let keyring: Keyring;
let clients: Client[];
let sealedValues: Sealed[];
type Sealed = { tenantId: string; column: string; rowId: string; sealed: Buffer };

before(async () => {
  house = await openHouse();
  keyring = createKeyring(house.config.ENCRYPTION_KEY);
  clients = await Promise.all([1, 2, 3].map(async () => clientOf(house, await createTenant(house))));
  for (const client of clients) {
    await Promise.all(
      Array.from({ length: 8 }, () => client.generate({}, { 'idempotency-key': randomUUIDv7() })),
    );
  }
  sealedValues = await sql<Sealed>(
    house,
    `select tenant_id as "tenantId", 'reports.details' as column, id::text as "rowId", details as sealed from reports
     union all select tenant_id, 'reports.body', id::text, body from reports
     union all select tenant_id, 'idempotency_keys.answer', encode(key_hash, 'hex'), answer from idempotency_keys`,
  );
});
after(() => house.close());

const newVault = (ring: Keyring = keyring): Vault =>
  createVault({ database: house.service.database, keyring: ring });
const openAt = async (vault: Vault, { tenantId, ...place }: Sealed, sealed: Buffer): Promise<string> =>
  (await vault.forTenant(tenantId)).open(place, sealed);

test('every stored value opens in its own place', async () => {
  assert.equal(sealedValues.length, 3 * 8 * 3);
  for (const value of sealedValues) {
    assert.ok((await openAt(newVault(), value, value.sealed)).startsWith('{'));
  }
});

test('a thousand stored values moved to another row, column or tenant: none opens', async () => {
  const vault = newVault();
  const index = fc.nat({ max: sealedValues.length - 1 });
  await fc.assert(
    fc.asyncProperty(index, index, async (from, to) => {
      fc.pre(from !== to);
      const [moved, place] = [sealedValues[from] as Sealed, sealedValues[to] as Sealed];
      await assert.rejects(openAt(vault, place, moved.sealed), SealBroken);
    }),
    { numRuns: 1_000 },
  );
});

test('a value of which only the row, the column or the tenant differs does not open either', async () => {
  const vault = newVault();
  for (const value of sealedValues) {
    const others = [
      { ...value, rowId: randomUUIDv7() },
      { ...value, column: value.column === 'reports.body' ? 'reports.details' : 'reports.body' },
      ...clients
        .map((client) => client.tenant.tenantId)
        .filter((tenantId) => tenantId !== value.tenantId)
        .map((tenantId) => ({ ...value, tenantId })),
    ];
    for (const other of others) await assert.rejects(openAt(vault, other, value.sealed), SealBroken);
  }
});

test('with another key from configuration no value opens', async () => {
  const vault = newVault(createKeyring(randomBytes(32)));
  for (const value of sealedValues) await assert.rejects(openAt(vault, value, value.sealed), SealBroken);
});

test("with two tenants' data keys swapped, neither opens", async () => {
  const [one, two] = clients.map((client) => client.tenant.tenantId);
  const swap = `update tenants t set data_key = o.data_key from tenants o
                where (t.id, o.id) in (($1, $2), ($2, $1))`;
  await sql(house, swap, [one, two]);
  const vault = newVault();
  for (const tenantId of [one, two]) await assert.rejects(vault.forTenant(tenantId as string), SealBroken);
  await sql(house, swap, [one, two]);
  assert.ok(await vault.forTenant(one as string), 'a failure is not cached');
});

test('two documents swapped in the database are returned to no caller', async () => {
  const [client] = clients as [Client];
  const ids = (await Promise.all([1, 2].map(() => client.generate()))).map(
    ({ body }) => body.data.creditReportId,
  );
  const swap = `update reports r set body = o.body from reports o where (r.id, o.id) in (($1, $2), ($2, $1))`;
  const read = (id: string) => client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);
  await sql(house, swap, ids);
  for (const id of ids) {
    const answer = await read(id);
    assert.deepEqual([answer.status, answer.body.code], [500, 'internal-error']);
  }
  await sql(house, swap, ids);
  for (const id of ids) assert.equal((await read(id)).status, 200);
});

test('the data key of a new tenant is found even if it was looked up before the tenant existed', async () => {
  const [vault, tenantId] = [newVault(), randomUUIDv7()];
  await assert.rejects(vault.forTenant(tenantId));
  const dataKey = newWrappedDataKey(keyring, tenantId);
  await insertTenant(house.service.database, { id: tenantId, name: 'Late', dataKey });
  const tenantVault = await vault.forTenant(tenantId);
  const place = { column: 'reports.body', rowId: randomUUIDv7() };
  assert.equal(tenantVault.open(place, tenantVault.seal(place, 'text')), 'text');
});
