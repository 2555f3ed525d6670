// The pages: a script for each room, loaded when one of its pages is first opened. The first page has a script of its own.
import { type ComponentType, lazy } from 'react';

type Load = () => Promise<ComponentType>;

const activity = () => import('../pages/activity/pages.ts');
const hosted = () => import('../pages/hosted/pages.ts');
const operating = () => import('../pages/operating/pages.ts');
const people = () => import('../pages/people/pages.ts');
const reports = () => import('../pages/reports/pages.ts');
const wallet = () => import('../pages/wallet/pages.ts');
const webhooks = () => import('../pages/webhooks/pages.ts');

const LOADS: Record<string, Load> = {
  overview: async () => (await import('../pages/activity/overview.tsx')).OverviewPage,
  reports: async () => (await reports()).ReportsPage,
  'reports/': async () => (await reports()).ReportPage,
  links: async () => (await hosted()).LinksPage,
  complaints: async () => (await hosted()).ComplaintsPage,
  consent: async () => (await hosted()).ConsentTextsPage,
  'consent/': async () => (await hosted()).ConsentTextPage,
  playground: async () => (await reports()).PlaygroundPage,
  wallet: async () => (await wallet()).WalletPage,
  credentials: async () => (await people()).CredentialsPage,
  members: async () => (await people()).MembersPage,
  messages: async () => (await activity()).MessagesPage,
  bureaus: async () => (await activity()).BureausPage,
  requests: async () => (await activity()).RequestsPage,
  webhooks: async () => (await webhooks()).WebhooksPage,
  'webhooks/': async () => (await webhooks()).WebhookPage,
  alerts: async () => (await wallet()).AlertsPage,
  audit: async () => (await activity()).AuditPage,
  settings: async () => (await people()).TenantSettingsPage,
  'settings/': async () => (await people()).TenantSettingsPage,
  me: async () => (await people()).AccountPage,
  'operator/tenants': async () => (await operating()).OperatorTenantsPage,
  'operator/tenants/': async () => (await operating()).OperatorTenantPage,
  'operator/providers': async () => (await operating()).OperatorProvidersPage,
  'operator/audit': async () => (await operating()).OperatorAuditPage,
};

/** By the path of the page; one thing on a page has a slash at its end. */
export const PAGE_OF: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(LOADS).map(([path, load]) => [path, lazy(async () => ({ default: await load() }))]),
);

/** Loads a page ahead of its opening. A failure is told when it is opened. */
export function loadPage(path: string): void {
  LOADS[path]?.().catch(() => {});
}
