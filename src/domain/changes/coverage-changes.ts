// What each report could see: which bureaus answered, and which names and addresses were searched. Without it a bureau that was away would
// read as debts that went away.
import { BUREAU_IDS, type BureauId } from '../reports/credit-report.ts';
import type { BureauStatus } from '../reports/report.ts';
import type { Side } from './side.ts';

/** What a bureau had to say: a file, that it has none, nothing, or it was not asked. */
export const HEARD = ['file', 'no-file', 'no-answer', 'not-asked'] as const;
export type Heard = (typeof HEARD)[number];

export type CoverageChanges = {
  /** Whether both reports could see the same. */
  isSame: boolean;
  bureaus: { id: BureauId; before: Heard; now: Heard }[];
  /** Searched in one report only. Absent where a report is from before coverage was added. */
  names?: Searched;
  addresses?: Searched;
};
type Searched = { added: string[]; left: string[] };

export function coverageChanges(earlier: Side, later: Side): CoverageChanges {
  const bureaus = BUREAU_IDS.map((id) => ({ id, before: heardFrom(earlier, id), now: heardFrom(later, id) }));
  const asked = bureaus.filter(({ before, now }) => before !== 'not-asked' || now !== 'not-asked');
  const [was, is] = [earlier.report.coverage, later.report.coverage];
  const searched =
    was !== undefined && is !== undefined
      ? { names: compared(was.names, is.names), addresses: compared(was.addresses, is.addresses) }
      : {};
  const lists = Object.values(searched).flatMap(({ added, left }) => [...added, ...left]);
  return {
    isSame: asked.every(({ before, now }) => before === now) && lists.length === 0,
    bureaus: asked,
    ...searched,
  };
}

export function heardIn(coverage: CoverageChanges, id: BureauId): { before: Heard; now: Heard } {
  return coverage.bureaus.find((bureau) => bureau.id === id) ?? { before: 'not-asked', now: 'not-asked' };
}

function heardFrom({ bureaus }: Side, id: BureauId): Heard {
  const found = bureaus.find((bureau) => bureau.id === id);
  return found === undefined ? 'not-asked' : HEARD_OF[found.status];
}

const HEARD_OF: Record<BureauStatus['status'], Heard> = {
  ok: 'file',
  'no-trace': 'no-file',
  'ambiguous-address': 'no-answer',
  'rejected-credentials': 'no-answer',
  'rejected-request': 'no-answer',
  unavailable: 'no-answer',
  timeout: 'no-answer',
};

function compared(before: readonly string[], now: readonly string[]): Searched {
  const has = (list: readonly string[], text: string) =>
    list.some((one) => one.toLowerCase() === text.toLowerCase());
  return {
    added: now.filter((text) => !has(before, text)),
    left: before.filter((text) => !has(now, text)),
  };
}
