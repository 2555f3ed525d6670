import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { createAdmission } from './admission.ts';

const request = (access: string): FastifyRequest =>
  ({ routeOptions: { config: { access } } }) as unknown as FastifyRequest;
const newReply = (): FastifyReply => ({ raw: new EventEmitter(), elapsedTime: 0 }) as unknown as FastifyReply;

function workFor(ms: number): void {
  const { user, system } = process.threadCpuUsage();
  for (let spent = 0; spent < ms * 1_000; ) {
    const now = process.threadCpuUsage();
    spent = now.user + now.system - user - system;
  }
}

test('a crowd is served; after two seconds of work without a pause the rest of each turn is turned away, until there is a pause', async () => {
  let shed = 0;
  const admission = createAdmission({
    inFlightMax: 1_000,
    deadlineMs: 60_000,
    onShed: () => {
      shed += 1;
    },
    onLateError: () => {},
    mute: fastify().log,
  });
  const come = (access = 'caller'): void => admission.admit(request(access), newReply());
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

test('what a handler says after its caller was told to come back is heard by nobody, and its place is free then', async () => {
  const lines: string[] = [];
  const lateErrors: unknown[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = fastify({
    logger: { level: 'debug', stream },
    logController: new LogController({ disableRequestLogging: true }),
  });
  const admission = createAdmission({
    inFlightMax: 1,
    deadlineMs: 20,
    lookMs: 5,
    onShed: () => {},
    onLateError: (_request, error) => void lateErrors.push(error),
    mute: app.log.child({}, { level: 'silent' }),
  });
  app.decorateRequest('place', null);
  app.addHook('onRequest', async (asked, reply) => admission.admit(asked, reply));
  app.addHook('onSend', async (asked) => admission.noteAnswer(asked));
  app.addHook('onClose', async () => admission.stop());
  const endings: ((reply: FastifyReply) => unknown)[] = [
    () => ({ some: 'thing' }),
    (reply) => reply.code(204).send(),
    () => undefined,
    () => {
      throw new Error('a bug');
    },
  ];
  let gate = Promise.withResolvers<void>();
  let ended = Promise.withResolvers<void>();
  let ending = endings[0];
  app.get(
    '/of/:secret',
    { config: { access: 'public' } },
    admission.duringWork(async (_asked, reply) => {
      await gate.promise;
      setImmediate(() => ended.resolve());
      return ending?.(reply);
    }),
  );
  try {
    for (ending of endings) {
      [gate, ended] = [Promise.withResolvers(), Promise.withResolvers()];
      assert.match((await app.inject('/of/canary')).body, /in time/);
      assert.match((await app.inject('/of/canary')).body, /more requests at hand/);
      gate.resolve();
      await ended.promise;
    }
    ending = endings[0];
    assert.match((await app.inject('/of/canary')).body, /thing/);
  } finally {
    await app.close();
  }
  assert.deepEqual(lines, []);
  assert.equal(lateErrors.length, 1);
});
