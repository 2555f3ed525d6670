// What Equifax's errors mean. Every SOAP fault has the code "Server", also when the request is at fault: the code in its detail
// decides, under whatever name the fault has, and then the words. The JSON gateway has numbers.
import type { CallFailed } from '../bureau.ts';
import { outcomeOfStatus, type SoapFault, saysWhoAreYou } from '../reading/soap.ts';
import { wireText } from '../reading/wire-values.ts';

type Outcome = CallFailed['outcome'];

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['EWSC0004', 'rejected-request'],
  ['EWSC0005', 'rejected-credentials'],
]);

export function outcomeOfFault(fault: SoapFault): Outcome {
  const details = textsOf(fault.detail);
  const codes = `${fault.words} ${details}`.match(/\bEWSC\d{4}\b/g) ?? [];
  const known = codes.map((code) => OUTCOMES.get(code)).find((outcome) => outcome !== undefined);
  if (known !== undefined) return known;
  if (saysWhoAreYou(fault.words)) return 'rejected-credentials';
  if (saysInvalid(fault.words) || saysInvalid(details)) return 'rejected-request';
  if (saysWhoAreYou(details)) return 'rejected-credentials';
  return fault.isOurs ? 'rejected-request' : 'unavailable';
}

/** The words in which services refuse a document. */
function saysInvalid(words: string): boolean {
  return /\b(validation|invalid|not valid|cvc-|malformed|schema)/i.test(words);
}

export function saysExpired(fault: SoapFault): boolean {
  return /\bpassword\b.{0,60}\b(expired|has to be changed|must be changed)\b|\bexpired password\b/i.test(
    `${fault.words} ${textsOf(fault.detail)}`,
  );
}

/** By the number before the dot: 401.01 is as HTTP's 401. */
export function outcomeOfError(efxErrorCode: unknown): Outcome {
  const status = /^(\d{3})(?:\.|$)/.exec(wireText(efxErrorCode) ?? '')?.[1];
  return status === undefined ? 'unavailable' : outcomeOfStatus(Number(status));
}

const DEPTH_MAX = 6;
const TEXTS_MAX = 100;

/** All words of a fault's detail, as far as a fault has any. */
function textsOf(detail: unknown): string {
  const texts: string[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX || texts.length >= TEXTS_MAX) return;
    if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) collect(inner, depth + 1);
      return;
    }
    const text = wireText(value);
    if (text !== undefined) texts.push(text);
  };
  collect(detail, 0);
  return texts.join(' ');
}
