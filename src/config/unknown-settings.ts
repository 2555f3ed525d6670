// Misspelt settings: names in the environment that nothing reads and that look like settings of ours, each with the nearest known
// name. They are said at the start and change nothing. Values are never read.

/** Their other variables are Node's, OpenTelemetry's or the machine's own. */
const FOREIGN_PREFIXES = ['NODE', 'OTEL', 'HOST', 'PORT', 'PUBLIC', 'DATA', 'LOG'];
/** Set on many machines, for another program: Python's, behind a company's proxy. */
const FOREIGN = ['REQUESTS_CA_BUNDLE'];
/** Letters that differ in a name that was meant to be a known one. */
const TYPO_LETTERS_MAX = 2;
const FILE = '_FILE';

type KnownSettings = Record<string, { isSecret?: true }>;

/** A sentence for each. */
export function unknownSettings(env: Record<string, string | undefined>, known: KnownSettings): string[] {
  const names = Object.keys(known);
  const prefixes = new Set(names.filter((name) => name.includes('_')).map(prefixOf));
  for (const prefix of FOREIGN_PREFIXES) prefixes.delete(prefix);
  return Object.keys(env)
    .filter((given) => /^[A-Z][A-Z0-9_]*$/.test(given) && !isKnown(given, known) && !FOREIGN.includes(given))
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

/** Levenshtein's. By index and in one row: every start compares some thousand pairs of names. */
function distance(one: string, other: string): number {
  const row = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let above = 0; above < one.length; above += 1) {
    let diagonal = above;
    row[0] = above + 1;
    for (let left = 0; left < other.length; left += 1) {
      const change = diagonal + (one[above] === other[left] ? 0 : 1);
      diagonal = row[left + 1] ?? 0;
      row[left + 1] = Math.min(change, diagonal + 1, (row[left] ?? 0) + 1);
    }
  }
  return row[other.length] ?? 0;
}
