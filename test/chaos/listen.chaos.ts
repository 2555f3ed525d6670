// `trefoil listen` over many restarts of the service (every other one a kill) and a long stop of the listener, while reports are made: the
// handler gets every event once. LISTEN_RESTARTS, LISTEN_REPORTS (a restart) and LISTEN_STOP_SECONDS set the run.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAll } from '../support/processes.ts';
import { type Listening, openListening } from '../support/services/listening.ts';

const RESTARTS = Number(process.env.LISTEN_RESTARTS ?? 50);
const REPORTS = Number(process.env.LISTEN_REPORTS ?? 10);
const STOP_SECONDS = Number(process.env.LISTEN_STOP_SECONDS ?? 600);

let world: Listening | undefined;
after(async () => {
  await world?.close();
  await endAll();
});

test(`${RESTARTS} restarts and a stop of ${STOP_SECONDS} seconds: nothing missed, nothing twice`, async (t) => {
  world = await openListening();
  await world.start();
  const secret = await world.run('listen', '--print-secret');
  world.receiver.secrets = [secret.stdout.trim()];
  const listener = await world.listen();
  for (let n = 0; n < RESTARTS; n += 1)
    await world.restart(n % 2 === 0 ? 'SIGTERM' : 'SIGKILL', REPORTS, (n % 5) * 400);
  const restarted = await world.assertAllOnce();

  listener.signal('SIGSTOP');
  for (let n = 0; n < REPORTS; n += 1) await world.makeReport();
  // Away and back while the listener is stopped.
  await world.restart('SIGKILL', REPORTS);
  await sleep(STOP_SECONDS * 1_000);
  listener.signal('SIGCONT');
  const all = await world.assertAllOnce();
  assert.equal(all - restarted, 2 * REPORTS);

  listener.signal('SIGTERM');
  assert.equal((await listener.ended).code, 0);
  t.diagnostic(`${RESTARTS} restarts, ${all} events, ${STOP_SECONDS} s stopped: each event once`);
});
