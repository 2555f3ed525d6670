// A birthday as a lender's clerk typed it wrong: every bureau that has the record has it so.
import type { Agreement } from './agreements.ts';
import type { Chance } from './chance.ts';

const MISTYPED_PERCENT = 2;

/** Of one person in fifty one record. */
export function mistypeOne(
  agreements: readonly Agreement[],
  dateOfBirth: string,
  chance: Chance,
): Agreement[] {
  if (!chance.is(MISTYPED_PERCENT) || agreements.length === 0) return [...agreements];
  const which = chance.int(0, agreements.length - 1);
  return agreements.map((agreement, index) =>
    index === which ? { ...agreement, mistypedBirthday: mistype(dateOfBirth) } : agreement,
  );
}

/** Day and month turned round where both are months; else another last digit of the day. */
export function mistype(dateOfBirth: string): string {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  if (Number(day) <= 12 && day !== month) return `${year}-${day}-${month}`;
  const other = Number(day) % 10 === 8 ? Number(day) - 1 : Math.min(28, Number(day) + 1);
  return `${year}-${month}-${String(other === Number(day) ? other - 1 : other).padStart(2, '0')}`;
}
