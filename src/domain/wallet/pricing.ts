// Pricing: which products a request buys, and their total. The prices are data: a default for each product, overridden by a tenant's
// own. Interface, "Limits": 10 credits equal 0.01 in GBP.
import { BUREAU_IDS, type BureauId } from '../reports/credit-report.ts';

export const SMS_PRODUCT = 'sms-otp';
export type ProductCode = `credit-report-${BureauId}` | typeof SMS_PRODUCT;
export const PRODUCT_CODES: ProductCode[] = [...BUREAU_IDS.map(reportProduct), SMS_PRODUCT];

/** What a message counts at least for a tenant's daily cap: the default price. A free one costs the operator as much as any. */
export const SMS_COUNTED_CREDITS_MIN = 40;

export type PriceList = ReadonlyMap<ProductCode, number>;

/** Credits by product. */
export type PriceLines = Partial<Record<ProductCode, number>>;

export function reportProduct(bureau: BureauId): ProductCode {
  return `credit-report-${bureau}`;
}

export function isProductCode(text: string): text is ProductCode {
  return (PRODUCT_CODES as string[]).includes(text);
}

export function priceOfReport(prices: PriceList, bureaus: readonly BureauId[]): PriceLines {
  return Object.fromEntries(
    bureaus.map((bureau) => [reportProduct(bureau), priceOf(prices, reportProduct(bureau))]),
  );
}

export function priceOfSms(prices: PriceList): PriceLines {
  return { [SMS_PRODUCT]: priceOf(prices, SMS_PRODUCT) };
}

/** The prices that were held when the report was opened. */
export function promisedPrices(lines: PriceLines): PriceList {
  return new Map(Object.entries(lines) as [ProductCode, number][]);
}

export function total(lines: PriceLines): number {
  return Object.values(lines).reduce((sum, credits) => sum + credits, 0);
}

function priceOf(prices: PriceList, product: ProductCode): number {
  const credits = prices.get(product);
  if (credits === undefined) throw new Error(`the product ${product} has no price`);
  return credits;
}
