// The demonstration: a firm's own site, as a tenant would write one. It holds the demo tenant's credential on the server, makes a consumer
// session through the SDK and sends the consumer to the hosted page; when they are back it asks the service how it went.
import { type GenerateRequest, Trefoil } from '@trefoil/sdk';
import type { FastifyInstance } from 'fastify';
import { toExactOrigin } from '../../domain/hosted/consumer-session.ts';
import { isUuid } from '../../domain/ids.ts';
import { type Assets, OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { formOf } from '../take-forms.ts';
import { createDemoFrame, donePage, type Example, notSetUpPage, startPage } from './pages.ts';

export type Credential = { tenantId: string; clientId: string; clientSecret: string };

export type DemoNeeds = {
  organisation: string;
  /** Of the demo's tenant, made at the first need; consumers may then be sent back to this origin, unless it is null. */
  consentTextId: (tenantId: string, origin: string | null) => Promise<string>;
  examples: readonly Example[];
  bureaus: readonly GenerateRequest['bureaus'][number][];
  /** Where this machine reaches the API. A function: the port may be known only once the service listens. */
  baseUrl: () => string;
  /** Null when the demo tenant's secret is not on this machine. */
  credential: () => Credential | null;
};

export function demoRoutes(
  app: FastifyInstance,
  assets: Assets<'baseCss' | 'consumerCss' | 'icon'>,
  needs: DemoNeeds,
): void {
  const show = createDemoFrame(assets, needs.organisation);
  const client = lazily(needs);

  app.get('/demo', OPEN, async (_request, reply) =>
    sendPage(reply, needs.credential() === null ? notSetUpPage(show) : startPage(show, needs.examples)),
  );

  app.post('/demo/start', OPEN, async (request, reply) => {
    const credential = needs.credential();
    if (credential === null) return reply.redirect('/demo', 303);
    const index = Number(formOf(request).get('example') ?? -1);
    const example = needs.examples[index];
    // Where the demo was opened: a loopback address, or the public one.
    const origin = toExactOrigin(`${request.protocol}://${request.host}`);
    const { url } = await client(credential).consumerSessions.create({
      bureaus: [...needs.bureaus],
      searchType: 'pcp',
      consentTextId: await needs.consentTextId(credential.tenantId, origin),
      showReport: true,
      ...(origin !== null && { returnUrl: `${origin}/demo/done` }),
      ...(example !== undefined && { prefill: prefillOf(example, index) }),
    });
    // The demo and the hosted page are on one host, whatever name it was opened by.
    const { pathname, hash } = new URL(url);
    return reply.redirect(`${pathname}${hash}`, 303);
  });

  app.get('/demo/done', OPEN, async (request, reply) => {
    const credential = needs.credential();
    const { session } = request.query as { session?: unknown };
    if (credential === null || typeof session !== 'string' || !isUuid(session))
      return reply.redirect('/demo', 303);
    // Asked by our own back end: what the address says, anybody could have typed.
    const seen = await client(credential).consumerSessions.read(session);
    return sendPage(reply, donePage(show, seen.status, seen.creditReportId));
  });
}

/** Each has their own number from the range reserved for fiction: rate limits are by number, and people who share one look odd. */
function prefillOf(example: Example, index: number) {
  const { firstName, lastName, dateOfBirth, address } = example;
  const mobileNumber = example.mobileNumber ?? `+447700900${982 - (index % 800)}`;
  return {
    firstName,
    lastName,
    dateOfBirth,
    mobileNumber,
    addresses: [{ type: 'current', ukAddress: address }],
  };
}

function lazily(needs: DemoNeeds): (credential: Credential) => Trefoil {
  let made: { credential: Credential; client: Trefoil } | null = null;
  return (credential) => {
    if (made?.credential !== credential)
      made = { credential, client: new Trefoil({ ...credential, baseUrl: needs.baseUrl() }) };
    return made.client;
  };
}
