// HTML without a template library: a tag that escapes whatever is put into it. Text becomes text wherever it stands, so a
// name with a bracket in it is a name; only what this tag made itself goes in as it is.

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a page. Nothing is shown for null and false, so that a condition reads as one. */
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

/** Good between tags and inside quoted attributes. Attributes in our pages are always quoted. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
