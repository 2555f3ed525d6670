// How one setting is parsed from its text: the kinds of values, each with its error message. A room that has settings of its own
// lists them in its settings.ts; config.ts merges the lists and reads them.
import { isIP } from 'node:net';
import { urlPerHost } from './postgres-url.ts';

export type Setting<T> = {
  /** Its text in `.env.example`. */
  help: string;
  /** The default, as text; null where being unset has a meaning of its own. */
  fallback: string | null;
  /** Takes NAME_FILE as well, the path of a file that holds the value. */
  isSecret?: true;
  parse: (text: string) => T;
};

export type Values<Settings extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Settings]: ReturnType<Settings[Name]['parse']>;
};

/** What is wrong with a value, as the rest of a sentence that begins with the setting's name. */
export class BadSetting extends Error {}

export function setting<T>(
  help: string,
  fallback: string,
  parse: (text: string) => T,
  isSecret?: true,
): Setting<T> {
  return { help, fallback, parse, ...(isSecret && { isSecret }) };
}

export function optional<T>(help: string, parse: (text: string) => T, isSecret?: true): Setting<T | null> {
  return { help, fallback: null, parse, ...(isSecret && { isSecret }) };
}

export function text(value: string): string {
  return value;
}

export function longText(value: string): string {
  if (value.length < 16) throw new BadSetting('must have at least 16 characters.');
  return value;
}

export function wholeNumber(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new BadSetting(`must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };
}

/** `auto`, or a number of processes. */
export function workers(value: string): number | 'auto' {
  if (value === 'auto') return value;
  if (!/^[1-9]\d?$/.test(value) || Number(value) > 64)
    throw new BadSetting('must be auto, or a whole number from 1 to 64.');
  return Number(value);
}

export function oneOf<const Choices extends string[]>(...choices: Choices) {
  return (value: string): Choices[number] => {
    if (!choices.includes(value)) throw new BadSetting(`must be one of: ${choices.join(', ')}.`);
    return value;
  };
}

export function listOf<T>(parse: (text: string) => T) {
  return (value: string): T[] => {
    const entries = value.split(',').map((entry) => entry.trim());
    return entries.filter((entry) => entry !== '').map(parse);
  };
}

export function yesOrNo(value: string): boolean {
  return oneOf('true', 'false')(value) === 'true';
}

/** The address of a provider. Plain http is for simulators: config.ts rejects it in production. */
export function webAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  // The text itself: what a parser makes of `HTTP:` or a tab in between must not slip past a check for http://.
  const isFine = url !== null && /^https?:\/\/\S+$/.test(value) && url.username === '' && url.hash === '';
  if (!isFine) throw new BadSetting('must be an address such as https://api.example.com/path.');
  return value.replace(/\/$/, '');
}

/** Where people write to: an e-mail address or a page. */
export function contact(value: string): string {
  const isFine =
    /^mailto:[^\s@]+@[^\s@]+$/.test(value) || (/^https:\/\/\S+$/.test(value) && URL.canParse(value));
  if (!isFine) throw new BadSetting('must be mailto: and an e-mail address, or an https address.');
  return value;
}

/** A proxy, with its user and password where it asks for them. */
export function proxyAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isFine =
    url !== null &&
    /^https?:\/\/\S+$/.test(value) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  if (!isFine)
    throw new BadSetting(
      'must be an address such as http://user:password@egress.internal:3128, without a path.',
    );
  return url.href;
}

export function origin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, '');
  if (!isOrigin)
    throw new BadSetting('must be an address such as https://credit.example.com, without a path.');
  return url.origin;
}

export function postgresUrl(value: string): string {
  const urls = urlPerHost(value);
  if (urls === null) throw new BadSetting('must look like postgres://user:password@host:5432/database.');
  const wanted = new URL(urls[0] as string).searchParams.get('target_session_attrs');
  if (wanted !== null && !/^(read-write|primary)$/.test(wanted)) {
    throw new BadSetting('must have target_session_attrs=read-write, or none: the service writes.');
  }
  return value;
}

export function key(value: string): Buffer {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== value) {
    throw new BadSetting('must be 32 bytes in base64. Make one: openssl rand -base64 32');
  }
  return bytes;
}

export function network(value: string): string {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  const bitsMax = version === 6 ? 128 : 32;
  const isBitsFine = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax);
  if (version === 0 || !isBitsFine || rest.length > 0) {
    throw new BadSetting('must be addresses or networks such as 10.0.0.0/8, separated by commas.');
  }
  return value;
}
