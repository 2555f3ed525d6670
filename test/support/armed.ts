// Lets this process die at the failpoint that TEST_FAILPOINT names, as if the machine had lost power there. Imported first by
// programs that tests start; the service itself has no setting for it.
import { armFailpoints } from '../../src/storage/failpoints.ts';

const fatal = process.env.TEST_FAILPOINT;

if (fatal !== undefined) {
  armFailpoints((name) => {
    if (name !== fatal) return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing may run in the moment that is left to us.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}
