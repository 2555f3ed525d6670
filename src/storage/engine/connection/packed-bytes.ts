// Many byte strings as one parameter, with two lists of offsets and lengths. The driver sends a single Buffer in binary, but a list
// of them as hexadecimal text, which for report bodies cost more than sealing them.

/** Where one item is; its length is null where there is none. */
export type PackedPlace = { start: number; length: number | null };
type PackedBytes = { bytes: Buffer; placeOf(index: number): PackedPlace };

export function packBytes(items: (Buffer | null)[]): PackedBytes {
  // PostgreSQL counts bytes from 1.
  let start = 1;
  const places = items.map((item): PackedPlace => {
    const place = { start, length: item?.length ?? null };
    start += item?.length ?? 0;
    return place;
  });
  return {
    bytes: Buffer.concat(items.filter((item) => item !== null)),
    placeOf: (index) => places[index] as PackedPlace,
  };
}

/** SQL that extracts one item; null where its length is null. */
export function unpackedBytes(parameter: string, start: string, length: string): string {
  return `case when ${length} is not null then substring(${parameter}::bytea from ${start} for ${length}) end`;
}
