// Whether two spellings mean one lender. Bureaus decorate names ("(I)", "T/A", "GROUP"), drop legal forms, abbreviate, and cut
// off at so many characters; what is left after that is compared. The tables are data: add to them what real files show.

/** A name made comparable. Null: it names nobody ("Bank"). */
export type LenderName = {
  /** Equal for spellings that certainly mean the same lender. */
  key: string;
  words: readonly string[];
  text: string;
  /** As a reader should see it. */
  shown: string;
  isInCapitals: boolean;
  /** The word at its end that may be the bureau's and not the lender's, as in "MBNA LOANS". */
  decoration: string | null;
};

export type Likeness = 'same' | 'similar' | 'different' | 'unknown';

export function readLenderName(name: string): LenderName | null {
  const text = plainText(name)
    .replace(MARKS, ' ')
    .replace(/['’.]+/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
  if (text === '') return null;
  const words: string[] = [];
  for (const word of text.split(' ')) {
    const long = LONG_FORMS.get(word) ?? word;
    if (!EMPTY_WORDS.has(long) && !words.includes(long)) words.push(long);
  }
  if (words.length === 0) return null;
  const key = words.length === 1 ? (words[0] as string) : [...words].sort().join(' ');
  return {
    key: ALIASES.get(key) ?? key,
    words,
    text,
    shown: tidyLenderName(name),
    isInCapitals: !/[a-z]/.test(name),
    decoration: decorationOf(text),
  };
}

const MARKS = /\((?:I|C|UK)\)|\bT\/A\b|\bA\/C\b/g;
const NAME_LENGTH_MAX = 120;

function plainText(name: string): string {
  const text = name.length > NAME_LENGTH_MAX ? name.slice(0, NAME_LENGTH_MAX) : name;
  const isAscii = /^[ -~]*$/.test(text);
  return (isAscii ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toUpperCase();
}

export function compareLenders(a: LenderName | null, b: LenderName | null): Likeness {
  if (a === null || b === null) return 'unknown';
  if (a.key === b.key || isCutOff(a.text, b.text)) return 'same';
  return isSimilar(a.words, b.words) ? 'similar' : 'different';
}

/** The name as a reader should see it: without the marks that a bureau puts behind it. */
export function tidyLenderName(name: string): string {
  const tidied = name
    .slice(0, NAME_LENGTH_MAX)
    .replace(/\s*\((?:I|C)\)/gi, '')
    .replace(/\s+(?:T\/A|A\/C)$/i, '')
    .replace(/[\s-]{1,9}$/, '')
    .trim();
  return tidied === '' ? name : tidied;
}

/**
 * Which of one lender's names to show: one without a decoration that another of them does without, then one that is not all
 * capitals, then the first.
 */
export function bestLenderName(names: readonly LenderName[]): LenderName | undefined {
  const plain = names.filter((name) => !names.some((other) => isPlainerThan(other, name)));
  const best = plain.length === 0 ? names : plain;
  return best.find(({ isInCapitals }) => !isInCapitals) ?? best[0];
}

/** A name that was cut off within a word may have lost the decoration, and is no better for it. */
function isPlainerThan(other: LenderName, { key, text, decoration }: LenderName): boolean {
  if (decoration === null || other.key !== key || other.text.split(' ').includes(decoration)) return false;
  return !text.startsWith(other.text) || text[other.text.length] === ' ';
}

const DECORATIONS = new Set(['ACCOUNT', 'CARD', 'CARDS', 'GROUP', 'GRP', 'LOAN', 'LOANS', 'UK']);
const LEGAL_FORMS = new Set(['LIMITED', 'LLP', 'LTD', 'PLC']);

function decorationOf(text: string): string | null {
  const last = text.split(' ').findLast((word) => !LEGAL_FORMS.has(word));
  return last !== undefined && DECORATIONS.has(last) ? last : null;
}

// Some systems keep only the first characters of a name.
const CUT_OFF_LENGTH_MIN = 12;

function isCutOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < CUT_OFF_LENGTH_MIN) return false;
  return a.startsWith(b) || b.startsWith(a);
}

/** At least half of the words in common; a word that is the beginning of another counts as that word. */
function isSimilar(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  let common = 0;
  for (const word of few) {
    for (const other of many) {
      if (!isSameWord(word, other)) continue;
      common += 1;
      break;
    }
  }
  return common * 2 >= few.length + many.length - common;
}

const SHARED_LETTERS_MIN = 4;

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  if (Math.min(a.length, b.length) < SHARED_LETTERS_MIN) return false;
  return a.startsWith(b) || b.startsWith(a);
}

const LONG_FORMS = new Map([['ASSOC', 'ASSOCIATION']]);

// Legal forms and joining words never tell lenders apart, and trades and products hardly do ("MBNA LOANS" is MBNA). A name made
// of nothing else is a label for a kind of company.
const EMPTY_WORDS = new Set(
  [
    'A AND C COMPANY EUROPE GB GROUP GRP HOLDING HOLDINGS I LIMITED LLP LTD OF PLC THE UK',
    'ACCOUNT ASSET BANK BANKING BODY BUILDING CAR CARD CARDS COMMUNICATIONS CONSUMER CREDIT CREDITCARD DEBT FINANCE FINANCIAL',
    'HOME HOUSE INSURANCE INSURER ISSUER LEASING LENDER LOAN LOANS MAIL MORTGAGE MORTGAGES MOTOR ORDER OTHER PERSONAL PUBLIC',
    'PURCHASER RETAIL RETAILER SERVICES SOCIETY UNION UNKNOWN UTILITY VEHICLE',
    // Their short forms.
    'BK BS CO FIN INS MTG MTGS SERV SERVS SVCS',
  ].flatMap((line) => line.split(' ')),
);

// Keys that mean another key: brands of one lender. Each key is its telling words, sorted.
const ALIASES = new Map([
  ['AMEX', 'AMERICAN EXPRESS'],
  ['HALIFAX', 'SCOTLAND'],
  ['M S', 'MARKS SPENCER'],
  ['MS', 'MARKS SPENCER'],
  ['NATWEST', 'NATIONAL WESTMINSTER'],
  ['NAT WEST', 'NATIONAL WESTMINSTER'],
  ['RBS', 'ROYAL SCOTLAND'],
]);
