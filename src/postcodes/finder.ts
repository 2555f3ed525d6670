// The port of address look-up: which addresses a postcode has. A supplier is asked for a consumer at the hosted page, and decides nothing:
// whoever it does not help types the address.
import type { UkAddress } from '../domain/reports/consumer.ts';

export const FINDINGS = ['found', 'none', 'unanswered'] as const;

export type FoundAddresses =
  | { kind: 'found'; addresses: UkAddress[] }
  /** There is no such postcode, or nobody lives there. */
  | { kind: 'none' }
  /** The supplier did not answer, or refused us. */
  | { kind: 'unanswered' };

export type AddressFinder = {
  /** `postcode`: in its usual form, as LS1 4AB. Never throws for what the outside did. */
  find(postcode: string): Promise<FoundAddresses>;
  close(): Promise<void>;
};
