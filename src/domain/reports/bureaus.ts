// The bureaus, and an amount of money: what every part of a report is made of.

/** The bureaus that a caller can name. Each has its entry in the registry, src/bureaus/index.ts. */
export const BUREAU_IDS = ['equifax', 'experian', 'transunion'] as const;
export type BureauId = (typeof BUREAU_IDS)[number];

/** As people read them. Beside the ids and not in the registry, because the console reads them in a browser. */
export const BUREAU_NAMES: Record<BureauId, string> = {
  equifax: 'Equifax',
  experian: 'Experian',
  transunion: 'TransUnion',
};

/** An amount in the smallest unit of its currency: pence for GBP. */
export type Money = { amount: number; currency: string };
