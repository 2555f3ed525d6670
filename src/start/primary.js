// The primary of a service with several workers (WEB_CONCURRENCY): it holds the port (ports.js), the embedded database and the signals, hands
// connections out in turn, and starts workers anew. It reads no setting but how many workers there are, and knows no key. Each worker is the
// whole service (src/main.ts). With one worker there is no primary.
//
// Plain JavaScript, because a process that reads TypeScript holds 20 MB more.
//
//   starting   the first worker alone: it prepares the tables, and where it fails its words are the service's
//   serving    a worker that dies is started anew, after 0.1 s and up to 30 s; five deaths within a minute end the service
//   rolling    (SIGHUP) one after another: the new one listens before the old one leaves
//   ending     (SIGTERM, SIGINT) all workers drain as one process would
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { createPorts } from './ports.js';
import { createSumOfLeft } from './sum-of-left.js';

const MEMORY_PER_WORKER = 300 * 1024 * 1024;
const WORKERS_MAX = 64;
const POOL_SIZE = 8;
const BACK_OFF_MS = 100;
const BACK_OFF_MS_MAX = 30_000;
const DEATHS_MAX = 5;
const DEATHS_WITHIN_MS = 60_000;
/** Workers end within 9 seconds by themselves. */
const END_WITHIN_MS = 9_500;
const ANSWER_WITHIN_MS = 1_500;

/** The service as one process, or as the primary of several. `serve` runs the service in this process. */
export async function start(serve, env = process.env) {
  const count = cluster.isWorker ? 1 : countWorkers(env);
  if (count === 1) await serve();
  else supervise(count);
}

/** What is wrong with the setting is said by the worker that reads all of them. */
export function countWorkers({ WEB_CONCURRENCY: given = '', DATABASE_POOL_SIZE: pool = '' }) {
  const wanted = given.trim();
  if (wanted !== 'auto')
    return /^[1-9]\d?$/.test(wanted) && Number(wanted) <= WORKERS_MAX ? Number(wanted) : 1;
  const byMemory = Math.floor(process.availableMemory() / MEMORY_PER_WORKER);
  // A worker without a connection of its own could do nothing.
  const byConnections = /^[1-9]\d*$/.test(pool.trim()) ? Number(pool.trim()) : POOL_SIZE;
  return Math.max(1, Math.min(availableParallelism(), byMemory, byConnections, WORKERS_MAX));
}

function supervise(count) {
  const state = { isServing: false, isEnding: false, exitCode: 0 };
  const deaths = [];
  const leaving = new Set();
  const database = createDatabase();
  const peers = createPeers(leaving);
  const ports = createPorts();
  let backOffMs = BACK_OFF_MS;

  const fork = () => {
    const worker = cluster.fork({ WEB_CONCURRENCY: String(count) });
    worker.on('message', (message) => {
      if (message?.kind === 'open-database') void database.openFor(worker, message.dataDir);
      ports.hear(worker, message);
      peers.hear(worker, message);
      if (message?.kind === 'serving') worker.emit('serving');
    });
    // A message to a worker that is going is lost, and nothing else.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => {
      const wasServing = peers.isServing(worker);
      peers.forget(worker);
      ports.forget(worker);
      if (!leaving.delete(worker)) died(worker, wasServing, code, signal);
      if (state.isEnding) endIfAlone();
    });
    return worker;
  };

  const died = (worker, wasServing, code, signal) => {
    if (worker.isNewcomer) return;
    if (state.isEnding) {
      if (wasServing && code !== 0) state.exitCode = 1;
      return;
    }
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    // It has said why.
    if (!state.isServing) return end('SIGINT', 1);
    const nowMs = performance.now();
    deaths.push(nowMs);
    const recent = deaths.filter((atMs) => nowMs - atMs < DEATHS_WITHIN_MS);
    deaths.splice(0, deaths.length, ...recent);
    if (recent.length >= DEATHS_MAX) {
      process.stderr.write(
        `${DEATHS_MAX} workers ended within a minute, the last one ${how}: the service ends. The lines before this one say why.\n`,
      );
      return end('SIGINT', 1);
    }
    if (recent.length === 1) backOffMs = BACK_OFF_MS;
    log('warn', `worker ${worker.process.pid} ended ${how}; another one starts in ${backOffMs / 1000} s`);
    setTimeout(() => !state.isEnding && fork(), backOffMs);
    backOffMs = Math.min(backOffMs * 2, BACK_OFF_MS_MAX);
  };

  const living = () => Object.values(cluster.workers);
  const tell = (worker, message) => worker.isConnected() && worker.send(message, () => {});
  const endIfAlone = async () => {
    if (living().length > 0) return;
    await database.close();
    process.exit(state.exitCode);
  };
  /** A second signal is passed on: the workers then end at once. */
  const end = (signal, exitCode = 0) => {
    state.exitCode ||= exitCode;
    for (const worker of living()) {
      if (peers.isServing(worker)) tell(worker, { kind: 'end', isDrained: signal === 'SIGTERM' });
      // It does not listen yet, to anybody.
      else worker.process.kill('SIGTERM');
    }
    if (state.isEnding) return;
    state.isEnding = true;
    setTimeout(() => {
      state.exitCode = 1;
      for (const worker of living()) worker.process.kill('SIGKILL');
    }, END_WITHIN_MS).unref();
    void endIfAlone();
  };

  const roll = createRolling({ fork, leaving, tell, living, isEnding: () => state.isEnding });
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  // A terminal that is closed says the same, and nobody would see the service again.
  process.on('SIGHUP', () => (process.stdout.isTTY ? end('SIGINT') : state.isServing && roll()));

  fork().once('serving', () => {
    state.isServing = true;
    for (let n = 1; n < count && !state.isEnding; n += 1) fork();
  });
}

/** Replaces every worker; asked again meanwhile, it does so once more. */
function createRolling({ fork, leaving, tell, living, isEnding }) {
  let [isRolling, isWanted] = [false, false];
  const gone = (worker) => new Promise((resolve) => worker.once('exit', resolve));
  const replace = async (old) => {
    const worker = fork();
    worker.isNewcomer = true;
    const isServing = await Promise.race([
      new Promise((resolve) => worker.once('serving', () => resolve(true))),
      gone(worker).then(() => false),
    ]);
    worker.isNewcomer = false;
    if (!isServing || isEnding() || old.isDead()) return isServing;
    leaving.add(old);
    const left = gone(old);
    tell(old, { kind: 'leave' });
    await left;
    return true;
  };
  const roll = async () => {
    log('info', 'rolling restart: begun');
    for (const old of living().filter((worker) => !leaving.has(worker))) {
      if (isEnding() || old.isDead()) continue;
      if (await replace(old)) continue;
      log('error', 'rolling restart: a new worker did not start, the old ones stay; its words are above');
      return;
    }
    log('info', 'rolling restart: done');
  };
  return async () => {
    isWanted = true;
    if (isRolling) return;
    isRolling = true;
    while (isWanted && !isEnding()) {
      isWanted = false;
      await roll();
    }
    isRolling = false;
  };
}

/** The embedded server outlives the workers. It is started when the first of them has read its settings and asks for it. */
function createDatabase() {
  let server = null;
  const open = async (dataDir) => {
    const { startEmbedded } = await import('../storage/engine/embedded/server.ts');
    return startEmbedded({ dataDir, say: (line) => void process.stdout.write(`${line}\n`) });
  };
  return {
    async openFor(worker, dataDir) {
      server ??= open(dataDir);
      const answer = await server.then(
        ({ connection, firstStart }) => ({ connection, firstStart }),
        (error) => ({ refused: error.message }),
      );
      worker.send({ kind: 'database', ...answer }, () => {});
    },
    close: async () => void (await server?.then((one) => one.stop()).catch(() => {})),
  };
}

/** Passes a worker's question on to all of them, itself included, and their answers back. What left workers have counted is kept. */
function createPeers(leaving) {
  const open = new Map();
  const serving = new Set();
  const left = createSumOfLeft();
  const counted = new Map();
  let asked = 0;
  const finish = (id) => {
    const question = open.get(id);
    if (question === undefined) return;
    open.delete(id);
    clearTimeout(question.timer);
    const { asker, name, topic, answers, missing } = question;
    const values = [...answers, ...(topic === 'metrics' ? left.read() : [])];
    if (asker.isConnected()) asker.send({ kind: 'answers', name, values, missing: missing.size }, () => {});
  };
  const settle = (id, worker) => {
    const question = open.get(id);
    if (question?.missing.delete(worker) && question.missing.size === 0) finish(id);
  };
  return {
    isServing: (worker) => serving.has(worker),
    hear(worker, message) {
      if (message?.kind === 'ask') {
        asked += 1;
        const id = asked;
        const others = [...serving].filter((one) => !leaving.has(one) || one === worker);
        const timer = setTimeout(() => finish(id), ANSWER_WITHIN_MS).unref();
        const { name, topic } = message;
        open.set(id, { asker: worker, name, topic, answers: [], missing: new Set(others), timer });
        for (const one of others) one.send({ kind: 'asked', id, topic }, () => {});
        if (others.length === 0) finish(id);
      } else if (message?.kind === 'answer') {
        if (message.topic === 'metrics') counted.set(worker, message.value);
        open.get(message.id)?.answers.push(message.value);
        settle(message.id, worker);
      } else if (message?.kind === 'serving') serving.add(worker);
    },
    /** Prometheus must not see a sum fall: it would take that for a restart, and count everything again. */
    forget(worker) {
      serving.delete(worker);
      left.add(counted.get(worker) ?? []);
      counted.delete(worker);
      for (const id of [...open.keys()]) settle(id, worker);
    },
  };
}

/** A line like those of the workers. */
function log(level, msg) {
  const number = { info: 30, warn: 40, error: 50 }[level];
  process.stdout.write(`${JSON.stringify({ level: number, time: Date.now(), pid: process.pid, msg })}\n`);
}
