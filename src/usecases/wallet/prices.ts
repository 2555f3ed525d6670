// The price book: what a tenant pays, cached for two seconds, so that a new price is in force everywhere soon and a busy tenant does
// not read the same list a thousand times a second.

import { Refusal } from '../../domain/refusal.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { PriceLines, PriceList, ProductCode } from '../../domain/wallet/pricing.ts';
import { priceOfReport, priceOfSms } from '../../domain/wallet/pricing.ts';
import { type Product, toPriceList } from '../../storage/wallet/prices.ts';
import { createFreshReader } from '../fresh.ts';

export type PricesOf = (tenantId: string) => Promise<PriceList>;

export function createPriceBook(needs: {
  listProducts: (tenantId: string) => Promise<Product[]>;
  nowMs: () => number;
}): PricesOf {
  return createFreshReader({
    read: async (tenantId: string) => toPriceList(await needs.listProducts(tenantId)),
    nowMs: needs.nowMs,
  });
}

type ResolvedPrice = {
  lines: { productCode: ProductCode; credits: number; count: number }[];
  totalCredits: number;
};

export type ResolvePrice = (
  tenantId: string,
  request: { bureaus: readonly BureauId[]; smsCount: number },
) => Promise<ResolvedPrice>;

export function createResolvePrice(needs: { pricesOf: PricesOf }): ResolvePrice {
  return async (tenantId, request) => {
    const prices = await needs.pricesOf(tenantId);
    const report = toLines(priceOfReport(prices, request.bureaus), 1);
    const sms = request.smsCount === 0 ? [] : toLines(priceOfSms(prices), request.smsCount);
    const lines = [...report, ...sms];
    return { lines, totalCredits: lines.reduce((sum, line) => sum + line.credits, 0) };
  };
}

function toLines(prices: PriceLines, count: number) {
  return (Object.entries(prices) as [ProductCode, number][]).map(([productCode, credits]) => ({
    productCode,
    credits: credits * count,
    count,
  }));
}

export function insufficientFunds(costCredits: number, availableCredits: number): Refusal {
  // Enough is there, so it was refused for a debt.
  if (availableCredits >= costCredits)
    return new Refusal(
      'insufficient-funds',
      'The wallet is suspended: a payment went back after its credits were spent. Pay the debt (POST …/settlements, or under Wallet in the console) and send it again.',
    );
  return new Refusal(
    'insufficient-funds',
    `This costs ${costCredits} credits; ${availableCredits} are available. Top up the wallet and send it again.`,
  );
}

/** To a repeat of a request whose report was withdrawn; what it would cost now is for the next one to find out. */
export function withdrawn(): Refusal {
  return new Refusal(
    'insufficient-funds',
    'The wallet could not pay for the text message, and the report was withdrawn. Top up the wallet and send it again.',
  );
}
