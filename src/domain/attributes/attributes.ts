// The attributes of a credit report: some sixty figures, each with what it rests on or why it is not known. docs/attributes.md defines
// each of them. Pure, and linear in the number of records.
import type { CreditReport } from '../reports/credit-report.ts';
import { ACTIVITY_NAMES, type ActivityFigures, activityFigures } from './activity.ts';
import { AMOUNT_NAMES, type AmountFigures, amountFigures, type CardUse, unknownAmounts } from './amounts.ts';
import { CONDUCT_NAMES, type ConductFigures, conductFigures } from './conduct.ts';
import { heldAccounts } from './held-accounts.ts';
import { PUBLIC_RECORD_NAMES, type PublicRecordFigures, publicRecordFigures } from './public-records.ts';

export const ATTRIBUTE_NAMES = [
  ...AMOUNT_NAMES,
  ...CONDUCT_NAMES,
  ...ACTIVITY_NAMES,
  ...PUBLIC_RECORD_NAMES,
] as const;

export type Attributes = {
  asOf: string;
  /** The day of the report. */
  reportDay: string;
  figures: AmountFigures & ConductFigures & ActivityFigures & PublicRecordFigures;
  /** The use of each open card's limit; none for a day before the report's. */
  cards: CardUse[];
  notes: string[];
};

/** `day`: that of the report; `asOf` is not after it. */
export function attributesOf(
  report: CreditReport,
  { asOf, day, incomePence }: { asOf: string; day: string; incomePence: number | null },
): Attributes {
  const { records } = report.consumerData;
  const { providers } = report.previousSearches;
  const isPast = asOf < day;
  const held = heldAccounts(records, asOf, isPast);
  const amounts = isPast ? { figures: unknownAmounts(), cards: [] } : amountFigures(held, asOf, incomePence);
  return {
    asOf,
    reportDay: day,
    figures: {
      ...amounts.figures,
      ...conductFigures(held, asOf, isPast),
      ...activityFigures(held, providers, { asOf, day }),
      ...publicRecordFigures(report, asOf),
    },
    cards: amounts.cards,
    notes: isPast ? [GONE, BY_MONTH] : [],
  };
}

const GONE =
  'Accounts that had ended and left the file by the day of the report are not in it. Normally they leave six years after their end.';
const BY_MONTH =
  'Histories are by the month: the month of asOf counts as a whole. Amounts and limits of a day before the report are not on file.';
