// The manual as pages: contents at the side, the page, what is on it, and a search that works without a script. And the start page of the
// service, which leads there.
import { FONT_PATH } from '../../html/font.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { ICON, leaf } from '../../html/icon.ts';
import { PAGES, PARTS } from './contents.ts';
import type { ManualPage } from './manual.ts';
import { type Hit, QUERY_LENGTH_MAX } from './search.ts';

export type Assets = { css: string; js: string };

export function manualPage(assets: Assets, page: ManualPage): string {
  const at = PAGES.findIndex(({ slug }) => slug === page.slug);
  const [before, next] = [PAGES[at - 1], PAGES[at + 1]];
  const step = (entry: typeof before, rel: 'prev' | 'next', words: string) =>
    entry !== undefined &&
    html`<a rel="${rel}" href="/docs/${entry.slug}"><span>${words}</span> ${entry.title}</a>`;
  return frame(assets, {
    title: `${page.title} · Trefoil docs`,
    current: page.slug,
    twin: `/docs/${page.slug}.md`,
    main: html`<article>${page.body}</article>
<nav class="steps" aria-label="Pages before and after">${step(before, 'prev', 'Before:')}${step(next, 'next', 'Next:')}</nav>
<p class="twin"><a href="/docs/${page.slug}.md">This page as Markdown</a></p>`,
    side: onThisPage(page),
  });
}

export function searchPage(assets: Assets, query: string, hits: readonly Hit[]): string {
  const found =
    query === ''
      ? html`<p>Type a word or two: an error code, a field, a limit.</p>`
      : hits.length === 0
        ? html`<p>Nothing has all of these words. Try fewer, or look through the contents.</p>`
        : html`<p>${hits.length} ${hits.length === 1 ? 'place' : 'places'}.</p>
<ol class="hits">${hits.map(hitItem)}</ol>`;
  return frame(assets, {
    title: 'Search · Trefoil docs',
    current: '',
    query,
    main: html`<h1>Search</h1>${found}`,
  });
}

function hitItem({ slug, title, heading, id, excerpt }: Hit): Html {
  return html`<li><a href="/docs/${slug}#${id}">${heading}</a> <span class="in">${title}</span><p>${excerpt}</p></li>
`;
}

export function missingPage(assets: Assets): string {
  return frame(assets, {
    title: 'Not found · Trefoil docs',
    current: '',
    main: html`<h1>There is no such page</h1>
<p>It may have moved. Look through the contents, or search for a word that was on it.</p>`,
  });
}

/** What each client is installed by, at the end of the address of this service. */
const INSTALLED_BY: Record<string, [words: string, command: string]> = {
  '.tgz': ['TypeScript and JavaScript, for npm', 'npm install '],
  '.whl': ['Python, for pip', 'pip install '],
  '.py': ['Python, in one file', 'curl -O '],
  '.php': ['PHP, in one file', 'curl -O '],
  '.js': ['The device check, for a page without a bundler', ''],
};

/** The clients at /sdk, with the lines that install them. pip reads it, too: --find-links. */
export function clientsPage(assets: Assets, publicUrl: string, names: readonly string[]): string {
  const item = (name: string) => {
    const [words = '', command = ''] = INSTALLED_BY[name.slice(name.lastIndexOf('.'))] ?? [];
    return html`<li><a href="/sdk/${name}">${name}</a><p>${words}: <code>${command}${publicUrl}/sdk/${name}</code></p></li>
`;
  };
  return frame(assets, {
    title: 'Clients · Trefoil docs',
    current: '',
    main: html`<h1>Clients</h1>
<p>How to use them: <a href="/docs/sdk">TypeScript</a>, <a href="/docs/sdk-python">Python</a>, <a href="/docs/sdk-php">PHP</a>, <a href="/docs/device-script">the device check</a>.</p>
<ul class="hits">${names.map(item)}</ul>`,
  });
}

type StartPage = { version: string; hasDemo: boolean; hasOutbox: boolean };

/** What `/` shows to a browser. */
export function startPage(assets: Assets, { version, hasDemo, hasOutbox }: StartPage): string {
  const door = (href: string, name: string, words: string) =>
    html`<li><a href="${href}">${name}</a><p>${words}</p></li>`;
  return document(assets, {
    title: 'Trefoil',
    body: html`<main id="main" class="doors">
<div class="hero"><div>
<h1>${leaf(40)} Trefoil</h1>
<p>UK consumer credit reports from three bureaus, merged into one, behind one call.</p>
<p><a class="button" href="/docs">Read the documentation</a></p>
</div>${PICTURE}</div>
<ul>
${door('/reference/', 'API reference', 'Every operation with its fields, to try out.')}
${door('/app', 'Console', 'Reports, requests, wallet, credentials and members, for people who sign in.')}
${hasDemo && door('/demo', 'Demo', 'A consumer’s form, from name to report, with invented people.')}
${hasOutbox && door('/dev/outbox', 'Outbox', 'The text messages of this machine, with their codes.')}
</ul>
<p class="twin">Version ${version}. For programs: <a href="/openapi.json">OpenAPI</a>, <a href="/llms.txt">llms.txt</a>, <a href="/health/ready">health</a>.</p>
</main>`,
  });
}

/** A report, as a picture: an answer, sums, and payments by the month of an invented person. */
const PICTURE = html`<svg class="picture" viewBox="0 0 240 180" role="img" aria-label="A merged report: an answer on car finance, sums, and payment histories">
<rect class="sheet" x="1" y="1" width="238" height="178" rx="10"/>
<rect class="good" x="16" y="16" width="208" height="38" rx="6"/>
<rect class="strong" x="28" y="26" width="120" height="7" rx="3"/><rect class="weak" x="28" y="39" width="168" height="5" rx="2"/>
${[16, 88, 160].map((x) => html`<rect class="strong" x="${x}" y="68" width="36" height="8" rx="3"/><rect class="weak" x="${x}" y="82" width="52" height="5" rx="2"/>`)}
${[104, 128, 152].map(
  (y, row) => html`<rect class="weak" x="16" y="${y}" width="64" height="6" rx="3"/>
${Array.from({ length: 12 }, (_, month) => html`<rect class="${row === 1 && month > 6 && month < 9 ? 'late' : 'paid'}" x="${96 + month * 11}" y="${y - 3}" width="8" height="12" rx="2"/>`)}`,
)}
</svg>`;

function onThisPage({ headings }: ManualPage): Html | null {
  const own = headings.filter(({ level }) => level === 2 || level === 3);
  if (own.length < 2) return null;
  const items = own.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  );
  return html`<nav class="own" aria-label="On this page"><h2>On this page</h2><ul>${items}</ul></nav>`;
}

function contents(current: string): Html {
  const item = ({ slug, title }: (typeof PAGES)[number]) =>
    slug === current
      ? html`<li><a href="/docs/${slug}" aria-current="page">${title}</a></li>`
      : html`<li><a href="/docs/${slug}">${title}</a></li>`;
  return html`${PARTS.map(
    ({ name, pages }) => html`<h2>${name}</h2><ul>${pages.map(item)}</ul>
`,
  )}`;
}

type Frame = {
  title: string;
  current: string;
  twin?: string;
  query?: string;
  main: Content;
  side?: Html | null;
};

function frame(assets: Assets, { title, current, twin, query = '', main, side = null }: Frame): string {
  const list = contents(current);
  return document(assets, {
    title,
    head: twin !== undefined && html`<link rel="alternate" type="text/markdown" href="${twin}">\n`,
    body: html`<header class="top">
<a class="home" href="/docs">Trefoil docs</a>
<form role="search" action="/docs/search"><label class="unseen" for="q">Search the documentation</label>
<input id="q" name="q" type="search" placeholder="Search" maxlength="${QUERY_LENGTH_MAX}" value="${query}" autocomplete="off" aria-keyshortcuts="/"><button>Search</button></form>
<nav aria-label="Elsewhere"><a href="/reference/">Reference</a><a href="/app">Console</a></nav>
</header>
<div class="columns">
<details class="contents-small"><summary>Contents</summary><nav aria-label="Contents, folded">${list}</nav></details>
<nav class="contents" aria-label="Contents">${list}</nav>
<main id="main">${main}</main>
${side}</div>`,
  });
}

function document(assets: Assets, page: { title: string; head?: Content; body: Content }): string {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.css}">
<script src="${assets.js}" defer></script>
${page.head ?? null}</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
${page.body}
</body>
</html>
`.text;
}
