// Alerts of a tenant's overview, computed from plain figures. Each has a threshold.

export type AttentionFacts = {
  balance: number;
  spentLastWeek: number;
  refusedLastDay: number;
  refusedDayBefore: number;
  textsLastDay: number;
  undeliveredLastDay: number;
  simulators: readonly string[];
};

export const ATTENTION_KINDS = [
  'balance-low',
  'errors-rising',
  'texts-undelivered',
  'simulators-in-use',
] as const;
export type Attention = { kind: (typeof ATTENTION_KINDS)[number]; message: string };

const DAYS_MIN = 7;
/** A few rejected requests a day are normal, not a trend. */
const REFUSED_MIN = 10;
const REFUSED_TIMES = 2;
const UNDELIVERED_SHARE = 0.05;

export function attentionOf(facts: AttentionFacts): Attention[] {
  const found: Attention[] = [];
  const days = daysLeft(facts);
  if (days !== null && days < DAYS_MIN) {
    const lasts = days < 1 ? 'less than a day' : `about ${Math.floor(days)} ${days < 2 ? 'day' : 'days'}`;
    found.push({
      kind: 'balance-low',
      message: `${facts.balance} credits are left: at the pace of the last 7 days they last ${lasts}. Top up the wallet.`,
    });
  }
  const { refusedLastDay, refusedDayBefore } = facts;
  if (refusedLastDay >= REFUSED_MIN && refusedLastDay >= REFUSED_TIMES * refusedDayBefore) {
    found.push({
      kind: 'errors-rising',
      message: `${refusedLastDay} calls were refused in the last 24 hours, ${refusedDayBefore} in the 24 hours before. See Requests.`,
    });
  }
  const { textsLastDay, undeliveredLastDay } = facts;
  if (undeliveredLastDay > UNDELIVERED_SHARE * textsLastDay) {
    found.push({
      kind: 'texts-undelivered',
      message: `${undeliveredLastDay} of ${textsLastDay} texts were not delivered in the last 24 hours. See Messages.`,
    });
  }
  if (facts.simulators.length > 0) {
    found.push({
      kind: 'simulators-in-use',
      message: `Simulators stand in for ${facts.simulators.join(', ')}: live reports are made up.`,
    });
  }
  return found;
}

/** Days that the balance lasts at the rate of the last week; null when nothing was spent. */
export function daysLeft({
  balance,
  spentLastWeek,
}: Pick<AttentionFacts, 'balance' | 'spentLastWeek'>): number | null {
  return spentLastWeek === 0 ? null : (balance * 7) / spentLastWeek;
}
