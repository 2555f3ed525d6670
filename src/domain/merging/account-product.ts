// Which product is shown where bureaus' codes tell more or less: the most exact one. A code that covers several kinds does not contradict
// one that tells them apart; two exact ones that differ do.
import type { AccountProduct } from '../reports/credit-report.ts';
import type { Comparable } from './comparable-account.ts';

/** What a product is a kind of: a PCP is a balloon hire purchase, which is hire purchase. */
const KIND_OF: Partial<Record<AccountProduct, AccountProduct>> = {
  pcp: 'balloon-hire-purchase',
  'balloon-hire-purchase': 'hire-purchase',
  'conditional-sale': 'hire-purchase',
};

/** `newest`: the newest record first. Of two exact ones that differ, the newer. */
export function shownProduct(newest: readonly Comparable[]): AccountProduct | undefined {
  let shown: AccountProduct | undefined;
  for (const { account } of newest) {
    const { product } = account;
    if (product !== undefined && (shown === undefined || isKindOf(product, shown))) shown = product;
  }
  return shown;
}

/** Whether one may be the other said more exactly, or one of them is not said. */
export function agreeOnProduct(a: AccountProduct | undefined, b: AccountProduct | undefined): boolean {
  return a === undefined || b === undefined || isKindOf(a, b) || isKindOf(b, a);
}

function isKindOf(product: AccountProduct, kind: AccountProduct): boolean {
  for (let one: AccountProduct | undefined = product; one !== undefined; one = KIND_OF[one]) {
    if (one === kind) return true;
  }
  return false;
}
