// Misspelt settings: names in the environment that nothing reads and that look like settings of ours, each with the nearest known
// name. They are said at the start and change nothing. Values are never read.

/** Their other variables are Node's, OpenTelemetry's or the machine's own. */
const FOREIGN_PREFIXES = ['NODE', 'OTEL', 'HOST', 'PORT', 'PUBLIC', 'DATA', 'LOG'];
/** Letters that differ in a name that was meant to be a known one. */
const TYPO_LETTERS_MAX = 2;
const FILE = '_FILE';

export type KnownSettings = Record<string, { isSecret?: true }>;

/** A sentence for each. */
export function unknownSettings(env: Record<string, string | undefined>, known: KnownSettings): string[] {
  const names = Object.keys(known);
  const prefixes = new Set(names.filter((name) => name.includes('_')).map(prefixOf));
  for (const prefix of FOREIGN_PREFIXES) prefixes.delete(prefix);
  return Object.keys(env)
    .filter((given) => /^[A-Z][A-Z0-9_]*$/.test(given) && !isKnown(given, known))
    .sort()
    .flatMap((given) => {
      const bare = given.endsWith(FILE) ? given.slice(0, -FILE.length) : given;
      const nearest = nearestTo(bare, names);
      const isTypo = distance(bare, nearest) <= TYPO_LETTERS_MAX && bare.length > 2 * TYPO_LETTERS_MAX;
      if (!isTypo && !prefixes.has(prefixOf(bare))) return [];
      if (known[bare] !== undefined) {
        return [`${given} is not read: ${bare} is no secret and takes no file. Set ${bare} itself.`];
      }
      const meant = bare === given || known[nearest]?.isSecret !== true ? nearest : `${nearest}${FILE}`;
      return [`${given} is not a setting and changes nothing. Did you mean ${meant}?`];
    });
}

function isKnown(given: string, known: KnownSettings): boolean {
  if (known[given] !== undefined) return true;
  return given.endsWith(FILE) && known[given.slice(0, -FILE.length)]?.isSecret === true;
}

function prefixOf(name: string): string {
  return name.split('_')[0] ?? '';
}

/** A name that has all of its words (TWILIO_SID: TWILIO_ACCOUNT_SID), or else the one with the fewest letters changed. */
function nearestTo(given: string, names: readonly string[]): string {
  const words = given.split('_');
  const costOf = (name: string): number => {
    const letters = distance(given, name);
    const theirs = name.split('_');
    const hasAll = words.length > 1 && words.every((word) => theirs.includes(word));
    return hasAll ? letters / given.length : letters;
  };
  const costs = names.map((name) => ({ name, cost: costOf(name) }));
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best), { name: '', cost: Infinity }).name;
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [left, theirs] of [...other].entries()) {
      const change = (row[left] ?? 0) + (letter === theirs ? 0 : 1);
      next.push(Math.min(change, (row[left + 1] ?? 0) + 1, (next[left] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
