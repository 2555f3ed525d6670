// The embedded PostgreSQL server through what happens on real machines: first starts, closed and deep folders, other users,
// kill -9 of either side, two services at once, damaged and copied data.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findEmbedded } from '../../src/storage/engine/embedded/connection.ts';
import { prepareDataDir } from '../support/database/new-cluster.ts';
import { after, test } from '../support/long.ts';
import { until } from '../support/processes.ts';
import {
  assertKept,
  everythingIn,
  killBoth,
  refusal,
  started,
} from '../support/services/embedded-asserts.ts';
import {
  cleanUp,
  guardOf,
  isRoot,
  lives,
  NEEDS_ROOT,
  newFolder,
  noOrdinaryUser,
  ORDINARY_UID,
  postmasterPid,
  query,
  startElsewhere,
  startHere,
} from '../support/services/embedded-services.ts';

after(cleanUp);

test('the first start prepares a database and says so, the second is quick and silent', async () => {
  const dataDir = newFolder('first');
  const said: string[] = [];
  const first = await startHere(dataDir, said);
  assert.deepEqual([first.firstStart, said.length], [true, 1]);
  assert.match(said[0]!, /^Preparing the database .* takes a few seconds/);
  await query(first, 'create table t as select 7 as n');
  await first.stop();
  const second = await startHere(dataDir, said);
  assert.deepEqual([second.firstStart, said.length], [false, 1]);
  assert.deepEqual(await query(second, 'select n from t'), [{ n: 7 }]);
  await second.stop();
  assert.equal(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid')), false);
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['postgres', 'postgres.log', 'service.lock']);
});

test('the server is durable, checked, private and off the network', async () => {
  const dataDir = newFolder('settings');
  const server = await startHere(dataDir);
  const rows = await query(server, 'select name, setting from pg_settings');
  const settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  const { fsync, synchronous_commit, data_checksums, listen_addresses } = settings;
  assert.deepEqual([fsync, synchronous_commit, data_checksums, listen_addresses], ['on', 'on', 'on', '']);
  for (const folder of [path.join(dataDir, 'postgres'), server.connection.host]) {
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
  }
  await server.stop();
  assert.equal(fs.existsSync(server.connection.host), false);
});

test('what people typed does not reach the log of the server, not even in an error', async () => {
  const dataDir = newFolder('log');
  await prepareDataDir(dataDir);
  const server = await startHere(dataDir);
  await query(server, 'create table person (email text primary key)');
  await query(server, 'insert into person values ($1)', ['alice@secret.example']);
  await assert.rejects(query(server, 'insert into person values ($1)', ['alice@secret.example']));
  await assert.rejects(query(server, 'select $1::uuid', ['bob@secret.example']));
  await assert.rejects(query(server, "select 1/0, 'carol@secret.example'"));
  await assert.rejects(query(server, "do $$ begin raise 'dave@secret.example'; end $$"));
  await server.stop();
  const log = fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
  assert.match(log, /ready to accept connections/);
  assert.doesNotMatch(log, /secret/);
});

test('a data folder whose path is longer than any socket path works', async () => {
  const dataDir = newFolder(`long/${'deep-folder/'.repeat(16)}data with spaces, 'quotes' and ünïcode`);
  assert.ok(dataDir.length > 200);
  const server = await startHere(dataDir);
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
});

test('root can keep its data where only root may go, and open or close the way there later', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const closed = newFolder('closed');
  fs.mkdirSync(closed, { mode: 0o700 });
  const dataDir = path.join(closed, '.data');
  const first = await startHere(dataDir);
  await query(first, 'create table t as select 7 as n');
  await first.stop();
  assert.equal(fs.statSync(closed).mode & 0o777, 0o700);
  for (const mode of [0o755, 0o700]) {
    fs.chmodSync(closed, mode);
    const server = await startHere(dataDir);
    assert.deepEqual(await query(server, 'select n from t'), [{ n: 7 }]);
    await server.stop();
  }
});

test('an ordinary user runs it as itself, and root on the same folder leaves it to that user', async (t) => {
  if (noOrdinaryUser) return t.skip(noOrdinaryUser);
  const home = newFolder('home');
  fs.mkdirSync(home, { mode: 0o700 });
  fs.chownSync(home, ORDINARY_UID, ORDINARY_UID);
  const asUser = () => started('home/.data', { uid: ORDINARY_UID });
  await (await asUser()).service.stop();
  await (await startHere(newFolder('home/.data'))).stop();
  assert.equal(fs.statSync(newFolder('home/.data/postgres')).uid, ORDINARY_UID);
  await (await asUser()).service.stop();
});

test('a data folder that cannot be made is refused by name, with what to do', async () => {
  const file = newFolder('file');
  fs.writeFileSync(file, '');
  assert.match(await refusal(file), /file cannot be written: .*set DATA_DIR/);
  assert.match(await refusal(path.join(file, '.data')), /\.data cannot be written: .*set DATA_DIR/);
});

test('a data folder that the user may not write is refused by name, with what to do', async (t) => {
  if (noOrdinaryUser) return t.skip(noOrdinaryUser);
  const service = startElsewhere({ dataDir: newFolder('forbidden'), uid: ORDINARY_UID });
  const outcome = await service.outcome();
  assert.ok(outcome.is === 'refused' && outcome.name === 'EmbeddedServerError');
  assert.match(outcome.message, /forbidden cannot be written: permission denied.*set DATA_DIR/);
});

test('kill -9 of the service: the next start works, no acknowledged row is lost', async () => {
  const { service, server } = await started('kill-service', { write: true });
  await service.kill();
  await assertKept(service);
  assert.equal(lives(server), false);
});

test('a server left behind by a killed service is stopped at the next start, no acknowledged row is lost', async () => {
  const { service, server } = await started('stray', { write: true });
  // Without its guard, which would have stopped it by now.
  process.kill(guardOf(server), 'SIGKILL');
  await service.kill();
  assert.ok(lives(server));
  await assertKept(service);
  assert.equal(lives(server), false);
});

test('kill -9 of service and server: the next start recovers, no acknowledged row is lost', async () => {
  const { service } = await started('kill-both', { write: true });
  await killBoth(service);
  await assertKept(service);
});

test('kill -9 of the server: its service starts it again, every time, and stays the owner', async () => {
  const { dataDir, service } = await started('kill-server', { write: true });
  for (const time of [1, 2]) {
    const server = postmasterPid(dataDir);
    process.kill(server, 'SIGKILL');
    const said = () =>
      service.reports.filter((report) => report.is === 'said' && /was started again/.test(report.line));
    await until('it says that the server was started again', () => said().length === time);
    assert.notEqual(postmasterPid(dataDir), server);
    assert.match(await refusal(dataDir), new RegExp(`already running .*process ${service.pid}\\)`));
  }
  await service.stop();
  await assertKept(service);
});

test('a backend that outlives its killed server in a long query does not block the next start', async () => {
  const { service, connection } = await started('busy-backend');
  const busy = assert.rejects(query({ connection }, 'do $$ begin loop end loop; end $$'));
  const running = "select 1 from pg_stat_activity where query like 'do %' and state = 'active'";
  await until('the query runs', async () => (await query({ connection }, running)).length === 1);
  await killBoth(service);
  const server = await startHere(service.dataDir);
  await busy;
  await server.stop();
});

test('Ctrl-C in the terminal of the service does not reach the server', async () => {
  const { dataDir, service } = await started('ctrl-c');
  process.kill(-service.pid, 'SIGINT');
  await service.heard('interrupted');
  await service.stop();
  const log = fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
  assert.equal(log.match(/fast shutdown request/g)?.length, 1);
});

test('a second service on the folder of a living one is refused in one sentence', async () => {
  const { dataDir, service } = await started('second');
  const who = `Another Trefoil is already running on the data folder ${dataDir} (process ${service.pid}).`;
  const sentence = `${who} Stop it, or set DATA_DIR to another folder.`;
  assert.equal(await refusal(dataDir), sentence);
  fs.rmSync(path.join(dataDir, 'service.lock'));
  assert.equal(await refusal(dataDir), sentence, 'without the file the server itself knows');
  await service.stop();
});

test('of services started at the same moment exactly one wins, on an empty folder or after kill -9', async () => {
  const dataDir = newFolder('same-moment');
  for (const round of ['empty', 'after kill -9']) {
    const all = [1, 2, 3].map(() => startElsewhere({ dataDir }));
    const outcomes = await Promise.all(all.map((service) => service.outcome()));
    const winners = all.filter((_, index) => outcomes[index]!.is === 'started');
    assert.equal(winners.length, 1, `${round}: ${JSON.stringify(outcomes)}`);
    for (const outcome of outcomes) {
      if (outcome.is === 'refused') assert.match(outcome.message, /^Another Trefoil is already running/);
    }
    await winners[0]!.kill();
  }
});

test('a first start that was killed while preparing leaves nothing in the way of the next', async () => {
  const dataDir = newFolder('half-made');
  fs.mkdirSync(dataDir);
  const service = startElsewhere({ dataDir });
  const drafts = () => fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'));
  const begun = (name: string) => fs.readdirSync(path.join(dataDir, name)).length > 5;
  await until('the draft is being written', () => drafts().some(begun));
  await service.kill();
  assert.equal(drafts().length, 1);
  const server = await startHere(dataDir);
  assert.equal(server.firstStart, true);
  assert.deepEqual(drafts(), []);
  await server.stop();
});

test('a damaged, foreign or half-made database is refused in a sentence and left untouched', async () => {
  const dataDir = newFolder('damaged');
  await prepareDataDir(dataDir);
  await (await startHere(dataDir)).stop();
  const cluster = path.join(dataDir, 'postgres');
  const control = path.join(cluster, 'global', 'pg_control');
  const version = path.join(cluster, 'PG_VERSION');
  const whole = fs.readFileSync(control);
  const cases: [string, () => void, RegExp][] = [
    ['truncated', () => fs.truncateSync(control, 100), /not whole \(its global\/pg_control has 100 bytes\)/],
    ['no control file', () => fs.rmSync(control), /not whole \(global\/pg_control is missing\)/],
    ['garbled', () => fs.writeFileSync(control, Buffer.alloc(8192, 7)), /does not start: \w.*backup/],
    ['older', () => fs.writeFileSync(version, '17\n'), /made by PostgreSQL 17 .* 18/],
    ['no version', () => fs.rmSync(version), /not whole \(PG_VERSION is missing\)/],
    ['empty', () => fs.rmSync(cluster, { recursive: true }), /not whole \(PG_VERSION is missing\)/],
  ];
  for (const [name, damage, words] of cases) {
    damage();
    fs.mkdirSync(cluster, { recursive: true });
    const before = everythingIn(cluster);
    assert.match(await refusal(dataDir), words, name);
    assert.deepEqual(everythingIn(cluster), before, name);
    if (fs.existsSync(path.dirname(control))) fs.writeFileSync(control, whole);
  }
});

test('a copy of a running data folder is refused while the original runs', async () => {
  const { dataDir, service, server } = await started('original');
  const copy = newFolder('copy');
  fs.cpSync(dataDir, copy, { recursive: true });
  assert.match(await refusal(copy), new RegExp(`copied or moved while .*process ${server} `));
  await service.stop();
});

test('neither a reused process id nor an empty pid file is taken for a server', async (t) => {
  const { dataDir, service } = await started('reused-pid');
  await killBoth(service);
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const { uid } = fs.statSync(pidFile);
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid } : {}) });
  t.after(() => stranger.kill('SIGKILL'));
  const text = fs.readFileSync(pidFile, 'utf8');
  fs.writeFileSync(pidFile, text.replace(/^\d+/, String(stranger.pid)));
  await (await startHere(dataDir)).stop();
  assert.ok(lives(stranger.pid!));
  fs.writeFileSync(pidFile, '');
  await (await startHere(dataDir)).stop();
});

test('a socket cleaned out of the temporary folder wedges neither a restart nor a living service', async () => {
  const { dataDir, service, connection, server: old } = await started('cleaned');
  process.kill(guardOf(old), 'SIGKILL');
  await service.kill();
  fs.rmSync(connection.host, { recursive: true });
  const server = await startHere(dataDir);
  assert.equal(lives(old), false);
  fs.rmSync(server.connection.host, { recursive: true });
  await until('it answers again', () => query(server, 'select 1').then(Boolean, () => false));
  await server.stop();
});

test('a folder that another user put where the socket should go is not used', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  await prepareDataDir(newFolder('squatted'));
  const usual = await startHere(newFolder('squatted'));
  await usual.stop();
  fs.mkdirSync(usual.connection.host, { mode: 0o777 });
  fs.chownSync(usual.connection.host, ORDINARY_UID, ORDINARY_UID);
  const server = await startHere(newFolder('squatted'));
  assert.notEqual(server.connection.host, usual.connection.host);
  await server.stop();
});

test('a service that ends without stopping its server: the server does not keep it alive, and is stopped at once', async () => {
  const { service, server } = await started('idle', { idle: true });
  assert.equal(await service.ended(), 0);
  await until('the server is gone', () => !lives(server));
});

test('kill -9 of the service and never a start again: server and guard end by themselves, in good order', async () => {
  const { dataDir, service, server } = await started('orphan', { write: true });
  const guard = guardOf(server);
  await service.kill();
  await until('server and guard are gone', () => !lives(server) && !lives(guard));
  const log = fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
  assert.match(log, /database system is shut down/);
});

test('a command beside a running service finds its server, and none when no service runs', async () => {
  const { dataDir, service, connection } = await started('beside');
  assert.deepEqual(findEmbedded(dataDir), connection);
  await killBoth(service);
  assert.equal(findEmbedded(dataDir), null);
  assert.equal(findEmbedded(newFolder('nothing-there')), null);
});
