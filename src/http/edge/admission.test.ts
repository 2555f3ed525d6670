// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { dial } from '../../../test/support/http/dial.ts';
import { until } from '../../../test/support/waiting.ts';
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
    inFlightPerAddressMax: 1,
    deadlineMs: 20,
    deadlineCheckMs: 5,
    onShed: () => {},
    onLateError: (_request, error) => void lateErrors.push(error),
    mute: app.log.child({}, { level: 'silent' }),
  });
  app.decorateRequest('slot', null);
  app.decorateRequest('household', '');
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

test('one address has some of the slots, never those of others, and an answer that nobody reads holds none', async () => {
  const app = fastify();
  const admission = createAdmission({
    inFlightMax: 2,
    inFlightPerAddressMax: 1,
    deadlineMs: 60_000,
    onShed: () => {},
    onLateError: () => {},
    mute: app.log,
  });
  app.decorateRequest('slot', null);
  app.decorateRequest('limitedBy', null);
  app.decorateRequest('household', '');
  app.addHook('onRequest', async (asked, reply) => {
    asked.household = asked.ip;
    admission.admit(asked, reply);
  });
  let answered = 0;
  app.addHook('onSend', async (asked) => {
    admission.noteAnswer(asked);
    answered += 1;
  });
  app.addHook('onClose', async () => admission.stop());
  const gate = Promise.withResolvers<string>();
  const config = { access: 'public' } as const;
  app.get(
    '/slow',
    { config },
    admission.duringWork(async () => gate.promise),
  );
  app.get('/large', { config }, async () => Buffer.alloc(16 * 1024 * 1024));
  try {
    const ask = async (remoteAddress: string) => await app.inject({ url: '/slow', remoteAddress });
    const first = ask('203.0.113.1');
    const second = await ask('203.0.113.1');
    assert.match(second.json().message, /one address may have 1 in flight/);
    const other = ask('203.0.113.2');
    assert.match((await ask('203.0.113.3')).json().message, /more requests at hand/);
    gate.resolve('done');
    assert.equal((await first).statusCode, 200);
    assert.equal((await other).statusCode, 200);

    await app.listen({ port: 0, host: '127.0.0.1' });
    const deaf = await dial((app.server.address() as AddressInfo).port);
    deaf.stopReading();
    const before = answered;
    deaf.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    await until('its answer was handed over', () => answered > before);
    assert.equal((await ask('127.0.0.1')).statusCode, 200);
    deaf.hangUp();
  } finally {
    await app.close();
  }
});

for (const step of ['admitted', 'handled'] as const) {
  test(`a request whose client is gone before it is ${step} is not begun, and holds no slot`, async () => {
    const app = fastify();
    const admission = createAdmission({
      inFlightMax: 100,
      inFlightPerAddressMax: 100,
      deadlineMs: 60_000,
      onShed: () => {},
      onLateError: () => {},
      mute: app.log,
    });
    app.decorateRequest('slot', null);
    app.decorateRequest('household', '');
    const turn = Promise.withResolvers<void>();
    let [arrived, answered, begun] = [0, 0, 0];
    app.addHook('onRequest', async (asked, reply) => {
      arrived += 1;
      if (step === 'admitted') await turn.promise;
      admission.admit(asked, reply);
      if (step === 'handled') await admission.during(asked, turn.promise);
    });
    app.addHook('preValidation', async (asked) => admission.enter(asked));
    app.addHook('onSend', async (asked) => {
      answered += 1;
      admission.noteAnswer(asked);
    });
    app.addHook('onClose', async () => admission.stop());
    app.get('/', { config: { access: 'public' } }, async () => {
      begun += 1;
      return 'fine';
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const one = await dial((app.server.address() as AddressInfo).port);
      one.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3));
      await until('all have arrived', () => arrived === 3, 10_000);
      one.hangUp();
      const count = promisify(app.server.getConnections.bind(app.server));
      await until('it is gone', async () => (await count()) === 0, 10_000);
      turn.resolve();
      await until('all are through', () => answered === 3, 10_000);
      assert.equal(begun, 0);
    } finally {
      await app.close();
    }
  });
}

/** Requests that go through admission by hand, one step after another. */
function openAdmission(limits: { inFlightMax: number; inFlightPerAddressMax: number }) {
  const admission = createAdmission({
    ...limits,
    deadlineMs: 1_000,
    deadlineCheckMs: 1,
    onShed: () => {},
    onLateError: () => {},
    mute: {} as never,
  });
  const arrive = (household = '203.0.113.1', isGone = false) => {
    const raw = new EventEmitter();
    const request = {
      household,
      routeOptions: { config: { access: 'public' } },
      slot: null,
      raw: { socket: { destroyed: isGone } },
    };
    const asked = request as unknown as FastifyRequest;
    const sent: unknown[] = [];
    const send = (answer: unknown): void => void sent.push(answer);
    const reply = { raw, elapsedTime: 0, send, request: { raw: { socket: { destroyed: false } } } };
    admission.admit(asked, reply as unknown as FastifyReply);
    return { asked, reply, sent, hangUp: () => void raw.emit('close') };
  };
  return { admission, arrive };
}

test('whoever is gone gets no slot, neither at first nor again', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { admission, arrive } = openAdmission({ inFlightMax: 1, inFlightPerAddressMax: 1 });
  assert.throws(() => arrive('203.0.113.1', true), /has disconnected/);
  const { asked } = arrive();
  admission.leave(asked);
  Object.assign(asked.raw.socket, { destroyed: true });
  assert.throws(() => admission.enter(asked), /has disconnected/);
  arrive();
});

test('a slot that is given back twice is free once', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { admission, arrive } = openAdmission({ inFlightMax: 10, inFlightPerAddressMax: 2 });
  const waiting = arrive();
  arrive();
  // It waits for its body, and its client hangs up.
  admission.leave(waiting.asked);
  waiting.hangUp();
  admission.leave(waiting.asked);
  arrive();
  assert.throws(arrive, /one address may have 2 in flight/);
});

test('who waits with a handler has no slot meanwhile, and one again afterwards, or is shed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { admission, arrive } = openAdmission({ inFlightMax: 1, inFlightPerAddressMax: 1 });
  const first = arrive();
  const gate = Promise.withResolvers<string>();
  const away = admission.away(first.asked, gate.promise);
  const second = arrive('203.0.113.2');
  admission.noteAnswer(second.asked);
  gate.resolve('heard');
  assert.equal(await away, 'heard');
  assert.throws(() => arrive('203.0.113.3'), /more requests at hand/);
  assert.throws(() => arrive(), /more requests at hand/);
  const crowded = admission.away(first.asked, Promise.resolve());
  arrive('203.0.113.3');
  await assert.rejects(crowded, /more requests at hand/);
});

test('who waited for the body takes a slot again, or is shed', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { admission, arrive } = openAdmission({ inFlightMax: 1, inFlightPerAddressMax: 1 });
  const first = arrive();
  admission.leave(first.asked);
  const second = arrive('203.0.113.2');
  assert.throws(() => admission.enter(first.asked), /more requests at hand/);
  admission.noteAnswer(second.asked);
  admission.enter(first.asked);
  assert.throws(() => arrive('203.0.113.3'), /more requests at hand/);
});

test('a request is late at its deadline and not before, and the time that its handler waited does not count', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { admission, arrive } = openAdmission({ inFlightMax: 1, inFlightPerAddressMax: 1 });
  const { asked, reply, sent } = arrive();
  const gate = Promise.withResolvers<void>();
  reply.elapsedTime = 900;
  const away = admission.away(asked, gate.promise);
  reply.elapsedTime = 25_900;
  gate.resolve();
  await away;
  for (const [elapsedTime, isLate] of [
    [25_900, false],
    [25_999, false],
    [26_000, true],
  ] as const) {
    reply.elapsedTime = elapsedTime;
    t.mock.timers.tick(1);
    assert.deepEqual([admission.isLate(asked), sent.length], [isLate, isLate ? 1 : 0], `${elapsedTime} ms`);
  }
});

test('an answer that is being sent, and a client that is gone, are not answered again at the deadline', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  for (const end of ['answered', 'gone', 'sent'] as const) {
    const { admission, arrive } = openAdmission({ inFlightMax: 1, inFlightPerAddressMax: 1 });
    const { asked, reply, sent, hangUp } = arrive();
    admission.enter(asked);
    const step = Promise.withResolvers<void>();
    void admission.during(asked, step.promise);
    if (end === 'answered') admission.noteAnswer(asked);
    if (end === 'gone') hangUp();
    if (end === 'sent') Object.assign(reply.raw, { headersSent: true });
    reply.elapsedTime = 1_000;
    t.mock.timers.tick(1);
    assert.deepEqual([admission.isLate(asked), sent], [false, []], end);
    step.resolve();
    await step.promise;
  }
});

test('whatever a request goes through, in whatever order, its address has all its slots again at the end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const steps = ['leave', 'enter', 'away', 'hangUp', 'answer'] as const;
  const walks: (typeof steps)[number][][] = [[]];
  for (const walk of walks) if (walk.length < 4) walks.push(...steps.map((step) => [...walk, step]));
  for (const walk of walks) {
    const { admission, arrive } = openAdmission({ inFlightMax: 10, inFlightPerAddressMax: 2 });
    const { asked, hangUp } = arrive();
    for (const step of [...walk, 'answer', 'hangUp'] as const) {
      if (step === 'answer') admission.noteAnswer(asked);
      else if (step === 'hangUp') hangUp();
      else if (step === 'away') await admission.away(asked, Promise.resolve());
      else admission[step](asked);
      assert.doesNotThrow(
        () => admission.noteAnswer(arrive().asked),
        `one more fits beside: ${walk}, ${step}`,
      );
    }
    const all = [arrive(), arrive()];
    assert.equal(all.length, 2);
    assert.throws(() => arrive(), /one address may have 2 in flight/, `${walk}`);
  }
});
