// Where a consumer tells a bureau that its file is wrong, and what the law gives them: section 159 of the Consumer Credit Act 1974. The
// channels are those of the bureaus' joint information notice (CRAIN); a person checks them before going live.
import type { BureauId } from '../credit-report.ts';

/** Days in which a bureau must say what it did about it. */
export const DISPUTE_ANSWER_DAYS = 28;
/** Of the note that a consumer may have added when the bureau leaves the entry as it is. */
export const CORRECTION_WORDS_MAX = 200;

export type DisputeChannel = { website: string; post: string };

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
