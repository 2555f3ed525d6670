// The client, assembled.
import { type ConsumerSessions, createConsumerSessions } from './consumer-sessions.ts';
import { createHosted, type Hosted } from './hosted.ts';
import { type TrefoilOptions, withAccess } from './options.ts';
import { createPayments, type Payments } from './payments.ts';
import { createReports, type Reports } from './reports.ts';
import { createRequests, type Requests } from './requests.ts';
import {
  createLenders,
  createMy,
  createTenant,
  createTestClocks,
  type Lenders,
  type My,
  type Tenant,
  type TestClocks,
} from './tenant.ts';
import { createTransport, type Seams } from './transport.ts';
import { createEvents, createWebhooks, type Events, type Webhooks } from './webhooks.ts';

export class Trefoil {
  readonly reports: Reports;
  readonly consumerSessions: ConsumerSessions;
  readonly hosted: Hosted;
  readonly tenant: Tenant;
  readonly payments: Payments;
  readonly lenders: Lenders;
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly testClocks: TestClocks;
  readonly requests: Requests;
  readonly my: My;

  /**
   * For servers: a client secret never belongs in a browser. Without an address and a credential it reads `TREFOIL_URL`, `TREFOIL_TENANT`,
   * `TREFOIL_CLIENT_ID` and `TREFOIL_CLIENT_SECRET` of the environment. The second argument is for tests of the SDK itself.
   */
  constructor(options: TrefoilOptions = {}, seams?: Seams) {
    const transport = createTransport(withAccess(options), seams);
    this.reports = createReports(transport);
    this.consumerSessions = createConsumerSessions(transport);
    this.hosted = createHosted(transport);
    this.tenant = createTenant(transport);
    this.payments = createPayments(transport);
    this.lenders = createLenders(transport);
    this.webhooks = createWebhooks(transport);
    this.events = createEvents(transport);
    this.testClocks = createTestClocks(transport);
    this.requests = createRequests(transport);
    this.my = createMy(transport);
  }
}
