// Search in the manual: the sections that have every word of the query, or one that is as good, those first that have it in their heading. Some hundred sections
// are looked through in well under a millisecond, so there is no index to keep.
import type { PageEntry } from './contents.ts';
import type { Section } from './markdown.ts';

export type Hit = { slug: string; title: string; heading: string; id: string; excerpt: string };

export const QUERY_LENGTH_MAX = 100;
const WORDS_MAX = 6;
const HITS_MAX = 20;
const AROUND = 80;
/** Found more often, a word says no more of a section. */
const TIMES_MAX = 5;

type Entry = { page: PageEntry; section: Section; heading: string; title: string; text: string };

export function searchIndex(pages: readonly (PageEntry & { sections: Section[] })[]) {
  const entries: Entry[] = pages.flatMap((page) =>
    page.sections.map((section) => ({
      page,
      section,
      heading: section.heading.toLowerCase(),
      title: page.title.toLowerCase(),
      text: section.text.toLowerCase(),
    })),
  );
  return (query: string): Hit[] => {
    const words = query
      .toLowerCase()
      .slice(0, QUERY_LENGTH_MAX)
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, WORDS_MAX);
    if (words.length === 0) return [];
    const wanted = words.map(alternativesOf);
    return entries
      .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, HITS_MAX)
      .map(({ entry }) => hitOf(entry, wanted));
  };
}

/** What readers call things that the pages call otherwise. */
const SYNONYMS: Record<string, readonly string[]> = {
  '2fa': ['two-step'],
  apikey: ['credential'],
  auth: ['token'],
  backoff: ['retry-after'],
  callback: ['webhook'],
  charge: ['cost', 'price'],
  cors: ['origin'],
  csp: ['content security policy', 'content-security-policy'],
  delete: ['erase'],
  duplicate: ['idempotency'],
  gdpr: ['data protection', 'erase'],
  hmac: ['signature'],
  iframe: ['frame'],
  invoice: ['credit note'],
  mfa: ['two-step'],
  otp: ['security code', 'code'],
  pagination: ['paging', 'pagesize', 'pagetoken'],
  password: ['secret'],
  pii: ['personal data'],
  polling: ['feed'],
  quota: ['limit'],
  refund: ['money back', 'credit note', 'goes back'],
  sandbox: ['test mode'],
  sso: ['openid'],
  throttling: ['rate limit'],
  timeout: ['deadline'],
  upgrade: ['version'],
};
const STEM_LENGTH_MIN = 4;

/** The word, its stem, and what stands for it: each as good as another. */
function alternativesOf(word: string): string[] {
  const stem = word.replace(/(ations?|ings?|ions?|ies|ed|es|s)$/, '');
  const stems = stem.length >= STEM_LENGTH_MIN ? [stem] : [];
  const meant = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : SYNONYMS[word.replace(/s$/, '')];
  return [...new Set([word, ...stems, ...(meant ?? [])])];
}

/** 0 where a word is missing. The word itself counts twice. */
function scoreOf(entry: Entry, wanted: string[][]): number {
  let score = 0;
  for (const [word = '', ...others] of wanted) {
    let best = 2 * weightOf(entry, word);
    for (const other of others) best = Math.max(best, weightOf(entry, other));
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

function weightOf({ heading, title, text }: Entry, word: string): number {
  const inHeading = heading.includes(word) ? (heading === word ? 60 : 20) : 0;
  return inHeading + (title.includes(word) ? 5 : 0) + countOf(text, word);
}

/** As many as count, or fewer. */
function countOf(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < TIMES_MAX; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

function hitOf({ page, section, text }: Entry, wanted: string[][]): Hit {
  const first = wanted.flat().find((word) => text.includes(word)) ?? '';
  const at = text.indexOf(first);
  const start = Math.max(0, section.text.lastIndexOf(' ', Math.max(0, at - AROUND)));
  const excerpt = section.text
    .slice(start, at + 2 * AROUND)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return {
    slug: page.slug,
    title: page.title,
    heading: section.heading,
    id: section.id,
    excerpt: `${start > 0 ? '… ' : ''}${excerpt}${at + 2 * AROUND < section.text.length ? ' …' : ''}`,
  };
}
