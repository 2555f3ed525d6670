// CSV for spreadsheets, by RFC 4180. A cell that a spreadsheet would take for a formula is defused with a quote mark.

const FORMULA_START = /^[=+\-@\t\r]/;

export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return '';
  // A number of ours may begin with a minus sign: it is a number, not a formula.
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
