// Every adverse word of any bureau about one agreement, so that none is hidden: the bureau's other records of it, an older state, and
// a default that was satisfied since all count.
import { ADVERSE_STATUSES, type AdverseStatus, type AdverseWord } from '../reports/credit-report.ts';
import type { Comparable } from './comparable-account.ts';
import { compareText } from './compare-text.ts';

/** Sorted by bureau, the oldest first; each word once. Undefined where no bureau has one. */
export function adverseWordsOf(sources: readonly Comparable[]): AdverseWord[] | undefined {
  const words = new Map<string, AdverseWord>();
  for (const source of sources) {
    for (const word of wordsOf(source)) words.set(`${word.bureau} ${word.status} ${word.date}`, word);
  }
  if (words.size === 0) return undefined;
  return [...words.values()].sort(
    (a, b) =>
      compareText(a.bureau, b.bureau) ||
      compareText(a.date ?? '', b.date ?? '') ||
      compareText(a.status, b.status),
  );
}

function wordsOf({ bureau, account }: Comparable): AdverseWord[] {
  const { accountStatus, defaultDate, arrangementDate, lastUpdated } = account;
  const said = ADVERSE_STATUSES.find((status) => status === accountStatus);
  const words: AdverseWord[] = [];
  // A settled account with a default date is a default that was satisfied.
  if (defaultDate !== undefined) words.push(toWord(bureau, 'default', defaultDate));
  if (said !== undefined && !(said === 'default' && defaultDate !== undefined)) {
    words.push(toWord(bureau, said, (said === 'arrangement' && arrangementDate) || lastUpdated));
  }
  return words;
}

function toWord(bureau: AdverseWord['bureau'], status: AdverseStatus, date: string | undefined): AdverseWord {
  return { bureau, status, ...(date === undefined ? {} : { date }) };
}
