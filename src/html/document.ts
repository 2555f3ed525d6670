// A document that is the same for every reader: made once and kept as bytes, plain and compressed. An answer is then one write of bytes that
// all readers share, however many of them wait for it.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const COMPRESSED_FROM_BYTES = 1_024;

export type Document = {
  type: string;
  bytes: Buffer;
  /** Of its content. */
  hash: string;
  /** Null where it is not worth it. Made when it is first asked for: a start does not wait for it, and most processes of a test run never serve it. */
  compressed: (() => Promise<Buffer>) | null;
};

export const FOR_A_MINUTE = 'public, max-age=60';
export const FOR_A_DAY = 'public, max-age=86400';
/** For an address that contains the hash of what is there. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

export function documentOf(type: string, content: string | Buffer): Document {
  const bytes = Buffer.from(content);
  const isCompressible =
    bytes.length >= COMPRESSED_FROM_BYTES && !/^(font|image\/png|application\/(gzip|zip))/.test(type);
  return {
    type,
    bytes,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    compressed: isCompressible ? once(() => promisify(gzip)(bytes, { level: 9 })) : null,
  };
}

/** `cacheControl` null: the default of the edge, no-store. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, hash, compressed }: Document,
  cacheControl: string | null,
) {
  const isCompressed = compressed !== null && takesGzip(request.headers['accept-encoding']);
  if (compressed !== null) {
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  }
  if (cacheControl !== null) {
    // Compressed, it is another form of the same: a weak tag.
    reply.header('cache-control', cacheControl).header('etag', `${isCompressed ? 'W/' : ''}"${hash}"`);
    if (isKnown(request.headers['if-none-match'], `"${hash}"`)) return reply.code(304).send();
  }
  reply.type(type);
  if (!isCompressed) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(await compressed());
}

/** What `make` answers at the first call, at every call. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function takesGzip(header: unknown): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header ?? ''));
}

/** Proxies that compress turn the tag into a weak one, and a cache may list several. */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}
