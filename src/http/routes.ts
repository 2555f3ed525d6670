// Every route of the service, and what they need between them. Whoever adds one adds a line here.
import type { FastifyInstance } from 'fastify';
import { accountPages } from './account-pages.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { billingRoutes } from './billing.ts';
import { consoleRoutes } from './console.ts';
import { credentialRoutes } from './credentials.ts';
import { creditReportRoutes } from './credit-reports.ts';
import { fingerprintRoutes } from './fingerprints.ts';
import { healthRoutes } from './health.ts';
import { logFault } from './logging.ts';
import { mailOutboxRoutes } from './mail-outbox.ts';
import { memberRoutes } from './members.ts';
import { myRoutes } from './my.ts';
import { mySecurityRoutes } from './my-security.ts';
import { oauthRoutes } from './oauth.ts';
import { operatorRoutes } from './operator.ts';
import { overviewRoutes } from './overview.ts';
import { readReportRoutes } from './read-reports.ts';
import { referenceRoutes } from './reference.ts';
import { requestRoutes } from './requests.ts';
import { pageScope, signInPages } from './sign-in-pages.ts';
import { smsReceiptRoutes } from './sms-receipts.ts';
import { timelineRoutes } from './timeline.ts';

export type RouteNeeds = Parameters<typeof healthRoutes>[1] &
  Parameters<typeof creditReportRoutes>[1] &
  Parameters<typeof readReportRoutes>[1] &
  Parameters<typeof billingRoutes>[1] &
  Parameters<typeof myRoutes>[1] &
  Parameters<typeof authRoutes>[1] &
  Parameters<typeof signInPages>[1] &
  Parameters<typeof accountPages>[1] &
  Parameters<typeof mySecurityRoutes>[1] &
  Parameters<typeof memberRoutes>[1] &
  Parameters<typeof credentialRoutes>[1] &
  Parameters<typeof auditRoutes>[1] &
  Parameters<typeof requestRoutes>[1] &
  Parameters<typeof timelineRoutes>[1] &
  Parameters<typeof overviewRoutes>[1] &
  Parameters<typeof operatorRoutes>[1] &
  Parameters<typeof mailOutboxRoutes>[1] &
  Omit<Parameters<typeof oauthRoutes>[1], 'logFault'> &
  Parameters<typeof fingerprintRoutes>[1] &
  Parameters<typeof smsReceiptRoutes>[1];

export function addRoutes(app: FastifyInstance, needs: RouteNeeds): void {
  creditReportRoutes(app, needs);
  readReportRoutes(app, needs);
  billingRoutes(app, needs);
  myRoutes(app, needs);
  mySecurityRoutes(app, needs);
  memberRoutes(app, needs);
  credentialRoutes(app, needs);
  auditRoutes(app, needs);
  requestRoutes(app, needs);
  timelineRoutes(app, needs);
  overviewRoutes(app, needs);
  operatorRoutes(app, needs);
  authRoutes(app, needs);
  pageScope(app, logFault, (pages) => {
    signInPages(pages, needs);
    accountPages(pages, needs);
  });
  consoleRoutes(app);
  mailOutboxRoutes(app, needs);
  oauthRoutes(app, { ...needs, logFault });
  fingerprintRoutes(app, needs);
  smsReceiptRoutes(app, needs);
  healthRoutes(app, needs);
  referenceRoutes(app);
}
