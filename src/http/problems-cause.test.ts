import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUnavailable, DatabaseUnavailable } from '../storage/engine/connection/database.ts';
import { late } from '../storage/engine/connection/unavailable.ts';
import { describeFault } from '../telemetry/fault.ts';
import { toRefusal } from './problems.ts';

const withCode = (code: string): Error => Object.assign(new Error('as the server says'), { code });

for (const [what, error, name, words] of [
  ['no connection came free', late('no connection came free in time'), 'DatabaseLate', /busy/],
  ['a statement timeout', asUnavailable(withCode('57014'), true), 'DatabaseLate', /busy/],
  ['a lock timeout', asUnavailable(withCode('55P03'), true), 'DatabaseLate', /busy/],
  ['a deadlock', asUnavailable(withCode('40P01'), true), 'DatabaseLate', /busy/],
  ['no connection left', asUnavailable(withCode('53300'), false), 'DatabaseLate', /busy/],
  [
    'a refused connection',
    asUnavailable(withCode('ECONNREFUSED'), false),
    'DatabaseUnavailable',
    /cannot reach/,
  ],
  ['a server that stops', asUnavailable(withCode('57P01'), true), 'DatabaseUnavailable', /cannot reach/],
  ['a standby', asUnavailable(withCode('25006'), true), 'DatabaseUnavailable', /cannot reach/],
  ['a full disk', asUnavailable(withCode('53100'), true), 'DatabaseFull', /no room/],
] as const) {
  test(`${what}: the answer and the log say the same cause`, () => {
    assert.ok(error instanceof DatabaseUnavailable);
    const { refusal, fault } = toRefusal(error);
    assert.deepEqual([refusal.code, refusal.retryAfterSeconds], ['service-unavailable', 2]);
    assert.match(refusal.message, words);
    assert.equal(describeFault(fault).name, name);
  });
}
