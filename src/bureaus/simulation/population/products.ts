// Which product a financed purchase or a lease is, and the balloon of those that have one. Drawn apart from the rest of the truth, which
// stays as it is but for the payments that a balloon makes smaller.
import type { AccountProduct } from '../../../domain/reports/credit-report.ts';
import type { Agreement } from './agreements.ts';
import { monthsBetween } from './calendar.ts';
import type { Chance } from './chance.ts';

/** In per cent of hire purchase of vehicles, and of leases. */
const SHARES: Partial<Record<Agreement['type'], readonly (readonly [AccountProduct, number])[]>> = {
  'hire-purchase': [
    ['pcp', 45],
    ['balloon-hire-purchase', 10],
    ['conditional-sale', 10],
    ['hire-purchase', 35],
  ],
  lease: [
    ['finance-lease', 60],
    ['operating-lease', 40],
  ],
};

/** The lump in per cent of what was financed. */
const BALLOONS: Partial<Record<AccountProduct, [min: number, max: number]>> = {
  pcp: [25, 45],
  'balloon-hire-purchase': [10, 30],
};

const OWED_PENCE_MIN = 10_000;

export function tellProduct(agreement: Agreement, chance: Chance, today: string): Agreement {
  const shares = agreement.isOtherGoods ? undefined : SHARES[agreement.type];
  let drawn = chance.int(1, 100);
  const share = shares?.find(([, percent]) => {
    drawn -= percent;
    return drawn <= 0;
  });
  const product = agreement.product ?? share?.[0];
  if (product === undefined) return agreement;
  const range = BALLOONS[product];
  return range === undefined
    ? { ...agreement, product }
    : { ...agreement, product, ...withBalloon(agreement, chance.int(...range), today) };
}

/** The payments pay off what the balloon does not, in the same number of months. */
function withBalloon(agreement: Agreement, percent: number, today: string): Partial<Agreement> {
  const { startBalancePence, numberOfPayments, paymentPence, monthlyPence, balancePence } = agreement;
  if (startBalancePence === undefined || numberOfPayments === undefined || paymentPence === undefined)
    return {};
  const balloonPence = Math.round((startBalancePence * percent) / 10_000) * 100;
  const monthly = Math.round((startBalancePence - balloonPence) / numberOfPayments);
  const months = Math.min(
    monthsBetween(agreement.startDate, agreement.defaultDate ?? today),
    numberOfPayments,
  );
  const owedPence = startBalancePence - monthly * months;
  return {
    balloonPence,
    monthlyPence: monthly,
    // The same share of interest on top.
    paymentPence: Math.round((paymentPence * monthly) / Math.max(1, monthlyPence)),
    balancePence: balancePence === 0 ? 0 : Math.max(OWED_PENCE_MIN, owedPence),
  };
}
