// How bureaus answered a tenant's live reports: the words that are kept of each search, the figures made of them, and when a half hour or a day was
// not as usual. Pure.
import type { BureauId } from '../reports/bureaus.ts';
import type { BureauStatus } from '../reports/report.ts';
import { bucketOf, percentileOf } from './figures.ts';

/** `no-trace`: an answer without a file, also where the address may mean several places. All that is no answer is one word. */
export const SEARCH_ANSWERS = ['ok', 'no-trace', 'unanswered'] as const;
export type SearchAnswer = (typeof SEARCH_ANSWERS)[number];

/** `equifax:ok:21`: the last is a bucket of time. */
export function searchWord({ id, tookMs, status }: BureauStatus & { tookMs: number }): string {
  return `${id}:${answerOf(status)}:${bucketOf(tookMs)}`;
}

function answerOf(status: BureauStatus['status']): SearchAnswer {
  if (status === 'ok') return 'ok';
  return status === 'no-trace' || status === 'ambiguous-address' ? 'no-trace' : 'unanswered';
}

/** Searches by their words. */
export type Counted = ReadonlyMap<string, number>;

export type BureauSums = {
  asked: number;
  /** With a file. */
  answered: number;
  noFile: number;
  unanswered: number;
  /** Of those that answered, to within 19 %; null without any. */
  p50Ms: number | null;
  p95Ms: number | null;
};

export function sumsOf(bureau: BureauId, counted: Counted): BureauSums {
  const sums: Record<SearchAnswer, number> = { ok: 0, 'no-trace': 0, unanswered: 0 };
  const buckets = new Map<number, number>();
  for (const [word, count] of counted) {
    const [id, answer, bucket] = word.split(':') as [string, SearchAnswer, string];
    if (id !== bureau) continue;
    sums[answer] += count;
    if (answer !== 'unanswered') buckets.set(Number(bucket), (buckets.get(Number(bucket)) ?? 0) + count);
  }
  return {
    asked: sums.ok + sums['no-trace'] + sums.unanswered,
    answered: sums.ok,
    noFile: sums['no-trace'],
    unanswered: sums.unanswered,
    p50Ms: percentileOf(buckets, 0.5),
    p95Ms: percentileOf(buckets, 0.95),
  };
}

export const BUREAU_STATES = ['no-calls', 'usual', 'slow', 'unanswered'] as const;
export type BureauState = (typeof BUREAU_STATES)[number];

/** So many of a step's calls without an answer, and it stands out. */
const UNANSWERED_SHARE = 0.1;
const SLOW_TIMES = 2;
/** Nobody waits for less, and few calls say little of a bureau. */
const SLOW_MS_MIN = 500;
const SLOW_CALLS_MIN = 5;

/** Of a step, beside what was usual before; where nothing is known of before, nothing is slow. */
export function stateOf(
  { asked, unanswered, p95Ms }: BureauSums,
  usual: Pick<BureauSums, 'p95Ms'>,
): BureauState {
  if (asked === 0) return 'no-calls';
  if (unanswered >= asked * UNANSWERED_SHARE) return 'unanswered';
  const isSlow =
    p95Ms !== null &&
    usual.p95Ms !== null &&
    asked >= SLOW_CALLS_MIN &&
    p95Ms >= Math.max(SLOW_MS_MIN, SLOW_TIMES * usual.p95Ms);
  return isSlow ? 'slow' : 'usual';
}
