// The texts of the consumer's pages that several pages share or that people may want to reword: plain, exact and calm. A test searches
// the pages for words that do not belong in them.
import { ATTEMPTS_MAX, CHALLENGE_LIFETIME_MINUTES } from '../../domain/reports/challenge.ts';
import type { UkAddress } from '../../domain/reports/consumer.ts';
import { PASSED_CODE_MS } from '../../domain/reports/report.ts';
import { shownAddress } from '../../domain/shown/report-words.ts';
import { type Html, html } from '../../html/html.ts';
import type { QuestionId } from './answers.ts';
import type { Brand } from './frame.ts';
import { withPhones } from './help.ts';

export type WhyStopped =
  | 'too-many-wrong-codes'
  | 'too-late'
  | 'blocked'
  | 'failed'
  | 'no-tries-left'
  | 'too-many-requests'
  | 'bureaus-failed'
  | 'service-problem';

type Stop = {
  title: string;
  words: string[];
  /** The button that starts again with the answers kept. */
  next: string | null;
};

export const STOPS: Record<WhyStopped, Stop> = {
  'too-many-wrong-codes': {
    title: 'We could not confirm it is you',
    words: [`The code was wrong ${ATTEMPTS_MAX} times, so we stopped. Your answers are saved.`],
    next: 'Start again',
  },
  'too-late': {
    title: 'Your code has run out of time',
    words: [`Codes work for ${CHALLENGE_LIFETIME_MINUTES} minutes. Your answers are saved.`],
    next: 'Get a new code',
  },
  // Never the reason: it would help a fraudster, and it is not a decision about credit.
  blocked: {
    title: 'We cannot complete this check online',
    words: ['This can happen for several reasons and is not a decision about credit.'],
    next: null,
  },
  failed: {
    title: 'We could not get your report',
    words: [
      'The check could not be finished. Nothing was charged to you, and your answers are saved.',
      'Look at them once more, the mobile number above all, and try again.',
    ],
    next: 'Try again',
  },
  'no-tries-left': {
    title: 'We could not get your report',
    words: ['This link has been tried as often as it can be. Nothing was charged to you.'],
    next: null,
  },
  'too-many-requests': {
    title: 'There have been too many requests',
    words: ['Wait a few minutes before you try again. Your answers are saved.'],
    next: 'Try again',
  },
  'bureaus-failed': {
    title: 'The bureaus did not answer',
    words: [
      'It is not your fault, and it has no effect on your score. Your answers are saved until tomorrow.',
      `If you entered a code, you do not need a new one for ${PASSED_CODE_MS / 60_000} minutes.`,
    ],
    next: 'Try again',
  },
  // Also for an empty wallet of the tenant: the consumer never reads about credits.
  'service-problem': {
    title: 'There is a problem with the service',
    words: ['You can try again later. Your answers are saved until tomorrow.'],
    next: 'Try again',
  },
};

/** The questions, as the summary names them. */
export const ROWS: Record<QuestionId, string> = {
  name: 'Name',
  'other-names': 'Other names',
  'date-of-birth': 'Date of birth',
  address: 'Address',
  'other-addresses': 'Other addresses',
  mobile: 'Mobile number',
};

export const CODE_PROBLEMS = {
  missing: 'Enter the security code',
  short: 'You’ve not entered enough numbers, the code must be 6 numbers',
  long: 'You’ve entered too many numbers, the code must be 6 numbers',
  letters: 'The code must be 6 numbers',
} as const;

export function wrongCode(triesLeft: number): string {
  return triesLeft > 1
    ? `The code is not right. You have ${triesLeft} tries left`
    : 'The code is not right. You have 1 try left. If it is wrong we have to start again';
}

export function fullName({
  firstName = '',
  lastName = '',
}: {
  firstName?: string;
  lastName?: string;
}): string {
  return `${firstName} ${lastName}`.trim();
}

/** As on an envelope, with the postcode in one piece. */
export function addressLines(address: UkAddress): string[] {
  const { subBuildingName, buildingNumber, buildingName, thoroughfare, townOrCity, postcode } = address;
  const street = [buildingNumber, thoroughfare].filter(Boolean).join(' ');
  const lines = [subBuildingName ?? '', buildingName ?? '', street, townOrCity, shownAddress(postcode)];
  return lines.filter((line) => line !== '');
}

/** For who finds something wrong that only the tenant can put right. */
export function tellWhoSent({ name, contact }: Brand): Html {
  return html`Something wrong? Tell <bdi>${name}</bdi>${contact !== null && html`: <bdi>${withPhones(contact)}</bdi>`}.`;
}
