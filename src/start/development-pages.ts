// The pages of the embedded development default, with what they say and whom they offer as examples. Anywhere else, in
// production or on a database by address, there are none: they show codes to whoever opens them.
import { PERSONAS } from '../bureaus/simulation/population/personas.ts';
import type { Config } from '../config/config.ts';
import { BUREAU_IDS, BUREAU_NAMES } from '../domain/credit-report.ts';
import { inList } from '../pages/demo/words.ts';
import type { Example, PagesNeeds } from '../pages/register-pages.ts';
import type { Outbox } from '../sms/outbox/outbox.ts';

const ORGANISATION = 'Northgate Claims';
const CONSENT = {
  version: 'demo-1',
  text: `You agree that ${ORGANISATION} asks ${inList(Object.values(BUREAU_NAMES))} for your credit report, and keeps it for 30 days. In this demonstration the bureaus are simulated and nobody is asked.`,
};

/** People whom the simulated bureaus know. */
export const EXAMPLES: readonly Example[] = PERSONAS.flatMap(({ about, person }) => {
  const [home] = person.addresses;
  if (home === undefined) return [];
  const { forename: firstName, surname: lastName, dateOfBirth } = person;
  const { address } = home;
  return [
    { label: `${firstName} ${lastName}`, description: about, firstName, lastName, dateOfBirth, address },
  ];
});

export function hasDevelopmentPages(config: Config): boolean {
  return config.isEmbedded && config.NODE_ENV === 'development';
}

export function developmentPages(
  config: Config,
  given: {
    /** Null where messages go to a gateway: without codes to read there is nothing to demonstrate. */
    outbox: Outbox | null;
    examples: readonly Example[];
    /** Null until the demo tenant is there, and when its secret is not here. The same object at every asking. */
    credential: PagesNeeds['demo']['credential'];
    /** Where this very process listens; the public address may be a proxy that is not up. */
    baseUrl?: () => string;
  },
): PagesNeeds | undefined {
  const { outbox, examples, credential, baseUrl = () => ownAddress(config) } = given;
  if (!hasDevelopmentPages(config) || outbox === null) return undefined;
  return {
    outbox,
    publicUrl: config.publicUrl,
    demo: {
      organisation: ORGANISATION,
      consent: CONSENT,
      examples,
      bureaus: BUREAU_IDS,
      baseUrl,
      credential,
      // Pages and waits reckon with it: a clock that is set meanwhile must not stretch them.
      nowMs: () => performance.timeOrigin + performance.now(),
    },
  };
}

/** A server that listens on every address is reached on this machine's own. */
function ownAddress({ HOST, PORT }: Config): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}
