// How Equifax's two styles spell the same tree: words and dates, names of messages and their namespaces. Requests are in request.ts.
import { at, wireText } from '../reading/wire-values.ts';
import type { XmlToWrite } from '../reading/xml-writer.ts';
import type { EquifaxSettings } from './settings.ts';

const SCHEMAS = 'http://ewsconsumer.services.uk.equifax.com/schema';

export type Style = EquifaxSettings['EQUIFAX_STYLE'];
export type Tree = { [name: string]: XmlToWrite };

export const requestName = (operation: string): string => `${operation}Request`;
export const responseName = (operation: string): string => `${operation}Response`;

/** Of a request or response. What stands inside is in no namespace. */
export function namespaceOf(version: string, message: string): string {
  return `${SCHEMAS}/${version}/creditsearch/${message.toLowerCase()}`;
}

/** `singleMatch` in XML is `SINGLE_MATCH` in JSON. */
export function word(style: Style, camelCase: string): string {
  return style === 'soap' ? camelCase : toUpperSnake(camelCase);
}

/** A date is ISO in XML and `{day, month, year}` in JSON. */
export function date(style: Style, iso: string): XmlToWrite {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return style === 'soap' ? iso : { day, month, year };
}

/** Either spelling of a word, as UPPER_SNAKE. */
export function readWord(value: unknown): string | undefined {
  const text = wireText(value);
  return text === undefined ? undefined : toUpperSnake(text);
}

function toUpperSnake(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

/** A partner's post has the reply one or two levels down. */
export function unwrapped(parsed: unknown): unknown {
  const report = at(parsed, 'report');
  return at(report, 'report') ?? report ?? parsed;
}
