// The listener on a developer's machine: events reach a handler through restarts of the service and of the listener, stops and a handler that is
// away, each once. The long run is test/chaos/listen.chaos.ts.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from '../support/long.ts';
import { endAll, startCommand, until } from '../support/processes.ts';
import { assertTold, FAILED, USAGE } from '../support/services/commands.ts';
import { type Listening, openListening } from '../support/services/listening.ts';
import { ok } from '../support/webhooks/receiver.ts';

let world: Listening;
before(async () => {
  world = await openListening();
});
after(async () => {
  await world?.close();
  await endAll();
});

test('a service that is away at the very first start is waited for, and all that happens from then on is delivered', async () => {
  const { receiver } = world;
  receiver.secrets = [(await world.run('listen', '--print-secret')).stdout.trim()];
  const early = startCommand(['listen', '--forward-to', receiver.url], world.settings);
  await until('it says so', () => /^no connection since [\d:]+, trying again · /m.test(early.stderr()));
  await world.start();
  await until('it listens', () => /^connected /m.test(early.stderr()));
  // The tenant's first event of all: the place before it was not "what is newest".
  await world.makeReport();
  assert.ok((await world.assertAllOnce()) > 0);
  early.signal('SIGTERM');
  assert.equal((await early.ended).code, 0);
});

test('restarts of the service and of the listener, and a stop, lose nothing and repeat nothing', async () => {
  const { receiver } = world;
  const secret = await world.run('listen', '--print-secret');
  receiver.secrets = [secret.stdout.trim()];
  assert.match(secret.stdout, /^whsec_\S{44}\n$/);
  let listener = await world.listen();

  await world.restart('SIGTERM', 3);
  await world.restart('SIGKILL', 3);
  const counted = await world.assertAllOnce();
  assert.ok(counted >= 6, `${counted} events`);
  assert.match(listener.stderr(), /^no connection since [\d:]+, trying again · /m);
  const backs = listener.stderr().match(/^connected /gm)?.length ?? 0;
  assert.ok(backs >= 2, 'said when it was back');
  assert.ok(!listener.stderr().includes(receiver.secrets[0] as string), 'no secret unless asked for');

  // Stopped in mid-delivery: the handler's answer is there when it goes on.
  const isTaken = Promise.withResolvers<void>();
  receiver.answer = (got, response) => {
    receiver.answer = ok;
    listener.signal('SIGSTOP');
    ok(got, response);
    isTaken.resolve();
  };
  await world.makeReport();
  await isTaken.promise;
  await world.makeReport();
  listener.signal('SIGCONT');
  await world.assertAllOnce();

  // Ended in mid-delivery: it finishes the one it has begun, and a new one goes on behind it.
  receiver.answer = (_got, response) => {
    receiver.answer = ok;
    listener.signal('SIGTERM');
    setTimeout(() => response.writeHead(204).end(), 300);
  };
  await world.makeReport();
  assert.equal((await listener.ended).code, 0);
  await world.makeReport();
  listener = await world.listen();
  await world.assertAllOnce();

  assertTold(
    await world.run('listen', '--forward-to', receiver.url),
    FAILED,
    /^Process \d+ listens for this tenant and address already/,
  );
  listener.signal('SIGTERM');
  await listener.ended;
});

test('a handler that takes no connection is waited for, one that refuses is not; files are private', async () => {
  const { receiver } = world;
  receiver.answer = (_got, response) => void response.writeHead(500).end();
  const listener = await world.listen('--events', 'report.completed', '--json');
  await world.makeReport();
  await until('the refusal is shown', () => listener.stdout().includes('"outcome":"500"'));
  receiver.answer = ok;
  await world.makeReport();
  await until('the next is delivered', () => listener.stdout().includes('"outcome":"200"'));
  listener.signal('SIGTERM');
  const { stderr, stdout } = await listener.ended;
  assert.match(stderr, /connected [\d:]+ · 1 delivered · 1 failed\n$/);
  assert.ok(stdout.split('\n').every((line) => line === '' || JSON.parse(line).type === 'report.completed'));

  const folder = join(world.settings.XDG_CONFIG_HOME, 'trefoil');
  for (const name of readdirSync(folder))
    assert.equal(statSync(join(folder, name)).mode & 0o077, 0, `${name} is the user's alone`);
});

test('the wrong usage, a revoked credential and a place that is gone are told in a line', async () => {
  assertTold(await world.run('listen', '--events', 'nonsense'), USAGE, /^--events must come from /);
  assertTold(await world.run('listen', '--forward-to', 'nowhere'), USAGE, /^--forward-to must be/);
  assertTold(await world.run('listen', '--since', 'noon'), USAGE, /^--since must be/);
  const gone = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a60';
  assertTold(await world.run('listen', '--since', gone), FAILED, /no longer kept, or is not of this tenant/);
});
