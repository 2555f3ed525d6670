// The embedded PostgreSQL server through everything that happens to it on a real machine: first starts, closed and
// deep folders, other users, kill -9 of either side, two services at once, damaged and copied data.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { EmbeddedServerError } from '../../src/storage/embedded/server.ts';
import {
  cleanUp,
  isRoot,
  lives,
  newFolder,
  ORDINARY_UID,
  postmasterPid,
  query,
  type Service,
  startElsewhere,
  startHere,
  until,
} from '../support/embedded-services.ts';

after(cleanUp);

/** Every test of kill -9 ends here: what was acknowledged is there, whoever has to start the server again. */
async function assertKept(dataDir: string, service: Service, expected: { adopted: boolean }) {
  const acknowledged = service.acknowledged();
  const server = await startHere(dataDir);
  assert.deepEqual(
    { adopted: server.adopted, firstStart: server.firstStart },
    { ...expected, firstStart: false },
  );
  const rows = await query(server, 'select n from kept');
  const there = new Set(rows.map((row) => row.n));
  assert.ok(acknowledged.length >= 20);
  assert.deepEqual(
    acknowledged.filter((n) => !there.has(n)),
    [],
  );
  await server.stop();
}

async function writingService(name: string) {
  const dataDir = newFolder(name);
  const service = startElsewhere({ dataDir, write: true });
  await service.heard('acknowledged', 20);
  return { dataDir, service };
}

async function madeAndStopped(name: string): Promise<string> {
  const dataDir = newFolder(name);
  await (await startHere(dataDir)).stop();
  return dataDir;
}

async function refusal(dataDir: string): Promise<string> {
  const error = await startHere(dataDir).then(
    () => assert.fail('It started.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EmbeddedServerError, String(error));
  assert.doesNotMatch(error.message, /\n/);
  return error.message;
}

function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs, uid, mode } = statSync(path.join(folder, name));
      return `${name} ${size} ${mtimeMs} ${uid} ${mode}`;
    });
}

test('the first start prepares a database and says so, the second is quick and silent', async () => {
  const dataDir = newFolder('first');
  const said: string[] = [];
  const first = await startHere(dataDir, said);
  assert.deepEqual([first.firstStart, first.adopted, said.length], [true, false, 1]);
  assert.match(said[0]!, /^Preparing the database .* takes a few seconds/);
  await query(first, 'create table t as select 7 as n');
  await first.stop();
  assert.equal(existsSync(path.join(dataDir, 'service.pid')), false);

  const begun = Date.now();
  const second = await startHere(dataDir, said);
  assert.ok(Date.now() - begun < 2_000);
  assert.deepEqual([second.firstStart, second.adopted, said.length], [false, false, 1]);
  assert.deepEqual(await query(second, 'select n from t'), [{ n: 7 }]);
  const pid = postmasterPid(dataDir);
  await second.stop();
  assert.equal(lives(pid), false);
});

test('the server is durable, checked, private and off the network', async () => {
  const dataDir = newFolder('settings');
  const server = await startHere(dataDir);
  const rows = await query(server, 'select name, setting from pg_settings');
  const settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  const { fsync, synchronous_commit, data_checksums, listen_addresses, server_encoding } = settings;
  assert.deepEqual([fsync, synchronous_commit, data_checksums, server_encoding], ['on', 'on', 'on', 'UTF8']);
  assert.equal(listen_addresses, '');
  assert.equal(statSync(path.join(dataDir, 'postgres')).mode & 0o777, 0o700);
  assert.equal(statSync(server.connection.host).mode & 0o777, 0o700);
  assert.equal(statSync(dataDir).mode & 0o007, 0);
  await server.stop();
  assert.equal(existsSync(server.connection.host), false);
});

test('what people typed does not reach the log of the server, not even in an error', async () => {
  const dataDir = newFolder('log');
  const server = await startHere(dataDir);
  await query(server, 'create table person (email text primary key)');
  await query(server, 'insert into person values ($1)', ['alice@secret.example']);
  const faults = [
    query(server, 'insert into person values ($1)', ['alice@secret.example']),
    query(server, 'select $1::uuid', ['bob@secret.example']),
    query(server, "select 1/0 as carol_secret, 'dave@secret.example'"),
    query(server, "do $$ begin raise log 'x'; raise exception 'erin@secret.example'; end $$"),
  ];
  for (const fault of faults) await assert.rejects(fault);
  await server.stop();
  const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
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

test('root can keep its data where only root may go, and move it from there to where others may', async (t) => {
  if (!isRoot) return t.diagnostic('NOT RUN: this needs root.');
  const closed = newFolder('closed');
  mkdirSync(closed, { mode: 0o700 });
  const direct = await startHere(closed);
  await direct.stop();

  const inside = path.join(closed, 'inside', '.data');
  const server = await startHere(inside);
  await query(server, 'create table t as select 7 as n');
  await server.stop();
  assert.equal(statSync(path.join(inside, 'postgres')).uid, 0);

  chmodSync(closed, 0o755);
  const opened = await startHere(inside);
  assert.deepEqual(await query(opened, 'select n from t'), [{ n: 7 }]);
  await opened.stop();
  assert.notEqual(statSync(path.join(inside, 'postgres')).uid, 0);

  chownSync(closed, 0, 0);
  chmodSync(closed, 0o700);
  const again = await startHere(inside);
  assert.deepEqual(await query(again, 'select n from t'), [{ n: 7 }]);
  await again.stop();
});

test('an ordinary user runs it as itself, and root on the same folder leaves it that user', async (t) => {
  if (!isRoot) return t.diagnostic('NOT RUN: this needs root, to become somebody else.');
  const home = newFolder('home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, ORDINARY_UID, ORDINARY_UID);
  const dataDir = path.join(home, '.data');
  const asUser = async () => {
    const service = startElsewhere({ dataDir, uid: ORDINARY_UID });
    assert.equal((await service.outcome()).is, 'started', JSON.stringify(service.reports));
    await service.stop();
  };
  await asUser();
  await (await startHere(dataDir)).stop();
  assert.equal(statSync(path.join(dataDir, 'postgres')).uid, ORDINARY_UID);
  await asUser();
});

test('a data folder that cannot be written is refused by name, with what to do', async (t) => {
  const inTheWay = newFolder('in-the-way');
  writeFileSync(inTheWay, '');
  assert.match(await refusal(inTheWay), /in-the-way cannot be written: .*set DATA_DIR/);
  assert.match(await refusal(path.join(inTheWay, '.data')), /cannot be written: .*set DATA_DIR/);

  if (!isRoot) t.diagnostic('NOT RUN: the part as another user needs root.');
  const service = startElsewhere({
    dataDir: newFolder('forbidden'),
    ...(isRoot ? { uid: ORDINARY_UID } : {}),
  });
  const outcome = await service.outcome();
  if (isRoot) {
    assert.ok(outcome.is === 'refused' && outcome.name === 'EmbeddedServerError');
    assert.match(outcome.message, /forbidden cannot be written: permission denied.*set DATA_DIR/);
  }
  await service.kill();
});

test('kill -9 of the service: the server lives on, the next service adopts it, no acknowledged row is lost', async () => {
  const { dataDir, service } = await writingService('kill-service');
  const pid = postmasterPid(dataDir);
  await service.kill();
  assert.ok(lives(pid));
  await assertKept(dataDir, service, { adopted: true });
  assert.equal(lives(pid), false, 'stop() also ends an adopted server');
});

test('kill -9 of service and server: the next start recovers by itself, no acknowledged row is lost', async () => {
  const { dataDir, service } = await writingService('kill-both');
  const pid = postmasterPid(dataDir);
  process.kill(service.pid, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await service.ended();
  await assertKept(dataDir, service, { adopted: false });
});

test('kill -9 of the server: the living service has it back by itself, again and again, and stays the owner', async () => {
  const { dataDir, service } = await writingService('kill-server');
  for (const time of [1, 2]) {
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await until('it says that the server is back', () => {
      const said = service.reports.filter(
        (report) => report.is === 'said' && /started again/.test(report.line),
      );
      return said.length === time;
    });
    assert.notEqual(postmasterPid(dataDir), pid);
    assert.match(await refusal(dataDir), new RegExp(`already running .*process ${service.pid}\\)`));
  }
  await service.stop();
  await assertKept(dataDir, service, { adopted: false });
});

test('a backend of a killed server that is deep in a long query does not keep the next start waiting for ever', async () => {
  const dataDir = newFolder('busy-backend');
  const service = startElsewhere({ dataDir });
  const started = await service.outcome();
  assert.ok(started.is === 'started');
  const connection = { host: started.host, port: 5432, user: 'trefoil', database: 'trefoil' };
  const busy = query(
    { connection },
    "do $$ begin perform set_config('application_name', 'busy', false); loop end loop; end $$",
  );
  const gone = assert.rejects(busy);
  const active = "select 1 from pg_stat_activity where application_name = 'busy' or query like 'do %'";
  await until('the query runs', async () => (await query({ connection }, active)).length > 0);
  const pid = postmasterPid(dataDir);
  process.kill(service.pid, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await service.ended();
  const server = await startHere(dataDir);
  await gone;
  await server.stop();
});

test('Ctrl-C in the terminal of the service does not reach the server', async () => {
  const dataDir = newFolder('ctrl-c');
  const service = startElsewhere({ dataDir });
  await service.heard('started');
  process.kill(-service.pid, 'SIGINT');
  await service.heard('interrupted');
  await service.stop();
  const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
  assert.equal(log.match(/fast shutdown request/g)?.length, 1);
});

test('a second service on the folder of a living one is refused in one sentence', async () => {
  const dataDir = newFolder('second');
  const server = await startHere(dataDir);
  const service = startElsewhere({ dataDir });
  const outcome = await service.outcome();
  assert.equal(
    outcome.is === 'refused' && outcome.message,
    `Another Trefoil is already running on the data folder ${dataDir} (process ${process.pid}). ` +
      'Stop it, or set DATA_DIR to another folder.',
  );
  rmSync(path.join(dataDir, 'service.pid'));
  assert.match(await refusal(dataDir), /already running/, 'the server itself knows, too');
  await server.stop();
});

test('of services started at the very same moment exactly one wins, on an empty folder and after a kill -9', async () => {
  const dataDir = newFolder('same-moment');
  for (const round of ['empty', 'after a kill']) {
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
  const service = startElsewhere({ dataDir });
  const drafts = () =>
    existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-')) : [];
  await until('the draft is being written', () =>
    drafts().some((name) => readdirSync(path.join(dataDir, name)).length > 5),
  );
  await service.kill();
  assert.equal(drafts().length, 1);
  const server = await startHere(dataDir);
  assert.equal(server.firstStart, true);
  assert.deepEqual(drafts(), []);
  await server.stop();
});

test('a damaged, foreign or half-made database is refused in a sentence and left untouched', async () => {
  const dataDir = await madeAndStopped('damaged');
  const cluster = path.join(dataDir, 'postgres');
  const control = path.join(cluster, 'global', 'pg_control');
  const whole = readFileSync(control);
  const cases: [string, () => void, RegExp][] = [
    [
      'truncated',
      () => truncateSync(control, 100),
      /not whole \(its global\/pg_control has 100 bytes\).*backup/,
    ],
    ['without control file', () => rmSync(control), /not whole \(global\/pg_control is missing\).*backup/],
    ['garbled', () => writeFileSync(control, Buffer.alloc(8192, 7)), /does not start: .*backup/],
    ['older', () => writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n'), /made by PostgreSQL 17 .* 18/],
    [
      'without version',
      () => rmSync(path.join(cluster, 'PG_VERSION')),
      /not whole \(PG_VERSION is missing\)/,
    ],
    ['empty', () => rmSync(cluster, { recursive: true }), /not whole \(PG_VERSION is missing\)/],
  ];
  for (const [name, damage, words] of cases) {
    damage();
    mkdirSync(cluster, { recursive: true });
    const before = everythingIn(cluster);
    assert.match(await refusal(dataDir), words, name);
    assert.deepEqual(everythingIn(cluster), before, name);
    if (existsSync(path.join(cluster, 'global'))) writeFileSync(control, whole);
  }
});

test('a copy of a running data folder is refused while the original runs', async () => {
  const original = newFolder('original');
  const server = await startHere(original);
  const copy = newFolder('copy');
  cpSync(original, copy, {
    recursive: true,
    filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket(),
  });
  assert.match(
    await refusal(copy),
    new RegExp(`copied or moved while .*process ${postmasterPid(original)} `),
  );
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
});

test('a process id that was given to somebody else is not taken for a server, nor an empty pid file', async () => {
  const dataDir = newFolder('reused-pid');
  const { service } = { service: startElsewhere({ dataDir }) };
  await service.heard('started');
  const pid = postmasterPid(dataDir);
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  process.kill(service.pid, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await service.ended();
  const { uid } = statSync(pidFile);
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid } : {}) });
  try {
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
    await (await startHere(dataDir)).stop();
    assert.ok(lives(stranger.pid!));
    writeFileSync(pidFile, '');
    await (await startHere(dataDir)).stop();
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('a socket that was cleaned out of the temporary folder wedges neither a restart nor a living service', async () => {
  const dataDir = newFolder('cleaned');
  const service = startElsewhere({ dataDir });
  const started = await service.outcome();
  assert.ok(started.is === 'started');
  const pid = postmasterPid(dataDir);
  await service.kill();
  rmSync(started.host, { recursive: true });
  const server = await startHere(dataDir);
  assert.deepEqual([server.adopted, lives(pid)], [false, false]);

  rmSync(server.connection.host, { recursive: true });
  await until('it answers again', () =>
    query(server, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  await server.stop();
});

test('a folder that somebody else put where the socket should go is not used', async (t) => {
  if (!isRoot) return t.diagnostic('NOT RUN: this needs root, to become somebody else.');
  const dataDir = await madeAndStopped('squatted');
  const usual = await startHere(dataDir);
  await usual.stop();
  mkdirSync(usual.connection.host, { mode: 0o777 });
  chownSync(usual.connection.host, ORDINARY_UID, ORDINARY_UID);
  try {
    const server = await startHere(dataDir);
    assert.notEqual(server.connection.host, usual.connection.host);
    assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
    await server.stop();
  } finally {
    rmSync(usual.connection.host, { recursive: true });
  }
});

test('a service may end without a word; the server does not keep it alive, and is stopped soon after', async () => {
  const dataDir = newFolder('orphan');
  const service = startElsewhere({ dataDir, idle: true, graceSeconds: 1 });
  await service.heard('started');
  assert.equal(await service.ended(), 0);
  const pid = postmasterPid(dataDir);
  await until('the server is stopped', () => !lives(pid));
  const watcher = Number(readFileSync(path.join(dataDir, 'watcher.pid'), 'utf8').split(' ')[0]);
  await until('the watcher is gone', () => !lives(watcher));
  assert.equal((await startHere(dataDir)).adopted, false);
});

test('a server adopted in time is not stopped under its new service', async () => {
  const dataDir = newFolder('adopted');
  const first = startElsewhere({ dataDir, graceSeconds: 1 });
  await first.heard('started');
  await until('the watcher is there', () => existsSync(path.join(dataDir, 'watcher.pid')));
  const watcher = readFileSync(path.join(dataDir, 'watcher.pid'), 'utf8');
  await first.kill();
  const server = await startHere(dataDir);
  assert.equal(server.adopted, true);
  const pid = postmasterPid(dataDir);
  const enough = Date.now() + 3_500;
  await until('the grace period is long over', () => {
    assert.ok(lives(pid));
    return Date.now() > enough;
  });
  assert.equal(readFileSync(path.join(dataDir, 'watcher.pid'), 'utf8'), watcher, 'one watcher at a time');
  await server.stop();
});
