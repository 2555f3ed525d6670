// What the console asks of a tenant, for the long run of figures: every list with its filters, sorts and deep pages, statistics of every step.
import { toToken } from '../../../src/usecases/page.ts';
import type { Browser } from '../people.ts';
import type { Past } from './planted-past.ts';

const DAY_MS = 86_400_000;
export const timeAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
export const dayAgo = (days: number): string => timeAgo(days).slice(0, 10);

/** A tenant with its past, somebody who reads it, and what a query needs to name of it. */
export type Reader = {
  past: Past;
  browser: Browser;
  operator: Browser;
  /** Of a report in the middle of the past, and of one a fortnight ago. */
  middle: { id: string; micros: string; seq: number };
  recent: { id: string; requestId: string; eventId: string; deliveryId: string };
};

type Query = string | ((reader: Reader) => string);
const lists = (path: string, queries: Record<string, string>) =>
  Object.entries(queries).map(([what, query]): [string, Query] => [`${path}, ${what}`, `${path}${query}`]);
const atMiddle = ({ middle }: Reader): string => `pageToken=${toToken(`${middle.micros}.${middle.id}`)}`;

export const QUERIES: [what: string, query: Query][] = [
  ...lists('stats', {
    '30 days': '',
    'test mode': '?test=true',
    '24 hours': '?step=hour',
    '7 days by hour': `?step=hour&from=${timeAgo(7)}`,
    '16 days by hour': `?step=hour&from=${timeAgo(16)}`,
    '12 months': '?step=month',
    '90 days': `?from=${dayAgo(89)}`,
    'a month of the past': `?from=${dayAgo(80)}&to=${dayAgo(50)}`,
  }),
  ...lists('bureaus', { today: '', '7 days': '?period=7-days', '30 days': '?period=30-days' }),
  ...lists('search', {
    '4 characters, all reports': '?q=case',
    '9 characters': '?q=case-0042',
    'a whole reference': '?q=case-0042-42',
    nobody: '?q=nobody',
  }),
  ['search, a report id', ({ recent }) => `search?q=${recent.id}`],
  ['search, 8 digits of an id', ({ middle }) => `search?q=${middle.id.slice(0, 8)}`],
  ['search, a request id', ({ recent }) => `search?q=${recent.requestId}`],
  ...lists('credit-reports', {
    'first page, count': '?count=true&details=true',
    'live, count': '?count=true&details=true&test=false',
    'test, count': '?count=true&details=true&test=true',
    'oldest first': '?sort=oldest&details=true',
    complete: '?status=complete&count=true',
    failed: '?status=failed&count=true',
    blocked: '?status=blocked&count=true',
    waiting: '?status=authentication-required&count=true',
    retry: '?status=retry&count=true',
    'retry, live': '?status=retry&count=true&test=false',
    'by beginning': '?referenceStart=case-0042&count=true',
    'by beginning, failed': '?referenceStart=case&status=failed&count=true',
    'by beginning, retry': '?referenceStart=case&status=retry&count=true',
    'by beginning, oldest first': '?referenceStart=case-0042&sort=oldest',
    'a reference': '?externalReference=case-0042-42&count=true',
    'that a bureau was asked for': '?bureau=equifax&count=true&details=true',
    'that a bureau did not answer': '?bureau=equifax&bureauAnswer=unanswered&count=true&details=true',
    'without a file of a bureau': '?bureau=experian&bureauAnswer=no-trace&count=true',
    'a period': `?createdFrom=${timeAgo(60)}&createdTo=${timeAgo(50)}&count=true`,
    'a period, failed, test': `?createdFrom=${timeAgo(60)}&createdTo=${timeAgo(50)}&count=true&status=failed&test=true`,
  }),
  ['credit-reports, deep page', (reader) => `credit-reports?details=true&${atMiddle(reader)}`],
  ['credit-reports, deep page, failed', (reader) => `credit-reports?status=failed&${atMiddle(reader)}`],
  ['credit-reports, deep, oldest first', (reader) => `credit-reports?sort=oldest&${atMiddle(reader)}`],
  [
    'credit-reports, deep, by beginning',
    (reader) => `credit-reports?referenceStart=case-0042&${atMiddle(reader)}`,
  ],
  ...lists('requests', {
    'first page': '',
    live: '?mode=live',
    test: '?mode=test',
    'about tests': '?test=true',
    refused: '?status=4xx',
    'server errors': '?status=5xx',
    'one status': '?status=409',
    'a code': '?code=validation-error',
    'a rare code': '?code=insufficient-funds',
    'a code of none': '?code=challenge-expired',
    'a path': '?route=/otp-challenge',
    'a rare path': '?route=/lenders',
    'a path of none': '?route=/nowhere',
    'a period': `?dateFrom=${timeAgo(20)}&dateTo=${timeAgo(19)}`,
    errors: '/errors',
    'errors of 30 days': `/errors?dateFrom=${timeAgo(30)}`,
  }),
  ['requests, a credential', ({ past }) => `requests?credentialId=${past.credentialIds[0]}`],
  ['requests, a rare credential', ({ past }) => `requests?credentialId=${past.credentialIds[1]}`],
  ['requests, of a report', ({ recent }) => `requests?reportId=${recent.id}`],
  ['requests, deep page', ({ recent }) => `requests?pageToken=${toToken(recent.requestId)}`],
  [
    'requests, all filters',
    ({ past }) =>
      `requests?credentialId=${past.credentialIds[0]}&code=challenge-expired&mode=live&route=credit-reports&dateFrom=${timeAgo(29)}`,
  ],
  ['timeline', ({ recent }) => `credit-reports/${recent.id}/timeline`],
  ['messages', () => 'messages'],
  ['messages, not delivered', () => 'messages?state=not-delivered'],
  ['messages, refused', () => 'messages?state=refused'],
  ['overview', () => 'overview'],
  ['attention', () => 'attention'],
  ['payments', () => 'payments'],
  ['invoices', () => 'invoices'],
  ...lists('billing/transactions', {
    'first page': '',
    posts: '?kind=post',
    voids: '?kind=void',
    'top-ups': '?kind=top-up',
    'a period': `?dateFrom=${dayAgo(60)}&dateTo=${dayAgo(50)}`,
  }),
  ...lists('billing/reports', {
    'first page': '',
    'a period': `?dateFrom=${dayAgo(60)}&dateTo=${dayAgo(50)}`,
  }),
  ['billing/reports, deep page', ({ middle }) => `billing/reports?pageToken=${toToken(String(middle.seq))}`],
  ...lists('billing/credit-usage', {
    'this month': `?dateFrom=${dayAgo(0).slice(0, 8)}01&dateTo=${dayAgo(0)}`,
    '31 days': `?dateFrom=${dayAgo(61)}&dateTo=${dayAgo(31)}`,
    '90 days': `?dateFrom=${dayAgo(89)}&dateTo=${dayAgo(0)}`,
    '31 days of New York': `?dateFrom=${dayAgo(61)}&dateTo=${dayAgo(31)}&timeZone=America/New_York`,
  }),
  ...lists('events', {
    'from the first': '?pageSize=100',
    'of a type': '?types=report.failed',
    'of a rare type': '?types=wallet.low',
    'test mode': '?test=true',
    latest: '?after=latest',
  }),
  ['events, deep', ({ recent }) => `events?after=${recent.eventId}&pageSize=100`],
  [
    'events, deep, of a rare type',
    ({ recent }) => `events?after=${recent.eventId}&types=wallet.low&test=false`,
  ],
  ['deliveries', ({ past }) => `webhook-endpoints/${past.endpointId}/deliveries`],
  ['deliveries, failed', ({ past }) => `webhook-endpoints/${past.endpointId}/deliveries?state=failed`],
  ['deliveries, due', ({ past }) => `webhook-endpoints/${past.endpointId}/deliveries?state=due`],
  [
    'deliveries, deep page',
    ({ past, recent }) =>
      `webhook-endpoints/${past.endpointId}/deliveries?pageToken=${toToken(recent.deliveryId)}`,
  ],
  ['deliveries by hour, 24', ({ past }) => `webhook-endpoints/${past.endpointId}/histogram`],
  ['deliveries by hour, 7 days', ({ past }) => `webhook-endpoints/${past.endpointId}/histogram?hours=168`],
  ['webhook-endpoint', ({ past }) => `webhook-endpoints/${past.endpointId}`],
  ['request', ({ recent }) => `requests/${recent.requestId}`],
  ...[
    ...['webhook-endpoints', 'lenders', 'audit-entries', 'consumer-sessions', 'consent-texts', 'test-clocks'],
    ...['products', 'alerts', 'access', 'members', 'invitations', 'credentials', 'security', 'settings'],
    ...['branding', 'consumer-requests'],
  ].map((path): [string, Query] => [path, path]),
];
