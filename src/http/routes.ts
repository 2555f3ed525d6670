// Every route of the service, and what they need between them. Whoever adds one adds a line here.
import type { FastifyInstance } from 'fastify';
import { logFault } from './logging.ts';
import { accountPages } from './routes/account-pages.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { billingRoutes } from './routes/billing.ts';
import { consoleRoutes } from './routes/console.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { creditReportRoutes } from './routes/credit-reports.ts';
import { fingerprintRoutes } from './routes/fingerprints.ts';
import { healthRoutes } from './routes/health.ts';
import { mailOutboxRoutes } from './routes/mail-outbox.ts';
import { memberRoutes } from './routes/members.ts';
import { myRoutes } from './routes/my.ts';
import { mySecurityRoutes } from './routes/my-security.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { operatorRoutes } from './routes/operator.ts';
import { overviewRoutes } from './routes/overview.ts';
import { readReportRoutes } from './routes/read-reports.ts';
import { referenceRoutes } from './routes/reference.ts';
import { requestRoutes } from './routes/requests.ts';
import { pageScope, signInPages } from './routes/sign-in-pages.ts';
import { smsReceiptRoutes } from './routes/sms-receipts.ts';
import { timelineRoutes } from './routes/timeline.ts';

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
