// Automatic top-up: what a tenant sets, and what failures do to it. Pure.

export type AutomaticTopUp = {
  isOn: boolean;
  /** A payment is made when fewer credits are available. */
  threshold: number;
  /** What it brings, before VAT. */
  credits: number;
  failures: number;
  /** Why the service switched it off; null where it did not. */
  offReason: 'failed-three-times' | 'card-removed' | null;
};

export const FAILURES_MAX = 3;
/** After a failure the next attempt waits: a card that was declined is declined a second later too. */
export const RETRY_AFTER_SECONDS = 3_600;

export function afterFailure(failures: number): { failures: number; isOff: boolean } {
  const next = failures + 1;
  return { failures: next, isOff: next >= FAILURES_MAX };
}
