// How far the bureaus' files are from the truth and from each other. Shares of records, unless it says otherwise.
export type Level = {
  /** A lender and a bureau have another day than the true one, always, and on one record. */
  daysOff: number;
  slipOfDays: number;
  /** The number is absent; a token stands in its place (of lenders at a bureau); two digits are swapped. */
  noNumber: number;
  tokens: number;
  slips: number;
  /** The lender is absent; a lender at a bureau bears another name than its usual one. */
  noName: number;
  otherName: number;
  /** A field is absent, as a factor of what each bureau leaves out anyhow. */
  absent: number;
  /** A lender at a bureau uses another code than most. */
  otherCode: number;
  /** A record that the bureau has not heard about for long. */
  stale: number;
  /** A bureau does not have a record that it should have. */
  lost: number;
  /** Another sum for what was lent: with interest, the limit's field, a few pounds. */
  otherSum: number;
  /** Searches and addresses that are written otherwise. */
  spelling: number;
  /** Besides other debts, everybody has many alike ones of one lender. */
  hasCrowds?: true;
};

const USUAL = {
  daysOff: 0.08,
  slipOfDays: 0.015,
  noNumber: 0.1,
  tokens: 0.05,
  slips: 0.002,
  noName: 0.012,
  otherName: 0.6,
  absent: 1,
  otherCode: 1,
  stale: 0.01,
  lost: 0.03,
  otherSum: 0.06,
  spelling: 0.25,
} as const satisfies Level;

export const LEVELS = {
  easy: {
    daysOff: 0.03,
    slipOfDays: 0.005,
    noNumber: 0.04,
    tokens: 0.01,
    slips: 0.0005,
    noName: 0.002,
    otherName: 0.3,
    absent: 0.5,
    otherCode: 0.4,
    stale: 0.003,
    lost: 0.01,
    otherSum: 0.02,
    spelling: 0.1,
  },
  default: USUAL,
  harsh: {
    daysOff: 0.22,
    slipOfDays: 0.05,
    noNumber: 0.25,
    tokens: 0.15,
    slips: 0.008,
    noName: 0.05,
    otherName: 0.85,
    absent: 1.8,
    otherCode: 1.5,
    stale: 0.03,
    lost: 0.06,
    otherSum: 0.15,
    spelling: 0.5,
  },
  // What one bureau lacks, another's next one may stand for: there a merge hides a debt.
  crowded: { ...USUAL, lost: 0.09, hasCrowds: true },
} as const satisfies Record<string, Level>;

export type LevelName = keyof typeof LEVELS;
