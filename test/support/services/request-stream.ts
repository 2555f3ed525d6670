// A stream of requests over connections that are kept open, as a back end makes them: most read, every fourth writes a test report. Each that gets
// no answer is lost, each that is not answered 200 is wrong.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, generateBody } from '../house.ts';
import { call, jsonPost, type ServiceProcess } from '../processes.ts';

export function startRequests(given: {
  service: Pick<ServiceProcess, 'origin'>;
  /** Its token is read for each request, so that a long run can renew it. */
  client: Client;
  connections: number;
  /** Between an answer and the next request of a connection. */
  pauseMs?: number;
  /** A request without an answer for so long is lost. */
  timeoutMs?: number;
}) {
  const { service, client, connections, pauseMs = 50, timeoutMs = 30_000 } = given;
  const path = `/${client.tenant.tenantId}/v1/credit-reports` as const;
  const lost: string[] = [];
  const wrong: string[] = [];
  let [answered, isOver] = [0, false];
  const work = async (_none: unknown, lane: number): Promise<void> => {
    // One connection a lane; it is opened anew when an answer closed it.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = lane; !isOver; n += 1) {
      const request =
        n % 4 === 0
          ? call(service.origin, { ...jsonPost(path, client.token, generateBody()), agent, timeoutMs })
          : call(service.origin, {
              path: '/v1/my/profile',
              headers: { authorization: `Bearer ${client.token}` },
              agent,
              timeoutMs,
            });
      await request.then(
        ({ status, text }) => {
          answered += 1;
          if (status !== 200) wrong.push(`${status} ${text}`);
        },
        (error: unknown) => void lost.push(String(error)),
      );
      await sleep(pauseMs);
    }
    agent.destroy();
  };
  const lanes = Array.from({ length: connections }, work);
  return {
    lost,
    wrong,
    answered: () => answered,
    stop: async (): Promise<void> => {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}
