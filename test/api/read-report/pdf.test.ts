// A report as a PDF: the same address, permission, entry in the trail and refusals as the report itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
  type Tenant,
} from '../../support/house.ts';
import { checkPdf } from '../../support/pdf/check-pdf.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';

const PDF = { accept: 'application/pdf' };

let house: House;
let tenant: Tenant;
let client: Client;
let owner: Browser;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  owner = await signIn(openBrowser(house), await createPerson(house, { tenantId: tenant.tenantId }));
});
after(() => house?.close());

const urlOf = (id: string) => `/${tenant.tenantId}/v1/credit-reports/${id}` as const;
const create = async (overrides: Record<string, unknown> = {}): Promise<string> =>
  (await client.generate(overrides)).body.data.creditReportId;

async function bytesOf(id: string) {
  const headers = { ...PDF, authorization: `Bearer ${client.token}` };
  return house.service.app.inject({ url: urlOf(id), headers });
}

test('a complete report is a PDF for whoever asks for one: tagged, of this tenant, marked as a test, the same bytes again', async () => {
  const id = await create();
  const { statusCode, headers, rawPayload } = await bytesOf(id);
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], 'application/pdf');
  assert.equal(headers['content-disposition'], `attachment; filename="report-${id}.pdf"`);
  assert.equal(headers['cache-control'], 'no-store');
  const { faults, text, artifacts } = checkPdf(rawPayload);
  assert.deepEqual(faults, []);
  const [{ name } = { name: '' }] = await sql<{ name: string }>(
    house,
    'select name from tenants where id = $1',
    [tenant.tenantId],
  );
  assert.ok(text.includes(`Asked by\n${name}\n`) && text.includes('Ada Sample'), text.slice(0, 200));
  assert.ok(artifacts.every((artifact) => artifact.startsWith('TEST') && artifact.includes(id)));
  assert.ok((await bytesOf(id)).rawPayload.equals(rawPayload));
});

test('without that header, or with another, the answer is JSON as before', async () => {
  const id = await create();
  for (const accept of ['application/json', '*/*', 'text/html,application/xhtml+xml', 'application/pdfx'])
    assert.equal((await client.get(urlOf(id), { accept })).body.data.status, 'complete', accept);
});

test('a person sees it by the permission of the document, and each time is an entry with its reason; a refused one is none', async () => {
  const id = await create();
  const seen = async () =>
    (await owner.get(`/${tenant.tenantId}/v1/audit-entries?action=report-seen`)).body.items;
  const before = (await seen()).length;
  assert.equal((await owner.get(`${urlOf(id)}?reason=complaint`, PDF)).status, 200);
  const [entry] = await seen();
  assert.deepEqual([entry?.objectId, entry?.after], [id, { reason: 'complaint' }]);
  assert.equal((await owner.get(`${urlOf(id)}?reason=curious`, PDF)).status, 400);
  const { tenantId } = tenant;
  const viewer = await signIn(openBrowser(house), await createPerson(house, { tenantId, role: 'viewer' }));
  const viewed = await viewer.get(urlOf(id), PDF);
  assert.deepEqual([viewed.status, viewed.body.code], [403, 'forbidden']);
  assert.equal((await seen()).length, before + 1);
});

test('a report without a document has no PDF, an erased one is gone, another tenant’s is not there', async () => {
  const { reportId: waiting } = await openChallenge(client);
  const blocked = await create({ challengeOptions: { status: 'block' } });
  const erased = await create();
  await sql(house, 'update reports set purged_at = now(), details = null, body = null where id = $1', [
    erased,
  ]);
  const other = await clientOf(house, await createTenant(house));
  const codeOf = async (id: string, as = client) => {
    const { status, body } = await as.get(urlOf(id), PDF);
    return [status, (body as unknown as { code: string }).code];
  };
  assert.deepEqual(await codeOf(waiting), [409, 'credit-report-not-complete']);
  assert.deepEqual(await codeOf(blocked), [409, 'credit-report-not-complete']);
  assert.deepEqual(await codeOf(erased), [410, 'credit-report-purged']);
  assert.deepEqual((await codeOf(await create(), other))[0], 403);
});
