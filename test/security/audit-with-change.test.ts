// A change and its audit entry are one transaction: a process that dies between the two leaves neither. Tried on every change of members,
// invitations, credentials, webhook endpoints, the tenant's rules and an operator's work, before the entry is written and before the commit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { armFailpoints } from '../../src/storage/engine/connection/failpoints.ts';
import { createTenant, type House, openHouse, sql } from '../support/house.ts';
import { type Browser, createPerson, mailTo, openBrowser, signIn } from '../support/people.ts';
import { happen } from '../support/webhooks/webhooks.ts';

let house: House;
let tenantId: string;
let url: string;
let owner: Browser;
let operator: Browser;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  ({ tenantId } = await createTenant(house));
  url = `/${tenantId}/v1`;
  owner = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
  operator = await signIn(openBrowser(house), await createPerson(house, { isOperator: true }));
});
after(() => house?.close());

type Change = () => Promise<{ status: number }>;

const newMember = async () => (await createPerson(house, { tenantId, role: 'viewer' })).personId;
const newCredential = async () =>
  (await owner.call('POST', `${url}/credentials`, { name: 'Changed', scopes: ['wallet:read'] })).body.id;
const rotated = async () => {
  const id = await newCredential();
  await owner.call('POST', `${url}/credentials/${id}/rotate`, { overlap: '1h' });
  return id;
};
let invited = 0;
const invite = () => {
  invited += 1;
  const email = `invited-${invited}@example.com`;
  return owner.call('POST', `${url}/invitations`, { email, role: 'viewer' });
};

const hooks = () => `/${tenantId}/v1/webhook-endpoints` as const;
/** The address of a new endpoint. */
const newHook = async () => {
  const made = await owner.call('POST', hooks(), { url: 'https://example.com/', mode: 'test' });
  return `${hooks()}/${made.body.endpoint.id}` as const;
};
const rotatedHook = async () => {
  const one = await newHook();
  await owner.call('POST', `${one}/rotate`, { overlap: '1h' });
  return one;
};
/** With a recovery under way; answers the address of that. */
const recovering = async () => {
  await happen(house, tenantId, 1, { isTest: true });
  const one = await newHook();
  const { recovery } = (await owner.call('POST', `${one}/recover`, { since: '2026-01-01' })).body;
  return `${one}/recoveries/${recovery?.id}`;
};

/** Each prepares what it needs, and answers the change itself. */
const CHANGES: Record<string, () => Promise<Change>> = {
  'a role is changed': async () => {
    const id = await newMember();
    return () => owner.call('PATCH', `${url}/members/${id}`, { role: 'developer' });
  },
  'a member is removed': async () => {
    const id = await newMember();
    return () => owner.call('DELETE', `${url}/members/${id}`);
  },
  'a member is removed with their credentials': async () => {
    const person = await createPerson(house, { tenantId, role: 'admin' });
    const browser = await signIn(openBrowser(house), person);
    await browser.call('POST', `${url}/credentials`, { name: 'Theirs', scopes: ['wallet:read'] });
    return () => owner.call('DELETE', `${url}/members/${person.personId}?revokeCredentials=true`);
  },
  'somebody is invited': async () => invite,
  'an invitation is revoked': async () => {
    const { id } = (await invite()).body;
    return () => owner.call('DELETE', `${url}/invitations/${id}`);
  },
  'an invitation is accepted': async () => {
    const { email } = (await invite()).body;
    const { path } = await mailTo(house, email);
    const given = { firstName: 'Ivy', lastName: 'Vited', password: 'hollow lantern sixty marsh' };
    return () => openBrowser(house).submit(path, given);
  },
  'a credential is made': async () => () =>
    owner.call('POST', `${url}/credentials`, { name: 'Made', scopes: ['wallet:read'] }),
  'a secret is rotated': async () => {
    const id = await newCredential();
    return () => owner.call('POST', `${url}/credentials/${id}/rotate`, { overlap: '1h' });
  },
  'an old secret is ended': async () => {
    const id = await rotated();
    return () => owner.call('PUT', `${url}/credentials/${id}/overlap`, { overlap: 'now' });
  },
  'a credential is revoked': async () => {
    const id = await newCredential();
    return () => owner.call('DELETE', `${url}/credentials/${id}`);
  },
  'an endpoint is made': async () => () =>
    owner.call('POST', hooks(), { url: 'https://example.com/', mode: 'test' }),
  'an endpoint is changed': async () => {
    const one = await newHook();
    return () => owner.call('PATCH', one, { ratePerSecond: 5 });
  },
  'an endpoint gets another secret': async () => {
    const one = await newHook();
    return () => owner.call('POST', `${one}/rotate`, { overlap: '1h' });
  },
  'an endpoint’s old secret works for longer': async () => {
    const one = await rotatedHook();
    return () => owner.call('PUT', `${one}/overlap`, { overlap: '7d' });
  },
  'an endpoint’s old secret is ended': async () => {
    const one = await rotatedHook();
    return () => owner.call('PUT', `${one}/overlap`, { overlap: 'now' });
  },
  'an endpoint is disabled': async () => {
    const one = await newHook();
    return () => owner.call('POST', `${one}/disable`);
  },
  'an endpoint is enabled, and sent what it missed': async () => {
    const one = await newHook();
    await owner.call('POST', `${one}/disable`);
    await happen(house, tenantId, 1, { isTest: true });
    return () => owner.call('POST', `${one}/enable`, { missed: 'send' });
  },
  'an event is replayed': async () => {
    const one = await newHook();
    const [eventId] = await happen(house, tenantId, 1, { isTest: true });
    return () => owner.call('POST', `${one}/replay`, { eventId });
  },
  'events are recovered': async () => {
    await happen(house, tenantId, 1, { isTest: true });
    const one = await newHook();
    return () => owner.call('POST', `${one}/recover`, { since: '2026-01-01' });
  },
  'a recovery is cancelled': async () => {
    const one = await recovering();
    return () => owner.call('DELETE', one);
  },
  'an endpoint is deleted': async () => {
    const one = await newHook();
    return () => owner.call('DELETE', one);
  },
  'an operator makes a tenant': async () => () =>
    operator.call('POST', '/v1/operator/tenants', { name: 'Another' }),
  'an operator disables a tenant': async () => {
    const other = await createTenant(house);
    return () => operator.call('POST', `/v1/operator/tenants/${other.tenantId}/disable`);
  },
  'an operator changes a price': async () => {
    const { body } = await operator.get(`/v1/operator/tenants/${tenantId}/prices`);
    const [first] = body.items;
    const prices = [{ productCode: first?.code, credits: (first?.credits ?? 0) + 1 }];
    return () => operator.call('PUT', `/v1/operator/tenants/${tenantId}/prices`, { prices });
  },
  'an operator tops up': async () => {
    invited += 1;
    const given = { amount: 5, reference: `top-up-${invited}`, reason: 'paid' };
    return () => operator.call('POST', `/v1/operator/tenants/${tenantId}/top-ups`, given);
  },
  // Last: then only those with a second factor get in.
  'a second factor is required': async () => () =>
    owner.call('PUT', `${url}/security`, { requiresTotp: true }),
};

const TABLES = [
  ...['memberships', 'invitations', 'credentials', 'tenants', 'tenant_prices', 'wallets', 'people'],
  ...['webhook_endpoints', 'webhook_recoveries', 'deliveries'],
];

/** Everything that these changes change, and how many audit entries there are. */
async function stateOf(): Promise<{ rows: string; entries: number }> {
  const digests = TABLES.map(
    // When somebody was last here is no change of theirs.
    (table) => `(select md5(coalesce(string_agg(t.r, ' ' order by t.r), '')) from (
       select (to_jsonb(x) - array['last_accessed_at', 'last_used_at', 'last_seen_at'])::text as r from ${table} x) t)`,
  );
  const text = `select concat_ws(' ', ${digests.join(', ')}) as rows, (select count(*) from audit_entries) as entries`;
  const [state] = await sql<{ rows: string; entries: number }>(house, text);
  return state ?? assert.fail();
}

/** Fails once: before the entry is written, or before the first commit after it. */
function failOnce(where: 'before the entry' | 'before the commit'): () => boolean {
  let [isWritten, hasFailed] = [false, false];
  armFailpoints((name) => {
    if (hasFailed) return;
    if (name === 'after append-audit-entry') isWritten = true;
    hasFailed =
      where === 'before the entry'
        ? name === 'before append-audit-entry'
        : isWritten && name === 'before commit';
    if (hasFailed) throw new Error('the process fails here');
  });
  return () => hasFailed;
}

for (const [what, prepare] of Object.entries(CHANGES)) {
  test(`${what}: the change and its audit entry are both there, or neither`, async () => {
    const change = await prepare();
    const before = await stateOf();
    for (const where of ['before the entry', 'before the commit'] as const) {
      const hasFailed = failOnce(where);
      const { status } = await change().finally(() => armFailpoints(() => {}));
      assert.ok(hasFailed(), `it never came to ${where}`);
      assert.equal(status, 500, where);
      assert.deepEqual(await stateOf(), before, where);
    }
    const { status } = await change();
    assert.ok([200, 201, 204].includes(status), String(status));
    const done = await stateOf();
    assert.notEqual(done.rows, before.rows);
    assert.ok(done.entries > before.entries);
  });
}
