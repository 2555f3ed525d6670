// The words of a lender's name, made comparable: without case, accents and marks, short forms written out, initials joined. The
// tables are data about how names are abbreviated, not about any one lender; those are in ../lenders.

/** All words, in order. "J D Williams & Co." gives JD, WILLIAMS and CO. */
export function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/['’.]+/g, '')
    .replace(/B\/S\b/g, 'BS')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
  if (plain === '') return [];
  const words: string[] = [];
  let isInitial = false;
  for (const word of plain.split(' ')) {
    const isLetter = word.length === 1 && word >= 'A';
    if (isLetter && isInitial) words[words.length - 1] += word;
    else words.push(LONG_FORMS.get(word) ?? word);
    isInitial = isLetter;
  }
  return words;
}

/** Short forms with one meaning in the trade. Those of words that never tell lenders apart need no entry. */
const LONG_FORMS = new Map(
  Object.entries({
    ACCEPT: 'ACCEPTANCE',
    ASSN: 'ASSOCIATION',
    ASSOC: 'ASSOCIATION',
    BLD: 'BUILDING',
    BLDG: 'BUILDING',
    BROS: 'BROTHERS',
    CONS: 'CONSUMER',
    CORP: 'CORPORATION',
    ELEC: 'ELECTRIC',
    INT: 'INTERNATIONAL',
    INTL: 'INTERNATIONAL',
    INS: 'INSURANCE',
    LEAS: 'LEASING',
    MTG: 'MORTGAGE',
    MTGS: 'MORTGAGES',
    MTR: 'MOTOR',
    NATL: 'NATIONAL',
    PORT: 'PORTFOLIO',
    PTFL: 'PORTFOLIO',
    SOC: 'SOCIETY',
    TEL: 'TELECOM',
    UTD: 'UNITED',
  }),
);

/** Legal forms, places of registration and joining words: they never tell lenders apart. */
export const LEGAL_WORDS = new Set(
  'A AB AG AND BV C CO COMPANY CORPORATION COY EUROPE FOR GB GROUP GRP HOLDING HOLDINGS I INC LIMITED LLC LLP LTD NO NV OF PLC PUBL SA THE UK'.split(
    ' ',
  ),
);

/**
 * What hardly tells lenders apart: legal forms, trades and products ("MBNA LOANS" is MBNA), and their short forms. A name of
 * nothing else is a label for a kind of company.
 */
export const EMPTY_WORDS = new Set([
  ...LEGAL_WORDS,
  ...[
    'ACCOUNT ASSET BANK BANKING BODY BUILDING CAR CARD CARDS COMMUNICATIONS CONSUMER CREDIT CREDITCARD DEBT FINANCE FINANCIAL',
    'HOME HOUSE INSURANCE INSURER ISSUER LEASING LENDER LOAN LOANS MAIL MORTGAGE MORTGAGES MOTOR ORDER OTHER PERSONAL PUBLIC',
    'PORTFOLIO PORTFOLIOS PURCHASER RETAIL RETAILER SERVICES SOCIETY UNION UNKNOWN UTILITY VEHICLE',
    '1 2 3 4 5 6 7 8 9 II III IV',
    'BK BS CF CR FIN FINL FS HL MF PERS SERV SERVS SVCS',
  ].flatMap((line) => line.split(' ')),
]);

/** Sister companies share a first word and differ in their trade: Motor Finance is not Home Loans. */
const TRADES = new Map(
  Object.entries({
    motor: 'AUTO CAR MF MOTOR VEHICLE',
    home: 'HL HOME MORTGAGE MORTGAGES',
    insurance: 'INSURANCE INSURER LIFE',
    consumer: 'CF CONSUMER PERSONAL RETAIL',
    bank: 'BANK BANKING BK',
  }).flatMap(([trade, words]) => words.split(' ').map((word) => [word, trade] as const)),
);

/** The first trade that a name mentions. */
export function tradeOf(words: readonly string[]): string | null {
  for (const word of words) {
    const trade = TRADES.get(word);
    if (trade !== undefined) return trade;
  }
  return null;
}

/** What an energy company calls itself by: one house's Power is its Energy. */
const SUPPLIES = new Set(['ELECTRIC', 'ELECTRICITY', 'ENERGY', 'GAS', 'POWER']);

const SHARED_LETTERS_MIN = 4;
const MISTYPED_LETTERS_MIN = 6;

/** A word that is the beginning of the other counts as that word, and so does a long one with a letter missing or two exchanged. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b || (SUPPLIES.has(a) && SUPPLIES.has(b))) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHARED_LETTERS_MIN) return false;
  return long.startsWith(short) || (short.length >= MISTYPED_LETTERS_MIN - 1 && isMistyped(short, long));
}

/** One letter missing, wrong or exchanged with the next. */
export function isMistyped(short: string, long: string): boolean {
  if (long.length - short.length > 1 || long.length < MISTYPED_LETTERS_MIN) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const isExchanged = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isExchanged && short.slice(at + 2) === long.slice(at + 2);
}

/** Words at the end of a name that may be the bureau's and not the lender's, as in "MBNA LOANS". */
export const DECORATIONS: ReadonlySet<string> = new Set([
  'ACCOUNT',
  'CARD',
  'CARDS',
  'GROUP',
  'GRP',
  'LOAN',
  'LOANS',
  'UK',
]);
