// What a fault of TransUnion means. No list of fault codes is public, and `Server` is no server's fault by itself: the words decide.
import type { CallFailed } from '../bureau.ts';

/** Before the credentials: a schema may also complain about the element of a password. */
const SCHEMA = /\bschema\b|\bxml\b|\bxsd\b|\belements?\b|\battributes?\b/i;
const CREDENTIALS =
  /\b(log[io]n|log ?on|pass ?words?|users?|user ?names?|company|credentials?|authenticat\w*|(un|not )authori[sz]ed|locked)\b/i;
const EXPIRED = /\bexpired?\b/i;
/** It expires too, and is the bureau's matter. */
const TIMEOUT = /\btime-?out\b|\btimed out\b/i;
const VALIDATION = /\bvalidat(ion|e|ed)\b/i;

export function outcomeOfWords(words: string, isOurs: boolean): CallFailed['outcome'] {
  if (SCHEMA.test(words)) return 'rejected-request';
  if (TIMEOUT.test(words)) return 'unavailable';
  if (CREDENTIALS.test(words) || EXPIRED.test(words)) return 'rejected-credentials';
  return isOurs || VALIDATION.test(words) ? 'rejected-request' : 'unavailable';
}

/** The words of rejected credentials say that a password has expired, or may have. */
export function saysExpired(words: string): boolean {
  return EXPIRED.test(words);
}
