// What the service answers, for tests: the body is typed by the schema of the endpoint that was asked, found by method and address. An
// address that is none of these, or is only known as a string, has a body that can be read as an error alone.
import type { Static, TArray, TObject, TSchema, TString } from 'typebox';
import type { RefusalCode } from '../../src/domain/refusal.ts';
import type * as overview from '../../src/http/schemas/activity/overview.ts';
import type * as requests from '../../src/http/schemas/activity/requests.ts';
import type * as search from '../../src/http/schemas/activity/search.ts';
import type * as stats from '../../src/http/schemas/activity/stats.ts';
import type * as timeline from '../../src/http/schemas/activity/timeline.ts';
import type * as consumerRequests from '../../src/http/schemas/hosted/consumer-requests.ts';
import type * as consumerSessions from '../../src/http/schemas/hosted/consumer-sessions.ts';
import type * as hosted from '../../src/http/schemas/hosted/hosted.ts';
import type * as operator from '../../src/http/schemas/operating/operator.ts';
import type * as operatorPayments from '../../src/http/schemas/operating/operator-payments.ts';
import type * as operatorTenant from '../../src/http/schemas/operating/operator-tenant.ts';
import type * as credentials from '../../src/http/schemas/people/credentials.ts';
import type * as my from '../../src/http/schemas/people/my.ts';
import type * as oauth from '../../src/http/schemas/people/oauth.ts';
import type * as people from '../../src/http/schemas/people/people.ts';
import type * as settings from '../../src/http/schemas/people/settings.ts';
import type * as agreements from '../../src/http/schemas/reports/agreements.ts';
import type * as reports from '../../src/http/schemas/reports/answers.ts';
import type * as attributes from '../../src/http/schemas/reports/attributes.ts';
import type * as changes from '../../src/http/schemas/reports/changes.ts';
import type * as lenders from '../../src/http/schemas/reports/lenders.ts';
import type * as readReports from '../../src/http/schemas/reports/read-reports.ts';
import type * as testClocks from '../../src/http/schemas/reports/test-clocks.ts';
import type * as alerts from '../../src/http/schemas/wallet/alerts.ts';
import type * as billing from '../../src/http/schemas/wallet/billing.ts';
import type * as invoices from '../../src/http/schemas/wallet/invoices.ts';
import type * as payments from '../../src/http/schemas/wallet/payments.ts';
import type * as deliveries from '../../src/http/schemas/webhooks/deliveries.ts';
import type * as events from '../../src/http/schemas/webhooks/events.ts';
import type * as testEvents from '../../src/http/schemas/webhooks/test-events.ts';
import type * as webhooks from '../../src/http/schemas/webhooks/webhooks.ts';

export type Answer<Body = object> = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Seen<Body> & Problem;
};

/** Every error answer; `details` where fields are wrong. */
export type Problem = {
  code: RefusalCode;
  message: string;
  details: { path: string; message: string }[];
};

/**
 * Every field that an answer of the endpoint can have. Which of them this one has is what the tests assert: reading one that is not
 * there gives undefined, and the assertion fails.
 */
export type Seen<Body> = null extends Body
  ? Seen<NonNullable<Body>> | null
  : [Body] extends [readonly (infer Item)[]]
    ? Seen<Item>[]
    : [Body] extends [object]
      ? { [Key in FieldsOf<Body>]: Seen<FieldOf<Body, Key>> }
      : Body;

type FieldsOf<Body> = Body extends unknown ? keyof Body : never;
type FieldOf<Body, Key extends PropertyKey> = Body extends { [K in Key]?: infer Field }
  ? Exclude<Field, undefined>
  : never;

type Report = `${string}/credit-reports/${string}`;
/** Generate, or a submit or resend for one report. */
export type ReportPath = `${string}/credit-reports${string}`;

type OAuthError = ReturnType<typeof oauth.OAuthError>;
/** One type for the three that answer with a report and its cost: tests hand them to the same assertions. */
type ChargedAnswer = typeof reports.GenerateAnswer | typeof reports.OtpAnswer | typeof reports.ReadAnswer;

/** The first line that fits counts: an address with more parts stands above one with fewer. */
type Endpoint = `${string}/webhook-endpoints/${string}`;
type Routes = [
  ['POST', `${string}/payments/${string}/refunds`, typeof operatorPayments.RefundAnswer],
  ['POST', `/v1/operator/${string}/payments`, typeof payments.PaymentAnswer],
  ['POST', `/v1/operator/${string}/top-ups`, typeof operator.TopUpAnswer],
  ['POST', `${string}/v1/top-ups` | `${string}/v1/payment-methods`, typeof payments.PaymentAnswer],
  ['POST', `${string}/v1/settlements`, typeof payments.SettleAnswer],
  ['GET' | 'POST', `${string}/v1/payments/${string}`, typeof payments.PaymentAnswer],
  ['GET', `${string}/v1/payments${string}`, typeof payments.PaymentsAnswer],
  ['GET', `${string}/v1/payment-methods`, typeof payments.PaymentMethodsAnswer],
  ['GET', `${string}/v1/payment-settings`, typeof payments.PaymentSettingsAnswer],
  ['GET' | 'PUT', `${string}/v1/automatic-top-up`, typeof payments.AutomaticTopUpAnswer],
  ['GET' | 'PUT', `${string}/v1/billing-details`, typeof invoices.BillingDetailsAnswer],
  ['GET', `${string}/v1/invoices/${string}`, typeof invoices.InvoiceAnswer],
  ['GET', `${string}/v1/invoices${string}`, typeof invoices.InvoicesAnswer],
  ['GET', '/.well-known/webhook-sources.json', typeof webhooks.WebhookSources],
  ['GET', '/.well-known/webhook-keys.json', typeof webhooks.WebhookKeys],
  ['GET', `${Endpoint}/deliveries/${string}`, typeof deliveries.DeliveryAnswer],
  ['GET', `${Endpoint}/deliveries${string}`, typeof deliveries.DeliveryList],
  ['GET', `${Endpoint}/histogram${string}`, typeof deliveries.HistogramAnswer],
  ['GET' | 'DELETE', `${Endpoint}/recoveries/${string}`, typeof deliveries.RecoveryAnswer],
  ['POST', `${Endpoint}/recover`, typeof deliveries.RecoverAnswer],
  ['POST', `${Endpoint}/replay` | `${Endpoint}/test`, typeof deliveries.QueuedAnswer],
  ['POST', `${Endpoint}/rotate`, typeof webhooks.NewEndpointAnswer],
  ['GET' | 'PATCH' | 'POST', Endpoint, typeof webhooks.EndpointAnswer],
  ['POST', `${string}/webhook-endpoints`, typeof webhooks.NewEndpointAnswer],
  ['GET', `${string}/webhook-endpoints`, typeof webhooks.EndpointList],
  ['POST', `${string}/consumer-sessions`, typeof consumerSessions.NewSessionAnswer],
  ['GET' | 'POST', `${string}/consumer-sessions/${string}`, typeof consumerSessions.SessionAnswer],
  ['GET', `${string}/consumer-sessions${string}`, typeof consumerSessions.SessionList],
  ['GET', `${string}/consumer-requests/${string}`, typeof consumerRequests.OpenedConsumerRequest],
  ['GET', `${string}/consumer-requests${string}`, typeof consumerRequests.ConsumerRequestList],
  ['POST', `${string}/consumer-requests/${string}`, typeof consumerRequests.ClosedConsumerRequest],
  ['GET', `${string}/consent-texts`, typeof hosted.TextList],
  ['GET', `${string}/consent-texts/${string}`, typeof hosted.TextWithVersions],
  ['POST' | 'PATCH', `${string}/consent-texts${string}`, typeof hosted.TextAnswer],
  ['GET' | 'PATCH', `${string}/v1/branding`, typeof hosted.BrandingAnswer],
  ['POST', `${string}/test-events`, typeof testEvents.TriggerAnswer],
  ['POST', `${string}/v1/branding/preview`, typeof hosted.PreviewAnswer],
  ['GET', `${string}/test-clocks`, typeof testClocks.ClockList],
  ['GET' | 'POST', `${string}/test-clocks${string}`, typeof testClocks.ClockAnswer],
  ['GET' | 'PUT', `${string}/v1/alerts`, typeof alerts.AlertsAnswer],
  ['GET', `${string}/v1/events${string}`, typeof events.EventsAnswer],
  ['POST', `${Report}/otp-challenge`, ChargedAnswer],
  ['POST', `${Report}/resend-sms`, typeof reports.ResendAnswer],
  ['GET', `${Report}/agreements${string}`, typeof agreements.AgreementsAnswer],
  ['GET', `${Report}/attributes${string}`, typeof attributes.AttributesAnswer],
  ['GET', `${Report}/changes${string}`, typeof changes.ChangesAnswer],
  ['GET', `${Report}/timeline`, typeof timeline.TimelineAnswer],
  ['GET', `${Report}/mobile-number`, typeof readReports.MobileNumberAnswer],
  ['POST', `${Report}/new-link`, typeof consumerSessions.NewSessionAnswer],
  ['GET', Report, ChargedAnswer],
  ['POST', `${string}/credit-reports`, ChargedAnswer],
  [
    'POST',
    ReportPath,
    typeof reports.GenerateAnswer | typeof reports.OtpAnswer | typeof reports.ResendAnswer,
  ],
  ['GET', ReportPath, typeof reports.ListAnswer],
  ['GET', `${string}/messages${string}`, typeof timeline.MessagesAnswer],
  ['GET', `${string}/products`, typeof billing.ProductsAnswer],
  ['POST', `${string}/products/resolve-price`, typeof billing.PriceAnswer],
  ['GET', `${string}/billing/transactions${string}`, typeof billing.TransactionsAnswer],
  ['GET', `${string}/billing/credit-usage${string}`, typeof billing.UsageAnswer],
  ['GET', `${string}/billing/reports${string}`, typeof billing.ReportStatementAnswer],
  ['GET', '/v1/my/profile', typeof my.Profile],
  ['GET', `/v1/my/console${string}`, typeof my.ConsoleAnswer],
  ['GET', `/v1/my/tenants${string}`, typeof my.TenantList],
  ['POST', '/v1/my/tenants/select', typeof my.SelectAnswer],
  ['GET', '/v1/my/access', typeof people.MyAccess],
  ['GET', '/v1/my/sessions', typeof people.SessionList],
  ['GET', '/v1/my/totp', typeof people.TotpState],
  ['POST', '/v1/my/totp', typeof people.TotpSetUpAnswer],
  ['POST', `/v1/my/totp/${string}`, typeof people.RecoveryCodes],
  ['GET', `${string}/access`, typeof people.AccessAnswer],
  ['GET', `${string}/members`, typeof people.MemberList],
  ['GET', `${string}/invitations`, typeof people.InvitationList],
  ['POST', `${string}/invitations`, typeof people.InvitationAnswer],
  ['GET' | 'PUT', `${string}/lenders`, typeof lenders.LendersAnswer],
  ['GET', `${string}/security`, typeof people.TenantSecurity],
  ['GET' | 'PATCH', `${string}/settings`, typeof settings.SettingsAnswer],
  ['GET', `${string}/credentials`, typeof credentials.CredentialList],
  ['POST', `${string}/credentials`, typeof credentials.NewSecretAnswer],
  ['POST', `${string}/credentials/${string}/rotate`, typeof credentials.NewSecretAnswer],
  ['GET', `${string}/audit-entries${string}`, typeof credentials.AuditAnswer],
  ['GET', `${string}/requests/${string}/exchange`, typeof requests.ExchangeAnswer],
  ['GET', `${string}/requests/errors${string}`, typeof requests.ErrorsAnswer],
  ['GET', `${string}/requests/${string}`, typeof requests.RequestAnswer],
  ['GET', `${string}/requests${string}`, typeof requests.RequestsAnswer],
  ['GET', `${string}/overview`, typeof overview.OverviewAnswer],
  ['GET', '/v1/operator/attention', typeof operatorPayments.OperatorAttention],
  ['GET', `${string}/attention`, typeof overview.AttentionAnswer],
  ['GET', `${string}/search${string}`, typeof search.SearchAnswer],
  ['GET', `${string}/stats${string}`, typeof stats.StatsAnswer],
  ['GET', '/v1/operator/tenants', typeof operator.OperatorTenants],
  ['POST', '/v1/operator/tenants', typeof operator.OperatorTenant],
  ['GET' | 'PUT', `${string}/prices`, typeof operator.PricesAnswer],
  ['POST', `${string}/owners`, typeof people.InvitationAnswer],
  ['POST', `/v1/operator/tenants/${string}`, typeof operator.OperatorTenant],
  ['PUT', `/v1/operator/tenants/${string}/retention`, typeof operator.OperatorTenant],
  ['GET' | 'PUT', `/v1/operator/tenants/${string}`, typeof operatorTenant.TenantDetail],
  ['GET', '/v1/operator/providers', typeof operator.ProvidersAnswer],
  ['GET', '/.well-known/jwks.json', typeof oauth.KeySet],
  ['GET', `/.well-known/${string}`, typeof oauth.ServerMetadata],
  ['POST', '/v1/oauth/token', typeof oauth.TokenAnswer | OAuthError | TObject<{ id_token: TString }>],
  ['GET', `/v1/oauth/authorize${string}`, OAuthError],
  ['POST', '/v1/fingerprints/sessions', TObject<{ sessionId: TString }>],
  ['GET', `/dev/mail${string}`, TObject<{ items: TArray<TObject<{ text: TString }>> }>],
  ['GET', `/dev/outbox/latest${string}`, TObject<{ sentAt: TString }>],
  ['GET', `${string}/v1`, typeof billing.TenantAnswer],
];

/** The answer of the endpoint at this method and address. */
export type AnswerOf<Method extends string, Url extends string> = Answer<BodyOf<Routes, Method, Url>>;
export type Charged = AnswerOf<'GET', Report>;
export type TokenAnswer = AnswerOf<'POST', '/v1/oauth/token'>;
export type ReportAnswer = AnswerOf<'POST', ReportPath>;

type BodyOf<Rest, Method, Url> = Rest extends [[infer M, infer U, infer Schema], ...infer More]
  ? [Method, Url] extends [M, U]
    ? Schema extends TSchema
      ? Static<Schema>
      : object
    : BodyOf<More, Method, Url>
  : object;
