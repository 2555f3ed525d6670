// A worker's side of the primary (primary.js): where it asks for the embedded database, asks the other workers, and is told to end or to leave.
import cluster from 'node:cluster';
import type http from 'node:http';
import type { EmbeddedServer } from '../storage/engine/embedded/server.ts';
import { EmbeddedServerError } from '../storage/engine/embedded/server.ts';
import type { Peers, Topic } from '../telemetry/peers.ts';
import { type PortMessage, takeConnections } from './handed-connections.ts';

/** Longer than the primary waits for the answers. */
const ASK_WITHIN_MS = 1_800;

type FromPrimary =
  | PortMessage
  | { kind: 'database'; connection: EmbeddedServer['connection']; firstStart: boolean }
  | { kind: 'database'; refused: string }
  | { kind: 'asked'; id: number; topic: Topic }
  | { kind: 'answers'; name: number; values: unknown[]; missing: number }
  | { kind: 'end'; isDrained: boolean }
  | { kind: 'leave' };

export type Worker = {
  peers: Peers;
  /** The one that announces the start and tries the gateways. */
  isFirst: boolean;
  /** In place of a server of its own. */
  openDatabase(options: { dataDir: string }): Promise<EmbeddedServer>;
  /** Before the server listens: it does so at the port of the primary. */
  takeConnections(server: http.Server): void;
  /** From now on it is asked, and may be told to go. */
  beginServing(told: { end(isDrained: boolean): void; leave(): void }): void;
  /** What it has counted, for the sums of those who stay. */
  leaveCounts(): Promise<void>;
};

/** Null in a service of one process. `count`: workers of the service, as the primary says. */
export function asWorker(count: number): Worker | null {
  const self = cluster.worker;
  if (cluster.isPrimary || self === undefined) return null;
  const answers = new Map<Topic, () => unknown>();
  const questions = new Map<number, (answers: { values: unknown[]; missing: number }) => void>();
  let asked = 0;
  let told: Parameters<Worker['beginServing']>[0] | null = null;
  let heardDatabase: (message: Extract<FromPrimary, { kind: 'database' }>) => void = () => {};
  const send = (message: object): void => void (process.connected && process.send?.(message));
  const answer = async (topic: Topic, id: number): Promise<void> =>
    send({ kind: 'answer', id, topic, value: await answers.get(topic)?.() });

  let heardPort: (message: PortMessage, connection: unknown) => void = () => {};
  process.on('message', (message: FromPrimary, connection: unknown) => {
    if (message.kind === 'database') heardDatabase(message);
    else if (message.kind === 'port' || message.kind === 'connection') heardPort(message, connection);
    // Without an answer the asker hears that one is missing.
    else if (message.kind === 'asked') answer(message.topic, message.id).catch(() => {});
    else if (message.kind === 'answers') questions.get(message.name)?.(message);
    else if (message.kind === 'end') told ? told.end(message.isDrained) : process.exit(0);
    else if (message.kind === 'leave') told?.leave();
  });
  // The primary is gone, and the socket with it: what is in flight is finished. Node would end the worker at once.
  process.prependListener('disconnect', () => {
    self.exitedAfterDisconnect = true;
    if (told === null) process.exit(0);
    told.end(false);
  });

  return {
    isFirst: self.id === 1,
    peers: {
      count,
      onAsked: (topic, give) => void answers.set(topic, give),
      askAll: (topic) =>
        new Promise((resolve) => {
          asked += 1;
          const name = asked;
          const finish = (found: { values: unknown[]; missing: number }): void => {
            clearTimeout(timer);
            questions.delete(name);
            resolve(found);
          };
          const timer = setTimeout(() => finish({ values: [], missing: 1 }), ASK_WITHIN_MS);
          questions.set(name, finish);
          send({ kind: 'ask', name, topic });
        }),
    },
    openDatabase: ({ dataDir }) =>
      new Promise((resolve, reject) => {
        heardDatabase = (found) => {
          if ('refused' in found) reject(new EmbeddedServerError(found.refused));
          else resolve({ ...found, stop: async () => {} });
        };
        send({ kind: 'open-database', dataDir });
      }),
    takeConnections: (server) => {
      heardPort = takeConnections(server, send);
    },
    beginServing: (given) => {
      told = given;
      send({ kind: 'serving' });
    },
    leaveCounts: () => answer('metrics', 0),
  };
}
