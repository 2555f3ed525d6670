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

test('a crowd is served; after two seconds without a pause a turn takes in little and turns the rest away, until it has been calm', async () => {
  let shed = 0;
  let nowMs = 0;
  const admit = createAdmission({
    inFlightMax: 1_000,
    onShed: () => {
      shed += 1;
    },
    nowMs: () => nowMs,
  });
  const come = (access = 'caller'): void => admit(request(access), newReply());
  const comeAndWork = async (ms: number): Promise<void> => {
    come();
    workFor(ms);
    come();
    await nextTurn();
  };
  for (let turn = 0; turn < 7; turn += 1) await comeAndWork(300);
  assert.equal(shed, 0);
  const isRefused = (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'service-unavailable';
  for (const afterMs of [0, 900, 900]) {
    nowMs += afterMs;
    come();
    workFor(15);
    assert.throws(come, isRefused);
    come('open');
    await nextTurn();
  }
  assert.equal(shed, 3);
  nowMs += 1_001;
  come();
  await nextTurn();
  await comeAndWork(60);
  assert.equal(shed, 3);
});
