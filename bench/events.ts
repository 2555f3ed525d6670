// What events cost a charged generate: with two endpoints that want every event, beside a tenant with none. The worker does not run: this is
// the statement's cost, which every caller pays.

import { type Client, clientOf, createTenant, generateBody } from '../test/support/house.ts';
import { registerEndpoint } from '../test/support/webhooks/webhooks.ts';
import { type Bench, RICH, shotOf } from './bench.ts';
import type { Shot } from './driver.ts';
import type { Line } from './lines.ts';
import { LIVE } from './past.ts';

const WALLETS = 50;
const WITHOUT = `charged generate, ${WALLETS} wallets without an endpoint`;
const WITH = `charged generate, ${WALLETS} wallets with two endpoints each`;

export async function eventLines(bench: Bench): Promise<Line[]> {
  const service = await bench.startServer(bench.serviceOrder('service'));
  const clients = async (): Promise<Client[]> => {
    const made = [];
    for (let n = 0; n < WALLETS; n += 1)
      made.push(await clientOf(bench.house, await createTenant(bench.house, { balanceCredits: RICH })));
    return made;
  };
  const plain = await clients();
  const told = await clients();
  for (const client of told)
    for (const path of ['one', 'two']) await registerEndpoint(client, `https://example.com/${path}`);
  const measure = (of: Client[]) => {
    const shots = of.map((client) => shotOf(client, generateBody(LIVE)));
    let turn = 0;
    return () => bench.shoot(service, () => shots[turn++ % WALLETS] as Shot);
  };
  return [
    { name: WITHOUT, measure: measure(plain) },
    { name: WITH, measure: measure(told), beside: WITHOUT, aim: { atLeast: 0.97 } },
  ];
}
