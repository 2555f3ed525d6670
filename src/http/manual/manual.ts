// The manual: every page read, rendered and indexed, with the address of this service in it. A page is made once, on its
// first visit.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FIRST_PAGE, INTEGRATORS, OPERATIONS, PAGES, PARTS, type PageEntry } from './contents.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { type Hit, searchIndex } from './search.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Stand-ins for the address of a service in our documents. */
const ADDRESSES = /http:\/\/127\.0\.0\.1:8080|https:\/\/credit\.example(?![\w.-])/g;

export type ManualPage = PageEntry & Rendered & { markdown: string; about: string };
export type Manual = {
  find(slug: string): ManualPage | undefined;
  search(query: string): Promise<Hit[]>;
  /** A list of the pages for programs that read (llmstxt.org). */
  index(): Promise<string>;
  /** All pages in one text. */
  whole(): Promise<string>;
};

export function openManual(publicUrl: string): Manual {
  const opened = new Map<string, ManualPage>();
  const open = (entry: PageEntry): ManualPage => {
    const page = opened.get(entry.slug) ?? openPage(entry, publicUrl);
    opened.set(entry.slug, page);
    return page;
  };
  /** One page at a time: requests in between are answered. */
  const openAll = async (): Promise<ManualPage[]> => {
    const pages: ManualPage[] = [];
    for (const entry of PAGES) {
      if (!opened.has(entry.slug)) await setImmediate();
      pages.push(open(entry));
    }
    return pages;
  };
  let look: ReturnType<typeof searchIndex> | null = null;
  return {
    find: (slug) => {
      const entry = PAGES.find((one) => one.slug === slug);
      return entry === undefined ? undefined : open(entry);
    },
    search: async (query) => {
      look ??= searchIndex(await openAll());
      return look(query);
    },
    index: async () => indexOf(await openAll(), publicUrl),
    whole: async () => (await openAll()).map(({ markdown }) => markdown).join('\n\n---\n\n'),
  };
}

/** A document with the address of this service in the place of the stand-ins. */
export function withAddress(text: string, publicUrl: string): string {
  return text.replaceAll(ADDRESSES, publicUrl);
}

function openPage(entry: PageEntry, publicUrl: string): ManualPage {
  const text = withAddress(readFileSync(join(ROOT, entry.file), 'utf8'), publicUrl);
  const rendered = renderMarkdown(text, (href) => toAddress(entry.file, href));
  return { ...entry, ...rendered, markdown: withAddresses(text, entry, publicUrl), about: aboutOf(rendered) };
}

/** Where a link of a document leads: another page, an address as it is, or nowhere for files that are not served. */
function toAddress(from: string, href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = relative(ROOT, join(ROOT, dirname(from), path));
  const page = PAGES.find(({ file }) => file === target);
  if (page !== undefined) return `/docs/${page.slug}${anchor === undefined ? '' : `#${anchor}`}`;
  return FILES[target] ?? null;
}

/** Files beside the pages that are served. */
const FILES: Record<string, string> = {
  'docs/openapi.json': '/openapi.json',
  'docs/test-numbers.json': '/docs/test-numbers.json',
};

/** The Markdown twin: its links lead to other twins, with the whole address; one to a file that is not served is its words alone. */
function withAddresses(text: string, { file }: PageEntry, publicUrl: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, words: string, href: string) => {
    const address = toAddress(file, href);
    if (address === null) return words;
    if (!address.startsWith('/')) return whole;
    const [path = '', anchor] = address.split('#');
    const isPage = path.startsWith('/docs/') && !path.includes('.');
    return `[${words}](${publicUrl}${path}${isPage ? '.md' : ''}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** Its first sentence. */
function aboutOf({ lead }: Rendered): string {
  const words = lead.replaceAll(/\s+/g, ' ');
  return /^.*?[.](?= |$)/.exec(words)?.[0] ?? words;
}

function indexOf(pages: readonly ManualPage[], publicUrl: string): string {
  const pageOf = (wanted: string) => pages.find(({ slug }) => slug === wanted);
  const aboutPage = (wanted: string): string => pageOf(wanted)?.about ?? '';
  const isLinked = ({ slug }: PageEntry): boolean =>
    INTEGRATORS.some((from) => pageOf(from.slug)?.markdown.includes(`](${publicUrl}/docs/${slug}.md`));
  const parts = PARTS.map(({ name, pages: entries }) => {
    // Of the pages for operators those that the others lead to.
    const listed = name === OPERATIONS ? entries.filter(isLinked) : entries;
    const lines = listed.map(
      ({ slug, title }) => `- [${title}](${publicUrl}/docs/${slug}.md): ${aboutPage(slug)}`,
    );
    return `## ${name === OPERATIONS ? 'Optional' : name}\n\n${lines.join('\n')}`;
  });
  return `# Trefoil

> ${aboutPage(FIRST_PAGE)} This service answers at [${publicUrl}](${publicUrl}/). For whoever writes a client: the [operations for programs](${publicUrl}/openapi.programs.json) ([with those for people](${publicUrl}/openapi.json)), the [test numbers](${publicUrl}/docs/test-numbers.json), the [clients to install](${publicUrl}/sdk/); [all pages in one text](${publicUrl}/llms-full.txt), those for operators too.

${parts.join('\n\n')}
`;
}
