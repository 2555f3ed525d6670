// Which bureaus hold which made-up account, and under what reference.
import { BUREAU_IDS, type BureauId } from '../../domain/credit-report.ts';
import type { Random } from './random.ts';

export type BureauMark = { id: BureauId; ref: string };

/**
 * One list of marks per account. Every account is held by at least one of the bureaus asked, none by another,
 * and every bureau asked holds at least one account; so a single account is held by all of them.
 */
export function markAccounts(count: number, asked: readonly BureauId[], random: Random): BureauMark[][] {
  if (count === 0) return [];
  const holders = Array.from({ length: count }, () => {
    const some = asked.filter(() => random.chance(70));
    return new Set(some.length > 0 ? some : [random.pick(asked)]);
  });
  for (const id of asked) {
    if (!holders.some((holder) => holder.has(id))) random.pick(holders).add(id);
  }
  return holders.map((holder) =>
    BUREAU_IDS.filter((id) => holder.has(id)).map((id) => ({ id, ref: reference(id, random) })),
  );
}

// The shapes are ours: each bureau's references are told apart at a glance, as the real ones are.
function reference(id: BureauId, random: Random): string {
  switch (id) {
    case 'equifax':
      return `EFX${random.digits(9)}`;
    case 'experian':
      return `EXP-${random.int(0, 0xffff_ffff).toString(16).toUpperCase().padStart(8, '0')}`;
    case 'transunion':
      return `TU-${random.digits(4)}-${random.digits(6)}`;
  }
}
