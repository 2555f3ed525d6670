// The pages, each in a file of its own that is loaded when it is first opened.
import { type ComponentType, lazy } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

const LOADS: Record<string, Load> = {
  overview: async () => ({ default: (await import('../pages/activity/overview.tsx')).OverviewPage }),
  reports: async () => ({ default: (await import('../pages/reports/reports.tsx')).ReportsPage }),
  'reports/': async () => ({ default: (await import('../pages/reports/report.tsx')).ReportPage }),
  links: async () => ({ default: (await import('../pages/hosted/links.tsx')).LinksPage }),
  consent: async () => ({ default: (await import('../pages/hosted/consent-texts.tsx')).ConsentTextsPage }),
  'consent/': async () => ({ default: (await import('../pages/hosted/consent-text.tsx')).ConsentTextPage }),
  playground: async () => ({ default: (await import('../pages/reports/playground.tsx')).PlaygroundPage }),
  wallet: async () => ({ default: (await import('../pages/wallet/wallet.tsx')).WalletPage }),
  credentials: async () => ({ default: (await import('../pages/people/credentials.tsx')).CredentialsPage }),
  members: async () => ({ default: (await import('../pages/people/members.tsx')).MembersPage }),
  messages: async () => ({ default: (await import('../pages/activity/messages.tsx')).MessagesPage }),
  requests: async () => ({ default: (await import('../pages/activity/requests.tsx')).RequestsPage }),
  webhooks: async () => ({ default: (await import('../pages/webhooks/webhooks.tsx')).WebhooksPage }),
  'webhooks/': async () => ({ default: (await import('../pages/webhooks/webhook.tsx')).WebhookPage }),
  alerts: async () => ({ default: (await import('../pages/wallet/alerts.tsx')).AlertsPage }),
  audit: async () => ({ default: (await import('../pages/activity/audit.tsx')).AuditPage }),
  settings: async () => ({
    default: (await import('../pages/people/tenant-settings.tsx')).TenantSettingsPage,
  }),
  me: async () => ({ default: (await import('../pages/people/account.tsx')).AccountPage }),
  'operator/tenants': async () => ({
    default: (await import('../pages/operating/operator-tenants.tsx')).OperatorTenantsPage,
  }),
  'operator/tenants/': async () => ({
    default: (await import('../pages/operating/operator-tenant.tsx')).OperatorTenantPage,
  }),
  'operator/providers': async () => ({
    default: (await import('../pages/operating/operator-providers.tsx')).OperatorProvidersPage,
  }),
  'operator/audit': async () => ({
    default: (await import('../pages/operating/operator-providers.tsx')).OperatorAuditPage,
  }),
};

/** By the path of the page; one thing on a page has a slash at its end. */
export const PAGE_OF: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(LOADS).map(([path, load]) => [path, lazy(load)]),
);

/** Loads a page ahead of its opening. A failure is told when it is opened. */
export function loadPage(path: string): void {
  LOADS[path]?.().catch(() => {});
}
