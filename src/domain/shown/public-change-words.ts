// Judgments, insolvencies and notices that are new, over or no longer listed since an earlier report, in words: a line each.
import type { PublicRecordChanges } from '../changes/public-record-changes.ts';
import type { When } from '../changes/when.ts';
import type { Insolvency, Judgment } from '../reports/file-parts.ts';
import { INSOLVENT, insolvencyTitle, JUDGED, judgmentTitle, sixYearsAfter } from './file-part-words.ts';
import { bureauName, NOTICE_WORDS } from './report-view.ts';
import { day, pounds, shownName } from './report-words.ts';

export type ChangeLine = { what: string; who: string; said: string };

export const WHEN_WORDS: Record<When, string> = {
  since: 'since then',
  before: 'before, and not on file then',
  undated: 'undated',
};

/** `today`: the day of the later report. */
export function publicChangeLines(changes: PublicRecordChanges, today: string): ChangeLine[] {
  const { judgments, insolvencies, notices } = changes;
  return [
    ...(judgments === undefined ? [] : recordLines(JUDGMENT, judgments, today)),
    ...(insolvencies === undefined ? [] : recordLines(INSOLVENCY, insolvencies, today)),
    ...(notices?.new ?? []).map((notice) => noticeLine('New notice', notice)),
    ...(notices?.gone ?? []).map((notice) => noticeLine('Notice removed', notice)),
  ];
}

type Words = { name: string; title: (kind: string) => string; standing: (status: string) => string };

const JUDGMENT: Words = {
  name: 'judgment',
  title: (kind) => judgmentTitle(kind as Judgment['kind']),
  standing: (status) => JUDGED[status as Judgment['status']].words,
};
const INSOLVENCY: Words = {
  name: 'insolvency',
  title: (kind) => insolvencyTitle(kind as Insolvency['kind']),
  standing: (status) => INSOLVENT[status as Insolvency['status']].words,
};

type Entry = { kind: string; status: string } & Pick<Judgment, 'court' | 'amount' | 'date'>;
type Listed = {
  new: readonly (Entry & { when: When })[];
  ended: readonly (Entry & { statusBefore: string })[];
  gone: readonly Entry[];
};

function recordLines({ name, title, standing }: Words, listed: Listed, today: string): ChangeLine[] {
  const who = ({ kind, court, amount }: Entry): string =>
    [title(kind), court && shownName(court), amount && pounds(amount)]
      .filter((part) => part !== undefined)
      .join(', ');
  return [
    ...listed.new.map((one) => ({
      what: `New ${name}`,
      who: who(one),
      said:
        one.date === undefined
          ? WHEN_WORDS.undated
          : `${day(one.date)}, ${one.when === 'since' ? WHEN_WORDS.since : 'not on file then'}`,
    })),
    ...listed.ended.map((one) => ({
      what: standing(one.status),
      who: who(one),
      said: `${standing(one.statusBefore).toLowerCase()} before`,
    })),
    ...listed.gone.map((one) => ({ what: 'Gone', who: who(one), said: whyGone(one, today) })),
  ];
}

function whyGone({ date }: Entry, today: string): string {
  const isOld = date !== undefined && sixYearsAfter(date) <= today;
  return isOld ? 'six years after its date' : 'no longer listed; it says nothing about the debt';
}

type Notices = NonNullable<PublicRecordChanges['notices']>;

function noticeLine(what: string, { id, type, ref, date }: Notices['new'][number]): ChangeLine {
  const who = ref === undefined ? NOTICE_WORDS[type] : `${NOTICE_WORDS[type]} ${ref}`;
  return { what, who, said: date === undefined ? bureauName(id) : `${bureauName(id)}, ${day(date)}` };
}
