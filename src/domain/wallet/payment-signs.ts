// What payments need of somebody: of the tenant, or of the operator. Pure.
import { pounds } from './invoice.ts';

export type PaymentSign = {
  /**
   * `debt`: credits that are to be paid. `off`: three failures switched automatic top-up off. `needs-action`: the bank asks about an automatic one.
   * `differs`: paid, and not as asked. `refund-waits`, `charge-waits`: the provider has not answered for long. `refund-stuck`: it is not asked any more.
   */
  kind: 'debt' | 'off' | 'needs-action' | 'differs' | 'refund-waits' | 'refund-stuck' | 'charge-waits';
  /** Of the payment. */
  id: string | null;
  /** Credits of a debt or a threshold, else pence. */
  amount: number;
  since: Date | null;
};

export const OPERATOR_KINDS = [
  'wallet-in-debt',
  'payment-differs',
  'refund-waiting',
  'refund-stuck',
  'charge-waiting',
] as const;
export type OperatorKind = (typeof OPERATOR_KINDS)[number];

/** For operators: which it is, and what to do about it. Null for what the tenant mends alone. */
export function forOperators({ kind, amount }: PaymentSign): { kind: OperatorKind; message: string } | null {
  switch (kind) {
    case 'debt':
      return {
        kind: 'wallet-in-debt',
        message: `The wallet has a debt of ${amount} credits: live reports are refused until it is paid.`,
      };
    case 'differs':
      return {
        kind: 'payment-differs',
        message: `A payment of ${pounds(amount)} was not made as asked, and brought no credits. Look it up at the provider, refund it there or add the credits, then resolve it.`,
      };
    case 'refund-waits':
      return {
        kind: 'refund-waiting',
        message: `The provider has not answered to a refund of ${pounds(amount)}. It is asked again by itself.`,
      };
    case 'refund-stuck':
      return {
        kind: 'refund-stuck',
        message: `A refund of ${pounds(amount)} got no answer, and the provider is not asked any more: a day has passed, or it is not configured. Look it up there, give the money back if it was not, then resolve it.`,
      };
    case 'charge-waits':
      return {
        kind: 'charge-waiting',
        message: `The provider has not answered to a charge of ${pounds(amount)}. It is asked again by itself.`,
      };
    default:
      return null;
  }
}
