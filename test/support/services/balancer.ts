// A load balancer for tests: it sends to processes that report ready, on keep-alive connections, never on a closed one. A refused
// connection carried no request and is retried elsewhere; any other failure is a lost request.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '../answers.ts';
import { call, type HttpRequest, type ServiceProcess } from '../processes.ts';

const LOOK_MS = 50;
/** A process whose readiness probe takes longer is not ready. */
const LOOK_TIMEOUT_MS = 1_000;

export type Balancer = {
  /** The processes it may send to; tests add and remove. */
  processes: ServiceProcess[];
  answered: number;
  /** Refused connections that were retried elsewhere. */
  movedOn: number;
  /** In words, each request without a complete answer. */
  lost: string[];
  /** Sends to a ready process; rejects when the request is lost. */
  send<Path extends string, Method extends string = 'GET'>(
    request: HttpRequest<Method, Path>,
  ): Promise<AnswerOf<Method, Path>>;
  stop(): Promise<void>;
};

export function startBalancer(processes: ServiceProcess[]): Balancer {
  const agents = new Map<ServiceProcess, http.Agent>();
  const isReady = new Map<ServiceProcess, boolean>();
  const lookedMs = new Map<ServiceProcess, number>();
  let isOver = false;
  let turn = 0;

  const lookAt = async (process: ServiceProcess): Promise<void> => {
    while (!isOver && processes.includes(process)) {
      const begunMs = performance.now();
      const look = call(process.origin, { path: '/health/ready', timeoutMs: LOOK_TIMEOUT_MS });
      isReady.set(process, (await look.catch(() => null))?.status === 200);
      lookedMs.set(process, begunMs);
      await sleep(LOOK_MS);
    }
    agents.get(process)?.destroy();
    agents.delete(process);
    isReady.delete(process);
  };
  const watched = new Set<Promise<void>>();
  const look = async (): Promise<void> => {
    while (!isOver) {
      for (const process of processes) {
        if (agents.has(process)) continue;
        agents.set(process, new http.Agent({ keepAlive: true }));
        const watching = lookAt(process).finally(() => watched.delete(watching));
        watched.add(watching);
      }
      await sleep(LOOK_MS);
    }
    await Promise.all(watched);
  };

  const pick = async (): Promise<ServiceProcess> => {
    for (;;) {
      const able = processes.filter((process) => isReady.get(process));
      const process = able[turn++ % able.length];
      if (process !== undefined) return process;
      await sleep(5);
    }
  };

  const balancer: Balancer = {
    processes,
    answered: 0,
    movedOn: 0,
    lost: [],
    send: async (request) => {
      for (;;) {
        const process = await pick();
        const agent = agents.get(process);
        const begunMs = performance.now();
        try {
          const answer = await call(process.origin, { ...request, ...(agent && { agent }) });
          balancer.answered += 1;
          return answer;
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
            balancer.movedOn += 1;
            continue;
          }
          const sinceMs = Math.round(begunMs - (lookedMs.get(process) ?? 0));
          const ownMs = Math.round(performance.now() - begunMs);
          balancer.lost.push(
            `${request.path}: ${error} after ${ownMs} ms, ${sinceMs} ms after the last look`,
          );
          throw error;
        }
      }
    },
    stop: async () => {
      isOver = true;
      await looking;
    },
  };
  const looking = look();
  return balancer;
}
