// Records that may be one agreement, each agreement once: the definition of docs/attributes.md, by hand.
import type { AccountRecord } from '../../../src/domain/reports/credit-report.ts';

/** Each agreement once: from the largest down, a record repeats the first group all of which it may be, or begins one. */
export function withoutDoubles(
  file: AccountRecord[],
  records: AccountRecord[],
  amountOf: (one: AccountRecord) => number | null,
): AccountRecord[] {
  const names = (one: AccountRecord, other: AccountRecord): boolean =>
    (one.possiblySame ?? []).some(
      (named) =>
        file.find((held) => held.bureaus.some(({ id, ref }) => id === named.id && ref === named.ref)) ===
        other,
    );
  const maySame = (one: AccountRecord, other: AccountRecord): boolean =>
    names(one, other) || names(other, one);
  const inTurn = records
    .filter((one) => amountOf(one) !== null)
    .sort((a, b) => Number(amountOf(b)) - Number(amountOf(a)) || file.indexOf(a) - file.indexOf(b));
  const groups: AccountRecord[][] = [];
  const repeats: AccountRecord[] = [];
  for (const one of inTurn) {
    const fitting = groups
      .filter((group) => group.every((other) => maySame(one, other)))
      .sort((a, b) => file.indexOf(a[0] as AccountRecord) - file.indexOf(b[0] as AccountRecord));
    if (fitting[0] === undefined) groups.push([one]);
    else {
      fitting[0].push(one);
      repeats.push(one);
    }
  }
  return records.filter((one) => !repeats.includes(one));
}
