// What every page shares: the HTML document around it, and the headers that it is sent with.
import type { FastifyReply } from 'fastify';
import { FONT_PATH } from '../html/font.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { Assets } from './assets.ts';

/** Nothing inline, nothing from other hosts, framed by nobody but these. */
const policy = (ancestors: readonly string[]): string =>
  `default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`;

export type Page = {
  title: string;
  /** The style sheet beside the common one. */
  css: string;
  /** Scripts in the head, in this order. */
  head?: Content;
  body: Content;
  /** Letters of the device itself: nothing is loaded for them. */
  isPlain?: boolean;
};

export function document(assets: Assets<'icon' | 'baseCss'>, page: Page): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
${!page.isPlain && html`<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>\n`}<link rel="stylesheet" href="${assets.baseCss}">
<link rel="stylesheet" href="${page.css}">
${page.head ?? null}</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
${page.body}
</body>
</html>
`;
}

/** `ancestors`: origins whose pages may frame it. */
export function sendPage(
  reply: FastifyReply,
  page: Html,
  { status = 200, ancestors = [] }: { status?: number; ancestors?: readonly string[] } = {},
) {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(ancestors))
      // Nothing to other hosts. Not no-referrer: a form sent under it has the origin `null`, which says nothing of where it is from.
      .header('referrer-policy', 'same-origin')
      // A page may show a name, a number or a code: it is not cached, also not for the Back button.
      .header('cache-control', 'no-store')
      .send(page.text)
  );
}
