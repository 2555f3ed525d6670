// Signed-in people of every role, for the routes that the console calls: each answer is checked against the OpenAPI document.
import assert from 'node:assert/strict';
import { faultOf, operations } from '../fuzz/contract.ts';
import type { AnswerOf } from './answers.ts';
import type { Answer, House } from './house.ts';
import { type Browser, createPerson, openBrowser, signIn } from './people.ts';

export async function signedIn(
  house: House,
  given: { tenantId?: string; role?: string; isOperator?: boolean },
): Promise<Browser & { personId: string }> {
  const person = await createPerson(house, given);
  return { ...(await signIn(openBrowser(house), person)), personId: person.personId };
}

/** Calls as a person, after the write-behind queue is flushed, and checks the answer against the document. */
export async function ask<Method extends string, Url extends string>(
  house: House,
  browser: Browser,
  method: Method,
  url: Url,
  body?: unknown,
): Promise<AnswerOf<Method, Url>> {
  await house.service.flushed();
  const answer = await browser.call(method, url, body);
  assertDocumented(method, url, answer);
  return answer;
}

export function assertDocumented(method: string, url: string, answer: Answer): void {
  const path = url.split('?')[0] ?? '';
  const fitting = operations.filter(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  // A static path goes before one with a parameter, as in the router.
  const [operation] = fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  assert.ok(operation, `${method} ${path} is not in the document`);
  assert.equal(faultOf(operation, answer), null);
}
