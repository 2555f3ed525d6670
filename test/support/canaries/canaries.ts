// Canaries: unique words, numbers and secrets, and the search for them in every encoding: as they are, in either case, in base64, hex,
// URL encoding or as JSON escapes them.

export type Kind = 'consumer' | 'person' | 'secret';
export type Hit = { kind: Kind; what: string; around: string };

export type Canaries = {
  /** A word in a consumer's field: it may be stored in plain text nowhere. */
  word(field: string): string;
  /** A word in a field of a person who uses the service: allowed where people are stored, and nowhere else. */
  ofPerson(field: string): string;
  /** A secret that grants access. At least eight characters: a shorter one would be found by chance. */
  secret(what: string, value: string): string;
  /** A code of six digits, which counts only where no digit is next to it. */
  code(value: string): void;
  consumer: {
    dateOfBirth: string;
    postcode: string;
    mobileNumber(n: number): string;
    ipAddress(n: number): string;
  };
  /** The IP address of a person or of a caller's machine. */
  personAddress(n: number): string;
  /** The canaries that were found, each once. Bytes are searched as they are. */
  find(haystack: string | Buffer): Hit[];
  counts(): { fields: number; secrets: number; codes: number };
};

type Found = Omit<Hit, 'around'>;

/** Every encoding of a text, in lower case, as find() compares them. */
export function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  // Base64 depends on the offset modulo three: these are the parts that do not change, one for each offset.
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return text.slice(shift === 0 ? 0 : shift + 1, -2);
  });
  const forAddresses = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const plain = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
  const all = [...plain, bytes.toString('hex'), ...base64, ...forAddresses];
  return [...new Set(all.map((text) => text.toLowerCase()))];
}

/** `run` is eight hexadecimal digits, new for every run. */
export function createCanaries(run: string): Canaries {
  if (!/^[0-9a-f]{8}$/.test(run)) throw new Error('a run has eight hexadecimal digits');
  const seed = Number.parseInt(run, 16);
  const marks = { consumer: `Zq${run}`, person: `Zy${run}` } as const;
  // No leading zero: some encodings would keep it and others drop it.
  const group = ((seed & 0x7fff) | 0x8000).toString(16);
  const fiveDigits = String(seed % 100_000).padStart(5, '0');
  const day = new Date(Date.UTC(1901, 0, 1) + (seed % 14_000) * 24 * 60 * 60 * 1000);
  const dateOfBirth = day.toISOString().slice(0, 10);
  const letters = 'ABDEFGHJLNPQRSTUWXYZ';
  const inward = `${seed % 10}${letters[seed % 20]}${letters[(seed >>> 5) % 20]}`;
  const [year = '', month = '', dayOfMonth = ''] = dateOfBirth.split('-');

  const words = createWordSearch();
  for (const text of spellings(marks.consumer)) words.add(text, { kind: 'consumer', what: 'a field' });
  for (const text of spellings(marks.person)) words.add(text, { kind: 'person', what: 'a field' });
  for (const text of [dateOfBirth, `${dayOfMonth}/${month}/${year}`, `${dayOfMonth}-${month}-${year}`])
    words.add(text, { kind: 'consumer', what: 'dateOfBirth' });
  const patterns: { kind: Kind; what: string; is: RegExp }[] = [
    { kind: 'consumer', what: 'dateOfBirth', is: alone(`${year}${month}${dayOfMonth}`) },
    { kind: 'consumer', what: 'postcode', is: alone(`ze3(?: |\\+|%20)?${inward.toLowerCase()}`) },
    { kind: 'consumer', what: 'mobileNumber', is: alone(`\\+?(?:44|0)?74${fiveDigits}\\d{3}`) },
    { kind: 'consumer', what: 'ipAddress', is: new RegExp(`2a02:0?c7f:${group}:`) },
    { kind: 'person', what: 'address', is: new RegExp(`2a02:0?c7e:${group}:`) },
  ];
  const fields = new Set<string>();
  const secrets = new Set<string>();
  const codes = new Set<string>();

  return {
    word: (field) => plant(marks.consumer, field),
    ofPerson: (field) => plant(marks.person, field),
    secret(what, value) {
      if (value.length < 8) throw new Error(`the secret ${what} is too short to be looked for`);
      if (!secrets.has(value)) {
        secrets.add(value);
        for (const text of spellings(value)) words.add(text, { kind: 'secret', what });
      }
      return value;
    },
    code: (value) => void codes.add(value),
    consumer: {
      dateOfBirth,
      postcode: `ZE3 ${inward}`,
      mobileNumber: (n) => `+4474${fiveDigits}${String(n % 1000).padStart(3, '0')}`,
      ipAddress: (n) => `2a02:c7f:${group}:${(0x1000 + (n % 0xefff)).toString(16)}::7`,
    },
    personAddress: (n) => `2a02:c7e:${group}:${(0x1000 + (n % 0xefff)).toString(16)}::9`,
    find(haystack) {
      const bytes = Buffer.isBuffer(haystack) ? haystack : Buffer.from(haystack);
      const text = bytes.toString('latin1');
      const lower = text.toLowerCase();
      const hits = words.findIn(Buffer.from(lower, 'latin1')).map(({ at, ...found }) => ({
        ...found,
        around: around(text, at),
      }));
      for (const { kind, what, is } of patterns) {
        const at = lower.search(is);
        if (at !== -1) hits.push({ kind, what, around: around(text, at) });
      }
      for (const found of codes.size === 0 ? [] : lower.matchAll(/(?<![\w.+:-])\d{6}(?![\w.:-])/g)) {
        if (!codes.has(found[0])) continue;
        hits.push({ kind: 'secret', what: 'a code', around: around(text, found.index) });
      }
      return hits;
    },
    counts: () => ({ fields: fields.size, secrets: secrets.size, codes: codes.size }),
  };

  function plant(mark: string, field: string): string {
    fields.add(`${mark}${field}`);
    return `${mark}${field}`;
  }
}

/** Multi-pattern search in one pass: a table over the first two bytes says where to compare. */
function createWordSearch() {
  const byStart: ({ bytes: Buffer; found: Found }[] | undefined)[] = new Array(65_536);
  return {
    add(word: string, found: Found): void {
      const bytes = Buffer.from(word, 'latin1');
      const start = bytes.readUInt16BE(0);
      byStart[start] ??= [];
      byStart[start].push({ bytes, found });
    },
    findIn(haystack: Buffer): (Found & { at: number })[] {
      const hits = new Map<Buffer, Found & { at: number }>();
      let start = haystack[0] ?? 0;
      for (let at = 1; at < haystack.length; at += 1) {
        start = ((start & 0xff) << 8) | (haystack[at] as number);
        const candidates = byStart[start];
        if (candidates === undefined) continue;
        for (const { bytes, found } of candidates) {
          const from = at - 1;
          let same = 2;
          while (same < bytes.length && haystack[from + same] === bytes[same]) same += 1;
          if (same === bytes.length && !hits.has(bytes)) hits.set(bytes, { ...found, at: from });
        }
      }
      return [...hits.values()];
    },
  };
}

function alone(pattern: string): RegExp {
  return new RegExp(`(?<![a-z0-9])${pattern}(?![a-z0-9])`);
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 160), at + 120);
}
