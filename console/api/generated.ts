// Generated from docs/openapi.json by scripts/console-operations.ts: npm run openapi. Do not edit.
import type { Static } from 'typebox';
import type * as bureaus from '../../src/http/schemas/activity/bureaus.ts';
import type * as overview from '../../src/http/schemas/activity/overview.ts';
import type * as requests from '../../src/http/schemas/activity/requests.ts';
import type * as search from '../../src/http/schemas/activity/search.ts';
import type * as stats from '../../src/http/schemas/activity/stats.ts';
import type * as timeline from '../../src/http/schemas/activity/timeline.ts';
import type * as consumerRequests from '../../src/http/schemas/hosted/consumer-requests.ts';
import type * as consumerSessions from '../../src/http/schemas/hosted/consumer-sessions.ts';
import type * as hosted from '../../src/http/schemas/hosted/hosted.ts';
import type * as links from '../../src/http/schemas/hosted/links.ts';
import type * as operatorPayments from '../../src/http/schemas/operating/operator-payments.ts';
import type * as operatorTenant from '../../src/http/schemas/operating/operator-tenant.ts';
import type * as operator from '../../src/http/schemas/operating/operator.ts';
import type * as credentials from '../../src/http/schemas/people/credentials.ts';
import type * as my from '../../src/http/schemas/people/my.ts';
import type * as people from '../../src/http/schemas/people/people.ts';
import type * as settings from '../../src/http/schemas/people/settings.ts';
import type * as answers from '../../src/http/schemas/reports/answers.ts';
import type * as changes from '../../src/http/schemas/reports/changes.ts';
import type * as generate from '../../src/http/schemas/reports/generate.ts';
import type * as readReports from '../../src/http/schemas/reports/read-reports.ts';
import type * as testClocks from '../../src/http/schemas/reports/test-clocks.ts';
import type * as health from '../../src/http/schemas/service/health.ts';
import type * as alerts from '../../src/http/schemas/wallet/alerts.ts';
import type * as billing from '../../src/http/schemas/wallet/billing.ts';
import type * as invoices from '../../src/http/schemas/wallet/invoices.ts';
import type * as payments from '../../src/http/schemas/wallet/payments.ts';
import type * as deliveries from '../../src/http/schemas/webhooks/deliveries.ts';
import type * as webhooks from '../../src/http/schemas/webhooks/webhooks.ts';

/** What each operation that the console names takes and answers. */
export type Operations = {
  generateReport: { params: never; query: never; body: Static<typeof generate.GenerateRequest>; answer: Static<typeof answers.GenerateAnswer> };
  listReports: { params: never; query: 'pageSize' | 'pageToken' | 'status' | 'test' | 'externalReference' | 'referenceStart' | 'sort' | 'count' | 'details' | 'createdFrom' | 'createdTo' | 'bureau' | 'bureauAnswer'; body: null; answer: Static<typeof answers.ListAnswer> };
  submitOtp: { params: 'creditReportId'; query: never; body: Static<typeof generate.OtpRequest>; answer: Static<typeof answers.OtpAnswer> };
  resendSms: { params: 'creditReportId'; query: never; body: Static<typeof generate.ResendRequest>; answer: Static<typeof answers.ResendAnswer> };
  readReport: { params: 'creditReportId'; query: 'reason' | 'include'; body: null; answer: Static<typeof answers.ReadAnswer> };
  eraseReport: { params: 'creditReportId'; query: never; body: null; answer: null };
  readMobileNumber: { params: 'creditReportId'; query: never; body: null; answer: Static<typeof readReports.MobileNumberAnswer> };
  readChanges: { params: 'creditReportId'; query: 'reason' | 'since'; body: null; answer: Static<typeof changes.ChangesAnswer> };
  readEvidence: { params: 'creditReportId'; query: 'reason'; body: null; answer: null };
  createConsumerSession: { params: never; query: never; body: Static<typeof consumerSessions.NewSessionRequest>; answer: Static<typeof consumerSessions.NewSessionAnswer> };
  listConsumerSessions: { params: never; query: 'pageSize' | 'pageToken' | 'status' | 'test' | 'externalReference' | 'createdFrom' | 'createdTo'; body: null; answer: Static<typeof consumerSessions.SessionList> };
  renewLink: { params: 'creditReportId'; query: never; body: Static<typeof links.NewLinkRequest>; answer: Static<typeof consumerSessions.NewSessionAnswer> };
  readConsumerSession: { params: 'consumerSessionId'; query: never; body: null; answer: Static<typeof consumerSessions.SessionAnswer> };
  sendConsumerSession: { params: 'consumerSessionId'; query: never; body: Static<typeof links.SendRequest>; answer: Static<typeof consumerSessions.SessionAnswer> };
  cancelConsumerSession: { params: 'consumerSessionId'; query: never; body: null; answer: Static<typeof consumerSessions.SessionAnswer> };
  listConsumerRequests: { params: never; query: 'pageSize' | 'pageToken' | 'status' | 'kind' | 'number' | 'test'; body: null; answer: Static<typeof consumerRequests.ConsumerRequestList> };
  readConsumerRequest: { params: 'consumerRequestId'; query: never; body: null; answer: Static<typeof consumerRequests.OpenedConsumerRequest> };
  closeConsumerRequest: { params: 'consumerRequestId'; query: never; body: Static<typeof consumerRequests.CloseConsumerRequest>; answer: Static<typeof consumerRequests.ClosedConsumerRequest> };
  listConsentTexts: { params: never; query: never; body: null; answer: Static<typeof hosted.TextList> };
  createConsentText: { params: never; query: never; body: Static<typeof hosted.NewTextRequest>; answer: Static<typeof hosted.TextAnswer> };
  readConsentText: { params: 'consentTextId'; query: never; body: null; answer: Static<typeof hosted.TextWithVersions> };
  changeConsentText: { params: 'consentTextId'; query: never; body: Static<typeof hosted.TextRequest>; answer: Static<typeof hosted.TextAnswer> };
  publishConsentText: { params: 'consentTextId'; query: never; body: null; answer: Static<typeof hosted.TextAnswer> };
  readBranding: { params: never; query: never; body: null; answer: Static<typeof hosted.BrandingAnswer> };
  changeBranding: { params: never; query: never; body: Static<typeof hosted.BrandingRequest>; answer: Static<typeof hosted.BrandingAnswer> };
  readLogo: { params: never; query: never; body: null; answer: null };
  previewHostedPage: { params: never; query: never; body: Static<typeof hosted.PreviewRequest>; answer: Static<typeof hosted.PreviewAnswer> };
  advanceTestClock: { params: 'clockId'; query: never; body: Static<typeof testClocks.AdvanceRequest>; answer: Static<typeof testClocks.ClockAnswer> };
  listProducts: { params: never; query: never; body: null; answer: Static<typeof billing.ProductsAnswer> };
  listTransactions: { params: never; query: 'pageSize' | 'pageToken' | 'kind' | 'reportId' | 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof billing.TransactionsAnswer> };
  listReportStatement: { params: never; query: 'pageSize' | 'pageToken' | 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof billing.ReportStatementAnswer> };
  listAlerts: { params: never; query: never; body: null; answer: Static<typeof alerts.AlertsAnswer> };
  setAlerts: { params: never; query: never; body: Static<typeof alerts.AlertsRequest>; answer: Static<typeof alerts.AlertsAnswer> };
  readPaymentSettings: { params: never; query: never; body: null; answer: Static<typeof payments.PaymentSettingsAnswer> };
  makeTopUp: { params: never; query: never; body: Static<typeof payments.MakeTopUpRequest>; answer: Static<typeof payments.PaymentAnswer> };
  settleDebt: { params: never; query: never; body: null; answer: Static<typeof payments.SettleAnswer> };
  listPayments: { params: never; query: 'pageSize' | 'pageToken'; body: null; answer: Static<typeof payments.PaymentsAnswer> };
  readPayment: { params: 'paymentId'; query: never; body: null; answer: Static<typeof payments.PaymentAnswer> };
  refreshPayment: { params: 'paymentId'; query: never; body: null; answer: Static<typeof payments.PaymentAnswer> };
  resumePayment: { params: 'paymentId'; query: never; body: null; answer: Static<typeof payments.PaymentAnswer> };
  listPaymentMethods: { params: never; query: never; body: null; answer: Static<typeof payments.PaymentMethodsAnswer> };
  addPaymentMethod: { params: never; query: never; body: null; answer: Static<typeof payments.PaymentAnswer> };
  removePaymentMethod: { params: 'paymentMethodId'; query: never; body: null; answer: null };
  readAutomaticTopUp: { params: never; query: never; body: null; answer: Static<typeof payments.AutomaticTopUpAnswer> };
  setAutomaticTopUp: { params: never; query: never; body: Static<typeof payments.AutomaticTopUpRequest>; answer: Static<typeof payments.AutomaticTopUpAnswer> };
  readBillingDetails: { params: never; query: never; body: null; answer: Static<typeof invoices.BillingDetailsAnswer> };
  setBillingDetails: { params: never; query: never; body: Static<typeof invoices.BillingDetailsRequest>; answer: Static<typeof invoices.BillingDetailsAnswer> };
  listInvoices: { params: never; query: 'pageSize' | 'pageToken'; body: null; answer: Static<typeof invoices.InvoicesAnswer> };
  readInvoice: { params: 'invoiceId'; query: never; body: null; answer: Static<typeof invoices.InvoiceAnswer> };
  openConsole: { params: never; query: 'tenant'; body: null; answer: Static<typeof my.ConsoleAnswer> };
  selectTenant: { params: never; query: never; body: Static<typeof my.SelectRequest>; answer: Static<typeof my.SelectAnswer> };
  listMySessions: { params: never; query: never; body: null; answer: Static<typeof people.SessionList> };
  endMySession: { params: 'sessionId'; query: never; body: null; answer: null };
  changeMyPassword: { params: never; query: never; body: Static<typeof people.PasswordChange>; answer: null };
  readMyTotp: { params: never; query: never; body: null; answer: Static<typeof people.TotpState> };
  beginTotp: { params: never; query: never; body: Static<typeof people.PasswordProof>; answer: Static<typeof people.TotpSetUpAnswer> };
  confirmTotp: { params: never; query: never; body: Static<typeof people.TotpCode>; answer: Static<typeof people.RecoveryCodes> };
  disableTotp: { params: never; query: never; body: Static<typeof people.PasswordProof>; answer: null };
  renewRecoveryCodes: { params: never; query: never; body: Static<typeof people.PasswordProof>; answer: Static<typeof people.RecoveryCodes> };
  readAccess: { params: never; query: never; body: null; answer: Static<typeof people.AccessAnswer> };
  listMembers: { params: never; query: never; body: null; answer: Static<typeof people.MemberList> };
  changeRole: { params: 'personId'; query: never; body: Static<typeof people.RoleChange>; answer: null };
  removeMember: { params: 'personId'; query: 'revokeCredentials'; body: null; answer: null };
  listInvitations: { params: never; query: never; body: null; answer: Static<typeof people.InvitationList> };
  inviteMember: { params: never; query: never; body: Static<typeof people.InvitationRequest>; answer: Static<typeof people.InvitationAnswer> };
  revokeInvitation: { params: 'invitationId'; query: never; body: null; answer: null };
  readTenantSecurity: { params: never; query: never; body: null; answer: Static<typeof people.TenantSecurity> };
  changeTenantSecurity: { params: never; query: never; body: Static<typeof people.TenantSecurityChange>; answer: null };
  readSettings: { params: never; query: never; body: null; answer: Static<typeof settings.SettingsAnswer> };
  changeSettings: { params: never; query: never; body: Static<typeof settings.SettingsRequest>; answer: Static<typeof settings.SettingsAnswer> };
  listCredentials: { params: never; query: never; body: null; answer: Static<typeof credentials.CredentialList> };
  createCredential: { params: never; query: never; body: Static<typeof credentials.CredentialRequest>; answer: Static<typeof credentials.NewSecretAnswer> };
  rotateCredential: { params: 'credentialId'; query: never; body: Static<typeof credentials.OverlapRequest>; answer: Static<typeof credentials.NewSecretAnswer> };
  setOverlap: { params: 'credentialId'; query: never; body: Static<typeof credentials.OverlapRequest>; answer: null };
  revokeCredential: { params: 'credentialId'; query: never; body: null; answer: null };
  listAuditEntries: { params: never; query: 'pageSize' | 'pageToken' | 'action' | 'actorId' | 'objectId' | 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof credentials.AuditAnswer> };
  listServiceAuditEntries: { params: never; query: 'pageSize' | 'pageToken' | 'action' | 'actorId' | 'objectId' | 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof credentials.AuditAnswer> };
  listRequests: { params: never; query: 'pageSize' | 'pageToken' | 'status' | 'route' | 'credentialId' | 'code' | 'reportId' | 'test' | 'mode' | 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof requests.RequestsAnswer> };
  listRequestErrors: { params: never; query: 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof requests.ErrorsAnswer> };
  readRequest: { params: 'requestId'; query: never; body: null; answer: Static<typeof requests.RequestAnswer> };
  readExchange: { params: 'requestId'; query: never; body: null; answer: Static<typeof requests.ExchangeAnswer> };
  readTimeline: { params: 'creditReportId'; query: never; body: null; answer: Static<typeof timeline.TimelineAnswer> };
  listMessages: { params: never; query: 'pageSize' | 'pageToken' | 'state'; body: null; answer: Static<typeof timeline.MessagesAnswer> };
  listWebhookEndpoints: { params: never; query: never; body: null; answer: Static<typeof webhooks.EndpointList> };
  createWebhookEndpoint: { params: never; query: never; body: Static<typeof webhooks.EndpointRequest>; answer: Static<typeof webhooks.NewEndpointAnswer> };
  readWebhookEndpoint: { params: 'endpointId'; query: never; body: null; answer: Static<typeof webhooks.EndpointAnswer> };
  changeWebhookEndpoint: { params: 'endpointId'; query: never; body: Static<typeof webhooks.EndpointChangeRequest>; answer: Static<typeof webhooks.EndpointAnswer> };
  deleteWebhookEndpoint: { params: 'endpointId'; query: never; body: null; answer: null };
  rotateWebhookEndpoint: { params: 'endpointId'; query: never; body: Static<typeof webhooks.EndpointOverlapRequest>; answer: Static<typeof webhooks.NewEndpointAnswer> };
  setWebhookOverlap: { params: 'endpointId'; query: never; body: Static<typeof webhooks.EndpointOverlapRequest>; answer: null };
  disableWebhookEndpoint: { params: 'endpointId'; query: never; body: null; answer: Static<typeof webhooks.EndpointAnswer> };
  enableWebhookEndpoint: { params: 'endpointId'; query: never; body: Static<typeof webhooks.EnableRequest>; answer: Static<typeof webhooks.EndpointAnswer> };
  listDeliveries: { params: 'endpointId'; query: 'pageSize' | 'pageToken' | 'state' | 'type' | 'eventId' | 'externalReference' | 'dateFrom' | 'dateTo'; body: null; answer: Static<typeof deliveries.DeliveryList> };
  readDelivery: { params: 'endpointId' | 'deliveryId'; query: never; body: null; answer: Static<typeof deliveries.DeliveryAnswer> };
  countDeliveries: { params: 'endpointId'; query: 'hours'; body: null; answer: Static<typeof deliveries.HistogramAnswer> };
  replayEvent: { params: 'endpointId'; query: never; body: Static<typeof deliveries.ReplayRequest>; answer: Static<typeof deliveries.QueuedAnswer> };
  sendTestEvent: { params: 'endpointId'; query: never; body: null; answer: Static<typeof deliveries.QueuedAnswer> };
  recoverEvents: { params: 'endpointId'; query: never; body: Static<typeof deliveries.RecoverRequest>; answer: Static<typeof deliveries.RecoverAnswer> };
  cancelRecovery: { params: 'endpointId' | 'recoveryId'; query: never; body: null; answer: Static<typeof deliveries.RecoveryAnswer> };
  readOverview: { params: never; query: never; body: null; answer: Static<typeof overview.OverviewAnswer> };
  readAttention: { params: never; query: never; body: null; answer: Static<typeof overview.AttentionAnswer> };
  readStats: { params: never; query: 'from' | 'to' | 'step' | 'test'; body: null; answer: Static<typeof stats.StatsAnswer> };
  readBureaus: { params: never; query: 'period'; body: null; answer: Static<typeof bureaus.BureausAnswer> };
  findByPerson: { params: never; query: 'who' | 'test'; body: null; answer: Static<typeof search.FindAnswer> };
  search: { params: never; query: 'q' | 'test'; body: null; answer: Static<typeof search.SearchAnswer> };
  listAllTenants: { params: never; query: never; body: null; answer: Static<typeof operator.OperatorTenants> };
  createTenant: { params: never; query: never; body: Static<typeof operator.TenantRequest>; answer: Static<typeof operator.OperatorTenant> };
  enableTenant: { params: 'tenantId'; query: never; body: null; answer: Static<typeof operator.OperatorTenant> };
  disableTenant: { params: 'tenantId'; query: never; body: null; answer: Static<typeof operator.OperatorTenant> };
  setTenantPrices: { params: 'tenantId'; query: never; body: Static<typeof operator.PricesRequest>; answer: Static<typeof operator.PricesAnswer> };
  topUpTenant: { params: 'tenantId'; query: never; body: Static<typeof operator.TopUpRequest>; answer: Static<typeof operator.TopUpAnswer> };
  setTenantRetention: { params: 'tenantId'; query: never; body: Static<typeof operator.RetentionRequest>; answer: Static<typeof operator.OperatorTenant> };
  listProviders: { params: never; query: never; body: null; answer: Static<typeof operator.ProvidersAnswer> };
  inviteOwner: { params: 'tenantId'; query: never; body: Static<typeof operator.OwnerInvitation>; answer: Static<typeof people.InvitationAnswer> };
  readTenantDetail: { params: 'tenantId'; query: never; body: null; answer: Static<typeof operatorTenant.TenantDetail> };
  setTenantOrigins: { params: 'tenantId'; query: never; body: Static<typeof settings.OriginsRequest>; answer: Static<typeof operatorTenant.TenantDetail> };
  readOperatorAttention: { params: never; query: never; body: null; answer: Static<typeof operatorPayments.OperatorAttention> };
  notePayment: { params: 'tenantId'; query: never; body: Static<typeof operatorPayments.NotePaymentRequest>; answer: Static<typeof payments.PaymentAnswer> };
  refundPayment: { params: 'tenantId' | 'paymentId'; query: never; body: Static<typeof operatorPayments.RefundRequest>; answer: Static<typeof operatorPayments.RefundAnswer> };
  resolvePayment: { params: 'tenantId' | 'paymentId'; query: never; body: Static<typeof operatorPayments.ResolvePaymentRequest>; answer: Static<typeof payments.PaymentAnswer> };
  signOut: { params: never; query: 'everywhere'; body: null; answer: null };
  readLiveness: { params: never; query: never; body: null; answer: Static<typeof health.Liveness> };
};

export const ROUTES = {
  generateReport: 'POST /{tenantId}/v1/credit-reports',
  listReports: 'GET /{tenantId}/v1/credit-reports',
  submitOtp: 'POST /{tenantId}/v1/credit-reports/{creditReportId}/otp-challenge',
  resendSms: 'POST /{tenantId}/v1/credit-reports/{creditReportId}/resend-sms',
  readReport: 'GET /{tenantId}/v1/credit-reports/{creditReportId}',
  eraseReport: 'DELETE /{tenantId}/v1/credit-reports/{creditReportId}',
  readMobileNumber: 'GET /{tenantId}/v1/credit-reports/{creditReportId}/mobile-number',
  readChanges: 'GET /{tenantId}/v1/credit-reports/{creditReportId}/changes',
  readEvidence: 'GET /{tenantId}/v1/credit-reports/{creditReportId}/evidence',
  createConsumerSession: 'POST /{tenantId}/v1/consumer-sessions',
  listConsumerSessions: 'GET /{tenantId}/v1/consumer-sessions',
  renewLink: 'POST /{tenantId}/v1/credit-reports/{creditReportId}/new-link',
  readConsumerSession: 'GET /{tenantId}/v1/consumer-sessions/{consumerSessionId}',
  sendConsumerSession: 'POST /{tenantId}/v1/consumer-sessions/{consumerSessionId}/send',
  cancelConsumerSession: 'POST /{tenantId}/v1/consumer-sessions/{consumerSessionId}/cancel',
  listConsumerRequests: 'GET /{tenantId}/v1/consumer-requests',
  readConsumerRequest: 'GET /{tenantId}/v1/consumer-requests/{consumerRequestId}',
  closeConsumerRequest: 'POST /{tenantId}/v1/consumer-requests/{consumerRequestId}/close',
  listConsentTexts: 'GET /{tenantId}/v1/consent-texts',
  createConsentText: 'POST /{tenantId}/v1/consent-texts',
  readConsentText: 'GET /{tenantId}/v1/consent-texts/{consentTextId}',
  changeConsentText: 'PATCH /{tenantId}/v1/consent-texts/{consentTextId}',
  publishConsentText: 'POST /{tenantId}/v1/consent-texts/{consentTextId}/publish',
  readBranding: 'GET /{tenantId}/v1/branding',
  changeBranding: 'PATCH /{tenantId}/v1/branding',
  readLogo: 'GET /{tenantId}/v1/branding/logo',
  previewHostedPage: 'POST /{tenantId}/v1/branding/preview',
  advanceTestClock: 'POST /{tenantId}/v1/test-clocks/{clockId}/advance',
  listProducts: 'GET /{tenantId}/v1/products',
  listTransactions: 'GET /{tenantId}/v1/billing/transactions',
  listReportStatement: 'GET /{tenantId}/v1/billing/reports',
  listAlerts: 'GET /{tenantId}/v1/alerts',
  setAlerts: 'PUT /{tenantId}/v1/alerts',
  readPaymentSettings: 'GET /{tenantId}/v1/payment-settings',
  makeTopUp: 'POST /{tenantId}/v1/top-ups',
  settleDebt: 'POST /{tenantId}/v1/settlements',
  listPayments: 'GET /{tenantId}/v1/payments',
  readPayment: 'GET /{tenantId}/v1/payments/{paymentId}',
  refreshPayment: 'POST /{tenantId}/v1/payments/{paymentId}/refresh',
  resumePayment: 'POST /{tenantId}/v1/payments/{paymentId}/resume',
  listPaymentMethods: 'GET /{tenantId}/v1/payment-methods',
  addPaymentMethod: 'POST /{tenantId}/v1/payment-methods',
  removePaymentMethod: 'DELETE /{tenantId}/v1/payment-methods/{paymentMethodId}',
  readAutomaticTopUp: 'GET /{tenantId}/v1/automatic-top-up',
  setAutomaticTopUp: 'PUT /{tenantId}/v1/automatic-top-up',
  readBillingDetails: 'GET /{tenantId}/v1/billing-details',
  setBillingDetails: 'PUT /{tenantId}/v1/billing-details',
  listInvoices: 'GET /{tenantId}/v1/invoices',
  readInvoice: 'GET /{tenantId}/v1/invoices/{invoiceId}',
  openConsole: 'GET /v1/my/console',
  selectTenant: 'POST /v1/my/tenants/select',
  listMySessions: 'GET /v1/my/sessions',
  endMySession: 'DELETE /v1/my/sessions/{sessionId}',
  changeMyPassword: 'POST /v1/my/password',
  readMyTotp: 'GET /v1/my/totp',
  beginTotp: 'POST /v1/my/totp',
  confirmTotp: 'POST /v1/my/totp/confirm',
  disableTotp: 'POST /v1/my/totp/disable',
  renewRecoveryCodes: 'POST /v1/my/totp/recovery-codes',
  readAccess: 'GET /{tenantId}/v1/access',
  listMembers: 'GET /{tenantId}/v1/members',
  changeRole: 'PATCH /{tenantId}/v1/members/{personId}',
  removeMember: 'DELETE /{tenantId}/v1/members/{personId}',
  listInvitations: 'GET /{tenantId}/v1/invitations',
  inviteMember: 'POST /{tenantId}/v1/invitations',
  revokeInvitation: 'DELETE /{tenantId}/v1/invitations/{invitationId}',
  readTenantSecurity: 'GET /{tenantId}/v1/security',
  changeTenantSecurity: 'PUT /{tenantId}/v1/security',
  readSettings: 'GET /{tenantId}/v1/settings',
  changeSettings: 'PATCH /{tenantId}/v1/settings',
  listCredentials: 'GET /{tenantId}/v1/credentials',
  createCredential: 'POST /{tenantId}/v1/credentials',
  rotateCredential: 'POST /{tenantId}/v1/credentials/{credentialId}/rotate',
  setOverlap: 'PUT /{tenantId}/v1/credentials/{credentialId}/overlap',
  revokeCredential: 'DELETE /{tenantId}/v1/credentials/{credentialId}',
  listAuditEntries: 'GET /{tenantId}/v1/audit-entries',
  listServiceAuditEntries: 'GET /v1/operator/audit-entries',
  listRequests: 'GET /{tenantId}/v1/requests',
  listRequestErrors: 'GET /{tenantId}/v1/requests/errors',
  readRequest: 'GET /{tenantId}/v1/requests/{requestId}',
  readExchange: 'GET /{tenantId}/v1/requests/{requestId}/exchange',
  readTimeline: 'GET /{tenantId}/v1/credit-reports/{creditReportId}/timeline',
  listMessages: 'GET /{tenantId}/v1/messages',
  listWebhookEndpoints: 'GET /{tenantId}/v1/webhook-endpoints',
  createWebhookEndpoint: 'POST /{tenantId}/v1/webhook-endpoints',
  readWebhookEndpoint: 'GET /{tenantId}/v1/webhook-endpoints/{endpointId}',
  changeWebhookEndpoint: 'PATCH /{tenantId}/v1/webhook-endpoints/{endpointId}',
  deleteWebhookEndpoint: 'DELETE /{tenantId}/v1/webhook-endpoints/{endpointId}',
  rotateWebhookEndpoint: 'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/rotate',
  setWebhookOverlap: 'PUT /{tenantId}/v1/webhook-endpoints/{endpointId}/overlap',
  disableWebhookEndpoint: 'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/disable',
  enableWebhookEndpoint: 'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/enable',
  listDeliveries: 'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries',
  readDelivery: 'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}',
  countDeliveries: 'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/histogram',
  replayEvent: 'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/replay',
  sendTestEvent: 'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/test',
  recoverEvents: 'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/recover',
  cancelRecovery: 'DELETE /{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}',
  readOverview: 'GET /{tenantId}/v1/overview',
  readAttention: 'GET /{tenantId}/v1/attention',
  readStats: 'GET /{tenantId}/v1/stats',
  readBureaus: 'GET /{tenantId}/v1/bureaus',
  findByPerson: 'GET /{tenantId}/v1/search/people',
  search: 'GET /{tenantId}/v1/search',
  listAllTenants: 'GET /v1/operator/tenants',
  createTenant: 'POST /v1/operator/tenants',
  enableTenant: 'POST /v1/operator/tenants/{tenantId}/enable',
  disableTenant: 'POST /v1/operator/tenants/{tenantId}/disable',
  setTenantPrices: 'PUT /v1/operator/tenants/{tenantId}/prices',
  topUpTenant: 'POST /v1/operator/tenants/{tenantId}/top-ups',
  setTenantRetention: 'PUT /v1/operator/tenants/{tenantId}/retention',
  listProviders: 'GET /v1/operator/providers',
  inviteOwner: 'POST /v1/operator/tenants/{tenantId}/owners',
  readTenantDetail: 'GET /v1/operator/tenants/{tenantId}',
  setTenantOrigins: 'PUT /v1/operator/tenants/{tenantId}/origins',
  readOperatorAttention: 'GET /v1/operator/attention',
  notePayment: 'POST /v1/operator/tenants/{tenantId}/payments',
  refundPayment: 'POST /v1/operator/tenants/{tenantId}/payments/{paymentId}/refunds',
  resolvePayment: 'POST /v1/operator/tenants/{tenantId}/payments/{paymentId}/resolution',
  signOut: 'POST /v1/auth/logout',
  readLiveness: 'GET /health/live',
} satisfies Record<keyof Operations, string>;
