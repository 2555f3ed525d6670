// The pages of a tenant: path, name, required permission. The navigation and the command box read this list.
import type { Permission } from '../api/shapes.ts';

export type PageEntry = { path: string; name: string; group: string; needs: Permission; words?: string };

export const PAGES: PageEntry[] = [
  { path: 'overview', name: 'Overview', group: '', needs: 'wallet:read', words: 'start guide home' },
  { path: 'reports', name: 'Reports', group: '', needs: 'reports:read', words: 'credit report document' },
  { path: 'playground', name: 'Playground', group: '', needs: 'reports:write', words: 'try test scenario' },
  { path: 'messages', name: 'Messages', group: '', needs: 'requests:read', words: 'sms text delivered' },
  {
    path: 'wallet',
    name: 'Wallet',
    group: '',
    needs: 'wallet:read',
    words: 'balance statement spend csv money',
  },
  {
    path: 'credentials',
    name: 'Credentials',
    group: 'Developers',
    needs: 'credentials:manage',
    words: 'secret key rotate',
  },
  {
    path: 'requests',
    name: 'Requests',
    group: 'Developers',
    needs: 'requests:read',
    words: 'log calls errors',
  },
  {
    path: 'members',
    name: 'Members',
    group: 'Organisation',
    needs: 'members:manage',
    words: 'invite role people',
  },
  { path: 'audit', name: 'Audit log', group: 'Organisation', needs: 'audit:read', words: 'who did what' },
];

export const OPERATOR_PAGES: { path: string; name: string }[] = [
  { path: 'tenants', name: 'Tenants' },
  { path: 'providers', name: 'Providers' },
  { path: 'audit', name: 'Service audit log' },
];
