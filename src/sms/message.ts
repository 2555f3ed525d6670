// The text of a message: the code first, one GSM-7 segment, and a last line that lets a phone fill in the code on the page that it
// was sent for. The template is a setting, checked at start-up, so that no send can fail because of its text.

export const SEGMENT_CHARACTERS_MAX = 160;

/** Stands for the six digits in the template. */
const CODE_MARK = '{code}';
/** Stands for who asks: the page said that name, and a text with another one looks like phishing. */
const NAME_MARK = '{name}';
const NAME_CHARACTERS_MAX = 30;
/** Of a name that has no letter of the alphabet. */
const NAME_UNSAID = 'credit report';

// The GSM 03.38 alphabet; the extended characters count twice. Any other character would switch the whole text to UCS-2, with 70
// characters a segment.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€\f';

/** `name`: of who asks. `framedBy`: the host of the page around the one that takes the code. */
type WriteMessage = (code: string, name: string, framedBy?: string) => string;

export function createMessageWriter(given: { template: string; domain: string | null }): WriteMessage {
  const problem = messageProblem(given);
  if (problem !== null) throw new Error(`the message template ${problem}`);
  return (code, name, framedBy) => {
    const named = { ...given, template: given.template.replaceAll(NAME_MARK, () => nameInText(name)) };
    const text = write(named, code);
    if (given.domain === null || framedBy === undefined) return text;
    const framed = `${named.template.replace(CODE_MARK, () => code)}\n\n@${framedBy} #${code} @${given.domain}`;
    // A long host would make it two messages, at twice the price: then the code is typed.
    return septets(framed) <= SEGMENT_CHARACTERS_MAX ? framed : text;
  };
}

/** What is wrong with the template, as the rest of a sentence that begins with its name; null when it is valid. */
export function messageProblem(given: { template: string; domain: string | null }): string | null {
  const { template } = given;
  if (!template.startsWith(CODE_MARK) || template.split(CODE_MARK).length !== 2) {
    return `must begin with ${CODE_MARK}, and have it once.`;
  }
  const text = write(
    { ...given, template: template.replaceAll(NAME_MARK, 'N'.repeat(NAME_CHARACTERS_MAX)) },
    '000000',
  );
  const foreign = [...text].find((character) => !BASIC.includes(character) && !EXTENDED.includes(character));
  if (foreign !== undefined) {
    return `has a character that is not in the GSM-7 alphabet: ${JSON.stringify(foreign)}. Use plain letters.`;
  }
  const length = septets(text);
  if (length <= SEGMENT_CHARACTERS_MAX) return null;
  return `makes a text of ${length} characters with its last line; ${SEGMENT_CHARACTERS_MAX} fit in one message.`;
}

/** Letters, digits and what names are joined with: no dot and no slash, so that a name is never an address. */
export function nameInText(name: string): string {
  const letters = [...name.normalize('NFC')].map((letter) =>
    isNamed(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, ''),
  );
  const said = letters.filter(isNamed).join('').replace(/ +/g, ' ').trim();
  return said.slice(0, NAME_CHARACTERS_MAX).trim() || NAME_UNSAID;
}

const isNamed = (letter: string): boolean => BASIC.includes(letter) && /^[\p{L}\d &'-]$/u.test(letter);

const LINK_WORDS = ': your credit report ';

/** A link with the name of who asks; the name is cut where one message would become two. */
export function linkMessage(name: string, url: string): string {
  const left = SEGMENT_CHARACTERS_MAX - septets(`${LINK_WORDS}${url}`);
  const said = nameInText(name);
  return `${left > 0 ? said.slice(0, left).trim() : said}${LINK_WORDS}${url}`;
}

/** The digits that a text of ours begins with. */
export function codeIn(text: string): string | null {
  return /^\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}

/** Segments that a gateway would bill: a longer text is split, and each part has a header of 7 characters. */
export function segmentsOf(text: string): number {
  const length = septets(text);
  return length <= SEGMENT_CHARACTERS_MAX ? 1 : Math.ceil(length / (SEGMENT_CHARACTERS_MAX - 7));
}

// The format that iOS and the WebOTP API of browsers read: at sign and host, then hash and code, on the last line. The host must be
// that of the page, without a scheme or a port.
function write({ template, domain }: { template: string; domain: string | null }, code: string): string {
  const text = template.replace(CODE_MARK, () => code);
  return domain === null ? text : `${text}\n\n@${domain} #${code}`;
}

function septets(text: string): number {
  return [...text].reduce((sum, character) => sum + (EXTENDED.includes(character) ? 2 : 1), 0);
}
