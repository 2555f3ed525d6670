// PNG pictures for tests, right ones and wrong ones, written chunk by chunk.
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Grey pixels of eight bits. `data`: other packed pixels than fit. `extra`: chunks before them. `tail`: bytes behind the end. */
export function toPng(given: {
  width: number;
  height: number;
  data?: Buffer;
  extra?: [type: string, data: Buffer][];
  tail?: string;
}): Buffer {
  const { width, height } = given;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const data = given.data ?? deflateSync(Buffer.alloc(height * (width + 1)), { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...(given.extra ?? []).map(([type, body]) => chunk(type, body)),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(given.tail ?? ''),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
