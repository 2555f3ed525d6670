// What has to be said of a bureau's part in a report: what it was asked otherwise, what it sent that is not in it, what was hard to read.

/** `field`: a JSON pointer as into the request, with the addresses in the coverage's order. `sent`: absent where it was left out. */
export type Altered = { field: string; sent?: string; change: AlteredChange };
/** `folded`: written in the bureau's alphabet. `cut`: shortened to its length. */
export const ALTERED_CHANGES = ['folded', 'cut', 'left-out'] as const;
type AlteredChange = (typeof ALTERED_CHANGES)[number];

/** `another-person`: the bureau marks them so. `not-sure`: name or birthday do not fit well enough. */
export const LEFT_OUT_REASONS = ['another-person', 'not-sure'] as const;
export type LeftOut = {
  reason: (typeof LEFT_OUT_REASONS)[number];
  accounts: number;
  searches: number;
  publicRecords?: number;
};

// Its code tables could not be loaded, and the built-in list was used; it counts more records than it sent; a code of a kind, a status
// or a currency is in no list; it files short-term credit apart, and was not asked for it.
export const BUREAU_NOTES = [
  'built-in-codes',
  'records-missing',
  'codes-unknown',
  'short-term-not-asked',
] as const;
export type BureauNote = (typeof BUREAU_NOTES)[number];
