// The pages of the embedded development default, with their texts and example people. There are none in production or on an external
// database: they show codes to anyone who opens them.
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

/** People that the simulated bureaus know. */
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
  return config.isEmbedded && config.NODE_ENV === 'development' && !config.SANDBOX;
}

export function developmentPages(
  config: Config,
  given: {
    /** Null where messages go to a real gateway: there are no codes to show, hence no pages. */
    outbox: Outbox | null;
    examples: readonly Example[];
    /** Null until the demo tenant is made, and when its secret is not on this machine. Always the same object. */
    credential: PagesNeeds['demo']['credential'];
    /** Where this process listens; the public address may be a proxy that is down. */
    baseUrl?: () => string;
    /** Of the service. */
    workers?: number;
  },
): PagesNeeds | undefined {
  const { outbox, examples, credential, baseUrl = () => ownAddress(config), workers = 1 } = given;
  if (!hasDevelopmentPages(config) || outbox === null) return undefined;
  return {
    outbox,
    publicUrl: config.publicUrl,
    demo: {
      isOpen: workers === 1,
      organisation: ORGANISATION,
      consent: CONSENT,
      examples,
      bureaus: BUREAU_IDS,
      baseUrl,
      credential,
      // Monotonic: a clock that is set must not stretch waits and lifetimes.
      nowMs: () => performance.timeOrigin + performance.now(),
    },
  };
}

/** A server that listens on every address is reached on loopback. */
function ownAddress({ HOST, PORT }: Config): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}
