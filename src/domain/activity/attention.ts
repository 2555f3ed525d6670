// What needs attention now, for the overview and the bell of the console, computed from plain figures. Each has a threshold.
import { londonTime } from '../days/london-days.ts';
import { dueAtOf } from '../hosted/consumer-request.ts';
import { pounds } from '../wallet/invoice.ts';
import type { PaymentSign } from '../wallet/payment-signs.ts';

export type AttentionFacts = {
  balance: number;
  spentLastWeek: number;
  refusedLastDay: number;
  refusedDayBefore: number;
  textsLastDay: number;
  undeliveredLastDay: number;
  simulators: readonly string[];
  /** Alerts of the tenant's own that have fired and not recovered. */
  fired: readonly {
    kind: 'low' | 'depleted' | 'velocity' | 'undelivered';
    threshold: number;
    changedAt: Date;
  }[];
  /** Complaints and erasure requests of live mode that are open; null without any. */
  openRequests: { count: number; firstAt: Date } | null;
  /** Old secrets that people were warned of, and that still work. */
  endingSecrets: readonly { id: string; name: string; expiresAt: Date; warnedAt: Date }[];
  /** Webhook endpoints that fail, or were disabled by other than a person. */
  brokenEndpoints: readonly { id: string; host: string; isTest: boolean; isDisabled: boolean; since: Date }[];
  /** What payments need of the tenant. */
  paymentSigns: readonly PaymentSign[];
};

export const ATTENTION_KINDS = [
  'wallet-in-debt',
  'consumer-waits',
  'wallet-empty',
  'balance-low',
  'top-up-off',
  'payment-needs-action',
  'payment-differs',
  'spending-fast',
  'errors-rising',
  'texts-undelivered',
  'secret-ending',
  'endpoint-failing',
  'endpoint-disabled',
  'simulators-in-use',
] as const;
export type Attention = {
  kind: (typeof ATTENTION_KINDS)[number];
  message: string;
  /** Since when, where that is known. */
  since: Date | null;
  /** Of the credential, the endpoint or the payment that it is about. */
  subjectId: string | null;
  /** The mode of an endpoint; null for everything else. */
  test: boolean | null;
};

const DAYS_MIN = 7;
/** A few rejected requests a day are normal, not a trend. */
const REFUSED_MIN = 10;
const REFUSED_TIMES = 2;
const UNDELIVERED_SHARE = 0.05;

const PLAIN = { since: null, subjectId: null, test: null };

export function attentionOf(facts: AttentionFacts): Attention[] {
  return [
    ...aboutDebt(facts),
    ...aboutConsumers(facts),
    ...aboutBalance(facts),
    ...aboutPayments(facts),
    ...aboutSpending(facts),
    ...aboutErrors(facts),
    ...aboutTexts(facts),
    ...facts.endingSecrets.map(({ id, name, expiresAt, warnedAt }) => ({
      kind: 'secret-ending' as const,
      message: `The old secret of ${name} ends on ${londonTime(expiresAt)}, and is still in use. Switch to the new one, or extend it.`,
      since: warnedAt,
      subjectId: id,
      test: null,
    })),
    ...facts.brokenEndpoints.map(({ id, host, isTest, isDisabled, since }) => ({
      kind: isDisabled ? ('endpoint-disabled' as const) : ('endpoint-failing' as const),
      message: isDisabled
        ? `Nothing is sent to ${host}. What happens meanwhile is kept: enable it to have it sent.`
        : `${host} has taken no event since ${londonTime(since)}.`,
      since,
      subjectId: id,
      test: isTest,
    })),
    ...(facts.simulators.length === 0
      ? []
      : [
          {
            ...PLAIN,
            kind: 'simulators-in-use' as const,
            message: `Simulators stand in for ${facts.simulators.join(', ')}: live reports are made up.`,
          },
        ]),
  ];
}

function aboutDebt({ paymentSigns }: AttentionFacts): Attention[] {
  const debt = paymentSigns.find(({ kind }) => kind === 'debt');
  if (debt === undefined) return [];
  const message = `The money of a payment went back after its credits were spent: live reports are refused until ${debt.amount} credits are paid.`;
  return [{ ...PLAIN, kind: 'wallet-in-debt', message }];
}

function aboutPayments({ paymentSigns }: AttentionFacts): Attention[] {
  return paymentSigns.flatMap(({ kind, amount, id, since }): Attention[] => {
    if (kind === 'off') {
      const message = `Three payments in a row failed: nothing is bought when fewer than ${amount} credits are left. Use another card.`;
      return [{ ...PLAIN, kind: 'top-up-off', message, since }];
    }
    if (kind === 'needs-action') {
      const message = `The bank wants you to confirm an automatic top-up of ${pounds(amount)}. Until then nothing is bought.`;
      return [{ ...PLAIN, kind: 'payment-needs-action', message, since, subjectId: id }];
    }
    if (kind !== 'differs') return [];
    const message = `A payment of ${pounds(amount)} was not made as asked, and brought no credits. The people who run this service look into it.`;
    return [{ ...PLAIN, kind: 'payment-differs', message, since, subjectId: id }];
  });
}

function aboutConsumers({ openRequests }: AttentionFacts): Attention[] {
  if (openRequests === null) return [];
  const { count, firstAt } = openRequests;
  const waiting =
    count === 1 ? '1 complaint or erasure request is' : `${count} complaints or erasure requests are`;
  const message = `${waiting} open. Answer ${count === 1 ? 'it' : 'the first'} by ${londonTime(dueAtOf(firstAt))}.`;
  return [{ ...PLAIN, kind: 'consumer-waits', message, since: firstAt }];
}

/** One of them: that it is empty, below a threshold of the tenant's own, or gone within a week at this pace. */
function aboutBalance({ balance, fired, ...facts }: AttentionFacts): Attention[] {
  const empty = fired.find(({ kind }) => kind === 'depleted');
  if (empty !== undefined) {
    const message = 'No credits are left: live reports are refused. Top up the wallet.';
    return [{ ...PLAIN, kind: 'wallet-empty', message, since: empty.changedAt }];
  }
  const low = fired.filter(({ kind }) => kind === 'low').sort((a, b) => a.threshold - b.threshold)[0];
  if (low !== undefined) {
    const message = `${amount(balance)} are left, below your threshold of ${amount(low.threshold)}. Top up the wallet.`;
    return [{ ...PLAIN, kind: 'balance-low', message, since: low.changedAt }];
  }
  const days = daysLeft({ balance, ...facts });
  if (days === null || days >= DAYS_MIN) return [];
  const lasts = days < 1 ? 'less than a day' : `about ${Math.floor(days)} ${days < 2 ? 'day' : 'days'}`;
  const message = `${amount(balance)} are left: at the pace of the last 7 days they last ${lasts}. Top up the wallet.`;
  return [{ ...PLAIN, kind: 'balance-low', message }];
}

function aboutSpending({ fired }: AttentionFacts): Attention[] {
  const fast = fired.find(({ kind }) => kind === 'velocity');
  if (fast === undefined) return [];
  const message = `More than ${amount(fast.threshold)} were spent within an hour. See the wallet.`;
  return [{ ...PLAIN, kind: 'spending-fast', message, since: fast.changedAt }];
}

function aboutErrors({ refusedLastDay, refusedDayBefore }: AttentionFacts): Attention[] {
  if (refusedLastDay < REFUSED_MIN || refusedLastDay < REFUSED_TIMES * refusedDayBefore) return [];
  const message = `${refusedLastDay} calls were refused in the last 24 hours, ${refusedDayBefore} in the 24 hours before. See Requests.`;
  return [{ ...PLAIN, kind: 'errors-rising', message }];
}

/** One of them: of the last hour, by the tenant's own threshold, or of the last day. */
function aboutTexts({ textsLastDay, undeliveredLastDay, fired }: AttentionFacts): Attention[] {
  const failing = fired.find(({ kind }) => kind === 'undelivered');
  if (failing !== undefined) {
    const message = `At least ${failing.threshold} % of the texts of an hour were not delivered. See Messages.`;
    return [{ ...PLAIN, kind: 'texts-undelivered', message, since: failing.changedAt }];
  }
  if (undeliveredLastDay <= UNDELIVERED_SHARE * textsLastDay) return [];
  const message = `${undeliveredLastDay} of ${textsLastDay} texts were not delivered in the last 24 hours. See Messages.`;
  return [{ ...PLAIN, kind: 'texts-undelivered', message }];
}

const CREDITS_PER_PENNY = 10;
/** `£101.34 (101,340 credits)`. */
const amount = (credits: number): string =>
  `${pounds(credits / CREDITS_PER_PENNY)} (${credits.toLocaleString('en-GB')} credits)`;

/** Days that the balance lasts at the rate of the last week; null when nothing was spent. */
export function daysLeft({
  balance,
  spentLastWeek,
}: Pick<AttentionFacts, 'balance' | 'spentLastWeek'>): number | null {
  return spentLastWeek === 0 ? null : (balance * 7) / spentLastWeek;
}
