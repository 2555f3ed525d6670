// Names that a careless reader breaks on: what a page, a spreadsheet, a PDF or a log must show as text. Each keeps a word that merging
// can read, as names of real lenders do.

/** Sixty on one letter. */
const ACCENTS = '\u0301\u0323'.repeat(30);

/** Behind a surname: accents, a right-to-left override that nothing ends, a formula, markup. */
export const HOSTILE_MARKS = `${ACCENTS}\u202e=1+1<b>`;

/** More than the providers of searches in a report, which have one each. */
export const HOSTILE_NAMES: readonly string[] = [
  '=HYPERLINK("https://example.invalid/pay","Pay now") Oxlip Finance',
  // Right-to-left override, isolate, their ends and a zero-width joiner.
  '\u202eecnaniF wodaeM\u202c \u2067Meadow\u2069\u200d Finance',
  `Z${ACCENTS}lgo Motor Finance`,
  `${'W'.repeat(90)} Cards`,
  '</script><img src=x onerror=alert(1)> Bramble "Loans" & \'Sons\'',
  'شركة السيارات Saffron تمويل',
  '👩‍👩‍👧‍👦 Family 🚗 Finance \ufffd',
];
