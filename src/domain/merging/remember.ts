// Reads each text once. A file repeats its holder, its lenders and its days, and to look a reading up takes less than to make it.

/** One of these for one merge: what it remembers goes with it. */
export function remember<Value extends NonNullable<unknown> | null>(
  read: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
