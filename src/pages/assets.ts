// The style sheets and scripts of the pages: read once from web/pages, served from memory under URLs that contain their hash, so that
// browsers may cache them for ever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FONT_CSS } from '../html/font.ts';

const FOLDER = join(import.meta.dirname, '../../web/pages');
/** The parts of each asset, concatenated; the last part names it. */
const FILES = {
  baseCss: ['../tokens.css', 'base.css'],
  demoCss: ['demo.css'],
  demoJs: ['demo.js'],
  outboxCss: ['outbox.css'],
  outboxJs: ['outbox.js'],
  icon: ['icon.svg'],
} as const;
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The URL of each asset. */
export type Assets = Record<keyof typeof FILES, string>;

export function serveAssets(app: FastifyInstance): Assets {
  const entries = Object.entries(FILES).map(([name, files]) => {
    const parts = files.map((file) => readFileSync(join(FOLDER, file)));
    if (name === 'baseCss') parts.unshift(Buffer.from(FONT_CSS));
    const bytes = Buffer.concat(parts);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
    const [stem = '', ending = ''] = (files.at(-1) ?? '').split('.');
    const address = `/dev/assets/${stem}-${hash}.${ending}`;
    app.get(address, OPEN, async (_request, reply) =>
      reply
        .type(TYPES[ending] ?? '')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(bytes),
    );
    return [name, address];
  });
  return Object.fromEntries(entries) as Assets;
}

export const OPEN = { config: { access: 'public' }, schema: { hide: true } } as const;
