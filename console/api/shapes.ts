// The types of the API's answers, derived from the schemas that document it: if one changes, the console stops compiling.
import type { Static } from 'typebox';
import type { AgreementsAnswer } from '../../src/http/schemas/agreements.ts';
import type { AlertsAnswer } from '../../src/http/schemas/alerts.ts';
import type { ListAnswer, ResendAnswer } from '../../src/http/schemas/answers.ts';
import type {
  ProductsAnswer,
  ReportStatementAnswer,
  TenantAnswer,
  TransactionsAnswer,
} from '../../src/http/schemas/billing.ts';
import type { ChangesAnswer } from '../../src/http/schemas/changes.ts';
import type {
  SessionList as ConsumerSessionList,
  NewSessionAnswer,
  SessionAnswer,
} from '../../src/http/schemas/consumer-sessions.ts';
import type { AuditAnswer, CredentialList, NewSecretAnswer } from '../../src/http/schemas/credentials.ts';
import type { CreditReport as CreditReportSchema } from '../../src/http/schemas/credit-report.ts';
import type {
  DeliveryAnswer,
  DeliveryList,
  HistogramAnswer,
  QueuedAnswer,
  RecoverAnswer,
} from '../../src/http/schemas/deliveries.ts';
import type {
  BrandingAnswer,
  TextAnswer,
  TextList,
  TextWithVersions,
} from '../../src/http/schemas/hosted.ts';
import type { ConsoleAnswer } from '../../src/http/schemas/my.ts';
import type { OperatorTenants, ProvidersAnswer, TopUpAnswer } from '../../src/http/schemas/operator.ts';
import type { TenantDetail as TenantDetailSchema } from '../../src/http/schemas/operator-tenant.ts';
import type { AttentionAnswer, OverviewAnswer } from '../../src/http/schemas/overview.ts';
import type {
  AccessAnswer,
  InvitationList,
  MemberList,
  SessionList,
  TenantSecurity,
  TotpSetUpAnswer,
  TotpState as TotpStateSchema,
} from '../../src/http/schemas/people.ts';
import type { ReadQuery } from '../../src/http/schemas/read-reports.ts';
import type { ErrorsAnswer, RequestsAnswer } from '../../src/http/schemas/requests.ts';
import type { SearchAnswer } from '../../src/http/schemas/search.ts';
import type { SettingsAnswer } from '../../src/http/schemas/settings.ts';
import type { StatsAnswer } from '../../src/http/schemas/stats.ts';
import type { MessagesAnswer, TimelineAnswer } from '../../src/http/schemas/timeline.ts';
import type { EndpointAnswer, EndpointList, NewEndpointAnswer } from '../../src/http/schemas/webhooks.ts';

export type Timeline = Static<typeof TimelineAnswer>;
export type TimelineEvent = Timeline['events'][number];
export type ConsumerSession = Static<typeof SessionAnswer>;
export type ConsumerSessions = Static<typeof ConsumerSessionList>;
export type NewConsumerSession = Static<typeof NewSessionAnswer>;
export type ConsentText = Static<typeof TextAnswer>;
export type ConsentTexts = Static<typeof TextList>;
export type ConsentTextDetail = Static<typeof TextWithVersions>;
export type Branding = Static<typeof BrandingAnswer>;
export type Messages = Static<typeof MessagesAnswer>;
export type Message = Messages['items'][number];
export type LoggedRequests = Static<typeof RequestsAnswer>;
export type LoggedRequest = LoggedRequests['items'][number];
export type RequestErrors = Static<typeof ErrorsAnswer>;
export type Found = Static<typeof SearchAnswer>;
export type Overview = Static<typeof OverviewAnswer>;
export type AllTenants = Static<typeof OperatorTenants>;
export type OperatorTenant = AllTenants['items'][number];
export type TenantDetail = Static<typeof TenantDetailSchema>;
export type TenantSettings = Static<typeof SettingsAnswer>;
export type Providers = Static<typeof ProvidersAnswer>;
export type Provider = Providers['items'][number];
export type ToppedUp = Static<typeof TopUpAnswer>;
export type ConsoleFacts = Static<typeof ConsoleAnswer>;
export type Access = Static<typeof AccessAnswer>;
export type Permission = Access['permissions'][number];
export type TenantFacts = Static<typeof TenantAnswer>;
export type Products = Static<typeof ProductsAnswer>;
export type ReportStatement = Static<typeof ReportStatementAnswer>;
export type Transactions = Static<typeof TransactionsAnswer>;
export type StatementItem = ReportStatement['items'][number];
export type StatementLine = StatementItem['lines'][number];
export type Stats = Static<typeof StatsAnswer>;
export type StatsStep = Stats['steps'][number];
export type ReportPage = Static<typeof ListAnswer>;
export type ListedReport = ReportPage['data']['items'][number];
export type Status = ListedReport['status'];
/** Of generate, of a code submit and of a read; the interface says which can answer which status. */
export type ReportAnswer = {
  meta: { request: { timeTakenMs: number }; wallet: { balance: number; cost: number } };
  data:
    | {
        status: 'complete';
        creditReportId: string;
        creditReport: CreditReport;
        bureaus: { id: string; status: string; simulated?: boolean }[];
      }
    | {
        status: 'authentication-required';
        creditReportId: string;
        challenge: { challengeId: string; sms?: 'accepted' | 'refused' | 'unknown' | 'none' };
      }
    | { status: 'blocked'; creditReportId: string }
    | { status: 'retry'; creditReportId: string; errorMessage: string; attemptsRemaining: number }
    | { status: 'failed'; creditReportId: string; errorMessage: string };
};
export type SeenReason = NonNullable<Static<typeof ReadQuery>['reason']>;
export type Resent = Static<typeof ResendAnswer>;
export type CreditReport = Static<typeof CreditReportSchema>;
export type AccountRecord = CreditReport['consumerData']['records'][number];
export type MotorAgreements = Static<typeof AgreementsAnswer>['data'];
export type MotorAgreement = MotorAgreements['agreements'][number];
export type ReportChanges = Static<typeof ChangesAnswer>['data'];
export type Credentials = Static<typeof CredentialList>;
export type Credential = Credentials['items'][number];
export type NewSecret = Static<typeof NewSecretAnswer>;
export type Members = Static<typeof MemberList>;
export type Member = Members['items'][number];
export type Role = Member['role'];
export type TenantRules = Static<typeof TenantSecurity>;
export type Invitations = Static<typeof InvitationList>;
export type AuditPage = Static<typeof AuditAnswer>;
export type AuditEntry = AuditPage['items'][number];
export type Sessions = Static<typeof SessionList>;
export type TotpState = Static<typeof TotpStateSchema>;
export type TotpSetUp = Static<typeof TotpSetUpAnswer>;
export type AttentionList = Static<typeof AttentionAnswer>;
export type AttentionItem = AttentionList['items'][number];
export type Alerts = Static<typeof AlertsAnswer>;
export type Endpoint = Static<typeof EndpointAnswer>;
export type Endpoints = Static<typeof EndpointList>;
export type NewEndpoint = Static<typeof NewEndpointAnswer>;
export type Recovery = NonNullable<Endpoint['recovery']>;
export type Recovered = Static<typeof RecoverAnswer>;
export type Deliveries = Static<typeof DeliveryList>;
export type Delivery = Deliveries['items'][number];
export type DeliveryDetail = Static<typeof DeliveryAnswer>;
export type DeliveryHours = Static<typeof HistogramAnswer>;
export type QueuedDelivery = Static<typeof QueuedAnswer>;
