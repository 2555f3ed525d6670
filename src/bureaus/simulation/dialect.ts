// The dialects in which every simulator can write: the same file of a person in another wire. A bureau's replies differ by contract,
// version and household, and an adapter must read them all alike.

/**
 * `ordinary`: what most replies look like. `others`: with the records of the household, of associates and of strangers, marked as the
 * bureau marks them, and with elements that nobody knows. `thin`: only what the bureau's schema requires and what the file needs.
 */
export const DIALECTS = ['ordinary', 'others', 'thin'] as const;
export type Dialect = (typeof DIALECTS)[number];

export const DIALECT_CHOICES = ['by-person', ...DIALECTS] as const;
export type DialectChoice = (typeof DIALECT_CHOICES)[number];

/** By person: of ten people six, three and one. The same person always has the same. */
export function dialectOf(choice: DialectChoice, person: { id: string; dialect?: Dialect }): Dialect {
  if (choice !== 'by-person') return choice;
  if (person.dialect !== undefined) return person.dialect;
  let sum = 0;
  for (const letter of person.id) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  const tenth = sum % 10;
  return tenth < 6 ? 'ordinary' : tenth < 9 ? 'others' : 'thin';
}
