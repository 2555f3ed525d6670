import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { createAdmission } from './admission.ts';

const request = (access: string): FastifyRequest =>
  ({ routeOptions: { config: { access } } }) as unknown as FastifyRequest;
const newReply = (): FastifyReply => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

function workFor(ms: number): void {
  const { user, system } = process.threadCpuUsage();
  for (let spent = 0; spent < ms * 1_000; ) {
    const now = process.threadCpuUsage();
    spent = now.user + now.system - user - system;
  }
}

test('a crowd is served; after two seconds of work without a pause the rest of each turn is turned away, until there is a pause', async () => {
  let shed = 0;
  const admit = createAdmission({
    inFlightMax: 1_000,
    onShed: () => {
      shed += 1;
    },
  });
  const come = (access = 'caller'): void => admit(request(access), newReply());
  for (let turn = 0; turn < 7; turn += 1) {
    come();
    workFor(300);
    come();
    await nextTurn();
  }
  assert.equal(shed, 0);
  come();
  workFor(60);
  assert.throws(come, (error) => error instanceof Refusal && error.code === 'service-unavailable');
  assert.equal(shed, 1);
  come('open');
  await nextTurn();
  come();
  await nextTurn();
  come();
  workFor(60);
  come();
  assert.equal(shed, 1);
});
