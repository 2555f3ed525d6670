// Where a consumer tells a bureau that its file is wrong, and what the law gives them: section 159 of the Consumer Credit Act 1974. The
// channels are those of the bureaus' joint information notice (CRAIN); a person checks them before going live.
import type { BureauId } from '../reports/credit-report.ts';

/** The clocks of the law, with the day on which they were read. A change of the law is a change here. */
export const DISPUTE_LAW = {
  asOf: '2026-11-18',
  source: 'Consumer Credit Act 1974, section 159; UK GDPR, Articles 12 and 16',
  bureauAnswerDays: 28,
  correctionDays: 28,
  correctionWordsMax: 200,
  lenderAnswerMonths: 1,
} as const;

/** What to do when an entry is wrong, in two paragraphs. */
export const HOW_TO_DISPUTE: readonly string[] = [
  `Tell the bureau that reported it what is wrong and why. It must answer within ${DISPUTE_LAW.bureauAnswerDays} days, and say whether it removed the entry, changed it or left it (section 159 of the Consumer Credit Act 1974).`,
  `If it leaves the entry, you have another ${DISPUTE_LAW.correctionDays} days to write a notice of correction of up to ${DISPUTE_LAW.correctionWordsMax} words. Whoever looks at your file then sees it beside the entry. You can also ask the lender to correct what it reports.`,
];

type DisputeChannel = { website: string; post: string };

export const DISPUTE_CHANNELS: Record<BureauId, DisputeChannel> = {
  equifax: {
    website: 'www.equifax.co.uk',
    post: 'Equifax Ltd, Customer Service Centre, PO Box 10036, Leicester, LE3 4FS',
  },
  experian: {
    website: 'www.experian.co.uk',
    post: 'Experian, PO Box 9000, Nottingham, NG80 7WP',
  },
  transunion: {
    website: 'www.transunion.co.uk',
    post: 'TransUnion International UK Limited, Consumer Services Team, PO Box 491, Leeds, LS3 1WZ',
  },
};
