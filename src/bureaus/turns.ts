// Maps a long list without holding up everybody else: after a few milliseconds it is somebody else's turn.
import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

export async function mapInTurns<From, To>(list: readonly From[], map: (one: From) => To): Promise<To[]> {
  const mapped: To[] = [];
  let begunMs = performance.now();
  for (const one of list) {
    mapped.push(map(one));
    if (performance.now() - begunMs > TURN_MS) {
      await setImmediate();
      begunMs = performance.now();
    }
  }
  return mapped;
}
