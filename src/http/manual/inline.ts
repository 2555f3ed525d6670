// The text inside a paragraph, a cell or a heading of our Markdown: code, links, strong, emphasis. Everything else is text.
import { type Content, type Html, html } from '../../html/html.ts';

/** Where a link of a document leads on this service; null for what is not served, which is shown as text. */
export type ToLink = (href: string) => string | null;

const PIECE =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\[(?<words>(?:\\.|`[^`]*`|[^\]])+)\]\((?<href>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*|(?<![\w*])\*(?<soft>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|\\(?<plain>[\\`*_{}[\]()#+.!|<>-])/gs;

export function inline(text: string, toLink: ToLink): Content[] {
  const contents: Content[] = [];
  let last = 0;
  for (const match of text.matchAll(PIECE)) {
    if (match.index > last) contents.push(text.slice(last, match.index));
    contents.push(piece(match.groups ?? {}, toLink));
    last = match.index + match[0].length;
  }
  if (last < text.length) contents.push(text.slice(last));
  return contents;
}

function piece(groups: Record<string, string | undefined>, toLink: ToLink): Content {
  const { code, words, href, strong, soft, plain } = groups;
  if (code !== undefined) return html`<code>${code.trim()}</code>`;
  if (words !== undefined && href !== undefined) return link(inline(words, toLink), toLink(href));
  if (strong !== undefined) return html`<strong>${inline(strong, toLink)}</strong>`;
  if (soft !== undefined) return html`<em>${inline(soft, toLink)}</em>`;
  return plain ?? '';
}

function link(words: Content[], address: string | null): Html {
  if (address === null) return html`<span class="elsewhere">${words}</span>`;
  const isForeign = /^https?:/.test(address);
  return isForeign
    ? html`<a href="${address}" rel="noreferrer">${words}</a>`
    : html`<a href="${address}">${words}</a>`;
}

/** The words alone, for titles, contents and the search. */
export function plainText(text: string): string {
  return text.replaceAll(PIECE, (...found) => {
    const { code, words, strong, soft, plain } = found.at(-1) as Record<string, string | undefined>;
    return code ?? plain ?? plainText(words ?? strong ?? soft ?? '');
  });
}
