// How often UK files show each habit, in per cent, at three levels. A habit is not an error: it is how lenders and bureaus really
// report. The garblings of one record are in ../distortion.ts.
import type { Chance } from '../chance.ts';
import type { DistortionLevel } from '../distortion.ts';

type HabitRates = {
  /** A brand, a trading style or a former name in place of the company's registered name. */
  brandShown: number;
  bothNamesShown: number;
  formerNameShown: number;
  nameAbbreviated: number;
  nameMistyped: number;
  companyTypeDrift: number;
  /** "12345678" as "LN12345678", "0012345678" or behind a sort code. */
  numberFramed: number;
  /** Of agreements that share a number but for its suffix: this bureau leaves the suffix out, or masks it with the rest. */
  suffixLeftOut: number;
  /** Two digits next to each other changed places. */
  digitsSwapped: number;
  /** A token of the lender's own stands in place of the number. */
  numberHashed: number;
  /** Of accounts that moved with their lender's book: the number from before. */
  oldNumberShown: number;
  /** A brand that no registry knows. */
  brandUnknown: number;
  /** An account of a relative at the address, begun with the person's on one day, in this bureau's file. */
  relativesAccount: number;
  /** Another family of account: a catalogue account as a loan, a handset as hire purchase. */
  familyDrift: number;
  /** The day on which the account moved to another system stands as its start. */
  startMonths: number;
  /** Months behind, up to `lateMonthsMax`. */
  late: number;
  lateMonthsMax: number;
  /** The same account a second time, in an older state. */
  olderCopy: number;
  secondForename: number;
  petName: number;
  forenameMistyped: number;
  bothHolders: number;
  placeRespelt: number;
  searchPurposeDrift: number;
  searchNextDay: number;
};

export type Habits = { chance: Chance; rates: HabitRates };

export const HABIT_RATES: Record<DistortionLevel, HabitRates> = {
  mild: {
    brandShown: 8,
    bothNamesShown: 1,
    formerNameShown: 0.5,
    nameAbbreviated: 5,
    nameMistyped: 0.2,
    companyTypeDrift: 5,
    numberFramed: 2,
    suffixLeftOut: 10,
    digitsSwapped: 0.2,
    numberHashed: 1.5,
    oldNumberShown: 30,
    brandUnknown: 0.8,
    relativesAccount: 0.5,
    familyDrift: 0.3,
    startMonths: 0.2,
    late: 4,
    lateMonthsMax: 3,
    olderCopy: 0.4,
    secondForename: 1.5,
    petName: 0.3,
    forenameMistyped: 0.2,
    bothHolders: 3,
    placeRespelt: 7,
    searchPurposeDrift: 5,
    searchNextDay: 0.5,
  },
  default: {
    brandShown: 15,
    bothNamesShown: 2,
    formerNameShown: 1,
    nameAbbreviated: 12,
    nameMistyped: 0.4,
    companyTypeDrift: 15,
    numberFramed: 5,
    suffixLeftOut: 15,
    digitsSwapped: 0.5,
    numberHashed: 4,
    oldNumberShown: 45,
    brandUnknown: 2,
    relativesAccount: 1,
    familyDrift: 0.8,
    startMonths: 0.5,
    late: 8,
    lateMonthsMax: 6,
    olderCopy: 1,
    secondForename: 3,
    petName: 0.8,
    forenameMistyped: 0.4,
    bothHolders: 6,
    placeRespelt: 18,
    searchPurposeDrift: 12,
    searchNextDay: 1,
  },
  harsh: {
    brandShown: 30,
    bothNamesShown: 5,
    formerNameShown: 3,
    nameAbbreviated: 25,
    nameMistyped: 1.5,
    companyTypeDrift: 30,
    numberFramed: 12,
    suffixLeftOut: 30,
    digitsSwapped: 1,
    numberHashed: 8,
    oldNumberShown: 60,
    brandUnknown: 4,
    relativesAccount: 2,
    familyDrift: 3,
    startMonths: 2,
    late: 20,
    lateMonthsMax: 12,
    olderCopy: 4,
    secondForename: 8,
    petName: 2.5,
    forenameMistyped: 1.5,
    bothHolders: 20,
    placeRespelt: 40,
    searchPurposeDrift: 25,
    searchNextDay: 4,
  },
};
