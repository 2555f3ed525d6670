// What a pack says of a consent that was taken on the hosted page; and erasing a report over the API, which ends its packs.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import { FILE_NAMES } from '../../../src/usecases/evidence/pack.ts';
import { PackRefused, verifyPack } from '../../../src/usecases/evidence/verify-pack.ts';
import { readZip } from '../../../src/usecases/evidence/zip.ts';
import { createLinkSecrets } from '../../../src/usecases/hosted/link-secrets.ts';
import { createVisits } from '../../../src/usecases/hosted/visits.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
let client: Client;
let owner: Awaited<ReturnType<typeof signedIn>>;
let base: string;
let journal: string;
before(async () => {
  journal = join(mkdtempSync(join(tmpdir(), 'erased-')), 'journal');
  house = await openHouse({ ERASURE_JOURNAL: journal });
  client = await clientOf(house, await createTenant(house));
  owner = await signedIn(house, { tenantId: client.tenant.tenantId });
  base = `/${client.tenant.tenantId}/v1`;
});
after(async () => {
  rmSync(join(journal, '..'), { recursive: true });
  await house.close();
});

const make = async (): Promise<string> => (await client.generate()).body.data.creditReportId;

/** Patiently: where its PDF has to wait too long, the service says to come back. */
async function packOf(id: string): Promise<Buffer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await house.service.app.inject({
      url: `${base}/credit-reports/${id}/evidence`,
      headers: { authorization: `Bearer ${client.token}` },
    });
    if (answer.statusCode === 503 && tries < 20) continue;
    assert.equal(answer.statusCode, 200, answer.payload);
    return answer.rawPayload;
  }
}
const verify = async (zip: Buffer) =>
  verifyPack(
    zip,
    JSON.parse((await house.service.app.inject('/.well-known/evidence-keys.json')).payload).keys,
  );
const jsonOf = (zip: Buffer, name: string) =>
  JSON.parse(String(readZip(zip, FILE_NAMES).find((file) => file.name === name)?.bytes));

/** A session in which a consumer agreed, and the report that it made. */
async function agreed(reportId: string, body: string) {
  const named = { name: 'Search of my credit file', locale: 'en-GB', body };
  const key = () => ({ 'idempotency-key': randomUUIDv7() });
  const drafted = await owner.call('POST', `${base}/consent-texts`, named, key());
  const { id: consentTextId } = JSON.parse(drafted.text);
  await owner.call('POST', `${base}/consent-texts/${consentTextId}/publish`, undefined, key());
  const order = { bureaus: ['equifax'], searchType: 'pcp', test: true, consentTextId };
  const made = await client.post(`${base}/consumer-sessions`, order);
  assert.equal(made.status, 200, made.text);
  const { id, url } = JSON.parse(made.text);
  const { database } = house.service;
  const keyring = createKeyring(house.config.ENCRYPTION_KEY);
  const visits = createVisits({
    ...{ database, vault: createVault({ database, keyring }), secrets: createLinkSecrets(keyring) },
    ...{
      readReport: () => assert.fail(),
      printReport: () => assert.fail(),
      agreementsOf: () => assert.fail(),
      onMove: () => {},
      at: () => null,
    },
  });
  const visitor = { address: '203.0.113.9', userAgent: 'A browser' };
  const started = await visits.start(id, url.split('#t=')[1] ?? '', 'a page');
  assert.equal(started.kind, 'started');
  const { secret, view } = started as Extract<typeof started, { kind: 'started' }>;
  const visit = { sessionId: id as string, secret };
  await visits.showConsent(visit);
  const given = { sha256: view.consent.sha256, deviceSessionId: 'd' };
  assert.equal((await visits.agree(visit, given, visitor))?.kind, 'done');
  await sql(
    house,
    'insert into consumer_session_reports (tenant_id, report_id, session_id) values ($1, $2, $3)',
    [client.tenant.tenantId, reportId, id],
  );
  return { id: id as string, sha256: view.consent.sha256 };
}

test('the consent of a hosted page is in the pack: the text, the record, and the entry of the trail that has their hashes', async () => {
  const reportId = await make();
  const body = 'I agree that Northgate Claims searches my credit file. £ é “quoted”.';
  const { id, sha256 } = await agreed(reportId, body);
  const zip = await packOf(reportId);
  await verify(zip);
  const consent = jsonOf(zip, 'consent.json');
  assert.deepEqual([consent.takenBy, consent.sessionId, consent.text.body], ['hosted-page', id, body]);
  assert.deepEqual([consent.text.version, consent.text.sha256, consent.record.sha256], [1, sha256, sha256]);
  assert.equal(consent.record.address, '203.0.113.9');
  assert.ok(consent.record.shownAt <= consent.record.agreedAt);
  const { entries } = jsonOf(zip, 'audit.json');
  const entry = entries.find(({ action }: { action: string }) => action === 'consent-given');
  assert.deepEqual([entry.objectId, JSON.parse(entry.after).recordSha256], [id, consent.recordSha256]);
});

test('a consent that is not the one in the trail is refused by name', async () => {
  const reportId = await make();
  const { id } = await agreed(reportId, 'I agree to a search.');
  await sql(house, 'update consumer_sessions set consent_record_sha256 = sha256($2) where id = $1', [
    id,
    Buffer.from('another'),
  ]);
  const zip = await packOf(reportId);
  await assert.rejects(
    verify(zip),
    (error: unknown) => error instanceof PackRefused && error.problem === 'consent-wrong',
  );
});

test('an owner erases a report: the document and its pack are gone, the trail and the journal say so, charges stay', async () => {
  const id = await make();
  const other = await make();
  const { manifestSha256 } = await verify(await packOf(id));
  const url = `${base}/credit-reports/${id}` as const;
  // A folder is in the way of the journal: what cannot be noted is not erased.
  mkdirSync(journal);
  const refused = await ask(house, owner, 'DELETE', url);
  assert.deepEqual([refused.status, refused.body.code], [503, 'service-unavailable']);
  assert.equal((await client.get(url)).status, 200);
  assert.ok(house.logLines.some((line) => line.includes('"name":"JournalRefused","code":"EISDIR"')));
  rmdirSync(journal);
  const answer = await ask(house, owner, 'DELETE', url);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  for (const part of ['', '/evidence', '/agreements']) {
    const { status, body } = await client.get(`${url}${part}`);
    assert.deepEqual([status, body.code], [410, 'credit-report-purged'], part);
  }
  assert.equal((await client.get(`${base}/credit-reports/${other}`)).status, 200);
  const logged = (method: string, report: string): boolean =>
    house.logLines.some(
      (line) => line.includes(`"method":"${method}"`) && line.includes(`"reportId":"${report}"`),
    );
  assert.deepEqual([logged('DELETE', id), logged('POST', other)], [true, true], 'the log says which report');
  const entries = (await owner.get(`${base}/audit-entries?objectId=${id}`)).body.items;
  assert.deepEqual(
    entries.map(({ action, actorId }: { action: string; actorId: string | null }) => [action, actorId]),
    [
      ['report-erased', owner.personId],
      ['evidence-issued', client.tenant.credentialId],
    ],
  );
  assert.equal(Object(entries[1]?.after).manifestSha256, manifestSha256);
  assert.equal((await ask(house, owner, 'DELETE', url)).status, 204, 'safe to repeat');
  const noted = readFileSync(journal, 'utf8').trim().split('\n');
  assert.deepEqual(
    noted.map((line) => line.split(' ').slice(1)),
    [
      [client.tenant.tenantId, id],
      [client.tenant.tenantId, id],
    ],
  );
});

test('erasing is for owners and admins, and for reports of the tenant', async () => {
  const { tenantId } = client.tenant;
  const id = await make();
  const url = `${base}/credit-reports/${id}` as const;
  for (const role of ['developer', 'viewer', 'finance']) {
    const { status, body } = await ask(house, await signedIn(house, { tenantId, role }), 'DELETE', url);
    assert.deepEqual([status, body.code], [403, 'forbidden'], role);
  }
  const stranger = await signedIn(house, await createTenant(house));
  assert.equal((await stranger.call('DELETE', url)).status, 403);
  for (const unknown of [randomUUIDv7(), 'none'])
    assert.equal((await ask(house, owner, 'DELETE', `${base}/credit-reports/${unknown}`)).status, 404);
  assert.equal((await client.get(url)).status, 200);
  const admin = await signedIn(house, { tenantId, role: 'admin' });
  assert.equal((await ask(house, admin, 'DELETE', url)).status, 204);
});
