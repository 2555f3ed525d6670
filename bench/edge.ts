// The cost of the HTTP edge: the same bytes through our checks, compared with the framework alone and the token check alone.

import { generateBody } from '../test/support/house.ts';
import { type Bench, shotOf } from './bench.ts';
import type { Shot } from './driver.ts';
import { type Line, say } from './lines.ts';
import type { Order } from './server.ts';
import { hasWrk, runWrk } from './wrk.ts';

const WRK_SECONDS = 5;
const ONE_WORKER = 'test-mode generate by one worker, driven by wrk';
export const BARE_POST = 'bare POST, same bytes in and out';
const BARE_GET = 'bare GET';
const EDGE = 'test-mode generate, edge without storage';
const PEOPLE = 3_000;

export async function edgeLines(bench: Bench): Promise<Line[]> {
  const { client } = bench;
  const generateAnswer = (await client.generate()).text;
  const profileAnswer = (await client.get('/v1/my/profile')).text;
  const bare = await bench.startServer({ kind: 'bare', generateAnswer, profileAnswer });
  const token = await bench.startServer(bench.serviceOrder('token', profileAnswer));
  // The request log is storage too: a row for every request.
  const unlogged = { REQUEST_LOG: 'false' };
  if (!hasWrk()) say('wrk is not installed, so its lines are LEFT OUT (Debian: apt-get install wrk).');
  const edge = await bench.startServer(bench.serviceOrder('edge', '', unlogged));
  const workers = await bench.startServer({
    ...bench.serviceOrder('edge', '', unlogged),
    workers: 2,
  } as Order);
  const service = await bench.startServer(bench.serviceOrder('service'));
  const withoutLog = await bench.startServer(bench.serviceOrder('service', '', unlogged));

  const headers = { authorization: `Bearer ${client.token}` };
  const post = shotOf(client, generateBody());
  // More than test mode caches, so that each report is generated.
  const people = Array.from({ length: PEOPLE }, (_none, n) =>
    shotOf(client, generateBody({ lastName: lettersOf(n) })),
  );
  let turn = 0;
  const get: Shot = { method: 'GET', path: '/profile', headers };
  const shoot = (port: number, shot: Shot) => () => bench.shoot(port, () => shot);
  return [
    { name: BARE_POST, measure: shoot(bare, { ...post, path: '/generate' }) },
    {
      name: EDGE,
      measure: shoot(edge, post),
      beside: BARE_POST,
      aim: { atLeast: 0.75 },
    },
    ...(hasWrk()
      ? [
          { name: ONE_WORKER, measure: () => runWrk(edge, post, WRK_SECONDS) },
          {
            name: 'the same by two workers',
            measure: () => runWrk(workers, post, WRK_SECONDS),
            beside: ONE_WORKER,
            aim: { atLeast: 1.7 },
          },
        ]
      : []),
    {
      name: 'the same, a new person each time',
      measure: () => bench.shoot(edge, () => people[turn++ % people.length] as Shot),
      beside: BARE_POST,
    },
    { name: BARE_GET, measure: shoot(bare, get) },
    { name: 'token check alone', measure: shoot(token, get), beside: BARE_GET },
    {
      name: 'my/profile',
      measure: shoot(service, { ...get, path: '/v1/my/profile' }),
      beside: BARE_GET,
      aim: { atLeast: 0.75 },
    },
    {
      name: 'the same, without the request log',
      measure: shoot(withoutLog, { ...get, path: '/v1/my/profile' }),
      beside: BARE_GET,
    },
  ];
}

/** A name for a number: a name has no digits. */
function lettersOf(n: number): string {
  return `Tester${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}
