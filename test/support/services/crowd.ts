// Whether this machine has far more to do than it can: what takes long then says nothing of us. The figure is still printed.
import { availableParallelism, loadavg } from 'node:os';

const CROWDED = 3;

/** Null where time can be judged; otherwise why not, in words to print. */
export function whyNotJudged(): string | null {
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return load < CROWDED ? null : `not judged: ${load.toFixed(1)} processes want each core`;
}
