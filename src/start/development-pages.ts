// The pages of the embedded development default, with their texts and example people. There are none in production or on an external
// database: they show codes to anyone who opens them.
import { PERSONAS } from '../bureaus/simulation/population/personas.ts';
import type { Config } from '../config/config.ts';
import { BUREAU_IDS, BUREAU_NAMES } from '../domain/reports/credit-report.ts';
import { inList } from '../domain/shown/report-view.ts';
import type { Example, PagesNeeds } from '../pages/register-pages.ts';
import type { Outbox } from '../sms/outbox/outbox.ts';
import type { HostDemo } from '../usecases/operating/host-demo.ts';

const ORGANISATION = 'Northgate Claims';
const CONTACT = 'by phone on 0808 157 0192, Monday to Friday, 9am to 5pm (made up, like the rest)';
const CONSENT = `You agree that ${ORGANISATION} asks ${inList(Object.values(BUREAU_NAMES))} for your credit report, to see which finance agreements you have had.

We send them your name, your date of birth, your addresses and your mobile number. We keep your report for 30 days and share it with nobody.

To protect you, we check the device that you use, and send a security code to your mobile phone. The check of the device is used for nothing else.

In this demonstration the bureaus are simulated and nobody is asked.`;

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
    hostDemo: HostDemo;
    examples: readonly Example[];
    /** Null until the demo tenant is made, and when its secret is not on this machine. Always the same object. */
    credential: PagesNeeds['demo']['credential'];
    /** Where this process listens; the public address may be a proxy that is down. */
    baseUrl?: () => string;
  },
): PagesNeeds | undefined {
  const { outbox, hostDemo, examples, credential, baseUrl = () => ownAddress(config) } = given;
  if (!hasDevelopmentPages(config) || outbox === null) return undefined;
  return {
    outbox,
    publicUrl: config.publicUrl,
    demo: {
      organisation: ORGANISATION,
      consentTextId: (tenantId, origin) =>
        hostDemo(tenantId, {
          name: ORGANISATION,
          contact: CONTACT,
          consent: CONSENT,
          origin,
        }),
      examples,
      bureaus: BUREAU_IDS,
      baseUrl,
      credential,
    },
  };
}

/** A server that listens on every address is reached on loopback. */
function ownAddress({ HOST, PORT }: Config): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}
