// Readiness of a service with several workers: whoever is asked speaks for all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Peers } from '../telemetry/peers.ts';
import { composeParts } from './ready-parts.ts';

const stateWhen = async (answers: { values: unknown[]; missing: number }): Promise<string | undefined> => {
  const peers: Peers = { count: 2, onAsked: () => {}, askAll: async () => answers };
  const parts = composeParts({ peers, database: {} as never, metrics: {} as never });
  return parts.find(({ name }) => name === 'workers')?.check();
};

test('the service is ready when every worker says so, and not while one is sick or does not answer', async () => {
  assert.equal(await stateWhen({ values: ['ok', 'ok'], missing: 0 }), 'ok');
  assert.equal(await stateWhen({ values: ['ok', 'unreachable'], missing: 0 }), 'unreachable');
  assert.equal(await stateWhen({ values: ['ok'], missing: 1 }), 'no answer in time');
});
