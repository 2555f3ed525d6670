// A small server that speaks wire.ts, for tests and for trying out the adapter. The last number of the consumer's address selects
// the answer, so that a caller can get each of them. It can also misbehave on request.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { REVIEW_STATUSES, type ReviewStatus, type SessionAnswer, type SessionQuery } from './wire.ts';

export const MISBEHAVIOURS = [
  'none',
  'silent',
  'status-500',
  'redirect',
  'not-json',
  'unknown-status',
  'huge',
  'reset',
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

export type RiskSimulator = {
  url: string;
  key: string;
  /** What it was asked, in order. */
  asked: SessionQuery[];
  misbehave(how: Misbehaviour): void;
  close(): Promise<void>;
};

export async function startRiskSimulator(key = 'simulated-risk-key'): Promise<RiskSimulator> {
  const asked: SessionQuery[] = [];
  let how: Misbehaviour = 'none';
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`) return response.writeHead(401).end();
    const query = (await json(request)) as SessionQuery;
    asked.push(query);
    return how === 'none' ? answer(response, statusFor(query)) : misbehaved[how](response);
  }).listen({ port: 0, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/session-query`,
    key,
    asked,
    misbehave: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** 203.0.113.0 passes, .1 is challenged, .2 is reviewed, .3 is rejected, .4 passes again, and so on. */
export function statusFor({
  input_ip_address: address,
}: Pick<SessionQuery, 'input_ip_address'>): ReviewStatus {
  const last = Number(address.split('.').at(-1)) || 0;
  return REVIEW_STATUSES[last % REVIEW_STATUSES.length] ?? 'challenge';
}

function answer(response: ServerResponse, status: ReviewStatus): void {
  const body: SessionAnswer = {
    request_result: 'success',
    review_status: status,
    reason_code: status === 'pass' ? [] : ['_SIMULATED_RULE', 'Not a code: Ada Sample'],
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const misbehaved: Record<Exclude<Misbehaviour, 'none'>, (response: ServerResponse) => void> = {
  silent: () => {},
  'status-500': (response) => void response.writeHead(500).end('{"request_result":"success"}'),
  redirect: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'not-json': (response) => void response.writeHead(200).end('<html>pass</html>'),
  'unknown-status': (response) =>
    void response.writeHead(200).end('{"request_result":"success","review_status":"fine"}'),
  huge: (response) => void response.writeHead(200).end(`{"pad":"${'x'.repeat(1024 * 1024)}"}`),
  reset: (response) => void response.destroy(),
};
