// When a change happened, by the dates in the documents.

/** The days of the two reports. */
export type Days = { since: string; now: string };

/**
 * `since`: after the day of the earlier report. `before`: on that day or before it, and the earlier report did not have it yet. `undated`:
 * the documents do not say.
 */
export const WHEN = ['since', 'before', 'undated'] as const;
export type When = (typeof WHEN)[number];

export function whenOf(date: string | undefined, { since }: Days): When {
  if (date === undefined) return 'undated';
  return date > since ? 'since' : 'before';
}
