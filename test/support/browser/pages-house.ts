// The service with the development pages and a stand-in for the live world: every consumer is challenged, and the code is in the outbox.
// It listens on its own port, because a browser and the demo's back end both call it.
import type { AddressInfo } from 'node:net';
import type { Live, LiveParts } from '../../../src/compose/live-world.ts';
import type { Example } from '../../../src/pages/register-pages.ts';
import type { Outbox } from '../../../src/sms/outbox/outbox.ts';
import { developmentPages, EXAMPLES as PEOPLE } from '../../../src/start/development-pages.ts';
import { createTestDatabase } from '../database/postgres.ts';
import { createTenant, type House, openHouse, type Tenant, testConfig } from '../house.ts';
import { createStandIn, type StandIn } from '../worlds/stand-in-world.ts';

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

/** Texts stay undelivered until a test marks them. */
const SETTINGS = { SMS_OUTBOX_DELIVERY_MS: '3600000', ADDRESS_FINDER: 'ideal-postcodes' };

/** With the test's own live world in place of the stand-in, the people are those of the simulated population. */
export async function openPagesHouse(
  given: { live?: (parts: LiveParts) => Promise<Live> } = {},
): Promise<PagesHouse> {
  const database = await createTestDatabase();
  const world = createStandIn();
  world.verdict = 'challenge';
  const note = world.sendCode.bind(world);
  const withSms = ({ sms }: LiveParts): StandIn => {
    world.sendCode = async (message) => {
      await note(message);
      return sms.send({ ...message, mobileNumber: message.consumer.mobileNumber });
    };
    return world;
  };

  let acting: Tenant | null = null;
  let origin = '';
  // The pages of the embedded default, on a database by address: only a test combines the two.
  const embedded = { ...testConfig(database, SETTINGS), isEmbedded: true };
  const house = await openHouse(SETTINGS, database, given.live ?? withSms, ({ sms, hostDemo }) =>
    developmentPages(embedded, {
      outbox: sms.outbox,
      hostDemo,
      examples: given.live === undefined ? EXAMPLES : PEOPLE,
      credential: () => acting,
      baseUrl: () => origin,
    }),
  );
  const { outbox } = house.service.sms;
  if (outbox === null) throw new Error('the outbox is the default gateway');
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
      await database.drop();
    },
  };
}
