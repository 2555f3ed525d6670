// How one logged call is written: its path, why it was refused, and as curl.

import { counted } from '../../../src/domain/in-words.ts';
import type { LoggedRequest } from '../../api/shapes.ts';

/** `/:tenantId/v1/credit-reports/:creditReportId/timeline` -> `/credit-reports/{id}/timeline`. */
export const shownRoute = (route: string): string =>
  route.replace(/^\/:tenantId\/v1/, '').replaceAll(/:[a-z]+id\b/gi, '{id}');

/** `/addresses/0/ukAddress` -> `addresses[0].ukAddress`. */
export const shownField = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^(\d+|\*)$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

export const problemsOf = ({ details }: LoggedRequest) => details?.filter(({ path }) => path !== '') ?? [];

/** What the API said: the first field with its problem, or the sentence; empty if the call was answered. */
export function whyOf(call: LoggedRequest): string {
  const [first, ...more] = problemsOf(call);
  if (first === undefined) return call.message ?? (call.status >= 400 ? (call.help?.cause ?? '') : '');
  const others = more.length === 0 ? '' : `, and ${counted(more.length, 'more problem')}`;
  return `${shownField(first.path)}: ${first.message}${others}`;
}

/** Null where a credential or a person is not known: a call without a valid token. */
export const callerOf = ({ credentialName, personName }: LoggedRequest): string | null =>
  credentialName ?? personName;

/** As a call to repeat. Bodies and ids other than the report's are not kept. */
export function curlOf(call: LoggedRequest, tenantId: string): string {
  const path = call.route
    .replace(':tenantId', tenantId)
    .replace(':creditReportId', call.reportId ?? '$REPORT_ID')
    .replaceAll(/:(\w+)/g, (_, name: string) => `$${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`);
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(call.method);
  return [
    `curl -X ${call.method} "${location.origin}${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(hasBody ? ["-H 'Content-Type: application/json'", '-d @body.json'] : []),
  ].join(' \\\n  ');
}

/** Where the fields stand below. */
export const FIX_FIELDS = 'Fix each field listed below.';

/** The route of a generate request. */
export const GENERATE = '/:tenantId/v1/credit-reports';
