// The table of route-callers.test.ts: every route of the service, and what each kind of caller hears there.

export const CALLERS = [
  'nobody',
  'garbage',
  'foreign', // a credential of another tenant
  'sameOwner', // one of another tenant, owned by a person who belongs to this tenant too
  'revoked',
  'disabled', // a credential of a disabled tenant, on that tenant
  'lacking', // the right tenant, without the permission
  'right',
] as const;
export type Caller = (typeof CALLERS)[number];
type Row = Record<Caller, number>;

export const ON_TENANT: Row = {
  nobody: 401,
  garbage: 401,
  foreign: 403,
  sameOwner: 403,
  revoked: 401,
  disabled: 403,
  lacking: 403,
  right: 200,
};
// For people alone: no credential gets in, whatever its scopes are.
export const OF_STAFF: Row = { ...ON_TENANT, right: 403 };
const OF_ACCOUNT: Row = { ...OF_STAFF };
const OF_PERSON: Row = { ...ON_TENANT, foreign: 200, sameOwner: 200, disabled: 200, lacking: 200 };
const forAll = (status: number): Row => Object.fromEntries(CALLERS.map((caller) => [caller, status])) as Row;

export const TABLE: Record<string, Row> = {
  'POST /:tenantId/v1/credit-reports': ON_TENANT,
  'GET /:tenantId/v1/credit-reports': ON_TENANT,
  'GET /:tenantId/v1/credit-reports/:creditReportId': ON_TENANT,
  'POST /:tenantId/v1/credit-reports/:creditReportId/otp-challenge': ON_TENANT,
  'POST /:tenantId/v1/credit-reports/:creditReportId/resend-sms': ON_TENANT,
  'GET /:tenantId/v1': ON_TENANT,
  'GET /:tenantId/v1/products': ON_TENANT,
  'POST /:tenantId/v1/products/resolve-price': ON_TENANT,
  'GET /:tenantId/v1/billing/transactions': ON_TENANT,
  'GET /:tenantId/v1/billing/credit-usage': ON_TENANT,
  'GET /:tenantId/v1/access': { ...ON_TENANT, lacking: 200 },
  'GET /:tenantId/v1/members': OF_STAFF,
  'PATCH /:tenantId/v1/members/:personId': OF_STAFF,
  'DELETE /:tenantId/v1/members/:personId': OF_STAFF,
  'GET /:tenantId/v1/invitations': OF_STAFF,
  'POST /:tenantId/v1/invitations': OF_STAFF,
  'DELETE /:tenantId/v1/invitations/:invitationId': OF_STAFF,
  'GET /:tenantId/v1/security': OF_STAFF,
  'PUT /:tenantId/v1/security': OF_STAFF,
  'GET /:tenantId/v1/credentials': OF_STAFF,
  'POST /:tenantId/v1/credentials': OF_STAFF,
  'POST /:tenantId/v1/credentials/:credentialId/rotate': OF_STAFF,
  'PUT /:tenantId/v1/credentials/:credentialId/overlap': OF_STAFF,
  'DELETE /:tenantId/v1/credentials/:credentialId': OF_STAFF,
  'GET /:tenantId/v1/audit-entries': OF_STAFF,
  'GET /v1/operator/audit-entries': OF_ACCOUNT,
  'GET /v1/operator/tenants': OF_ACCOUNT,
  'POST /v1/operator/tenants': OF_ACCOUNT,
  'PUT /v1/operator/tenants/:tenantId/state': OF_ACCOUNT,
  'GET /v1/operator/tenants/:tenantId/products': OF_ACCOUNT,
  'PUT /v1/operator/tenants/:tenantId/prices/:productCode': OF_ACCOUNT,
  'POST /v1/operator/tenants/:tenantId/funds': OF_ACCOUNT,
  'POST /v1/operator/tenants/:tenantId/owners': OF_ACCOUNT,
  'GET /v1/my/sessions': OF_ACCOUNT,
  'DELETE /v1/my/sessions/:sessionId': OF_ACCOUNT,
  'POST /v1/my/password': OF_ACCOUNT,
  'GET /v1/my/totp': OF_ACCOUNT,
  'POST /v1/my/totp': OF_ACCOUNT,
  'POST /v1/my/totp/confirm': OF_ACCOUNT,
  'POST /v1/my/totp/disable': OF_ACCOUNT,
  'POST /v1/my/totp/recovery-codes': OF_ACCOUNT,
  'GET /v1/auth/login': forAll(303),
  'GET /v1/auth/callback': forAll(303),
  // By cookie alone, and only from our own pages.
  'POST /v1/auth/refresh': forAll(403),
  'POST /v1/auth/logout': forAll(403),
  'GET /v1/oauth/authorize': forAll(400),
  'GET /v1/oauth/authorize/:uid': forAll(400),
  'GET /sign-in.css': forAll(200),
  'GET /sign-in/over': forAll(400),
  'GET /sign-in/unknown-person': forAll(403),
  'GET /sign-in/:uid': forAll(400),
  'POST /sign-in/:uid': forAll(403),
  'GET /sign-in/:uid/code': forAll(400),
  'POST /sign-in/:uid/code': forAll(403),
  'GET /reset': forAll(200),
  'POST /reset': forAll(403),
  'GET /reset/:token': forAll(404),
  'POST /reset/:token': forAll(403),
  'GET /invite/:token': forAll(404),
  'POST /invite/:token': forAll(403),
  'GET /dev/mail': forAll(200),
  'GET /v1/my/profile': OF_PERSON,
  'GET /v1/my/tenants': OF_PERSON,
  'POST /v1/my/tenants/select': { ...ON_TENANT, lacking: 200 },
  // Here the caller is the client itself, by its id and secret.
  'POST /v1/oauth/token': { ...forAll(200), nobody: 400, garbage: 401, revoked: 401, disabled: 401 },
  'GET /.well-known/jwks.json': forAll(200),
  'GET /.well-known/openid-configuration': forAll(200),
  'GET /.well-known/oauth-authorization-server': forAll(200),
  'GET /v1/fingerprints/device': forAll(200),
  'POST /v1/fingerprints/sessions': forAll(201),
  'OPTIONS /v1/fingerprints/sessions': forAll(204),
  // Believed for a gateway's signature, which none of these has.
  'GET /v1/sms/receipts/:gateway/:tenantId/:smsId': forAll(403),
  'POST /v1/sms/receipts/:gateway/:tenantId/:smsId': forAll(403),
  'GET /health/live': forAll(200),
  'GET /health/ready': forAll(200),
  // Its token is a setting, not a credential's.
  'GET /metrics': forAll(401),
  'GET /openapi.json': forAll(200),
  'GET /reference': forAll(301),
  'GET /reference/': forAll(200),
  'GET /reference/js/scalar.js': forAll(200),
};
