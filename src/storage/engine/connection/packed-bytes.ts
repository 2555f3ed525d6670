// Many byte strings as one parameter, with two lists of offsets and lengths. The driver sends a single Buffer in binary, but a list
// of them as hexadecimal text, which for report bodies cost more than sealing them.

/** Where one item is; its length is null where there is none. */
export type PackedPlace = { start: number; length: number | null };
export type PackedBytes = {
  bytes: Buffer;
  starts: number[];
  lengths: (number | null)[];
  placeOf(index: number): PackedPlace;
};

export function packBytes(items: (Buffer | null)[]): PackedBytes {
  const starts: number[] = [];
  // PostgreSQL counts bytes from 1.
  let start = 1;
  for (const item of items) {
    starts.push(start);
    start += item?.length ?? 0;
  }
  const lengths = items.map((item) => item?.length ?? null);
  return {
    bytes: Buffer.concat(items.filter((item) => item !== null)),
    starts,
    lengths,
    placeOf: (index) => ({ start: starts[index] ?? 1, length: lengths[index] ?? null }),
  };
}

/** SQL that extracts one item; null where its length is null. */
export function unpackedBytes(parameter: string, start: string, length: string): string {
  return `case when ${length} is not null then substring(${parameter}::bytea from ${start} for ${length}) end`;
}
