// Every route of the service, and what they need between them. A new route file gets a line here.
import type { FastifyInstance } from 'fastify';
import { markSandbox } from './edge/sandbox.ts';
import { pageScope } from './page-answers.ts';
import { type AccountPageNeeds, accountPages } from './routes/account-pages.ts';
import { type AlertNeeds, alertRoutes } from './routes/alerts.ts';
import { type AuditNeeds, auditRoutes } from './routes/audit.ts';
import { type AuthNeeds, authRoutes } from './routes/auth.ts';
import { type AuthorizeNeeds, authorizeRoutes } from './routes/authorize.ts';
import { type BillingNeeds, billingRoutes } from './routes/billing.ts';
import { consoleRoutes } from './routes/console.ts';
import { type ConsumerSessionNeeds, consumerSessionRoutes } from './routes/consumer-sessions.ts';
import { type CredentialNeeds, credentialRoutes } from './routes/credentials.ts';
import { type CreditReportNeeds, creditReportRoutes } from './routes/credit-reports.ts';
import { type DeliveryNeeds, deliveryRoutes } from './routes/deliveries.ts';
import { type DocsNeeds, docsRoutes } from './routes/docs.ts';
import { type EventNeeds, eventRoutes } from './routes/events.ts';
import { type EvidenceNeeds, evidenceRoutes } from './routes/evidence.ts';
import { type FingerprintNeeds, fingerprintRoutes } from './routes/fingerprints.ts';
import { fontRoutes } from './routes/fonts.ts';
import { type HealthNeeds, healthRoutes } from './routes/health.ts';
import { type HostedNeeds, hostedRoutes } from './routes/hosted.ts';
import { type LenderNeeds, lenderRoutes } from './routes/lenders.ts';
import { type MailOutboxNeeds, mailOutboxRoutes } from './routes/mail-outbox.ts';
import { type MemberNeeds, memberRoutes } from './routes/members.ts';
import { type MyNeeds, myRoutes } from './routes/my.ts';
import { type MySecurityNeeds, mySecurityRoutes } from './routes/my-security.ts';
import { type OAuthNeeds, oauthRoutes } from './routes/oauth.ts';
import { type OperatorNeeds, operatorRoutes } from './routes/operator.ts';
import { type OperatorTenantNeeds, operatorTenantRoutes } from './routes/operator-tenant.ts';
import { type OverviewNeeds, overviewRoutes } from './routes/overview.ts';
import { type ReadReportNeeds, readReportRoutes } from './routes/read-reports.ts';
import { type ReferenceNeeds, referenceRoutes } from './routes/reference.ts';
import { type ReportInsightNeeds, reportInsightRoutes } from './routes/report-insights.ts';
import { type RequestNeeds, requestRoutes } from './routes/requests.ts';
import { type SearchNeeds, searchRoutes } from './routes/search.ts';
import { type SettingsNeeds, settingsRoutes } from './routes/settings.ts';
import { type SignInPageNeeds, signInPages } from './routes/sign-in-pages.ts';
import { type SmsReceiptNeeds, smsReceiptRoutes } from './routes/sms-receipts.ts';
import { type StatsNeeds, statsRoutes } from './routes/stats.ts';
import { type TestClockNeeds, testClockRoutes } from './routes/test-clocks.ts';
import { type TimelineNeeds, timelineRoutes } from './routes/timeline.ts';
import { type WebhookNeeds, webhookRoutes } from './routes/webhooks.ts';

export type RouteNeeds = AccountPageNeeds &
  AlertNeeds &
  AuditNeeds &
  AuthNeeds &
  AuthorizeNeeds &
  BillingNeeds &
  ConsumerSessionNeeds &
  CredentialNeeds &
  CreditReportNeeds &
  DeliveryNeeds &
  DocsNeeds &
  EventNeeds &
  EvidenceNeeds &
  FingerprintNeeds &
  HealthNeeds &
  HostedNeeds &
  LenderNeeds &
  MailOutboxNeeds &
  MemberNeeds &
  MyNeeds &
  MySecurityNeeds &
  OAuthNeeds &
  OperatorNeeds &
  OperatorTenantNeeds &
  OverviewNeeds &
  ReadReportNeeds &
  ReferenceNeeds &
  ReportInsightNeeds &
  RequestNeeds &
  SearchNeeds &
  SettingsNeeds &
  SignInPageNeeds &
  SmsReceiptNeeds &
  StatsNeeds &
  TestClockNeeds &
  TimelineNeeds &
  WebhookNeeds;

export function addRoutes(app: FastifyInstance, needs: RouteNeeds): void {
  if (needs.isSandbox) markSandbox(app);
  creditReportRoutes(app, needs);
  readReportRoutes(app, needs);
  reportInsightRoutes(app, needs);
  evidenceRoutes(app, needs);
  consumerSessionRoutes(app, needs);
  hostedRoutes(app, needs);
  testClockRoutes(app, needs);
  lenderRoutes(app, needs);
  billingRoutes(app, needs);
  alertRoutes(app, needs);
  myRoutes(app, needs);
  mySecurityRoutes(app, needs);
  memberRoutes(app, needs);
  settingsRoutes(app, needs);
  credentialRoutes(app, needs);
  auditRoutes(app, needs);
  requestRoutes(app, needs);
  timelineRoutes(app, needs);
  eventRoutes(app, needs);
  webhookRoutes(app, needs);
  deliveryRoutes(app, needs);
  overviewRoutes(app, needs);
  statsRoutes(app, needs);
  searchRoutes(app, needs);
  operatorRoutes(app, needs);
  operatorTenantRoutes(app, needs);
  authRoutes(app, needs);
  authorizeRoutes(app, needs);
  pageScope(app, (pages) => {
    signInPages(pages, needs);
    accountPages(pages, needs);
  });
  fontRoutes(app);
  consoleRoutes(app);
  mailOutboxRoutes(app, needs);
  oauthRoutes(app, needs);
  fingerprintRoutes(app, needs);
  smsReceiptRoutes(app, needs);
  healthRoutes(app, needs);
  referenceRoutes(app, needs);
  docsRoutes(app, needs);
}
