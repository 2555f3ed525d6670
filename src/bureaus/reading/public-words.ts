// What a bureau's words say of a court record: whether it is a judgment or an insolvency, of which kind, and how it stands.
import type {
  InsolvencyKind,
  InsolvencyStatus,
  JudgmentKind,
  JudgmentStatus,
  RestrictionKind,
} from '../../domain/reports/file-parts.ts';

const INSOLVENCIES: readonly [RegExp, InsolvencyKind][] = [
  [/debt relief restriction/, 'debt-relief-restrictions'],
  [/restriction/, 'bankruptcy-restrictions'],
  [/income payment/, 'income-payments'],
  [/debt relief|\bdro\b/, 'debt-relief-order'],
  [/administration order/, 'administration-order'],
  [/voluntary arrangement|\biva\b/, 'individual-voluntary-arrangement'],
  [/debt arrangement|\bdas\b/, 'debt-arrangement-scheme'],
  [/sequestrat/, 'sequestration'],
  [/trust deed/, 'trust-deed'],
  [/bankrupt/, 'bankruptcy'],
];

/** Undefined where the words are of no insolvency. */
export function insolvencyKindOf(words: string): InsolvencyKind | undefined {
  const plain = plainWords(words);
  return INSOLVENCIES.find(([pattern]) => pattern.test(plain))?.[1];
}

/** Undefined where the words say neither: an order is in force until something says otherwise. */
export function insolvencyStatusOf(words: string): InsolvencyStatus | undefined {
  const plain = plainWords(words);
  if (/annul|rescind|revoke|set aside|dismiss/.test(plain)) return 'annulled';
  if (/discharg|complet|satisf|expire|ended|failed/.test(plain)) return 'ended';
  return /petition/.test(plain) ? 'petition' : undefined;
}

/** Undefined where the words do not say. */
export function restrictionKindOf(words: string): RestrictionKind | undefined {
  const plain = plainWords(words);
  if (/undertaking/.test(plain)) return 'undertaking';
  if (!/order/.test(plain)) return undefined;
  return /interim/.test(plain) ? 'interim-order' : 'order';
}

export function judgmentKindOf(words: string): JudgmentKind {
  const plain = plainWords(words);
  if (/sheriff|decree|scot|court of session/.test(plain)) return 'decree';
  if (/child|maintenance|\bcsa\b/.test(plain)) return 'child-support-order';
  return /high court/.test(plain) ? 'high-court-judgment' : 'county-court-judgment';
}

export function judgmentStatusOf(words: string): JudgmentStatus {
  const plain = plainWords(words);
  if (/set aside|cancel|revers/.test(plain)) return 'set-aside';
  return /satisf|\bpaid\b/.test(plain) ? 'satisfied' : 'open';
}

/** A discharge that is still to come is when the order is expected to end: until then it is in force. `today`: YYYY-MM-DD. */
export const endedBy = (day: string | undefined, today: string): string | undefined =>
  day !== undefined && day <= today ? day : undefined;

/** "DEBT_RELIEF_ORDER" and "Debt relief order" are the same words. */
function plainWords(words: string): string {
  return words.toLowerCase().replace(/[^a-z]+/g, ' ');
}
