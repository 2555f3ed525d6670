// What is drawn on a page: the text of each marked content, and what is drawn outside all of them.
import { type Dict, isDict, nameOf, type Pdf, readValues, toText, type Value } from './read-pdf.ts';

export type PageContent = {
  /** By its number on the page: the text as it is copied, ActualText in place of what it stands for. */
  texts: Map<number, string>;
  tags: Map<number, string>;
  /** Text that is an artifact: heads, feet, what is across the page. */
  artifacts: string;
  faults: string[];
};

const PAINTS = new Set(['f', 'f*', 'F', 'S', 's', 'B', 'B*', 'b', 'b*', 'Do', 'sh', 'EI']);

export function readPage(pdf: Pdf, page: Dict, number: number): PageContent {
  const content = pdf.dictAt(page.dict.get('Contents')).stream?.toString('latin1') ?? '';
  const fonts = pdf.dictAt(pdf.dictAt(page.dict.get('Resources')).dict.get('Font'));
  const maps = new Map([...fonts.dict].map(([name, font]) => [name, toUnicode(pdf, font)]));
  const found: PageContent = { texts: new Map(), tags: new Map(), artifacts: '', faults: [] };
  const fault = (words: string): void => void found.faults.push(`page ${number}: ${words}`);
  type Mark = { tag: string; mcid?: number; actual?: string };
  const open: Mark[] = [];
  let operands: Value[] = [];
  let map: Map<string, string> | undefined;

  const add = (text: string): void => {
    const mcid = open.find((mark) => mark.mcid !== undefined)?.mcid;
    if (mcid !== undefined) found.texts.set(mcid, (found.texts.get(mcid) ?? '') + text);
    else if (open.some(({ tag }) => tag === 'Artifact')) found.artifacts += text;
    else fault('text outside the structure');
  };
  const show = (string: string): void => {
    if (map === undefined) fault('text without a font');
    for (let index = 0; index < string.length; index += 2) {
      const code = string.slice(index, index + 2);
      const letters = map?.get(code);
      if (letters === undefined || letters === '' || letters === '\0') fault(`a letter without its Unicode`);
      // ActualText stands for all that is inside.
      if (!open.some(({ actual }) => actual !== undefined)) add(letters ?? '');
      else if (open.length === 0) fault('text outside the structure');
    }
  };

  for (const value of readValues(content)) {
    if (typeof value !== 'object' || value === null || !('operator' in value)) {
      operands.push(value);
      continue;
    }
    const { operator } = value;
    const [first, second] = operands;
    if (operator === 'Tf') map = maps.get(nameOf(first) ?? '');
    else if (operator === 'Tj') show(String(first));
    else if (operator === 'TJ' && Array.isArray(first))
      for (const part of first) typeof part === 'string' && show(part);
    else if (operator === 'BMC') open.push({ tag: nameOf(first) ?? '' });
    else if (operator === 'BDC') begin(nameOf(first) ?? '', second);
    else if (operator === 'EMC') {
      if (open.pop() === undefined) fault('EMC without a beginning');
    } else if (PAINTS.has(operator) && open.length === 0) fault(`${operator} outside the structure`);
    operands = [];
  }
  if (open.length > 0) fault('marked content without an end');
  return found;

  function begin(tag: string, properties: Value | undefined): void {
    const dict = isDict(properties) ? properties.dict : new Map<string, Value>();
    const mcid = dict.get('MCID');
    const actual = dict.get('ActualText');
    const mark: Mark = { tag };
    if (typeof mcid === 'number') {
      if (found.tags.has(mcid)) fault(`${mcid} twice`);
      if (open.length > 0) fault(`${mcid} inside ${open.at(-1)?.tag}`);
      found.tags.set(mcid, tag);
      mark.mcid = mcid;
    }
    if (tag === 'Artifact' && open.length > 0) fault('an artifact inside the structure');
    open.push(mark);
    if (typeof actual === 'string') {
      add(toText(actual));
      mark.actual = toText(actual);
    }
  }
}

/** From the codes of a font to what they stand for. */
function toUnicode(pdf: Pdf, font: Value): Map<string, string> {
  const cmap = pdf.dictAt(pdf.dictAt(font).dict.get('ToUnicode')).stream?.toString('latin1') ?? '';
  const map = new Map<string, string>();
  const code = (number: number): string => String.fromCharCode(number >> 8, number & 255);
  for (const [, from = '', list = ''] of cmap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*)\]/gi))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\da-f ]*)>/gi)].entries())
      map.set(
        code(Number.parseInt(from, 16) + index),
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  return map;
}
