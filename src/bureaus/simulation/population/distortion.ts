// How often the simulated bureaus garble the truth, in per cent, at three levels. The garblings themselves are in bureau-view.ts
// and lender-spelling.ts. Here are the rates that all bureaus share; a bureau's own are in its entry of the registry.

export const DISTORTION_LEVELS = ['mild', 'default', 'harsh'] as const;
export type DistortionLevel = (typeof DISTORTION_LEVELS)[number];

/** What a bureau's entry says of its garbling. */
export type BureauDistortion = {
  /** Appended to lenders' names; the empty one leaves the name alone. */
  lenderSuffixes: readonly string[];
  rates: Record<DistortionLevel, BureauRates>;
};

type BureauRates = {
  numberMissing: number;
  numberMasked: number;
  nameMissing: number;
  balanceSuppressed: number;
  startBalanceZero: number;
  searchNameless: number;
};

type CommonRates = {
  /** No file on a person whom other bureaus know. */
  noFile: number;
  accountMissing: number;
  accountTwice: number;
  numberSuffixed: number;
  nameDecorated: number;
  nameShortened: number;
  nameBranded: number;
  /** A start date some days off, and one some weeks off. */
  startDays: number;
  startWeeks: number;
  /** An account that lags by one to `lagMonthsMax` months. */
  lag: number;
  lagMonthsMax: number;
  typeDrift: number;
  amountMissing: number;
  jointUnmarked: number;
  holderInitial: number;
  /** Of debts that were sold: still shown under the first lender. */
  soldUnderFirstLender: number;
  searchMissing: number;
  addressMissing: number;
};

/** The distortion of one bureau at one level. */
export type Distortion = CommonRates & BureauRates & Pick<BureauDistortion, 'lenderSuffixes'>;

export function distortionOf(
  { lenderSuffixes, rates }: BureauDistortion,
  level: DistortionLevel,
): Distortion {
  return { ...COMMON_RATES[level], ...rates[level], lenderSuffixes };
}

const COMMON_RATES: Record<DistortionLevel, CommonRates> = {
  mild: {
    noFile: 0.5,
    accountMissing: 3,
    accountTwice: 0.5,
    numberSuffixed: 2,
    nameDecorated: 25,
    nameShortened: 2,
    nameBranded: 0,
    startDays: 5,
    startWeeks: 0,
    lag: 15,
    lagMonthsMax: 1,
    typeDrift: 1,
    amountMissing: 2,
    jointUnmarked: 0.5,
    holderInitial: 5,
    soldUnderFirstLender: 50,
    searchMissing: 5,
    addressMissing: 5,
  },
  default: {
    noFile: 1.5,
    accountMissing: 8,
    accountTwice: 2,
    numberSuffixed: 6,
    nameDecorated: 50,
    nameShortened: 8,
    nameBranded: 2,
    startDays: 15,
    startWeeks: 1,
    lag: 35,
    lagMonthsMax: 2,
    typeDrift: 4,
    amountMissing: 6,
    jointUnmarked: 2,
    holderInitial: 12,
    soldUnderFirstLender: 50,
    searchMissing: 15,
    addressMissing: 15,
  },
  harsh: {
    noFile: 4,
    accountMissing: 20,
    accountTwice: 6,
    numberSuffixed: 12,
    nameDecorated: 70,
    nameShortened: 20,
    nameBranded: 10,
    startDays: 35,
    startWeeks: 6,
    lag: 60,
    lagMonthsMax: 6,
    typeDrift: 12,
    amountMissing: 20,
    jointUnmarked: 10,
    holderInitial: 30,
    soldUnderFirstLender: 50,
    searchMissing: 30,
    addressMissing: 30,
  },
};
