// Texts in one order everywhere, by their code units: a merge has to come out the same on any machine, in any language.

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
