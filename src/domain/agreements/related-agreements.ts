// Agreements of one lender that belong together: begun on one day, or one that ended about when the next began. Told, not judged: they
// may be two cars, or one filed twice; a refinancing, or the next car.
import type { AccountRecord } from '../reports/credit-report.ts';
import { foldLender } from './motor-lender-names.ts';

export const RELATIONS = ['same-day', 'began-as-it-ended', 'ended-as-it-began'] as const;
export type Related = { record: number; relation: (typeof RELATIONS)[number] };

export type Numbered = { index: number; record: AccountRecord };

const DAY_MS = 86_400_000;
const NEAR_DAYS = 14;
/** More of one lender than anybody has are not compared with each other: it would be a list of everything. */
const OF_ONE_LENDER_MAX = 30;

export function relatedAgreements(agreements: readonly Numbered[]): Map<number, Related[]> {
  const found = new Map<number, Related[]>();
  const add = (index: number, related: Related): void => {
    found.set(index, [...(found.get(index) ?? []), related]);
  };
  const named = agreements.filter(({ record }) => record.companyName !== undefined);
  for (const own of Map.groupBy(named, ({ record }) => foldLender(record.companyName ?? '')).values()) {
    if (own.length > OF_ONE_LENDER_MAX) continue;
    for (const a of own) {
      for (const b of own) {
        if (a.index >= b.index) continue;
        if (a.record.startDate !== undefined && a.record.startDate === b.record.startDate) {
          add(a.index, { record: b.index, relation: 'same-day' });
          add(b.index, { record: a.index, relation: 'same-day' });
        }
        for (const [ended, begun] of [
          [a, b],
          [b, a],
        ] as const) {
          if (!isNear(ended.record.endDate, begun.record.startDate)) continue;
          add(ended.index, { record: begun.index, relation: 'began-as-it-ended' });
          add(begun.index, { record: ended.index, relation: 'ended-as-it-began' });
        }
      }
    }
  }
  return found;
}

function isNear(ended: string | undefined, begun: string | undefined): boolean {
  if (ended === undefined || begun === undefined) return false;
  return Math.abs(Date.parse(ended) - Date.parse(begun)) <= NEAR_DAYS * DAY_MS;
}
