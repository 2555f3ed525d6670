// Node's test runner asks to be told of every promise of a test's process, to know whose an error is that nobody caught: a tenth of the
// computing of a run. A large run tells it of them only until the first test begins: that is how it knows to which suite a loaded file belongs.
// Such an error still fails its file, without the name of its test, so its stack is printed here. Imported first by the processes of a large run.
import hooks from 'node:async_hooks';
import { inspect } from 'node:util';
import { isMainThread } from 'node:worker_threads';

// The runner sets it for the processes of test files, and these for no other.
if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  const { createHook } = hooks;
  let lighten = () => {};
  hooks.createHook = (callbacks) => {
    hooks.createHook = createHook;
    const whole = createHook(callbacks);
    const light = createHook({ ...callbacks, trackPromises: false });
    lighten = () => {
      whole.disable();
      light.enable();
      lighten = () => {};
    };
    return { enable: () => void whole.enable(), disable: () => void [whole.disable(), light.disable()] };
  };
  const { beforeEach } = await import('node:test');
  beforeEach(() => lighten());
  const say = (error) => void process.stderr.write(`Nobody caught ${inspect(error)}\n`);
  process.on('uncaughtExceptionMonitor', say);
  process.on('unhandledRejection', say);
}
