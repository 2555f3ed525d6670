// The sender of a message. UK operators silently block senders that break their rules, so it is checked at start-up: a name of at
// most 11 characters that identifies the sender, a UK number, or a short code.
import { isUuid } from '../domain/ids.ts';
import { BadSetting } from '../settings/setting.ts';

const NAME = /^[A-Za-z0-9 ._&-]{3,11}$/;
const UK_NUMBER = /^\+44\d{9,10}$/;
// Five digits, the first from 6 to 8; the others are premium rate or not sold.
const SHORT_CODE = /^[678]\d{4}$/;
// Operators block generic names.
const GENERIC_NAMES = [
  'sms',
  'info',
  'verify',
  'alert',
  'passcode',
  'code',
  'otp',
  'text',
  'message',
  'msg',
  'notice',
  'security',
];

/** Operators look for these inside a name, too. */
const BLOCKED_PARTS = ['verify'];

/** A setting. */
export function sender(value: string): string {
  if (/^[+\d]+$/.test(value)) {
    if (UK_NUMBER.test(value) || SHORT_CODE.test(value)) return value;
    throw new BadSetting('must be a name, a UK number (+44…) or a short code of 5 digits from 6 to 8.');
  }
  if (!NAME.test(value) || !/[A-Za-z]/.test(value)) {
    throw new BadSetting('must be 3 to 11 letters, digits, spaces or . _ & - with at least one letter.');
  }
  const letters = value.toLowerCase().replace(/[^a-z]/g, '');
  if (GENERIC_NAMES.includes(letters) || BLOCKED_PARTS.some((part) => letters.includes(part))) {
    throw new BadSetting('must say who you are: operators block names that could be anybody’s.');
  }
  return value;
}

/** A setting: `tenantId=Sender` for each tenant that has one of its own at the gateway. */
export function senders(value: string): ReadonlyMap<string, string> {
  const pairs = value.split(',').map((pair) => {
    const [tenantId = '', own = ''] = pair.split('=').map((part) => part.trim());
    if (!isUuid(tenantId))
      throw new BadSetting('must be tenantId=Sender, separated by commas; a tenant id is a UUID.');
    return [tenantId, sender(own)] as const;
  });
  return new Map(pairs);
}
