// A ZIP of fixed form: stored files with plain names, no times, no comments, nothing before, between or after. The same files always give
// the same bytes, so a reader writes the files again and compares: a ZIP that differs in one byte is not ours.
import { crc32 } from 'node:zlib';

export type PackedFile = { name: string; bytes: Buffer };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const VERSION = 10;
/** 1 January 1980, the first day that a ZIP knows. */
const DAY = 0x0021;

export function writeZip(files: readonly PackedFile[]): Buffer {
  const written: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const about = aboutOf(name, bytes);
    const local = Buffer.concat([numbers([4, LOCAL]), about, Buffer.from(name, 'latin1'), bytes]);
    index.push(
      numbers([4, CENTRAL], [2, VERSION]),
      about,
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
      Buffer.from(name, 'latin1'),
    );
    written.push(local);
    at += local.length;
  }
  const central = Buffer.concat(index);
  const end = numbers(
    [4, END],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, central.length],
    [4, at],
    [2, 0],
  );
  return Buffer.concat([...written, central, end]);
}

/** From `version needed` to `extra length`, as both headers of a file have it. */
function aboutOf(name: string, bytes: Buffer): Buffer {
  const size = bytes.length;
  return numbers(
    [2, VERSION],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, DAY],
    [4, crc32(bytes)],
    [4, size],
    [4, size],
    [2, name.length],
    [2, 0],
  );
}

function numbers(...fields: [width: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      field.writeUIntLE(value, 0, width);
      return field;
    }),
  );
}

export type ZipProblem =
  | 'not-a-zip'
  | 'compressed-file'
  | 'unsafe-name'
  | 'duplicate-name'
  | 'file-added'
  | 'cut-off'
  | 'trailing-bytes'
  | 'zip-altered';

export class ZipRefused extends Error {
  readonly problem: ZipProblem;
  /** The file that it is about, if it has one of the names that a pack may have. */
  readonly file: string | null;
  constructor(problem: ZipProblem, file: string | null = null) {
    super(problem);
    this.problem = problem;
    this.file = file;
  }
}

/** The files of a ZIP with these names at most, each once. Nothing is unpacked: files are stored, so none grows. */
export function readZip(zip: Buffer, names: readonly string[]): PackedFile[] {
  if (zip.length < LOCAL_BYTES || zip.readUInt32LE(0) !== LOCAL) throw new ZipRefused('not-a-zip');
  const files: PackedFile[] = [];
  let at = 0;
  for (; at + 4 <= zip.length && zip.readUInt32LE(at) === LOCAL; ) {
    if (at + LOCAL_BYTES > zip.length) throw new ZipRefused('cut-off');
    const method = zip.readUInt16LE(at + 8);
    const size = zip.readUInt32LE(at + 18);
    const bytesAt = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const name = zip.toString('latin1', at + LOCAL_BYTES, at + LOCAL_BYTES + zip.readUInt16LE(at + 26));
    if (!/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(name)) throw new ZipRefused('unsafe-name');
    if (!names.includes(name)) throw new ZipRefused('file-added');
    if (files.some((file) => file.name === name)) throw new ZipRefused('duplicate-name', name);
    if (method !== 0) throw new ZipRefused('compressed-file', name);
    if (bytesAt + size > zip.length) throw new ZipRefused('cut-off', name);
    files.push({ name, bytes: zip.subarray(bytesAt, bytesAt + size) });
    at = bytesAt + size;
  }
  return files;
}

/** After the contents were judged: no byte of the ZIP may say anything else than they do. */
export function requireSameZip(zip: Buffer, files: readonly PackedFile[]): void {
  const ours = writeZip(files);
  if (ours.equals(zip)) return;
  if (zip.length > ours.length && zip.subarray(0, ours.length).equals(ours))
    throw new ZipRefused('trailing-bytes');
  if (zip.length < ours.length && ours.subarray(0, zip.length).equals(zip)) throw new ZipRefused('cut-off');
  throw new ZipRefused('zip-altered');
}
