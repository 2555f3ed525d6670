// What an operation does and what to know about it, where its route does not describe it itself. A test fails for an operation without a
// description.
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MINUTES } from '../../domain/reports/challenge.ts';

export const OPERATION_WORDS: Readonly<Record<string, string>> = {
  // Credit reports
  generateReport:
    'Asks the bureaus about a consumer. HTTP 200 with `data.status`: `complete` has the document, `authentication-required` has a challenge to answer, ' +
    '`blocked` and `failed` are final and no errors. Send an `Idempotency-Key`, so that a repeat is neither done nor charged twice. ' +
    'At least one of `subBuildingName`, `buildingName` and `buildingNumber` of each address must be present. With `"test": true` nothing is ' +
    'asked, sent or charged; `challengeOptions` is for test mode alone.',
  listReports: 'Without the consumer and without the document; `details` adds the masked name and the cost.',
  submitOtp: `A wrong code answers \`retry\`; the ${ATTEMPTS_MAX === 3 ? 'third' : 'last'} one \`failed\`, for good. ${CHALLENGE_LIFETIME_MINUTES} minutes after the last code was sent the answer is 410. Costs nothing of its own.`,
  resendSms: `Replaces the code and begins the ${CHALLENGE_LIFETIME_MINUTES} minutes anew; the guesses stay used. Without sends left the answer is 429.`,
  readReport:
    'The last answer again, at no cost. A view by a person is an entry of the audit log. With `Accept: application/pdf` a complete report is a PDF.',
  // Lenders
  listLenders: 'Those that `PUT` put there, with the time of the last change.',
  deleteLenders:
    'Later reports are named by our own registry again. Reports that were made stay as they are.',
  // Wallet
  readTenant: 'Its name, whether it is enabled, and the credits that can be spent.',
  listProducts: 'What each product costs this tenant, in credits; 1,000 credits are £1.',
  resolvePrice:
    'The price of a report of these bureaus and of so many texts; 0 in test mode. Nothing is held or charged.',
  listTransactions: 'Every movement of credits, with the balance after it.',
  listReportStatement: 'The same movements, gathered by the report that they belong to.',
  readCreditUsage: 'For a period in days of a time zone; the sums are those of the statement.',
  listAlerts: 'Each threshold, whether it has fired, and since when.',
  // My account
  readProfile: 'For a program: the person who made its credential.',
  openConsole: 'The person, their tenants, and what they may do on the one that is named.',
  listMyTenants: 'For a program: its only tenant.',
  selectTenant:
    'Remembers the tenant as the one last worked in. Calls name their tenant in the path, whichever is selected.',
  readMyAccess: 'Whether the person is an operator of the service.',
  listMySessions: 'Each browser, with its address and when it was last used.',
  endMySession: 'Its tokens stop working within seconds.',
  readMyTotp: 'And how many recovery codes are left.',
  beginTotp: 'It works once its first code was confirmed; until then nothing changes.',
  disableTotp: 'Needs the password. A tenant that requires two-step verification can then not be entered.',
  renewRecoveryCodes: 'They are shown once; the old ones stop working at once.',
  // Members
  readAccess: 'The role and the permissions of the caller. For a program: its scopes.',
  listMembers: 'With their roles, and when they last worked in the tenant.',
  changeRole: 'Only an owner makes or unmakes an owner; one owner always stays.',
  listInvitations: 'Each until it is accepted, taken back or seven days old.',
  revokeInvitation: 'Its link stops working at once.',
  readTenantSecurity: 'Whether members must sign in with two-step verification.',
  changeTenantSecurity: 'Sessions that were opened without it no longer enter the tenant.',
  readSettings: 'Allowed pages are the origins whose device sessions count; without any, all do.',
  // Credentials
  listCredentials: 'Revoked ones too. Secrets are never shown again; their last letters are.',
  setOverlap: 'Counted from now; `now` ends it at once.',
  revokeCredential: 'Its tokens stop working within seconds. There is no way back.',
  // Audit and requests
  listAuditEntries: 'Append-only; each entry is chained to the one before, so that a change would show.',
  listServiceAuditEntries: 'Of the whole service: what belongs to no tenant.',
  listRequests:
    'Without bodies, queries and addresses. Rows are there a moment after the answer. With filters that few calls pass, a page may have fewer of them than its size, or none, and still a token: follow it to look further.',
  readRequest: 'By the X-Request-Id of its answer.',
  listMessages: 'State, gateway and cost of each text.',
  // Webhooks
  listWebhookEndpoints: 'Each with how it is doing; secrets by their last letters only.',
  createWebhookEndpoint: 'The secret is shown in this answer only. A tenant has at most 20 endpoints.',
  readWebhookEndpoint: 'With how it is doing and what it missed.',
  deleteWebhookEndpoint: 'What was queued for it is dropped.',
  setWebhookOverlap: 'Counted from now; `now` ends it at once.',
  disableWebhookEndpoint: 'Events go on being kept, so that they can be sent when it is enabled again.',
  enableWebhookEndpoint: '`send` queues what happened meanwhile, `skip` leaves it out.',
  readWebhookKeys: 'Anyone may read them: they verify signatures and make none.',
  listDeliveries: 'Newest first, each with its state and its last answer. Kept for 30 days.',
  readDelivery:
    'The body as it was sent, and for each try the time, the status and the first part of the answer.',
  countDeliveries:
    'Delivered, failed and waiting, for each hour of the last 24, or of as many as `hours` says.',
  readRecovery: 'Counted when it is asked for.',
  cancelRecovery: 'What was sent stays sent.',
  // Overview
  readOverview: 'What the first page of the console shows, in one call.',
  readStats: 'In steps of equal length, in sum, and for the period before. Days are those of Europe/London.',
  search: 'From four characters on, the newest first.',
  // Operator
  listAllTenants: 'With balance and spending; never anything about a consumer.',
  createTenant: 'It has no members yet: invite its owner next.',
  enableTenant: 'Credentials and sessions work again.',
  disableTenant: 'They are answered 403 within seconds; nothing is deleted.',
  listTenantPrices: 'Each product with its usual price and the price of this tenant.',
  setTenantPrices: 'In force within seconds, for later requests. A product that is left out keeps its price.',
  setTenantRetention: 'A shorter one purges within minutes.',
  listProviders: 'With their settings (a secret as set or not), their last hour and their state.',
  readTenantDetail: 'For the operator; without reports and consumers.',
  setTenantOrigins: 'Replaces the list; an empty one lets every page count.',
  // Signing in, tokens, devices
  signIn:
    'A page for browsers: redirects to the OpenID provider. The session comes back in HTTP-only cookies.',
  readKeys: 'A JSON Web Key Set. Keys change; read it again when a `kid` is unknown.',
  readOpenIdMetadata: 'Where the endpoints of the embedded OpenID provider are.',
  readOAuthMetadata: 'Where the endpoints are, by RFC 8414.',
  readFingerprintScript:
    'Put it on the page where the consumer enters their details. Register `window.service.deviceFingerprint = ({ sessionId }) => …` first; ' +
    'the script calls it with the session id, which goes into the generate request. The page needs this origin in `script-src` and ' +
    '`connect-src`, and should stop waiting after 8 seconds.',
  registerDevice: 'Called by the script. A session is valid for 30 minutes and belongs to one consumer.',
  readLiveness: 'Asks nothing of the database: restart the process when it does not answer.',
  readReadiness: 'For a load balancer. 503 while a part is down or the process is shutting down.',
  readMetrics: 'In the text format of Prometheus.',
};
