// Which bureaus hold which synthetic account, and under what reference.
import type { BureauEntry } from '../../bureaus/entry.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { Random } from './random.ts';

type BureauMark = { id: BureauId; ref: string };

type AskedBureau = Pick<BureauEntry<never>, 'id' | 'syntheticReference'>;

/**
 * One list of marks per account, in the order of `asked`. Every account is held by at least one of the bureaus asked, none by
 * another, and every bureau asked holds at least one account; so a single account is held by all of them.
 */
export function markAccounts(count: number, asked: readonly AskedBureau[], random: Random): BureauMark[][] {
  if (count === 0) return [];
  const holders = Array.from({ length: count }, () => {
    const some = asked.filter(() => random.chance(70));
    return new Set(some.length > 0 ? some : [random.pick(asked)]);
  });
  for (const bureau of asked) {
    if (!holders.some((holder) => holder.has(bureau))) random.pick(holders).add(bureau);
  }
  return holders.map((holder) =>
    asked
      .filter((bureau) => holder.has(bureau))
      .map(({ id, syntheticReference }) => ({ id, ref: syntheticReference(random.int) })),
  );
}
