// Every route of the service, and what they need between them. A new route file gets a line here.
import type { FastifyInstance } from 'fastify';
import { markSandbox } from './edge/sandbox.ts';
import { pageScope } from './page-answers.ts';
import { type AuditNeeds, auditRoutes } from './routes/activity/audit.ts';
import { type BureausNeeds, bureausRoutes } from './routes/activity/bureaus.ts';
import { type MailOutboxNeeds, mailOutboxRoutes } from './routes/activity/mail-outbox.ts';
import { type OverviewNeeds, overviewRoutes } from './routes/activity/overview.ts';
import { type RequestNeeds, requestRoutes } from './routes/activity/requests.ts';
import { type SearchNeeds, searchRoutes } from './routes/activity/search.ts';
import { type StatsNeeds, statsRoutes } from './routes/activity/stats.ts';
import { type TimelineNeeds, timelineRoutes } from './routes/activity/timeline.ts';
import { type ConsumerRequestNeeds, consumerRequestRoutes } from './routes/hosted/consumer-requests.ts';
import { type ConsumerSessionNeeds, consumerSessionRoutes } from './routes/hosted/consumer-sessions.ts';
import { type HostedNeeds, hostedRoutes } from './routes/hosted/hosted.ts';
import { type OperatorNeeds, operatorRoutes } from './routes/operating/operator.ts';
import { type OperatorPaymentNeeds, operatorPaymentRoutes } from './routes/operating/operator-payments.ts';
import { type OperatorTenantNeeds, operatorTenantRoutes } from './routes/operating/operator-tenant.ts';
import { type AccountPageNeeds, accountPages } from './routes/people/account-pages.ts';
import { type AuthNeeds, authRoutes } from './routes/people/auth.ts';
import { type AuthorizeNeeds, authorizeRoutes } from './routes/people/authorize.ts';
import { type CredentialNeeds, credentialRoutes } from './routes/people/credentials.ts';
import { type MemberNeeds, memberRoutes } from './routes/people/members.ts';
import { type MyNeeds, myRoutes } from './routes/people/my.ts';
import { type MySecurityNeeds, mySecurityRoutes } from './routes/people/my-security.ts';
import { type OAuthNeeds, oauthRoutes } from './routes/people/oauth.ts';
import { type SettingsNeeds, settingsRoutes } from './routes/people/settings.ts';
import { type SignInPageNeeds, signInPages } from './routes/people/sign-in-pages.ts';
import { type CreditReportNeeds, creditReportRoutes } from './routes/reports/credit-reports.ts';
import { type EvidenceNeeds, evidenceRoutes } from './routes/reports/evidence.ts';
import { type FingerprintNeeds, fingerprintRoutes } from './routes/reports/fingerprints.ts';
import { type LenderNeeds, lenderRoutes } from './routes/reports/lenders.ts';
import { type ReadReportNeeds, readReportRoutes } from './routes/reports/read-reports.ts';
import { type ReportInsightNeeds, reportInsightRoutes } from './routes/reports/report-insights.ts';
import { type SmsReceiptNeeds, smsReceiptRoutes } from './routes/reports/sms-receipts.ts';
import { type TestClockNeeds, testClockRoutes } from './routes/reports/test-clocks.ts';
import { consoleRoutes } from './routes/service/console.ts';
import { type DocsNeeds, docsRoutes } from './routes/service/docs.ts';
import { fontRoutes } from './routes/service/fonts.ts';
import { type HealthNeeds, healthRoutes } from './routes/service/health.ts';
import { type ReferenceNeeds, referenceRoutes } from './routes/service/reference.ts';
import { sdkRoutes } from './routes/service/sdk.ts';
import { type AlertNeeds, alertRoutes } from './routes/wallet/alerts.ts';
import { type BillingNeeds, billingRoutes } from './routes/wallet/billing.ts';
import { type PaymentEventNeeds, paymentEventRoutes } from './routes/wallet/payment-events.ts';
import { type PaymentNeeds, paymentRoutes } from './routes/wallet/payments.ts';
import { type WaysToPayNeeds, waysToPayRoutes } from './routes/wallet/ways-to-pay.ts';
import { type DeliveryNeeds, deliveryRoutes } from './routes/webhooks/deliveries.ts';
import { type EventNeeds, eventRoutes } from './routes/webhooks/events.ts';
import { type TestEventNeeds, testEventRoutes } from './routes/webhooks/test-events.ts';
import { type WebhookNeeds, webhookRoutes } from './routes/webhooks/webhooks.ts';

export type RouteNeeds = AccountPageNeeds &
  AlertNeeds &
  AuditNeeds &
  AuthNeeds &
  AuthorizeNeeds &
  BillingNeeds &
  ConsumerRequestNeeds &
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
  OperatorPaymentNeeds &
  OperatorTenantNeeds &
  OverviewNeeds &
  PaymentEventNeeds &
  PaymentNeeds &
  ReadReportNeeds &
  ReferenceNeeds &
  ReportInsightNeeds &
  RequestNeeds &
  SearchNeeds &
  SettingsNeeds &
  SignInPageNeeds &
  SmsReceiptNeeds &
  StatsNeeds &
  BureausNeeds &
  TestClockNeeds &
  TestEventNeeds &
  TimelineNeeds &
  WaysToPayNeeds &
  WebhookNeeds;

export function addRoutes(app: FastifyInstance, needs: RouteNeeds): void {
  if (needs.isSandbox) markSandbox(app);
  creditReportRoutes(app, needs);
  readReportRoutes(app, needs);
  reportInsightRoutes(app, needs);
  evidenceRoutes(app, needs);
  consumerSessionRoutes(app, needs);
  consumerRequestRoutes(app, needs);
  hostedRoutes(app, needs);
  testClockRoutes(app, needs);
  lenderRoutes(app, needs);
  billingRoutes(app, needs);
  alertRoutes(app, needs);
  paymentRoutes(app, needs);
  waysToPayRoutes(app, needs);
  myRoutes(app, needs);
  mySecurityRoutes(app, needs);
  memberRoutes(app, needs);
  settingsRoutes(app, needs);
  credentialRoutes(app, needs);
  auditRoutes(app, needs);
  requestRoutes(app, needs);
  timelineRoutes(app, needs);
  eventRoutes(app, needs);
  testEventRoutes(app, needs);
  webhookRoutes(app, needs);
  deliveryRoutes(app, needs);
  overviewRoutes(app, needs);
  statsRoutes(app, needs);
  bureausRoutes(app, needs);
  searchRoutes(app, needs);
  operatorRoutes(app, needs);
  operatorTenantRoutes(app, needs);
  operatorPaymentRoutes(app, needs);
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
  paymentEventRoutes(app, needs);
  healthRoutes(app, needs);
  referenceRoutes(app, needs);
  docsRoutes(app, needs);
  sdkRoutes(app);
}
