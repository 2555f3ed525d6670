// A logo as a picture that is certainly one: a PNG is read chunk by chunk, its pixels unpacked and packed again, and everything else in
// the file left behind. What is kept are the pixels, the palette and the transparency, so a logo carries no text, no profile, no place
// where it was taken, and nothing behind its end.
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX } from '../../domain/hosted/logo-limits.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEAD_BYTES = 13;
const CHUNKS_MAX = 1_000;
/** Channels of each colour type, and the bits that one may have. */
const COLOUR_TYPES: Record<number, { channels: number; bits: number[] }> = {
  0: { channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { channels: 3, bits: [8, 16] },
  3: { channels: 1, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8, 16] },
  6: { channels: 4, bits: [8, 16] },
};
/** Of an interlaced picture: where each of its seven passes begins, and how far apart its pixels are. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export type Logo = { kind: 'ok'; png: Buffer } | { kind: 'refused'; why: string };

const NO_PNG = 'must be a PNG picture; this is none, or it is damaged';

export function toLogo(file: Buffer): Logo {
  const refused = (why: string): Logo => ({ kind: 'refused', why });
  if (file.length > LOGO_BYTES_MAX) return refused(`must be at most ${LOGO_BYTES_MAX / 1024} KB`);
  const chunks = readChunks(file);
  const head = chunks?.[0];
  if (chunks === null || head?.type !== 'IHDR' || head.data.length !== HEAD_BYTES) return refused(NO_PNG);
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  if (width === 0 || height === 0) return refused(NO_PNG);
  if (width > LOGO_PIXELS_MAX || height > LOGO_PIXELS_MAX)
    return refused(`must be at most ${LOGO_PIXELS_MAX} pixels wide and high`);
  const size = bytesOfPixels(head.data, width, height);
  const pixels = size === null ? null : unpack(chunks, size);
  if (pixels === null) return refused(NO_PNG);

  const palette = chunks.filter(({ type }) => type === 'PLTE');
  const transparency = chunks.filter(({ type }) => type === 'tRNS');
  const isPaletted = head.data[9] === 3;
  if (palette.length > 1 || transparency.length > 1 || (isPaletted && palette.length === 0))
    return refused(NO_PNG);
  if (palette.some(({ data }) => data.length === 0 || data.length % 3 !== 0 || data.length > 768))
    return refused(NO_PNG);
  if (transparency.some(({ data }) => data.length > 256)) return refused(NO_PNG);
  const kept = [head, ...palette, ...transparency].map(({ type, data }) => toChunk(type, data));
  const packed = toChunk('IDAT', deflateSync(pixels, { level: 9 }));
  return {
    kind: 'ok',
    png: Buffer.concat([SIGNATURE, ...kept, packed, toChunk('IEND', Buffer.alloc(0))]),
  };
}

type Chunk = { type: string; data: Buffer };

/** Up to the end that it names; null when a length or a checksum is wrong. What stands behind the end is not read. */
function readChunks(file: Buffer): Chunk[] | null {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length && chunks.length < CHUNKS_MAX; ) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end))
      return null;
    chunks.push({ type, data: file.subarray(at + 8, end) });
    if (type === 'IEND') return chunks;
    at = end + 4;
  }
  return null;
}

/** How many bytes the unpacked pixels have, a filter byte before each line; null when the header contradicts itself. */
function bytesOfPixels(head: Buffer, width: number, height: number): number | null {
  const [bits = 0, colourType = 9, compression, filter, interlace = 9] = head.subarray(8);
  const known = COLOUR_TYPES[colourType];
  if (known === undefined || !known.bits.includes(bits) || compression !== 0 || filter !== 0 || interlace > 1)
    return null;
  const lines = (columns: number, rows: number): number =>
    columns === 0 || rows === 0 ? 0 : rows * (1 + Math.ceil((columns * known.channels * bits) / 8));
  if (interlace === 0) return lines(width, height);
  return PASSES.reduce(
    (sum, [left, top, across, down]) =>
      sum + lines(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
    0,
  );
}

/** Never unpacks more than the header says: a small file can hold gigabytes. */
function unpack(chunks: Chunk[], size: number): Buffer | null {
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  try {
    const pixels = inflateSync(Buffer.concat(packed), { maxOutputLength: size + 1 });
    return pixels.length === size ? pixels : null;
  } catch {
    return null;
  }
}

function toChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
