// Reads CSV by RFC 4180, as a spreadsheet does.
import assert from 'node:assert/strict';

export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [whole, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    assert.ok(whole.length > 0);
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(cells);
    cells = [];
  }
  assert.deepEqual(cells, [], 'the last line ends too');
  return rows;
}
