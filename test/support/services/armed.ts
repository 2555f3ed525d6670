// Lets this process die at the failpoint that TEST_FAILPOINT names, as if the machine had lost power there; or stand still at the
// one that TEST_STOP_AT names, the first time that it comes there, until somebody wakes it. Imported first by programs that tests
// start; the service itself has no setting for it.
import { armFailpoints } from '../../../src/storage/connection/failpoints.ts';

const { TEST_FAILPOINT: fatal, TEST_STOP_AT: standstill } = process.env;

if (fatal !== undefined) {
  armFailpoints((name) => {
    if (name !== fatal) return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing may run in the moment that is left to us.
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
