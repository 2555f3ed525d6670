// An entry of the audit log as a sentence, and what changed in words.
import { SERVICE_ACTIONS, TENANT_ACTIONS } from '../../../src/domain/activity/audit-actions.ts';
import type { AuditEntry } from '../../api/shapes.ts';
import { pounds, spoken } from '../../parts/words.ts';

/** After the name of who did it; what it was done to comes after, or where `{}` stands. */
const VERBS: Record<string, string> = {
  'member-invited': 'invited {} as {role}',
  'invitation-revoked': 'cancelled the invitation of {} as {role}',
  'invitation-accepted': 'accepted an invitation as {role}',
  'member-role-changed': 'changed the role of {} to {role}',
  'member-removed': 'removed {}',
  'member-added': 'added {} as {role}',
  'credential-created': 'created the credential {}',
  'credential-rotated': 'rotated the secret of the credential {}',
  'credential-overlap-extended': 'extended the old secret of {}',
  'credential-old-secret-ended': 'ended the old secret of {}',
  'credential-revoked': 'revoked the credential {}',
  'alerts-changed': 'changed the alerts',
  'webhook-endpoint-created': 'added the webhook endpoint {}',
  'webhook-endpoint-changed': 'changed {}',
  'webhook-endpoint-deleted': 'deleted the webhook endpoint {}',
  'webhook-endpoint-rotated': 'rotated the secret of {}',
  'webhook-endpoint-overlap-extended': 'extended the old secret of {}',
  'webhook-endpoint-old-secret-ended': 'ended the old secret of {}',
  'webhook-endpoint-disabled': 'disabled {}',
  'webhook-endpoint-enabled': 'enabled {}',
  'webhook-event-replayed': 'sent an event again to {}',
  'webhook-events-recovered': 'recovered events of {}',
  'webhook-recovery-cancelled': 'cancelled a recovery of {}',
  'tenant-changed': 'changed the settings',
  'branding-changed': 'changed the branding',
  'consent-text-created': 'wrote the consent text {}',
  'consent-text-changed': 'changed the draft of {}',
  'consent-text-published': 'published the consent text {}',
  'consumer-session-sent': 'sent a link by {by}',
  'consumer-session-cancelled': 'cancelled a link',
  'consent-given': 'recorded that a consumer agreed',
  'consent-withdrawn': 'recorded that a consumer withdrew their agreement',
  'consumer-request-received': 'recorded {kind} of a consumer',
  'consumer-request-seen': 'read what a consumer wrote',
  'consumer-request-closed': 'closed a request of a consumer',
  'report-seen': 'opened the document of {}',
  'number-seen': 'saw the phone number of {}',
  'code-resent': 'sent a new code for {}',
  'link-renewed': 'created a new link for {}',
  'reports-searched': 'searched reports by a phone number or surname',
  'report-erased': 'erased {}',
  'evidence-issued': 'downloaded the evidence of {}',
  'tenant-created': 'created {}',
  'tenant-enabled': 'switched {} on',
  'tenant-disabled': 'switched {} off',
  'prices-changed': 'changed the prices',
  'origins-changed': 'changed the allowed origins',
  'retention-changed': 'changed the retention',
  'wallet-topped-up': 'added {credits} to the wallet',
  'wallet-adjusted': 'adjusted the wallet by {credits}',
  'payment-started': 'started a payment of {credits}',
  'payment-noted': 'took note of a payment of {credits}',
  'payment-refunded': 'refunded {credits} of a payment',
  'payment-resolved': 'resolved a payment by hand',
  'card-removed': 'removed a card',
  'automatic-top-up-changed': 'changed automatic top-up',
  'billing-details-changed': 'changed the billing details',
  'operator-made': 'made {} an operator',
  'operator-unmade': 'took operator rights from {}',
  'identities-unlinked': 'unlinked the identities of {}',
  'signing-key-rotated': 'rotated the signing key',
  'evidence-key-made': 'made a key for evidence packs',
  'keys-rewrapped': 'rewrapped the encryption keys',
  'signed-in': 'signed in',
  'signed-out': 'signed out',
  'signed-out-everywhere': 'signed out everywhere',
  'session-ended': 'ended a session',
  'session-ended-by-reuse': 'had a session ended: its token was used twice',
  'password-changed': 'changed their password',
  'password-reset': 'reset their password',
  'authenticator-set-up': 'set up an authenticator',
  'authenticator-switched-off': 'switched off their authenticator',
  'recovery-codes-renewed': 'renewed their recovery codes',
};

/** The parts of the sentence around what it was done to; without `object` it is not named. */
export function verbOf({ action, before, after }: AuditEntry): {
  start: string;
  hasObject: boolean;
  end: string;
} {
  const facts = { ...before, ...after } as Record<string, unknown>;
  const words = (VERBS[action] ?? `${spoken(action).toLowerCase()}: {}`)
    .replace(/ (as|to) \{role\}/, (_, as) => (typeof facts.role === 'string' ? ` ${as} ${facts.role}` : ''))
    .replace('{credits}', amountOf(facts))
    .replace('{by}', facts.by === 'email' ? 'e-mail' : 'text')
    .replace('{kind}', facts.kind === 'complaint' ? 'a complaint' : 'a request to erase');
  const [start = '', end] = words.split('{}');
  return { start, hasObject: end !== undefined, end: end ?? '' };
}

/** In pounds: of credits, or of pence. */
function amountOf({ amount, credits, pence }: Record<string, unknown>): string {
  const found = amount ?? credits ?? (typeof pence === 'number' ? pence * CREDITS_PER_PENNY : undefined);
  return typeof found === 'number' ? pounds(found) : 'credits';
}
const CREDITS_PER_PENNY = 10;

/** The name in the entry itself; others are looked up by their id. */
export function namedIn({ before, after }: AuditEntry): string | null {
  const name = ({ ...before, ...after } as Record<string, unknown>).name;
  return typeof name === 'string' ? name : null;
}

/** `isTestOnly` -> `Test only`. */
export function factName(fact: string): string {
  const words = fact
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return spoken(words);
}

export function factValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(factValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const toChoice = (action: string): [string, string] => [action, spoken(action)];
export const TENANT_CHOICES = TENANT_ACTIONS.map(toChoice);
export const ALL_CHOICES = [...SERVICE_ACTIONS, ...TENANT_ACTIONS].map(toChoice);
