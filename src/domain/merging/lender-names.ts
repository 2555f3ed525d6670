// Whether two spellings mean one lender. Bureaus decorate names ("(I)", "T/A", "GROUP"), drop legal forms, abbreviate, and truncate
// names; what remains after that is compared. The tables are data: add to them what real files show.

/** A name made comparable. Null where it is only a label for a kind of company ("Bank"). */
export type LenderName = {
  /** As the bureau gave it. */
  name: string;
  /** Equal for spellings that certainly mean the same lender. */
  key: string;
  words: readonly string[];
  text: string;
};

export type Likeness = 'same' | 'similar' | 'different' | 'unknown';

export function readLenderName(name: string): LenderName | null {
  const text = name
    .slice(0, NAME_LENGTH_MAX)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(MARKS, ' ')
    .replace(/['’.]+/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
  const long = text.split(' ').map((word) => LONG_FORMS.get(word) ?? word);
  const words = [...new Set(long)].filter((word) => word !== '' && !EMPTY_WORDS.has(word));
  if (words.length === 0) return null;
  const key = words.toSorted().join(' ');
  return { name, key: ALIASES.get(key) ?? key, words, text };
}

const MARKS = /\((?:I|C|UK)\)|\bT\/A\b|\bA\/C\b/g;
const NAME_LENGTH_MAX = 120;

export function compareLenders(a: LenderName | null, b: LenderName | null): Likeness {
  if (a === null || b === null) return 'unknown';
  if (a.key === b.key || isTruncated(a.text, b.text)) return 'same';
  return isSimilar(a.words, b.words) ? 'similar' : 'different';
}

/** The name as a reader should see it: without the marks that a bureau appends. */
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
  const plain = names.filter((name) => !isDecorated(name, names));
  const best = plain.length === 0 ? names : plain;
  return best.find(({ name }) => /[a-z]/.test(name)) ?? best[0];
}

/** Whether another of the names is the same without the decoration. One that was truncated within a word does not count. */
function isDecorated({ key, text }: LenderName, names: readonly LenderName[]): boolean {
  const decoration = decorationOf(text);
  if (decoration === null) return false;
  return names.some((other) => {
    const isTruncation = text.startsWith(other.text) && text[other.text.length] !== ' ';
    return other.key === key && !other.text.split(' ').includes(decoration) && !isTruncation;
  });
}

const DECORATIONS = new Set(['ACCOUNT', 'CARD', 'CARDS', 'GROUP', 'GRP', 'LOAN', 'LOANS', 'UK']);
const LEGAL_FORMS = new Set(['LIMITED', 'LLP', 'LTD', 'PLC']);

/** The word at the end that may be the bureau's and not the lender's, as in "MBNA LOANS". */
function decorationOf(text: string): string | null {
  const last = text.split(' ').findLast((word) => !LEGAL_FORMS.has(word));
  return last !== undefined && DECORATIONS.has(last) ? last : null;
}

// Some systems keep only the first characters of a name.
const TRUNCATED_LENGTH_MIN = 12;

function isTruncated(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < TRUNCATED_LENGTH_MIN) return false;
  return a.startsWith(b) || b.startsWith(a);
}

/** At least half of the words in common; a word that is the beginning of another counts as that word. */
function isSimilar(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  const common = few.filter((word) => many.some((other) => isSameWord(word, other))).length;
  return common * 2 >= few.length + many.length - common;
}

const SHARED_LETTERS_MIN = 4;

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < SHARED_LETTERS_MIN) return false;
  return a.startsWith(b) || b.startsWith(a);
}

const LONG_FORMS = new Map([['ASSOC', 'ASSOCIATION']]);

// Legal forms and joining words never distinguish lenders, and trades and products hardly do ("MBNA LOANS" is MBNA). A name made
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

// Keys that mean another key: brands of one lender. Each key is the words that distinguish it, sorted.
const ALIASES = new Map([
  ['AMEX', 'AMERICAN EXPRESS'],
  ['HALIFAX', 'SCOTLAND'],
  ['M S', 'MARKS SPENCER'],
  ['MS', 'MARKS SPENCER'],
  ['NATWEST', 'NATIONAL WESTMINSTER'],
  ['NAT WEST', 'NATIONAL WESTMINSTER'],
  ['RBS', 'ROYAL SCOTLAND'],
]);
