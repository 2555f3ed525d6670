// What the kinds of two accounts, and of their companies, tell.
import { areOneFamily } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';

export function scoreKind(a: Comparable, b: Comparable): number {
  return scoreType(a, b) + scoreCompany(a, b);
}

/** An account of unknown kind says nothing. */
function scoreType(a: Comparable, b: Comparable): number {
  if (a.account.accountType === b.account.accountType) return 1;
  if (areOneFamily(a, b)) return -1;
  return a.family === 'other' || b.family === 'other' ? 0 : -2;
}

/** The kind of company says something only where its name does not. */
function scoreCompany(a: Comparable, b: Comparable): number {
  if (a.lender !== null && b.lender !== null) return 0;
  const [one, other] = [a.account.companyType, b.account.companyType];
  if (one === undefined || other === undefined || one === 'other' || other === 'other') return 0;
  return one === other ? 1 : -1;
}
