// Names for what the API answers, and for parts of it: if a schema changes, the console stops compiling.
import type { Static } from 'typebox';
import type { ReadQuery } from '../../src/http/schemas/reports/read-reports.ts';
import type { Operations } from './generated.ts';
import type { Answer } from './operations.ts';

export type Timeline = Answer<'readTimeline'>;
export type TimelineEvent = Timeline['events'][number];
export type ConsumerSession = Answer<'readConsumerSession'>;
export type NewConsumerSession = Answer<'createConsumerSession'>;
export type ConsumerRequest = Answer<'listConsumerRequests'>['items'][number];
export type ConsentText = Answer<'listConsentTexts'>['items'][number];
export type ConsentTextDetail = Answer<'readConsentText'>;
export type Branding = Answer<'readBranding'>;
export type BrandWords = Omit<Operations['previewHostedPage']['body'], 'page' | 'body'>;
export type Message = Answer<'listMessages'>['items'][number];
export type LoggedRequest = Answer<'listRequests'>['items'][number];
export type ErrorGroup = Answer<'listRequestErrors'>['items'][number];
export type Found = Answer<'search'>;
export type Overview = Answer<'readOverview'>;
export type OperatorTenant = Answer<'listAllTenants'>['items'][number];
export type TenantDetail = Answer<'readTenantDetail'>;
export type TenantSettings = Answer<'readSettings'>;
export type Provider = Answer<'listProviders'>['items'][number];
export type ConsoleFacts = Answer<'openConsole'>;
export type Access = Answer<'readAccess'>;
export type Permission = Access['permissions'][number];
export type StatementItem = Answer<'listReportStatement'>['items'][number];
export type StatementLine = StatementItem['lines'][number];
export type Payment = Answer<'listPayments'>['items'][number];
export type OperatorAttentionItem = Answer<'readOperatorAttention'>['items'][number];
export type PaymentSettings = Answer<'readPaymentSettings'>;
export type PaymentMethod = Answer<'listPaymentMethods'>['items'][number];
export type AutomaticTopUp = Answer<'readAutomaticTopUp'>;
export type Invoice = Answer<'listInvoices'>['items'][number];
export type Stats = Answer<'readStats'>;
export type Bureaus = Answer<'readBureaus'>;
export type StatsStep = Stats['steps'][number];
export type ListedReport = Answer<'listReports'>['data']['items'][number];
export type Status = ListedReport['status'];
/** Of generate, of a code submit and of a read; the interface says which can answer which status. */
export type ReportAnswer = Answer<'readReport'>;
export type SeenReason = NonNullable<Static<typeof ReadQuery>['reason']>;
export type CreditReport = Extract<ReportAnswer['data'], { status: 'complete' }>['creditReport'];
export type AccountRecord = CreditReport['consumerData']['records'][number];
export type MotorAgreements = NonNullable<
  Extract<ReportAnswer['data'], { status: 'complete' }>['agreements']
>;
export type MotorAgreement = MotorAgreements['agreements'][number];
export type ReportChanges = Answer<'readChanges'>['data'];
export type Credential = Answer<'listCredentials'>['items'][number];
export type NewSecret = Answer<'createCredential'>;
export type Member = Answer<'listMembers'>['items'][number];
export type Role = Member['role'];
export type Invitation = Answer<'listInvitations'>['items'][number];
export type AuditEntry = Answer<'listAuditEntries'>['items'][number];
export type TotpSetUp = Answer<'beginTotp'>;
type AnyAttention = Answer<'readAttention'>['items'][number];
/** Simulators in use are a note beside what needs attention. */
export type AttentionItem = AnyAttention & { kind: Exclude<AnyAttention['kind'], 'simulators-in-use'> };
export type Alert = Answer<'listAlerts'>['items'][number];
export type Endpoint = Answer<'readWebhookEndpoint'>;
export type NewEndpoint = Answer<'createWebhookEndpoint'>;
export type Recovery = NonNullable<Endpoint['recovery']>;
export type Delivery = Answer<'listDeliveries'>['items'][number];
export type DeliveryDetail = Answer<'readDelivery'>;
export type DeliveryHour = Answer<'countDeliveries'>['items'][number];
export type Overlap = Operations['setOverlap']['body']['overlap'];
