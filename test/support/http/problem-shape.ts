// The shape of every error answer: exactly a code and a message, details where fields are invalid, and its headers.
import assert from 'node:assert/strict';
import type { Answer } from '../house.ts';

export const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  const fields = code === 'validation-error' ? ['code', 'details', 'message'] : ['code', 'message'];
  assert.deepEqual(Object.keys(answer.body).sort(), fields, 'the body is exactly that');
  assert.equal(answer.body.code, code);
  assert.ok(answer.body.message.length > 10);
  for (const problem of answer.body.details ?? []) {
    assert.deepEqual(Object.keys(problem).sort(), ['message', 'path']);
  }
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.match(String(answer.headers['x-request-id']), REQUEST_ID);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  if (status === 429 || status === 503) assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
  assert.equal(answer.headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
}

/** One field is invalid, and the answer says which. */
export function assertRefusedAt(answer: Answer, path: string): void {
  assert.deepEqual([answer.status, answer.body.code], [400, 'validation-error'], answer.text);
  assert.deepEqual(
    answer.body.details.map((problem) => problem.path),
    [path],
  );
}
