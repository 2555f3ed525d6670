// The hash by which Citus picks a tenant's shard: PostgreSQL's own hash of a uuid (Bob Jenkins' lookup3 over its 16 bytes). Computed here,
// so that no request has to ask; `shard-map.ts` compares it with the server's before it is used.

const rotated = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/** A signed number of 32 bits. */
export function hashOfUuid(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const start = (0x9e3779b9 + bytes.length + 3_923_095) | 0;
  let a = (start + bytes.readInt32LE(0)) | 0;
  let b = (start + bytes.readInt32LE(4)) | 0;
  let c = (start + bytes.readInt32LE(8)) | 0;

  for (const [first, second, third] of [
    [4, 6, 8],
    [16, 19, 4],
  ] as const) {
    a = ((a - c) ^ rotated(c, first)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotated(a, second)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotated(b, third)) | 0;
    b = (b + a) | 0;
  }
  a = (a + bytes.readInt32LE(12)) | 0;

  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  return ((c ^ b) - rotated(b, 24)) | 0;
}
