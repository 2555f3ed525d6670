import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify, { type FastifyReply, LogController } from 'fastify';
import { createAdmission } from './admission.ts';

test('what a handler sends past its deadline goes nowhere, and its slot is released then', async () => {
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
    deadlineCheckMs: 5,
    onShed: () => {},
    onLateError: (_request, error) => void lateErrors.push(error),
    mute: app.log.child({}, { level: 'silent' }),
  });
  app.decorateRequest('slot', null);
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
