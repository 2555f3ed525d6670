// Ends a test process that stands still: a loop that never ends keeps its timers from firing, so no time limit of node:test ends it. Imported
// first by the processes of `npm test`; a thread of its own watches the main one.
import { flushCompileCache } from 'node:module';
import { isMainThread, Worker } from 'node:worker_threads';

if (isMainThread) {
  const beats = new Int32Array(new SharedArrayBuffer(8));
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref();
  const workerData = { beats, program: process.argv[1] };
  new Worker(`(${watch})()`, { eval: true, workerData }).unref();
  // Node may stand still in its own exit: a compile task waits for a collection, and the exit for the task (nodejs/node#54918). All is told
  // by then, so another program takes the place of this one and ends with the same code.
  process.reallyExit = (code) => {
    flushCompileCache();
    process.execve('/bin/sh', ['sh', '-c', `exit ${code ?? 0}`], {});
  };
}

function watch() {
  const { writeSync } = require('node:fs');
  const { beats, program } = require('node:worker_threads').workerData;
  // A loop is known by what it computes, which does not hang on how busy the machine is; a wait for another program by the clock.
  const [computedMax, stillMax] = [25, 120];
  const computed = () => process.cpuUsage().user / 1_000_000;
  let [last, before, still] = [-1, 0, 0];
  while (still < stillMax && (still === 0 || computed() - before < computedMax)) {
    Atomics.wait(beats, 1, 0, 1_000);
    const now = Atomics.load(beats, 0);
    if (now !== last) [last, before, still] = [now, computed(), 0];
    else still += 1;
  }
  writeSync(
    2,
    `${program} stood still for ${still} seconds, in the test after the last one above. It is ended.\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}
