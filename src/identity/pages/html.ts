// HTML by template: whatever is put in is text, unless it was made by this tag itself. The one thing that keeps a name from
// becoming a tag.

class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  get text(): string {
    return this.#text;
  }
}

export type { Html };

type Part = Html | string | number | null | false | Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + toText(parts[index] ?? null)).join(''));
}

function toText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join('');
  return part === null || part === false
    ? ''
    : String(part).replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '');
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
