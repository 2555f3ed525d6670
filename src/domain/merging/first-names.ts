// Whether two first names may be one holder's. Bureaus cut them to an initial, add a second one, put both holders of a joint account
// there, write a pet name or mistype.
import { isMistyped } from './lender-words.ts';

export type FirstName = { folded: string; words: readonly string[] };

export function readFirstName(name: string | undefined): FirstName | null {
  if (name !== undefined && PLAIN.test(name)) {
    const folded = name.toUpperCase();
    return { folded, words: [folded] };
  }
  const words = (name ?? '')
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .match(/\p{L}+/gu);
  return words === null ? null : { folded: words.join(''), words };
}

const PLAIN = /^[A-Za-z]+$/;

/** `same` also where one says less than the other. */
export function compareFirstNames(
  a: FirstName | null,
  b: FirstName | null,
): 'same' | 'similar' | 'different' | 'unknown' {
  if (a === null || b === null) return 'unknown';
  if (a.folded === b.folded) return 'same';
  let best: 'same' | 'similar' | 'different' = 'different';
  for (const one of a.words) {
    for (const other of b.words) {
      if (one === other || (isInitial(one, other) && one[0] === other[0])) return 'same';
      if (isSimilar(one, other)) best = 'similar';
    }
  }
  return best;
}

function isInitial(a: string, b: string): boolean {
  return a.length === 1 || b.length === 1;
}

const STEM_LENGTH_MIN = 3;

function isSimilar(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= STEM_LENGTH_MIN - 1 && long.startsWith(short)) return true;
  if (short.slice(0, STEM_LENGTH_MIN) === long.slice(0, STEM_LENGTH_MIN) && short.length >= STEM_LENGTH_MIN)
    return true;
  if (isMistyped(short, long) || isShortMistyped(short, long)) return true;
  // Fred, Trix, Beth: the end or the middle of a name with an ending of endearment.
  const stem = short.replace(/(?:IE|Y|A)$/, '');
  return (
    (stem.length >= STEM_LENGTH_MIN && long.includes(stem)) ||
    PET_NAMES.get(short) === long ||
    shareName(a, b)
  );
}

/** Names of four or five letters with one wrong. */
function isShortMistyped(short: string, long: string): boolean {
  if (short.length < 4 || long.length > 5) return false;
  return (
    [...long].sort().join('') === [...short].sort().join('') ||
    (long.length > short.length && isOneMissing(short, long))
  );
}

function isOneMissing(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return long.length - short.length === 1 && short.slice(at) === long.slice(at + 1);
}

/** Usual English short forms that do not begin like the name. */
const SHORT_FORMS: Record<string, string> = {
  ALEXANDER: 'SANDY SACHA',
  ANN: 'NANCY NAN',
  ANTHONY: 'TONY',
  CATHERINE: 'KATE KATIE KITTY KAY',
  CHARLES: 'CHUCK CHAS',
  CHRISTINA: 'TINA KIT',
  CHRISTOPHER: 'KIT',
  DEBORAH: 'DEBS',
  DOROTHY: 'DOT DOLLY',
  EDMUND: 'NED TED',
  EDWARD: 'NED TED TEDDY',
  ELEANOR: 'NELL NORA ELLIE',
  ELIZABETH: 'BETH BETTY LIBBY LIZ LIZZIE LISA',
  FRANCES: 'FANNY',
  GERALD: 'JERRY',
  HELEN: 'NELL NELLIE',
  HENRY: 'HARRY HAL',
  ISABELLA: 'BELLA',
  JAMES: 'JIM JIMMY',
  JOHN: 'JACK',
  LAURENCE: 'LARRY',
  MARGARET: 'DAISY MEG MEGAN PEGGY MAISIE RITA',
  MARTHA: 'PATTY',
  MARY: 'MOLLY POLLY MAE',
  MICHAEL: 'MIKE MICK',
  PATRICIA: 'TRICIA TRISH',
  REBECCA: 'BECKY',
  RICHARD: 'DICK RICK',
  ROBERT: 'BOB BOBBY BERT',
  ROSALIND: 'ROZ',
  SARAH: 'SALLY',
  STEPHEN: 'STEVE',
  SUSAN: 'SUE',
  TERENCE: 'TEL',
  THEODORE: 'TED',
  THOMAS: 'TOM TOMMY',
  VERONICA: 'RONNIE',
  WILLIAM: 'BILL BILLY LIAM',
};
const PET_NAMES = new Map(
  Object.entries(SHORT_FORMS).flatMap(([name, forms]) =>
    forms.split(' ').map((form) => [form, name] as const),
  ),
);

/** Two short forms of one name. */
function shareName(a: string, b: string): boolean {
  const name = PET_NAMES.get(a);
  return name !== undefined && (name === b || name === PET_NAMES.get(b));
}
