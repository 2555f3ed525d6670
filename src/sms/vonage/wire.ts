// Vonage's dialect: the fields of its SMS API, the words of its delivery receipts, and what they mean to us.
import type { HandOver, Receipt } from '../gateway.ts';

export const VONAGE_URL = 'https://rest.nexmo.com';
export const SEND_PATH = '/sms/json';
/** Reading it is free. */
export const BALANCE_PATH = '/account/get-balance';

export function isBalance(json: unknown): boolean {
  return typeof ((json ?? {}) as { value?: unknown }).value === 'number';
}

export const SIGNATURE_METHODS = ['md5hash', 'md5', 'sha1', 'sha256', 'sha512'] as const;
export type SignatureMethod = (typeof SIGNATURE_METHODS)[number];

/** What we send, form-urlencoded. With the secret and not with an outgoing signature: Vonage's own libraries disagree about it. */
export type VonageMessage = {
  api_key: string;
  api_secret: string;
  from: string;
  /** Digits, without the plus sign. */
  to: string;
  text: string;
  type: 'text';
  /** Milliseconds, 20,000 to 604,800,000. */
  ttl: string;
  'status-report-req': '1';
  callback: string;
  /** Our id of the message, at most 40 characters; it comes back signed. */
  'client-ref': string;
};

/** Always with HTTP 200, whatever happened. */
type VonageAnswer = { 'message-count': string; messages: { status: string }[] };

/** All other codes are refusals: throttled, missing or wrong values, wrong credentials, barred, no quota and so on. */
const INTERNAL_ERROR = '5';

export function handOverIn(answer: unknown): HandOver {
  const { messages } = (answer ?? {}) as Partial<VonageAnswer>;
  if (!Array.isArray(messages) || messages.length === 0) return 'unknown';
  const statuses = messages.map((message) => message?.status);
  if (!statuses.every((status) => typeof status === 'string' && /^\d{1,3}$/.test(status))) return 'unknown';
  if (statuses.every((status) => status === '0')) return 'accepted';
  return statuses.includes('0') || statuses.includes(INTERNAL_ERROR) ? 'unknown' : 'refused';
}

const MEANING: Record<string, Receipt['state']> = {
  accepted: 'on-its-way',
  buffered: 'on-its-way',
  // Vonage does not know either; another receipt may follow.
  unknown: 'on-its-way',
  delivered: 'delivered',
  expired: 'not-delivered',
  failed: 'not-delivered',
  rejected: 'not-delivered',
};
export const VONAGE_STATUSES = Object.keys(MEANING);

export function stateOf(status: string | undefined): Receipt['state'] | undefined {
  return status === undefined ? undefined : MEANING[status];
}
