// Kills this process at the failpoint that TEST_FAILPOINT names, as if the machine had lost power; or stops it at the one that TEST_STOP_AT
// names, the first time, until it gets SIGCONT. Imported first by programs that tests start; the service itself has no setting for it.
import { armFailpoints } from '../../../src/storage/engine/connection/failpoints.ts';

const { TEST_FAILPOINT: fatal, TEST_STOP_AT: standstill } = process.env;

if (fatal !== undefined) {
  armFailpoints((name) => {
    if (name !== fatal) return;
    process.kill(process.pid, 'SIGKILL');
    // Block: nothing may run before the signal takes effect.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}

if (standstill !== undefined) {
  let hasStopped = false;
  armFailpoints((name) => {
    if (name !== standstill || hasStopped) return;
    hasStopped = true;
    process.kill(process.pid, 'SIGSTOP');
  });
}
