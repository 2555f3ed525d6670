// What a balancer does, for tests: it sends to those that say they are ready, on kept connections, never on one that was
// closed. A connection that was refused took no request with it and is made elsewhere; whatever else goes wrong is a request lost.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './house.ts';
import { call, type HttpRequest, type ServiceProcess } from './processes.ts';

const LOOK_MS = 50;

export type Balancer = {
  /** Whom it may send to; tests add and remove. */
  processes: ServiceProcess[];
  answered: number;
  /** Refused before they began, and then made elsewhere. */
  movedOn: number;
  /** In words, each request that has no whole answer. */
  lost: string[];
  /** To one that is ready; rejects when the request is lost. */
  send(request: HttpRequest): Promise<Answer>;
  stop(): Promise<void>;
};

export function startBalancer(processes: ServiceProcess[]): Balancer {
  const agents = new Map<ServiceProcess, http.Agent>();
  const isReady = new Map<ServiceProcess, boolean>();
  let isOver = false;
  let turn = 0;

  const lookAt = async (process: ServiceProcess): Promise<void> => {
    while (!isOver && processes.includes(process)) {
      const answer = await call(process.origin, { path: '/health/ready' }).catch(() => null);
      isReady.set(process, answer?.status === 200);
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
        try {
          const answer = await call(process.origin, { ...request, ...(agent && { agent }) });
          balancer.answered += 1;
          return answer;
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
            balancer.movedOn += 1;
            continue;
          }
          balancer.lost.push(`${request.method ?? 'GET'} ${request.path}: ${error}`);
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
