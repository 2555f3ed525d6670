// The operators' commands about people: who is an operator, and whether the audit trails are valid.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { SERVICE_TRAIL } from '../../src/storage/activity/audit.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { createTenant, type House, openHouse, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { endAll } from '../support/processes.ts';
import { type Commands, commandsOn, FAILED, USAGE } from '../support/services/commands.ts';

let database: TestDatabase;
let house: House;
let commands: Commands;
before(async () => {
  database = await createTestDatabase();
  house = await openHouse({}, database);
  commands = commandsOn({ DATABASE_URL: database.url });
});
after(async () => {
  await house.close();
  await database.drop();
  await endAll();
});

test('a person is made an operator on the command line, and can be unmade', async () => {
  const person = await createPerson(house);
  const path = '/v1/operator/audit-entries';
  assert.equal(
    await commands.done('people', 'make-operator', person.email.toUpperCase()),
    `${person.email.toUpperCase()} operates the service now.\n`,
  );
  assert.equal((await (await signIn(openBrowser(house), person)).get(path)).status, 200);
  await commands.done('people', 'unmake-operator', person.email);
  assert.equal((await (await signIn(openBrowser(house), person)).get(path)).status, 403);
  const { code, stderr } = await commands.run('people', 'make-operator', 'nobody@example.com');
  assert.equal(code, USAGE);
  assert.match(stderr, /There is no person/);
});

test('the audit trails of each tenant and of the service are verified; a changed one ends with exit code 1', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
  for (const requiresTotp of [false, false])
    await owner.call('PUT', `/${tenantId}/v1/security`, { requiresTotp });
  const rows = await commands.json<{ tenant: string }[]>('audit', 'verify');
  assert.deepEqual(
    rows.find((row) => row.tenant === tenantId),
    { tenant: tenantId, entries: 2, problem: 'none' },
  );
  assert.ok(rows.some((row) => row.tenant === SERVICE_TRAIL));
  await sql(house, 'alter table audit_entries disable trigger user');
  await sql(house, "update audit_entries set address = '192.0.2.1' where tenant_id = $1 and seq = 1", [
    tenantId,
  ]);
  const { code, stdout, stderr } = await commands.run('audit', 'verify', '--tenant', tenantId);
  assert.equal(code, FAILED);
  assert.match(stdout, /entry 1 is not as it was written/);
  assert.equal(stderr, 'An audit log is not true.\n');
});
