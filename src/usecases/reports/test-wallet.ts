// The wallet that a test request asks to be answered of: what live mode would say of one with so many credits. Nothing is held or charged,
// and the tenant's own wallet is not looked at.
import type { BureauId } from '../../domain/reports/credit-report.ts';
import { hasAnswered } from '../../domain/reports/report.ts';
import { type PriceList, priceOfReport, priceOfSms, total } from '../../domain/wallet/pricing.ts';
import { insufficientFunds, type PricesOf } from '../wallet/prices.ts';
import type { FreeEnding } from './buy.ts';
import type { GenerateInput } from './charged.ts';

type Pretended = { balance: number; cost: number };

export type TestWallet = {
  afterEnding(ending: FreeEnding | { body: null }): Pretended;
  /** `isSent`: the text is on its way, so its price is held beside that of the report. */
  afterChallenge(isSent: boolean): Pretended;
};

/** Null where nothing was asked for. Refuses what such a wallet cannot pay. */
export async function openTestWallet(
  { pricesOf }: { pricesOf: PricesOf },
  { tenantId, bureaus, testOptions, wantedVerdict }: GenerateInput,
): Promise<TestWallet | null> {
  const balance = testOptions?.walletBalance;
  if (balance === undefined) return null;
  const prices: PriceList = await pricesOf(tenantId);
  const priceOf = (asked: readonly BureauId[]) => total(priceOfReport(prices, asked));
  const price = priceOf(bureaus);
  const smsPrice = total(priceOfSms(prices));
  const needed = price + (wantedVerdict === 'challenge' ? smsPrice : 0);
  if (balance < needed) throw insufficientFunds(needed, balance);
  return {
    afterEnding: ({ body }) => {
      const cost = priceOf((body?.bureaus ?? []).filter(hasAnswered).map(({ id }) => id));
      return { balance: balance - cost, cost };
    },
    afterChallenge: (isSent) => ({ balance: balance - price - (isSent ? smsPrice : 0), cost: price }),
  };
}
