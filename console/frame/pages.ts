// The pages of a tenant: path, name, icon, required permission. The navigation and the command box read this list.
import type { Permission } from '../api/shapes.ts';
import type { IconName } from '../parts/icon.tsx';

export type PageEntry = {
  path: string;
  name: string;
  icon: IconName;
  group: string;
  needs: Permission;
  /** What a role without the permission cannot see. */
  what: string;
  /** Other words by which it is found. */
  words: string;
};

const page = (
  path: IconName & string,
  name: string,
  group: string,
  needs: Permission,
  words: string,
  what = name.toLowerCase(),
): PageEntry => ({ path, name, icon: path, group, needs, words, what });

export const PAGES: PageEntry[] = [
  page('overview', 'Overview', '', 'wallet:read', 'start guide home', 'the overview'),
  page('reports', 'Reports', '', 'reports:read', 'credit report document'),
  page('links', 'Links', '', 'reports:read', 'consumer hosted page session send'),
  page('complaints', 'Complaints', '', 'reports:read', 'erasure request consumer rights gdpr'),
  page('messages', 'Messages', '', 'requests:read', 'sms text delivered'),
  page('bureaus', 'Bureaus', '', 'wallet:read', 'equifax experian transunion slow answered cost per report'),
  page('wallet', 'Wallet', '', 'wallet:read', 'balance statement spend csv money', 'the wallet'),
  page('playground', 'Playground', 'Build', 'reports:write', 'try test scenario', 'the playground'),
  page('credentials', 'Credentials', 'Build', 'credentials:manage', 'api secret key rotate'),
  page('requests', 'Requests', 'Build', 'requests:read', 'api log calls errors'),
  page('webhooks', 'Webhooks', 'Build', 'webhooks:read', 'events endpoint delivery replay recover signature'),
  page('members', 'Members', 'Organisation', 'members:manage', 'invite role people'),
  page(
    'settings',
    'Settings',
    'Organisation',
    'members:manage',
    'name retention origins security two-step branding logo colour',
    'the settings',
  ),
  page('consent', 'Consent texts', 'Organisation', 'reports:read', 'agree version publish wording'),
  page('alerts', 'Alerts', 'Organisation', 'wallet:read', 'threshold balance low spend e-mail bell'),
  page('audit', 'Audit log', 'Organisation', 'audit:read', 'who did what', 'the audit log'),
];
/** The group that the link to the API reference belongs to. */
export const BUILD = 'Build';

export const OPERATOR_PAGES: { path: string; name: string; icon: IconName }[] = [
  { path: 'tenants', name: 'Tenants', icon: 'tenants' },
  { path: 'providers', name: 'Providers', icon: 'providers' },
  { path: 'audit', name: 'Service audit log', icon: 'audit' },
];
