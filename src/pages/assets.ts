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
  consumerCss: ['consumer.css'],
  outboxCss: ['outbox.css'],
  outboxJs: ['outbox.js'],
  icon: ['icon.svg'],
} as const;
type AssetName = keyof typeof FILES;
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The URL of each asset. */
export type Assets<Name extends AssetName = AssetName> = Record<Name, string>;

/** Serves these below `prefix`. */
export function serveAssets<Name extends AssetName>(
  app: FastifyInstance,
  prefix: string,
  names: readonly Name[],
): Assets<Name> {
  const entries = names.map((name) => {
    const files: readonly string[] = FILES[name];
    const parts = files.map((file) => readFileSync(join(FOLDER, file)));
    if (name === 'baseCss') parts.unshift(Buffer.from(FONT_CSS));
    return [name, serveAsset(app, prefix, files.at(-1) ?? '', Buffer.concat(parts))];
  });
  return Object.fromEntries(entries) as Assets<Name>;
}

/** Under an address with its hash. */
export function serveAsset(app: FastifyInstance, prefix: string, file: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  const [stem = '', ending = ''] = file.split('.');
  const address = `${prefix}/${stem}-${hash}.${ending}`;
  app.get(address, OPEN, async (_request, reply) =>
    reply
      .type(TYPES[ending] ?? '')
      .header('cache-control', FOR_GOOD)
      .send(bytes),
  );
  return address;
}

export const FOR_GOOD = 'public, max-age=31536000, immutable';
export const OPEN = { config: { access: 'public' }, schema: { hide: true } } as const;
