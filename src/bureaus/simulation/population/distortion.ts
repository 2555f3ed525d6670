// How much the bureaus garble the truth, in cases of a hundred, at three levels. The shape of each garbling stands in
// bureau-view.ts and lender-spelling.ts; here are only the rates.
import type { BureauId } from '../../../domain/credit-report.ts';

export const DISTORTION_LEVELS = ['mild', 'default', 'harsh'] as const;
export type DistortionLevel = (typeof DISTORTION_LEVELS)[number];

type PerBureau = Record<BureauId, number>;

export type Distortion = {
  /** The bureau has no file of a person whom the others know. */
  noFile: number;
  accountMissing: number;
  accountTwice: number;
  numberMissing: PerBureau;
  numberMasked: PerBureau;
  numberSuffixed: number;
  nameMissing: PerBureau;
  nameDecorated: number;
  nameShortened: number;
  nameBranded: number;
  /** A start date some days off, and one some weeks off. */
  startDays: number;
  startWeeks: number;
  /** A file that lags by one to `lagMonthsMax` months. */
  lag: number;
  lagMonthsMax: number;
  typeDrift: number;
  balanceSuppressed: PerBureau;
  amountMissing: number;
  startBalanceZero: PerBureau;
  jointUnmarked: number;
  holderInitial: number;
  /** Of the debts that were sold: the bureaus that still show the first lender. */
  soldUnderFirstLender: number;
  searchMissing: number;
  searchNameless: PerBureau;
  addressMissing: number;
};

const each = (equifax: number, experian: number, transunion: number): PerBureau => ({
  equifax,
  experian,
  transunion,
});

export const DISTORTIONS: Record<DistortionLevel, Distortion> = {
  mild: {
    noFile: 0.5,
    accountMissing: 3,
    accountTwice: 0.5,
    numberMissing: each(3, 1, 10),
    numberMasked: each(20, 0, 20),
    numberSuffixed: 2,
    nameMissing: each(2, 0, 0),
    nameDecorated: 25,
    nameShortened: 2,
    nameBranded: 0,
    startDays: 5,
    startWeeks: 0,
    lag: 15,
    lagMonthsMax: 1,
    typeDrift: 1,
    balanceSuppressed: each(2, 0, 0),
    amountMissing: 2,
    startBalanceZero: each(5, 0, 0),
    jointUnmarked: 0.5,
    holderInitial: 5,
    soldUnderFirstLender: 50,
    searchMissing: 5,
    searchNameless: each(5, 1, 5),
    addressMissing: 5,
  },
  default: {
    noFile: 1.5,
    accountMissing: 8,
    accountTwice: 2,
    numberMissing: each(15, 4, 30),
    numberMasked: each(40, 5, 40),
    numberSuffixed: 6,
    nameMissing: each(10, 2, 3),
    nameDecorated: 50,
    nameShortened: 8,
    nameBranded: 2,
    startDays: 15,
    startWeeks: 1,
    lag: 35,
    lagMonthsMax: 2,
    typeDrift: 4,
    balanceSuppressed: each(6, 1, 1),
    amountMissing: 6,
    startBalanceZero: each(20, 0, 2),
    jointUnmarked: 2,
    holderInitial: 12,
    soldUnderFirstLender: 50,
    searchMissing: 15,
    searchNameless: each(15, 4, 15),
    addressMissing: 15,
  },
  harsh: {
    noFile: 4,
    accountMissing: 20,
    accountTwice: 6,
    numberMissing: each(50, 15, 70),
    numberMasked: each(40, 20, 30),
    numberSuffixed: 12,
    nameMissing: each(40, 8, 10),
    nameDecorated: 70,
    nameShortened: 20,
    nameBranded: 10,
    startDays: 35,
    startWeeks: 6,
    lag: 60,
    lagMonthsMax: 6,
    typeDrift: 12,
    balanceSuppressed: each(20, 4, 4),
    amountMissing: 20,
    startBalanceZero: each(50, 5, 10),
    jointUnmarked: 10,
    holderInitial: 30,
    soldUnderFirstLender: 50,
    searchMissing: 30,
    searchNameless: each(40, 15, 30),
    addressMissing: 30,
  },
};
