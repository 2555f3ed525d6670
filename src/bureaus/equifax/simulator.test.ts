// The simulated Equifax as a bureau that is as strict as the real one: what it refuses, and that nothing comes that was not asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerOf, inventFile, knowing } from '../../../test/support/bureaus/invented-files.ts';
import { createSeededChance } from '../../../test/support/bureaus/mutations.ts';
import { defaultsOf } from '../../../test/support/settings/default-values.ts';
import { type Call, CallFailed } from '../bureau.ts';
import { createEquifax } from './client.ts';
import { EQUIFAX_SETTINGS, type EquifaxSettings } from './settings.ts';
import { createEquifaxSimulator, simulatedEquifaxSettings } from './simulator.ts';
import type { Style } from './wire.ts';

const nowMs = (): number => Date.UTC(2026, 10, 15, 6);
const FILE = inventFile(createSeededChance(78), 'equifax', { accounts: 6, searches: 3 });
const simulator = createEquifaxSimulator({ people: knowing(FILE), nowMs, dialect: 'ordinary' });

/** The answer when the request is changed on the way. */
async function search(settings: Partial<EquifaxSettings>, change: (body: string) => string = (body) => body) {
  const call: Call = async ({ url, method, headers, body = '' }) => {
    const isToken = url.includes('token');
    const request = { method, path: new URL(url).pathname, headers, body: isToken ? body : change(body) };
    const reply = await simulator.handle(request);
    return { status: reply.status, headers: reply.headers, text: String(reply.body) };
  };
  const simulated = simulatedEquifaxSettings('http://127.0.0.1');
  const all = { ...defaultsOf(EQUIFAX_SETTINGS), ...simulated, ...settings };
  const adapter = createEquifax({ settings: all, call, nowMs, onNotice: assert.fail });
  return adapter
    .search({ reportId: 'report-1', consumer: consumerOf(FILE.person) })
    .catch((error: unknown) => {
      assert.ok(error instanceof CallFailed, String(error));
      return { status: error.outcome };
    });
}

test('the simulated bureau refuses what the bureau would refuse', async () => {
  const statusOf = async (style: Style, change: (body: string) => string) =>
    (await search({ EQUIFAX_STYLE: style }, change)).status;
  assert.equal(await statusOf('soap', (body) => body), 'ok');
  const wrongs: ((body: string) => string)[] = [
    (body) => body.replace('/v2/', '/v9/'),
    (body) => body.replace('<req:', '<').replace('</req:', '</').replace('xmlns:req', 'xmlns'),
    (body) => body.replace(/<requestedData>.*<\/requestedData>/, ''),
    (body) => body.replace(/<requestedData>.*<\/requestedData>/, '<requestedData></requestedData>'),
    (body) => body.replace(/(<surname>.*<\/surname>)(.*)(<forename>.*<\/forename>)/, '$3$2$1'),
    (body) => body.replace('<street1>', `<street1>${'A'.repeat(30)}`),
    (body) => body.replace('<dob>', '<gender>F</gender><dob>'),
  ];
  for (const [index, wrong] of wrongs.entries()) {
    assert.equal(await statusOf('soap', wrong), 'rejected-request', String(index));
  }
  assert.equal(await statusOf('json', (body) => body.replace('requestedData', 'wishes')), 'rejected-request');
});

test('what is not asked for does not come', async () => {
  const found = async (sets: EquifaxSettings['EQUIFAX_DATA_SETS']) => {
    const answer = await search({ EQUIFAX_DATA_SETS: sets });
    if (answer.status !== 'ok') return answer.status;
    const { accounts, searches, residencies } = answer.file;
    return [accounts.length, searches.length, residencies.length];
  };
  const homes = FILE.person.addresses.length;
  assert.deepEqual(await found(['insightRequest']), [6, 0, 0]);
  assert.deepEqual(await found(['searchesRequest', 'outputAddressRequest']), [0, 3, homes]);
  assert.deepEqual(await found(['electoralRollRequest']), [0, 0, 0]);
  assert.equal(await found(['gainRequest']), 'no-trace');
});
