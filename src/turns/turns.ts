// Cooperative scheduling: reading, merging or writing thousands of records yields the event loop every few milliseconds. Work is a
// generator that yields wherever it may pause; work that fits one turn never waits.
import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 5;
export const CROWD_GAP_MS = 4;

export async function inTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  let turnEndsAt = performance.now() + TURN_MS;
  let step = steps.next();
  while (step.done !== true) {
    if (performance.now() >= turnEndsAt) {
      await nextTurn();
      turnEndsAt = performance.now() + TURN_MS;
    }
    step = steps.next();
  }
  return step.value;
}

/**
 * Lets pass in order of arrival, one alone at once and a crowd one by one: what comes between them has most of the thread's time. The crowd
 * of one name does not hold up that of another.
 */
export function createTurnstile(): (whose?: string) => Promise<void> {
  const waiting = new Map<string, (() => void)[]>();
  const letPass = (whose: string): void => {
    const crowd = waiting.get(whose);
    crowd?.shift()?.();
    if (crowd?.length) setTimeout(letPass, CROWD_GAP_MS, whose);
    else waiting.delete(whose);
  };
  return (whose = '') =>
    new Promise((resolve) => {
      const crowd = waiting.get(whose);
      crowd?.push(resolve);
      if (crowd !== undefined) return;
      waiting.set(whose, [resolve]);
      setImmediate(letPass, whose);
    });
}

/** Work of one name, one after the other with a gap between: of a crowd, one at a time works, here and in the database. */
export function createLanes(): <Result>(whose: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<void>>();
  const after = async <Result>(before: Promise<void>, work: () => Promise<Result>): Promise<Result> => {
    await before;
    await new Promise((resolve) => setTimeout(resolve, CROWD_GAP_MS));
    return work();
  };
  return (whose, work) => {
    const before = last.get(whose);
    const result = before === undefined ? work() : after(before, work);
    const leave = (): void => {
      if (last.get(whose) === ended) last.delete(whose);
    };
    const ended: Promise<void> = result.then(leave, leave);
    last.set(whose, ended);
    return result;
  };
}

export function mapInTurns<From, To>(list: readonly From[], map: (one: From) => To): Promise<To[]> {
  return inTurns(mapSteps(list, map));
}

function* mapSteps<From, To>(list: readonly From[], map: (one: From) => To): Generator<void, To[]> {
  const mapped: To[] = [];
  for (const one of list) {
    mapped.push(map(one));
    yield;
  }
  return mapped;
}
