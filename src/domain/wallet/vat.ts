// VAT of the United Kingdom, by dated data. Pure. Credits are paid before they are used, so VAT is due at the top-up; docs/payments.md says
// what an accountant must confirm.

/** The standard rate in percent, from the day on; the newest last. */
const VAT_RATES: readonly { from: string; percent: number }[] = [
  { from: '1991-04-01', percent: 17.5 },
  { from: '2008-12-01', percent: 15 },
  { from: '2010-01-01', percent: 17.5 },
  { from: '2011-01-04', percent: 20 },
];

/** `day`: as 2026-11-18, in the United Kingdom. */
export function vatPercentOn(day: string): number {
  const rate = VAT_RATES.findLast(({ from }) => from <= day);
  if (rate === undefined) throw new Error(`there is no rate of VAT for ${day}`);
  return rate.percent;
}

/** Half a penny is rounded up. A seller who is not registered for VAT charges none. */
export function vatOf(netPence: number, percent: number): number {
  return Math.floor((netPence * percent) / 100 + 0.5);
}

/** The VAT in a part of a payment, so that the parts add up: what is due up to here, without what was due before. */
export function vatInPart(
  whole: { totalPence: number; vatPence: number },
  beforePence: number,
  partPence: number,
): number {
  const upTo = (pence: number): number => Math.round((whole.vatPence * pence) / whole.totalPence);
  return upTo(beforePence + partPence) - upTo(beforePence);
}
