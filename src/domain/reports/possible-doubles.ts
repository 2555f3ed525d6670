// Records of a document that may be one agreement: each by the places of the others. Totals, counts and what people are shown read it here,
// so that a doubt that only one of the two records names counts for both.

type Named = {
  bureaus: readonly { id: string; ref: string }[];
  possiblySame?: readonly { id: string; ref: string }[] | undefined;
};

const NONE: readonly number[] = [];

/** For each record the places of those that it names or that name it, in their order. Linear, whatever the records name. */
export function doublesOf(records: readonly Named[]): readonly (readonly number[])[] {
  if (records.every(({ possiblySame }) => possiblySame === undefined)) return records.map(() => NONE);
  const holders = holdersOf(records);
  const doubles = records.map(() => new Set<number>());
  for (const [index, { possiblySame = [] }] of records.entries()) {
    for (const { id, ref } of possiblySame) {
      const other = holders.get(`${id} ${ref}`)?.find((place) => place !== index);
      if (other === undefined) continue;
      doubles[index]?.add(other);
      doubles[other]?.add(index);
    }
  }
  return doubles.map((places) => (places.size === 0 ? NONE : [...places].sort((a, b) => a - b)));
}

/** Who has a bureau's reference: two at most, since a bureau may give two records one reference, and then each names the other by it. */
function holdersOf(records: readonly Named[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [index, { bureaus }] of records.entries())
    for (const { id, ref } of bureaus) {
      const key = `${id} ${ref}`;
      const places = holders.get(key);
      if (places === undefined) holders.set(key, [index]);
      else if (places.length < 2 && places[0] !== index) places.push(index);
    }
  return holders;
}
