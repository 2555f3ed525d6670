// What the fake refuses, as the service does: a generate request without a required field, and every operation that it does not know.
import type { FakeAnswer } from './fake-calls.ts';
import { answerOfNumber } from './fake-days.ts';
import type { GenerateRequest } from './generated.ts';

const REQUIRED = [
  ...['sessionId', 'bureaus', 'ipAddress', 'searchType', 'firstName', 'lastName', 'dateOfBirth', 'addresses'],
] as const;

/** What test mode alone takes. */
const TEST_ONLY = ['challengeOptions', 'testOptions'] as const;

/** Null where none of these is missing. */
export function missingOf(names: readonly string[], body: object = {}): FakeAnswer | null {
  const missing = names.filter((name) => (body as Record<string, unknown>)[name] === undefined);
  const details = missing.map((name) => ({ path: `/${name}`, message: 'is required' }));
  return details.length > 0 ? { status: 400, code: 'validation-error', details } : null;
}

/** Null where the request is answered. */
export function refusalOf(input: Partial<GenerateRequest> | undefined): FakeAnswer | null {
  const missing = missingOf(REQUIRED, input);
  if (missing !== null) return missing;
  const early = input?.test === true ? [] : TEST_ONLY.filter((name) => input?.[name] !== undefined);
  const details = early.map((name) => ({ path: `/${name}`, message: 'is for test mode only' }));
  if (details.length > 0) return { status: 400, code: 'validation-error', details };
  return answerOfNumber(input ?? {});
}

type Listed = { status: string; test: boolean; externalReference?: string | null };

/** The newest first, by the filters that the fake knows. */
export function listOf<Item extends Listed>(items: Item[], query: Record<string, string>): Item[] {
  const names = ['status', 'test', 'externalReference'] as const;
  const fits = (one: Item) =>
    names.every((name) => query[name] === undefined || query[name] === String(one[name]));
  return items.filter(fits).reverse();
}

export function notKnown(operation: string): FakeAnswer {
  const message = `The fake does not know ${operation}. Say what it answers with next('${operation}', …), or use test mode.`;
  return { status: 404, code: 'not-found', message };
}
