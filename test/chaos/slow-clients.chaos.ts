// Slow clients: from three addresses and through a proxy they read nothing, pipeline hundreds of requests, and send half of headers and
// bodies, and come again whenever they are cut off. The others get every answer, about as fast as without them. The proxy is played by an
// address that is trusted, and by a real haproxy, whose other clients come through it too. SLOW_ROUNDS,
// SLOW_SECONDS and SLOW_CONNECTIONS set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Shot } from '../../bench/driver.ts';
import { type Dialled, dial, halfOf } from '../support/http/dial.ts';
import { call, type ServiceProcess } from '../support/processes.ts';
import { type Attack, judgeBeside } from '../support/services/beside.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { findHaproxy, type Running, startHaproxy } from '../support/services/haproxy.ts';
import { flood, shotOf } from '../support/services/load.ts';

const ROUNDS = Number(process.env.SLOW_ROUNDS ?? 5);
const SECONDS = Number(process.env.SLOW_SECONDS ?? 10);
/** Of each attacker; more than there are slots. */
const CONNECTIONS = Number(process.env.SLOW_CONNECTIONS ?? 520);
/** Each attacker opens no more than this in a second, or it would be a flood and not a slow client. */
const OPENED_PER_SECOND = 100;
const OTHERS = Array.from({ length: 8 }, (_none, n) => `127.0.1.${n + 1}`);
const OTHERS_PER_SECOND = 40;
const PROXY = '127.0.0.9';

const LARGE = 'GET /reference/js/scalar.js HTTP/1.1\r\nhost: a\r\n\r\n';
const SMALL = 'GET /x HTTP/1.1\r\nhost: a\r\n\r\n';
const HALF = '/v1/fingerprints/sessions';
type Attacker = {
  what: string;
  from: string;
  bytes: string;
  connections?: number;
  isDeaf?: boolean;
  isByHaproxy?: boolean;
};
const ATTACKERS: Attacker[] = [
  // Few, and each comes again once it is cut off: hundreds of them would be a flood of requests, which is not slow.
  { what: 'hundreds pipelined', from: '127.0.0.66', bytes: LARGE + SMALL.repeat(520), connections: 1 },
  { what: 'answers that are not read', from: '127.0.0.67', bytes: LARGE.repeat(8), isDeaf: true },
  { what: 'half a body', from: '127.0.0.68', bytes: halfOf(HALF) },
  { what: 'half a header', from: '127.0.0.69', bytes: 'GET /x HTTP/1.1\r\nhost: ' },
  {
    what: 'half a body, by a proxy',
    from: PROXY,
    bytes: halfOf(HALF, { 'x-forwarded-for': '203.0.113.66' }),
  },
  { what: 'half a body, by haproxy', from: '127.0.0.70', bytes: halfOf(HALF), isByHaproxy: true },
];

const haproxy = await findHaproxy();
const NO_HAPROXY = 'missing' in haproxy ? `NO TEST BY HAPROXY: it cannot be had: ${haproxy.missing}` : false;
if (NO_HAPROXY !== false) process.stderr.write(`${NO_HAPROXY}\n`);

let fleet: Fleet;
let service: ServiceProcess;
let proxy: Running | null = null;
before(async () => {
  // The limits of a service as it is installed, but for callers and tenants: the others are few, and call often.
  const settings = {
    LOG_LEVEL: 'error',
    TRUST_PROXY: PROXY,
    RATE_LIMIT_PER_ADDRESS: '1200',
    REQUESTS_IN_FLIGHT_PER_ADDRESS_MAX: '250',
    CONNECTIONS_PER_ADDRESS_MAX: '250',
  };
  fleet = await openFleet({ count: 1, world: 'stand-in', settings });
  [service] = fleet.processes as [ServiceProcess];
  if (!('missing' in haproxy)) proxy = await startHaproxy(haproxy, service.port, PROXY);
});
after(async () => {
  await proxy?.stop();
  await fleet?.close();
});

for (const attacker of ATTACKERS) {
  test(`connections with ${attacker.what} cost the others nothing that they notice`, {
    skip: attacker.isByHaproxy && NO_HAPROXY,
  }, async (t) => {
    const shots: Shot[] = [
      await shotOf(fleet.house),
      { method: 'GET', path: '/v1/fingerprints/device', headers: {} },
      // By the proxy that the attacker comes by, too.
      { method: 'GET', path: '/v1/fingerprints/device', headers: { 'x-forwarded-for': '203.0.113.7' } },
    ];
    const addresses = attacker.isByHaproxy ? OTHERS : [...OTHERS, PROXY];
    const pool = createPool(portFor(attacker), addresses);
    const asked = { pool, shots, perSecond: OTHERS_PER_SECOND, durationMs: SECONDS * 1_000 };
    const ask = async () => {
      // From all of their addresses: one alone would come to its rate limit.
      await pool.grow(addresses.length);
      return flood(asked);
    };
    const run = { rounds: ROUNDS, expectStatus: 200, ask };
    await judgeBeside(t, { ...run, attack: () => attackBy(attacker) });
    pool.close();
    assert.equal(service.hasEnded(), false);
  });
}

const portFor = ({ isByHaproxy }: Attacker): number =>
  isByHaproxy && proxy !== null ? proxy.port : service.port;

/** Resolves when all of its connections are open. Those that are cut off are opened again. */
async function attackBy(attacker: Attacker): Promise<Attack> {
  const { what, from, bytes, isDeaf, connections = CONNECTIONS } = attacker;
  let isOn = true;
  let opened = 0;
  let open: Dialled[] = [];
  const openOne = async (): Promise<void> => {
    const one = await dial(portFor(attacker), from).catch(() => null);
    if (one === null) return;
    if (isDeaf) one.stopReading();
    one.write(bytes);
    open.push(one);
    opened += 1;
  };
  const openMore = async (): Promise<void> => {
    open = open.filter((one) => {
      if (one.isClosed()) one.hangUp();
      return !one.isClosed();
    });
    const missing = Math.min(connections - open.length, OPENED_PER_SECOND / 10);
    await Promise.all(Array.from({ length: missing }, openOne));
    await sleep(100);
  };
  while (opened < connections) await openMore();
  const going = (async () => {
    while (isOn) await openMore();
  })();
  return {
    end: async () => {
      isOn = false;
      await going;
      const left = open.filter((one) => !one.isClosed()).length;
      process.stdout.write(`  ${what}: ${opened} connections opened, ${left} of them still open\n`);
      for (const one of open) one.hangUp();
      const { text } = await call(service.origin, { path: '/metrics' });
      process.stdout.write(
        `  ${text.match(/^trefoil_(requests_shed_total|connections_cut_total{.*}) \d+$/gm)?.join(', ')}\n`,
      );
    },
  };
}
