// Records that may be one agreement, each agreement once: the definition of docs/attributes.md, by hand.
import type { AccountRecord } from '../../src/domain/credit-report.ts';

/** Each agreement once: of records that name each other, those with fewer doubts first, then the larger amount, then the first. */
export function withoutDoubles(
  file: AccountRecord[],
  records: AccountRecord[],
  amountOf: (one: AccountRecord) => number | null,
): AccountRecord[] {
  const doublesOf = (one: AccountRecord) =>
    (one.possiblySame ?? []).map((named) =>
      file.find((other) => other.bureaus.some(({ id, ref }) => id === named.id && ref === named.ref)),
    );
  const inTurn = records
    .filter((one) => amountOf(one) !== null && one.possiblySame !== undefined)
    .sort(
      (a, b) =>
        doublesOf(a).length - doublesOf(b).length ||
        Number(amountOf(b)) - Number(amountOf(a)) ||
        file.indexOf(a) - file.indexOf(b),
    );
  const kept: AccountRecord[] = [];
  for (const one of inTurn)
    if (!doublesOf(one).some((other) => kept.includes(other as AccountRecord))) kept.push(one);
  return records.filter((one) => !inTurn.includes(one) || kept.includes(one));
}
