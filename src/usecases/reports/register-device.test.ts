import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../domain/refusal.ts';
import type { NewDeviceSession } from '../../storage/reports/device-sessions.ts';
import { createRegisterDevice } from './register-device.ts';

const REPORT = {
  address: '203.0.113.7',
  origin: 'https://apply.example',
  userAgent: 'x',
  acceptLanguage: 'en',
};

/** A store whose writes wait until they are released. */
function slowStore() {
  const gate = Promise.withResolvers<void>();
  const seen: NewDeviceSession[] = [];
  const open = async (session: NewDeviceSession): Promise<string> => {
    seen.push(session);
    await gate.promise;
    return 'ds_session';
  };
  const rest = { readSessionId: () => null, findSession: async () => null, purgeSessions: async () => 0 };
  return { seen, goOn: gate.resolve, register: createRegisterDevice({ sessions: { open, ...rest } }) };
}

test('no more than 500 devices wait for the database; the rest is shed at once, and may retry', async () => {
  const { seen, goOn, register } = slowStore();
  const waiting = Array.from({ length: 500 }, () => register({ ...REPORT, signals: {} }));
  await assert.rejects(register({ ...REPORT, signals: {} }), (error: Refusal) => {
    assert.ok(error instanceof Refusal);
    return error.code === 'service-unavailable' && error.retryAfterSeconds === 2;
  });
  assert.equal(seen.length, 500);
  goOn();
  await Promise.all(waiting);
  assert.deepEqual(await register({ ...REPORT, signals: {} }), { sessionId: 'ds_session' });
});

test('an origin is stored as a browser writes it, and anything else is null', async () => {
  const { seen, goOn, register } = slowStore();
  goOn();
  const given = [
    'https://Apply.Example',
    'http://localhost:3000',
    'null',
    undefined,
    'https://a.example/path',
    'x'.repeat(400),
  ];
  for (const origin of given) await register({ ...REPORT, origin, signals: {} });
  const kept = ['https://apply.example', 'http://localhost:3000', null, null, null, null];
  assert.deepEqual(
    seen.map(({ origin }) => origin),
    kept,
  );
});
