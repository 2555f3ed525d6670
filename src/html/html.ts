// HTML without a template library: a template tag that escapes every value. A name with an angle bracket in it stays a name; only
// what this tag made itself is inserted unescaped.

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a page. Null and false render as nothing, so that a template can use conditions. */
export type Content = string | number | Html | null | false | readonly Content[];

export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  let text = parts[0] ?? '';
  contents.forEach((content, index) => {
    text += render(content) + (parts[index + 1] ?? '');
  });
  return new Html(text);
}

function render(content: Content): string {
  if (content === null || content === false) return '';
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(render).join('');
  return escaped(String(content));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. Attributes in our pages are always quoted. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
