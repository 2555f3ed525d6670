// The style sheets and scripts of the pages: read once from web/pages, served from memory under URLs that contain their hash, so that
// browsers may cache them for ever.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Document, documentOf, FOR_GOOD, sendDocument } from '../html/document.ts';
import { FONT_CSS } from '../html/font.ts';

const FOLDER = join(import.meta.dirname, '../../web/pages');
/** The parts of each asset, concatenated; the last part names it. */
const FILES = {
  baseCss: ['../tokens.css', '../base.css', 'base.css'],
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

/** A file that is made at the start. */
type Made = { file: string; bytes: Buffer };

/** Assets as they are served below a path. */
type AssetFolder<Name extends string> = {
  prefix: string;
  addresses: Record<Name, string>;
  byAddress: ReadonlyMap<string, Document>;
};

/** Reads these, each for an address below `prefix` with its hash. */
export function readAssets<Name extends AssetName, MadeName extends string = never>(
  prefix: string,
  names: readonly Name[],
  made: Record<MadeName, Made> = {} as Record<MadeName, Made>,
): AssetFolder<Name | MadeName> {
  const read = names.map((name): [string, Made] => {
    const files: readonly string[] = FILES[name];
    const parts = files.map((file) => readFileSync(join(FOLDER, file)));
    if (name === 'baseCss') parts.unshift(Buffer.from(FONT_CSS));
    const bytes = Buffer.concat(parts);
    const isCss = files.at(-1)?.endsWith('.css') === true;
    return [name, { file: files.at(-1) ?? '', bytes: isCss ? withoutBlanks(bytes) : bytes }];
  });
  const all = [...read, ...Object.entries<Made>(made)].map(([name, { file, bytes }]) => {
    const [stem = '', ending = ''] = file.split('.');
    const asset = documentOf(TYPES[ending] ?? '', bytes);
    return { name, address: `${stem}-${asset.hash.slice(0, 12)}.${ending}`, asset };
  });
  const byAddress = new Map(all.map(({ address, asset }) => [address, asset]));
  const addresses = all.map(({ name, address }) => [name, `${prefix}/${address}`]);
  return { prefix, byAddress, addresses: Object.fromEntries(addresses) as Record<Name | MadeName, string> };
}

export function serveAssets<Name extends string>(
  app: FastifyInstance,
  { prefix, addresses, byAddress }: AssetFolder<Name>,
): Record<Name, string> {
  app.get(`${prefix}/:name`, OPEN, async (request, reply) => {
    const asset = byAddress.get((request.params as { name: string }).name);
    if (asset === undefined) return reply.callNotFound();
    return sendDocument(request, reply, asset, FOR_GOOD);
  });
  return addresses;
}

/** A style sheet of ours without comments and blanks: a phone loads it before it shows anything. */
function withoutBlanks(css: Buffer): Buffer {
  const text = css
    .toString('utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
  return Buffer.from(text.trim());
}

export const OPEN = { config: { access: 'public' }, schema: { hide: true } } as const;
