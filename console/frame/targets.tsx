// What the command box offers: rows that the service found, pages, actions, tenants, and what was opened from it before.
import type { Found, Status } from '../api/shapes.ts';
import { shownRoute, whyOf } from '../pages/activity/request-words.ts';
import type { IconName } from '../parts/icon.tsx';
import { shortId } from '../parts/words.ts';
import { OPERATOR_PAGES, PAGES } from './pages.ts';
import type { Person, TenantView } from './tenant.tsx';

export type Target = {
  name: string;
  to: string;
  icon: IconName;
  more?: string;
  report?: Status;
  /** The status of a request. */
  answer?: number;
};
/** `isSure`: its first target is what was named, whatever the service finds. */
export type Group = { name: string; targets: Target[]; isSure?: boolean };

const REFERENCE_MIN = 4;
const RECENT_MAX = 5;
/** By tenant, in memory only: references are not written to the browser. */
const recents = new Map<string, Target[]>();

/** Whether the service can search for it. */
export const isSearched = (text: string): boolean => text.length >= REFERENCE_MIN;

export function noteRecent(tenant: TenantView | null, target: Target): void {
  if (tenant === null) return;
  const before = recents.get(tenant.tenantId) ?? [];
  const others = before.filter(({ to }) => to !== target.to);
  recents.set(tenant.tenantId, [target, ...others].slice(0, RECENT_MAX));
}

export function groupsOf(given: {
  tenant: TenantView | null;
  person: Person;
  text: string;
  found: Found | undefined;
}): Group[] {
  const { tenant, person, text, found } = given;
  const wanted = text.toLowerCase();
  const fits = (words: string): boolean => words.toLowerCase().includes(wanted);
  const begins = ({ name }: Target): boolean => wanted !== '' && name.toLowerCase().startsWith(wanted);
  const pages = [...pagesOf(tenant), ...operatorOf(person)]
    .filter(({ name, words }) => fits(`${name} ${words}`))
    .map(({ words, ...target }) => target)
    .sort((a, b) => Number(begins(b)) - Number(begins(a)));
  const named: Group[] = [
    { name: 'Pages', targets: pages, isSure: pages.some(begins) },
    { name: 'Actions', targets: actionsOf(tenant).filter(({ name }) => fits(name)) },
    {
      name: 'Tenants',
      targets: tenantsOf(tenant, person).filter(({ name }) => fits(name)),
    },
  ];
  const rows = [
    ...(tenant === null || found === undefined ? [] : rowsOf(tenant, found)),
    ...(tenant === null ? [] : [...byPersonOf(tenant, text), ...complaintOf(tenant, text)]),
  ];
  const recent = wanted === '' && tenant !== null ? (recents.get(tenant.tenantId) ?? []) : [];
  const groups = pages.some(begins) ? [...named, ...rows] : [...rows, ...named];
  const isNew = ({ to }: Target): boolean => !recent.some((one) => one.to === to);
  return [
    { name: 'Recent', targets: recent },
    ...groups.map((group) => ({ ...group, targets: group.targets.filter(isNew) })),
  ].filter(({ targets }) => targets.length > 0);
}

function rowsOf({ tenantId, home, mode }: TenantView, { reports, requests, events }: Found): Group[] {
  const isOwnMode = ({ test }: Found['reports'][number]): boolean => test === (mode === 'test');
  return [
    {
      name: 'Reports',
      targets: reports
        .toSorted((a, b) => Number(isOwnMode(b)) - Number(isOwnMode(a)))
        .map((report) => ({
          name: report.externalReference ?? report.person ?? shortId(report.creditReportId),
          to: `/${tenantId}/${report.test ? 'test' : 'live'}/reports/${report.creditReportId}`,
          icon: 'reports',
          more: `${report.test ? 'Test' : 'Live'}, ${report.person ?? shortId(report.creditReportId)}`,
          report: report.status,
        })),
    },
    {
      name: 'Requests',
      targets: requests.map((call) => ({
        name: `${call.method} ${shownRoute(call.route)}`,
        to: `${home}/requests/${call.id}`,
        icon: 'requests',
        more: whyOf(call) || shortId(call.id),
        answer: call.status,
      })),
    },
    {
      name: 'Events',
      targets: events
        .map(
          ({ id, type, test, subjectId }): Target => ({
            name: type,
            to: `/${tenantId}/${test ? 'test' : 'live'}/${pageOf(type, subjectId)}`,
            icon: 'webhooks',
            more: `${test ? 'Test' : 'Live'}, ${shortId(id)}`,
          }),
        )
        .filter(({ to }, index, all) => all.findIndex((one) => one.to === to) === index),
    },
  ];
}

/** Where it is seen what an event tells of. */
function pageOf(type: string, subjectId: string | null): string {
  if (subjectId === null) return 'webhooks';
  if (/^(report|challenge|sms)\./.test(type)) return `reports/${subjectId}`;
  return type.startsWith('session.') ? `links/${subjectId}` : 'webhooks';
}

const COMPLAINT = /^(?=.*\d)[\da-z]{4}-?[\da-z]{4}$/i;

/** The number that a consumer was told when they complained. */
function complaintOf({ home, access }: TenantView, text: string): Group[] {
  if (!access.permissions.includes('reports:read') || !COMPLAINT.test(text)) return [];
  const to = `${home}/complaints?number=${encodeURIComponent(text.toUpperCase())}`;
  return [
    {
      name: 'Complaints',
      targets: [{ name: `Find the complaint ${text.toUpperCase()}`, to, icon: 'complaints' }],
    },
  ];
}

/** The end of a phone number or a surname: searched for when it is pressed, because each search is in the audit log. */
function byPersonOf({ home, access }: TenantView, text: string): Group[] {
  const digits = text.replace(/[\s.…·+-]/g, '');
  const isPhone = /^\d{4,15}$/.test(digits);
  if (!access.permissions.includes('reports:reveal') || !(isPhone || /^[\p{L}' -]{2,60}$/u.test(text)))
    return [];
  const name = isPhone ? `Find the phone ending ${digits.slice(-4)}` : `Find the surname ${text}`;
  const to = `${home}/reports?who=${encodeURIComponent(isPhone ? digits.slice(-4) : text)}`;
  return [{ name: 'People', targets: [{ name, to, icon: 'person', more: 'In the audit log' }] }];
}

type Named = Target & { words: string };

function pagesOf(tenant: TenantView | null): Named[] {
  const account: Named = {
    name: 'Account',
    to: '/me',
    icon: 'person',
    words: 'password authenticator sessions',
  };
  if (tenant === null) return [account];
  const own = PAGES.filter(({ needs }) => tenant.access.permissions.includes(needs));
  return [
    ...own.map(({ name, path, icon, words }): Named => ({ name, to: `${tenant.home}/${path}`, icon, words })),
    account,
  ];
}

function operatorOf({ isOperator }: Person): Named[] {
  if (!isOperator) return [];
  return OPERATOR_PAGES.map(({ name, path, icon }) => ({ name, to: `/operator/${path}`, icon, words: '' }));
}

function tenantsOf(tenant: TenantView | null, { tenants }: Person): Target[] {
  return tenants
    .filter(({ id }) => id !== tenant?.tenantId)
    .map(({ id, name }) => ({ name, to: `/${id}/${tenant?.mode ?? 'test'}/overview`, icon: 'tenants' }));
}

/** What is done on a page; `do` asks the page to begin with it. */
function actionsOf(tenant: TenantView | null): Target[] {
  if (tenant === null) return [];
  const { access, home, mode, tenantId } = tenant;
  const other = mode === 'test' ? 'live' : 'test';
  const all = [
    { needs: 'credentials:manage', name: 'Rotate a secret…', to: 'credentials', icon: 'replay' },
    { needs: 'credentials:manage', name: 'Create a credential…', to: 'credentials?do=create', icon: 'plus' },
    { needs: 'members:manage', name: 'Invite a person…', to: 'members?do=invite', icon: 'members' },
    { needs: 'reports:write', name: 'Send a test request', to: 'playground', icon: 'playground' },
  ] as const;
  return [
    ...all
      .filter(({ needs }) => access.permissions.includes(needs))
      .map(({ name, to, icon }) => ({ name, to: `${home}/${to}`, icon })),
    { name: `Switch to ${other} mode`, to: `/${tenantId}/${other}/overview`, icon: 'switch' },
  ];
}
