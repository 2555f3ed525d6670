// The pages, each in a file of its own that is loaded when it is first opened.
import { type ComponentType, lazy } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

const LOADS: Record<string, Load> = {
  overview: async () => ({ default: (await import('../pages/overview.tsx')).OverviewPage }),
  reports: async () => ({ default: (await import('../pages/reports.tsx')).ReportsPage }),
  'reports/': async () => ({ default: (await import('../pages/report.tsx')).ReportPage }),
  links: async () => ({ default: (await import('../pages/links.tsx')).LinksPage }),
  consent: async () => ({ default: (await import('../pages/consent-texts.tsx')).ConsentTextsPage }),
  'consent/': async () => ({ default: (await import('../pages/consent-text.tsx')).ConsentTextPage }),
  playground: async () => ({ default: (await import('../pages/playground.tsx')).PlaygroundPage }),
  wallet: async () => ({ default: (await import('../pages/wallet.tsx')).WalletPage }),
  credentials: async () => ({ default: (await import('../pages/credentials.tsx')).CredentialsPage }),
  members: async () => ({ default: (await import('../pages/members.tsx')).MembersPage }),
  messages: async () => ({ default: (await import('../pages/messages.tsx')).MessagesPage }),
  requests: async () => ({ default: (await import('../pages/requests.tsx')).RequestsPage }),
  webhooks: async () => ({ default: (await import('../pages/webhooks.tsx')).WebhooksPage }),
  'webhooks/': async () => ({ default: (await import('../pages/webhook.tsx')).WebhookPage }),
  alerts: async () => ({ default: (await import('../pages/alerts.tsx')).AlertsPage }),
  audit: async () => ({ default: (await import('../pages/audit.tsx')).AuditPage }),
  settings: async () => ({ default: (await import('../pages/tenant-settings.tsx')).TenantSettingsPage }),
  me: async () => ({ default: (await import('../pages/account.tsx')).AccountPage }),
  'operator/tenants': async () => ({
    default: (await import('../pages/operator-tenants.tsx')).OperatorTenantsPage,
  }),
  'operator/tenants/': async () => ({
    default: (await import('../pages/operator-tenant.tsx')).OperatorTenantPage,
  }),
  'operator/providers': async () => ({
    default: (await import('../pages/operator-providers.tsx')).OperatorProvidersPage,
  }),
  'operator/audit': async () => ({
    default: (await import('../pages/operator-providers.tsx')).OperatorAuditPage,
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
