// Replacing ENCRYPTION_KEY under load: the service restarts with the new and the old key, `keys rewrap` rewraps every key while it runs, then
// the old key is removed. No request is refused meanwhile, and everything stored is readable. KEY_TENANTS and KEY_REPORTS set the size.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createEvidenceKeyStore } from '../../src/storage/keys/evidence-keys.ts';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { openKeyring, rewrapKeys, sealRoot } from '../../src/storage/keys/root-key.ts';
import { createSigningKeyStore } from '../../src/storage/keys/signing-keys.ts';
import { newWrappedDataKey, SealBroken, unwrap } from '../../src/storage/keys/vault.ts';
import { createOperateService } from '../../src/usecases/operating/operate-service.ts';
import { COMMAND_LINE, createOperator } from '../../src/usecases/operating/operate-tenants.ts';
import { createUnkeyedDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type Client, clientOf, type House, openHouse, send, sql, tokenOf } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { endAll } from '../support/processes.ts';
import { assertTold, commandsOn, FAILED } from '../support/services/commands.ts';

const TENANTS = Number(process.env.KEY_TENANTS ?? 12);
const REPORTS = Number(process.env.KEY_REPORTS ?? 60);
const [OLD, NEW, OTHER] = [1, 2, 3].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer];
const setting = (key: Buffer): string => key.toString('base64');

let database: TestDatabase;
const houses: House[] = [];
before(async () => {
  database = await createUnkeyedDatabase();
});
after(async () => {
  for (const house of houses) await house.close();
  await database?.drop();
  await endAll();
});

async function openWith(current: Buffer, former?: Buffer): Promise<House> {
  const previous = former === undefined ? {} : { ENCRYPTION_KEY_PREVIOUS: setting(former) };
  const house = await openHouse({ ENCRYPTION_KEY: setting(current), ...previous }, database);
  houses.push(house);
  return house;
}
const close = async (house: House): Promise<void> => {
  houses.splice(houses.indexOf(house), 1);
  await house.close();
};
const commands = (current: Buffer, former?: Buffer) =>
  commandsOn({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: setting(current),
    ...(former !== undefined && { ENCRYPTION_KEY_PREVIOUS: setting(former) }),
  });

test('the key from configuration is replaced under load: no request is refused, all keys are rewrapped, everything is readable', async (t) => {
  let house = await openWith(OLD);
  const made = await makeTenants(house);
  const person = await createPerson(house, made[0]?.tenant ?? {});
  const reports: { n: number; id: string; text: string }[] = [];
  let isOver = false;
  let serving = house;
  // Fewer callers than connections: this tests that no key is missed, not the capacity of the pool.
  const load = [0, 1, 2].map(async (caller) => {
    for (let count = caller; !isOver || count < REPORTS; count += 3) {
      const n = count % TENANTS;
      const client = await clientOf(serving, (made[n] as Made).tenant);
      const { status, body, text } = await client.generate({ firstName: `Ada${n}` });
      assert.equal(status, 200, text);
      const read = await client.get(pathOf(client, body.data.creditReportId));
      assert.equal(read.status, 200, read.text);
      reports.push({ n, id: body.data.creditReportId, text: sum(read.text) });
    }
  });
  const under = Promise.all(load).finally(() => {
    isOver = true;
  });
  // Awaited below; until then it must not count as an unhandled rejection.
  under.catch(() => {});

  // A rolling restart: old and new processes run at the same time.
  const both = await openWith(NEW, OLD);
  serving = both;
  const before = await wrappedKeys(both);
  const told = await commands(NEW, OLD).json<{ keys: number; rewrapped: number }>('keys', 'rewrap');
  const late = await newTenant(both, NEW, OLD);
  const after = await wrappedKeys(both);
  assert.equal(told.rewrapped, before.length);
  assert.ok(
    before.every((key) => !after.includes(key)),
    'every wrapped key is another one now',
  );
  assert.deepEqual(await commands(NEW, OLD).json('keys', 'rewrap'), { keys: after.length, rewrapped: 0 });

  const alone = await openWith(NEW);
  serving = alone;
  isOver = true;
  await under;
  await close(house);
  await close(both);
  house = alone;
  for (const { n, id, text } of reports) {
    const client = await clientOf(house, (made[n] as Made).tenant);
    const read = await client.get(pathOf(client, id));
    assert.deepEqual([read.status, sum(read.text)], [200, text]);
  }
  assert.equal((await clientOf(house, late.tenant).then((client) => client.generate())).status, 200);
  for (const { token } of made) {
    const headers = { authorization: `Bearer ${token}` };
    const profile = await send(house, { method: 'GET', url: '/v1/my/profile', headers });
    assert.equal(profile.status, 200, 'tokens bought before the replacement still work');
  }
  await signIn(openBrowser(house), person);
  t.diagnostic(
    `${reports.length} reports made and read, ${told.rewrapped} of ${told.keys} keys wrapped anew`,
  );
});

test('with only the old key the service refuses to start, with a message', async () => {
  await assert.rejects(openHouse({ ENCRYPTION_KEY: setting(OLD) }, database), SealBroken);
  assertTold(await commands(OLD).run('tenants', 'list'), FAILED, /sealed under another ENCRYPTION_KEY/);
});

test('a key that neither can unwrap stops it, and the others are unchanged', async () => {
  const house = await openWith(NEW);
  const stranger = createKeyring(OTHER);
  const [row] = await sql<{ id: string; data_key: Buffer }>(
    house,
    'select id, data_key from tenants limit 1',
  );
  const replace = (key: Buffer) =>
    sql(house, 'update tenants set data_key = $2 where id = $1', [row?.id, key]);
  await replace(newWrappedDataKey(stranger, row?.id ?? ''));
  const before = await wrappedKeys(house);
  const ring = await openKeyring(house.service.database, { current: NEW, former: OLD });
  await assert.rejects(
    rewrapKeys(house.service.database, ring, async () => {}),
    SealBroken,
  );
  assert.deepEqual(await wrappedKeys(house), before);
  await replace(row?.data_key as Buffer);
});

test('work that stops half way has been noted', async () => {
  const house = await openWith(NEW, OLD);
  const { database: db } = house.service;
  const ring = await openKeyring(db, { current: NEW, former: OLD });
  const root = await sql<{ sealed: Buffer }>(house, 'select sealed from service_key');
  await sql(house, 'update service_key set sealed = $1', [
    sealRoot(createKeyring(OLD), unwrap(ring, 'service_key.sealed', root[0]?.sealed as Buffer).plain),
  ]);
  const [last] = await sql<{ id: string }>(house, 'select id from tenants order by id desc limit 1');
  const stranger = newWrappedDataKey(createKeyring(OTHER), last?.id ?? '');
  const [kept] = await sql<{ data_key: Buffer }>(house, 'select data_key from tenants where id = $1', [
    last?.id,
  ]);
  await sql(house, 'update tenants set data_key = $2 where id = $1', [last?.id, stranger]);
  const operate = createOperateService({
    ...{ database: db, keyring: ring },
    signingKeys: createSigningKeyStore({ database: db, keyring: ring }),
    evidenceKeys: createEvidenceKeyStore({ database: db, keyring: ring }),
  });
  const noted = () =>
    sql<{ after: { rewrapped: number } }>(
      house,
      `select after::json from audit_entries where action = 'keys-rewrapped' order by at`,
    );
  const before = await noted();
  await assert.rejects(operate.rewrapKeys(COMMAND_LINE), SealBroken);
  assert.deepEqual((await noted()).slice(before.length), [{ after: { rewrapped: 1 } }]);
  await sql(house, 'update tenants set data_key = $2 where id = $1', [last?.id, kept?.data_key]);
});

test('a database from before root keys keeps working with its key, and can then replace it', async () => {
  const old = await createUnkeyedDatabase();
  try {
    const house = await openHouse({ ENCRYPTION_KEY: setting(OLD) }, old);
    // As in that version: everything derived from the one key, and no row.
    const root = createKeyring(OLD);
    await sql(house, 'delete from signing_keys');
    await sql(house, 'update service_key set sealed = $1', [sealRoot(root, OLD)]);
    await house.close();
    const first = await openHouse({ ENCRYPTION_KEY: setting(OLD) }, old);
    await sql(first, 'delete from service_key');
    await first.close();
    const both = await openHouse(
      { ENCRYPTION_KEY: setting(NEW), ENCRYPTION_KEY_PREVIOUS: setting(OLD) },
      old,
    );
    const ring = await openKeyring(both.service.database, { current: NEW, former: OLD });
    assert.deepEqual(ring.mac('hash-references', 'a'), root.mac('hash-references', 'a'));
    await rewrapKeys(both.service.database, ring, async () => {});
    await both.close();
    const alone = await openHouse({ ENCRYPTION_KEY: setting(NEW) }, old);
    await alone.close();
  } finally {
    await old.drop();
  }
});

type Made = { tenant: Parameters<typeof clientOf>[1]; token: string };

async function makeTenants(house: House): Promise<Made[]> {
  const made: Made[] = [];
  for (let n = 0; n < TENANTS; n += 1) made.push(await newTenant(house, OLD));
  return made;
}

/** As the service makes one, with its keys. */
async function newTenant(house: House, current: Buffer, former: Buffer | null = null): Promise<Made> {
  const { database: db } = house.service;
  const keyring = await openKeyring(db, { current, former });
  const { createTenant } = createOperator({
    database: db,
    newDataKey: (id) => newWrappedDataKey(keyring, id),
  });
  const { id: tenantId } = await createTenant(COMMAND_LINE, 'Northgate Claims');
  const { personId } = await createPerson(house, { tenantId });
  const clientSecret = randomBytes(32).toString('base64url');
  const clientId = `client-${randomBytes(6).toString('hex')}`;
  await sql(
    house,
    `insert into credentials (tenant_id, id, owner_id, name, client_id, secret_hash, scopes)
     values ($1, gen_random_uuid(), $2, 'x', $3, $4, array['reports:write', 'reports:read'])`,
    [tenantId, personId, clientId, keyring.mac('hash-client-secrets', clientSecret)],
  );
  const tenant = { tenantId, personId, clientId, clientSecret, credentialId: '' };
  return { tenant, token: await tokenOf(house, tenant) };
}

async function wrappedKeys(house: House): Promise<string[]> {
  const rows = await sql<{ key: string }>(
    house,
    `select encode(data_key, 'hex') as key from tenants union all select encode(sealed, 'hex') from service_key order by 1`,
  );
  return rows.map(({ key }) => key);
}

function pathOf(client: Client, id: string): string {
  return `/${client.tenant.tenantId}/v1/credit-reports/${id}`;
}

/** Without the time and the wallet, which change. */
function sum(text: string): string {
  return createHash('sha256')
    .update(JSON.stringify(JSON.parse(text).data))
    .digest('hex');
}
