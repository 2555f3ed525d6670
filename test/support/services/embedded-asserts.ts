// Assertions shared by the tests of the embedded server: a start is refused in words, every acknowledged row is there, a
// folder is unchanged.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedServerError } from '../../../src/storage/engine/embedded/server.ts';
import { prepareDataDir } from '../database/new-cluster.ts';
import { until } from '../processes.ts';
import type { Orders } from './embedded-service.ts';
import {
  lives,
  newFolder,
  postmasterPid,
  query,
  type Service,
  startElsewhere,
  startHere,
} from './embedded-services.ts';

/** A service in a process of its own that has started, with the process id of its server. */
export async function started(name: string, orders: Partial<Orders> = {}) {
  const dataDir = newFolder(name);
  if (orders.uid === undefined) await prepareDataDir(dataDir);
  const service = startElsewhere({ dataDir, ...orders });
  const outcome = await service.outcome();
  assert.ok(outcome.is === 'started', JSON.stringify(service.reports));
  if (orders.write) await service.heard('acknowledged', 20);
  const connection = { host: outcome.host, port: 5432, user: 'trefoil', database: 'trefoil' };
  return { dataDir, service, connection, server: postmasterPid(dataDir) };
}

/** Until both are gone: a server that was killed is listed until the kernel has ended it. */
export async function killBoth(service: Service): Promise<void> {
  const server = postmasterPid(service.dataDir);
  process.kill(service.pid, 'SIGKILL');
  process.kill(server, 'SIGKILL');
  await service.ended();
  await until('the server is gone', () => !lives(server));
}

/** Starts again where a service was killed: every acknowledged row is there. */
export async function assertKept(service: Service): Promise<void> {
  const acknowledged = service.acknowledged();
  assert.ok(acknowledged.length >= 20);
  const server = await startHere(service.dataDir);
  assert.equal(server.firstStart, false);
  const there = new Set((await query(server, 'select n from kept')).map((row) => row.n));
  const lost = acknowledged.filter((n) => !there.has(n));
  assert.deepEqual(lost, []);
  await server.stop();
}

/** The one sentence with which a start on this folder is refused. */
export async function refusal(dataDir: string): Promise<string> {
  const error = await startHere(dataDir).then(
    () => assert.fail('It started.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EmbeddedServerError, String(error));
  assert.doesNotMatch(error.message, /\n/);
  return error.message;
}

/** All but postmaster.*: PostgreSQL may leave its process id behind when it gives up. */
export function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('postmaster.'))
    .sort()
    .map((name) => {
      const { size, mtimeMs, uid, mode } = statSync(path.join(folder, name));
      return `${name} ${size} ${mtimeMs} ${uid} ${mode}`;
    });
}
