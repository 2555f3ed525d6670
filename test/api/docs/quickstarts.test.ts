// The quickstarts, run as pasted: every block of a page in its order, against a service that listens, with the secrets where the page
// says that they are. And a collection, call by call, as Postman would send it.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createTenant, type House, openHouse } from '../../support/house.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const run = promisify(execFile);

let house: House;
let folder: string;
let origin: string;
let tenant: Awaited<ReturnType<typeof createTenant>>;
before(async () => {
  house = await openHouse();
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(house.service.app.server.address() as AddressInfo).port}`;
  tenant = await createTenant(house);
  folder = mkdtempSync(join(tmpdir(), 'tf-quickstart-'));
  writeDemo(tenant.clientSecret);
  // The pages are followed in the project's folder; here that is a folder with its command.
  const scripts = { trefoil: `node ${join(DOCS, '../bin/trefoil.js')}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
});
/** As a first start keeps it. */
function writeDemo(clientSecret: string): void {
  const person = { email: 'owner@example.com', password: 'unused here' };
  const demo = { ...tenant, ...person, baseUrl: origin, clientSecret };
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo));
}
after(async () => {
  await house?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** The blocks of a page, with the address of this service, as the served page has it. */
function blocksOf(page: string): { language: string; code: string }[] {
  const text = readFileSync(join(DOCS, page), 'utf8').replaceAll('http://127.0.0.1:8080', origin);
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** Runs a page: programs are saved under the name that the page gives them, the shell runs the rest. */
async function follow(page: string, program?: { language: string; name: string }): Promise<string> {
  const blocks = blocksOf(page);
  if (program !== undefined) {
    const found = blocks.find(({ language }) => language === program.language);
    assert.ok(found, program.language);
    writeFileSync(join(folder, program.name), found.code);
  }
  const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder };
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', shell.join('\n')], {
    cwd: folder,
    env,
  });
  return stdout;
}

test('the quickstart in curl runs as pasted', async () => {
  const lines = (await follow('quickstart-curl.md')).trim().split('\n');
  const answers = lines.map((line) => JSON.parse(line).data);
  assert.deepEqual(
    answers.map(({ status, remainingSmsCount }) => status ?? remainingSmsCount),
    ['complete', 'retry', 1, 'complete', 'complete'],
  );
});

test('the quickstart in Node runs as pasted', async () => {
  const printed = await follow('quickstart-node.md', { language: 'js', name: 'quickstart.mjs' });
  assert.equal(printed, 'authentication-required\nretry\ncomplete\n4 accounts\n');
});

test('the quickstart in Python runs as pasted', async (context) => {
  const python = await run('python3', ['--version']).catch(() => null);
  if (python === null) return context.skip('there is no python3 on this machine');
  const printed = await follow('quickstart-python.md', { language: 'python', name: 'quickstart.py' });
  assert.equal(printed, 'authentication-required\nretry\ncomplete\n4 accounts\n');
});

test('a quickstart says what is wrong when the secret is', async () => {
  writeDemo('wrong');
  await assert.rejects(follow('quickstart-curl.md'), /invalid_client/);
  await assert.rejects(
    follow('quickstart-node.md', { language: 'js', name: 'quickstart.mjs' }),
    /no token: invalid_client/,
  );
  writeDemo(tenant.clientSecret);
});

test('the Postman collection: the token step, then generate and the code, each with what the step before kept', async () => {
  const collection = JSON.parse(
    readFileSync(join(DOCS, 'collections/trefoil.postman_collection.json'), 'utf8'),
  );
  const { tenantId, clientId, clientSecret } = tenant;
  const variables = new Map<string, string>(
    Object.entries({ baseUrl: origin, tenantId, clientId, clientSecret, $guid: crypto.randomUUID() }),
  );
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_all, name) => variables.get(name) ?? '');
  const items = collection.item.flatMap((one: { item: unknown[] }) => one.item);
  const play = async (name: RegExp): Promise<{ data?: { status: string } }> => {
    const { request, event = [] } = items.find((one: { name: string }) => name.test(one.name));
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const isToken = request.auth?.type === 'basic';
    const isForm = request.body.mode === 'urlencoded';
    const answer = await fetch(fill(request.url.raw), {
      method: request.method,
      headers: {
        authorization: isToken ? `Basic ${basic}` : fill('Bearer {{token}}'),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm
        ? new URLSearchParams(
            request.body.urlencoded.map((one: { key: string; value: string }) => [one.key, one.value]),
          )
        : fill(request.body.raw),
    });
    const json = (await answer.json()) as { data?: { status: string } };
    assert.equal(answer.status, 200, JSON.stringify(json));
    const pm = {
      response: { json: () => json },
      collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
    };
    for (const { script } of event) new Function('pm', script.exec.join('\n'))(pm);
    return json;
  };
  await play(/^Get an access token/);
  assert.equal((await play(/^Generate a credit report/)).data?.status, 'authentication-required');
  assert.equal((await play(/^Submit the security code/)).data?.status, 'complete');
});
