// The house with the development pages and a live world that stands in: risk asks for a code, and the code lands in the outbox.
// It listens on a port of its own, because a browser and the demo's own back end both call it.
import type { AddressInfo } from 'node:net';
import { developmentPages } from '../../src/development.ts';
import type { Example, PagesNeeds } from '../../src/pages/register-pages.ts';
import { createOutbox, type Outbox } from '../../src/sms/outbox/outbox.ts';
import { createTenant, type House, openHouse, type Tenant, testConfig } from './house.ts';
import { createTestDatabase } from './postgres.ts';
import { createStandIn, type StandIn } from './stand-in-world.ts';

export type PagesHouse = {
  house: House;
  world: StandIn;
  outbox: Outbox;
  tenant: Tenant;
  origin: string;
  /** Whose credential the demo's back end holds. */
  actAs(tenant: Tenant | null): void;
  close(): Promise<void>;
};

export const EXAMPLES: Example[] = [
  {
    label: 'Ada Sample',
    description: 'Two car finance agreements, a credit card and a mortgage',
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    address: {
      buildingNumber: '12',
      thoroughfare: 'Example Street',
      townOrCity: 'Leeds',
      postcode: 'LS1 4AB',
    },
  },
  {
    label: "Siobhán O'Brien",
    description: 'Moved last year; the bureaus know both addresses',
    firstName: 'Siobhán',
    lastName: "O'Brien",
    dateOfBirth: '1990-11-02',
    mobileNumber: '+447700900456',
    address: {
      subBuildingName: 'Flat 2',
      buildingName: 'Rose House',
      buildingNumber: '7',
      thoroughfare: 'Mill Lane',
      townOrCity: 'York',
      postcode: 'YO1 7HH',
    },
  },
];

export async function openPagesHouse(settings: Record<string, string> = {}): Promise<PagesHouse> {
  const database = await createTestDatabase();
  const outbox = createOutbox({ nowMs: Date.now, deliverAfterMs: 60_000, onReceipt: async () => {} });
  const world = createStandIn();
  world.verdict = 'challenge';
  const sendCode = world.sendCode.bind(world);
  world.sendCode = async (message) => {
    await sendCode(message);
    const { tenantId, smsId, consumer, code } = message;
    const text = `${code} is your Northgate Claims security code. Do not share it.\n\n@127.0.0.1 #${code}`;
    return outbox.send({ tenantId, smsId, to: consumer.mobileNumber ?? '', text, validitySeconds: 300 });
  };

  let acting: Tenant | null = null;
  let origin = '';
  // The embedded default's own pages, on a database by address: only a test mixes the two.
  const embedded = { ...testConfig(database, settings), isEmbedded: true };
  const pages = developmentPages(embedded, {
    outbox,
    examples: EXAMPLES,
    credential: () => acting,
    baseUrl: () => origin,
  }) as PagesNeeds;
  const house = await openHouse(settings, database, world, pages);
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(house.service.app.server.address() as AddressInfo).port}`;
  const tenant = await createTenant(house, { balanceCredits: 1_000_000 });
  acting = tenant;
  return {
    house,
    world,
    outbox,
    tenant,
    origin,
    actAs: (other) => {
      acting = other;
    },
    close: async () => {
      await house.close();
      await outbox.close();
      await database.drop();
    },
  };
}
