// The project's own Markdown as HTML: headings, paragraphs, lists, tables, quotes and code, as our documents use them. HTML in a document is
// text like any other, so that no document can bring a script.
import { type Content, type Html, html } from '../../html/html.ts';
import { inline, plainText, type ToLink } from './inline.ts';

export type Heading = { id: string; text: string; level: number };
/** A heading with what stands under it, as words: what the search looks at. */
export type Section = { id: string; heading: string; text: string };
export type Rendered = {
  title: string;
  /** The first paragraph, as words. */
  lead: string;
  body: Html;
  headings: Heading[];
  sections: Section[];
};

const FENCE = /^```(\S*)/;
const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^(\s*)([-*]|\d+\.) +(.*)$/;
const ROW = /^\|.*\|\s*$/;

/** As GitHub makes them, so that the links between our documents hold in both places. */
export function slugOf(heading: string): string {
  return plainText(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

export function renderMarkdown(text: string, toLink: ToLink): Rendered {
  const reader = new Reader(toLink);
  const body = reader.blocks(text.replaceAll('\r\n', '\n').split('\n'));
  const { headings, sections, lead } = reader;
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    lead,
    body: html`${body}`,
    headings,
    sections,
  };
}

class Reader {
  readonly headings: Heading[] = [];
  readonly sections: Section[] = [];
  lead = '';
  readonly #toLink: ToLink;

  constructor(toLink: ToLink) {
    this.#toLink = toLink;
  }

  blocks(lines: string[]): Content[] {
    const found: Content[] = [];
    let at = 0;
    /** Takes lines while they belong to the block. */
    const take = (belongs: (line: string, index: number) => boolean): string[] => {
      const start = at;
      while (at < lines.length && belongs(lines[at] ?? '', at - start)) at += 1;
      return lines.slice(start, at);
    };
    while (at < lines.length) {
      const line = lines[at] ?? '';
      if (line.trim() === '') at += 1;
      else if (FENCE.test(line)) {
        at += 1;
        const code = take((one) => !one.startsWith('```'));
        at += 1;
        found.push(this.#code(code.join('\n'), FENCE.exec(line)?.[1] ?? ''));
      } else if (HEADING.test(line)) {
        at += 1;
        found.push(this.#heading(line));
      } else if (ROW.test(line)) found.push(this.#table(take((one) => ROW.test(one))));
      else if (line.startsWith('>')) {
        const quoted = take((one) => one.startsWith('>')).map((one) => one.replace(/^> ?/, ''));
        found.push(html`<blockquote>${this.blocks(quoted)}</blockquote>`);
      } else if (ITEM.test(line))
        found.push(this.#list(take((one, index) => isOfList(one, index, lines[at + 1]))));
      else found.push(this.#paragraph(take((one, index) => index === 0 || isOfParagraph(one)).join('\n')));
    }
    return found;
  }

  #heading(line: string): Html {
    const [, marks = '', text = ''] = HEADING.exec(line) ?? [];
    const level = marks.length;
    const id = slugOf(text);
    this.headings.push({ id, text: plainText(text), level });
    this.sections.push({ id, heading: plainText(text), text: '' });
    const words = inline(text, this.#toLink);
    if (level === 1) return html`<h1 id="${id}">${words}</h1>`;
    const linked = html`${words} <a class="anchor" href="#${id}" aria-label="Link to ${plainText(text)}">#</a>`;
    if (level === 2) return html`<h2 id="${id}">${linked}</h2>`;
    return level === 3 ? html`<h3 id="${id}">${linked}</h3>` : html`<h4 id="${id}">${linked}</h4>`;
  }

  #paragraph(text: string): Html {
    this.lead ||= plainText(text);
    this.#note(text);
    return html`<p>${inline(text, this.#toLink)}</p>`;
  }

  /** A list of items, each with what is indented under it. */
  #list(lines: string[]): Html {
    const [, indent = '', mark = '', first = ''] = ITEM.exec(lines[0] ?? '') ?? [];
    const items: string[][] = [];
    const depth = indent.length + mark.length + 1;
    for (const line of lines) {
      const [, own = '', , text = ''] = ITEM.exec(line) ?? [];
      const isItem = ITEM.test(line) && own.length === indent.length;
      if (isItem) items.push([items.length === 0 ? first : text]);
      else items.at(-1)?.push(line.replace(new RegExp(`^ {0,${depth}}`), ''));
    }
    const entries = items.map((item) => html`<li>${this.#item(item)}</li>\n`);
    if (!/\d/.test(mark)) return html`<ul>${entries}</ul>`;
    return html`<ol start="${Number.parseInt(mark, 10)}">${entries}</ol>`;
  }

  /** The words of an item without a paragraph around them, then what else is in it. */
  #item(lines: string[]): Content[] {
    const end = lines.findIndex((line, index) => index > 0 && !isOfParagraph(line));
    const words = (end === -1 ? lines : lines.slice(0, end)).join('\n');
    this.#note(words);
    // A box to tick on paper.
    return [
      inline(words.replace(/^\[ \] /, '☐ '), this.#toLink),
      this.blocks(end === -1 ? [] : lines.slice(end)),
    ];
  }

  #table(rows: string[]): Html {
    const [head = [], , ...body] = rows.map(cellsOf);
    this.#note(rows.filter((_row, index) => index !== 1).join('\n'));
    const name = this.headings.at(-1)?.text ?? 'Table';
    const cells = (row: string[]) => row.map((cell) => html`<td>${inline(cell, this.#toLink)}</td>`);
    // The group takes the focus, so that a wide table can be scrolled by keyboard.
    return html`<div class="table" role="group" aria-label="Table: ${name}" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, this.#toLink)}</th>`)}</tr></thead>
<tbody>${body.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody></table></div>`;
  }

  #code(text: string, language: string): Html {
    this.#note(text);
    const kind = language === '' ? 'Code' : `Code, ${language}`;
    return html`<div class="code"><pre role="group" aria-label="${kind}" tabindex="0"><code>${text}</code></pre></div>`;
  }

  #note(text: string): void {
    const section = this.sections.at(-1);
    if (section !== undefined) section.text += ` ${plainText(text)}`;
  }
}

function isOfParagraph(line: string): boolean {
  return line.trim() !== '' && ![FENCE, HEADING, ROW, ITEM, /^>/].some((block) => block.test(line));
}

/** Items, lines that are indented under one, and an empty line between them. */
function isOfList(line: string, index: number, next: string | undefined): boolean {
  if (index === 0 || ITEM.test(line) || /^\s+\S/.test(line)) return true;
  if (line.trim() === '') return next !== undefined && (/^\s+\S/.test(next) || ITEM.test(next));
  return isOfParagraph(line);
}

/** A bar in a cell is written `\|`, also in code. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
