// Twilio's dialect: the fields of its Messages API, the words of its status callbacks, and what they mean to us.
import type { Receipt } from '../gateway.ts';

export const TWILIO_URL = 'https://api.twilio.com';
export const SIGNATURE_HEADER = 'x-twilio-signature';

export function messagesPath(accountSid: string): string {
  return `/2010-04-01/Accounts/${accountSid}/Messages.json`;
}

/** Reading it is free. */
export function accountPath(accountSid: string): string {
  return `/2010-04-01/Accounts/${accountSid}.json`;
}

/** An account that is suspended or closed is still shown, and cannot send. */
export function isActive(account: unknown): boolean {
  return ((account ?? {}) as { status?: unknown }).status === 'active';
}

/** What we send, form-urlencoded. */
export type TwilioMessage = {
  To: string;
  Body: string;
  StatusCallback: string;
  /** Seconds, 1 to 36,000: after this Twilio stops trying. */
  ValidityPeriod: string;
  /** Twilio keeps neither the text nor the number. */
  ContentRetention: 'discard';
  AddressRetention: 'obfuscate';
} & ({ From: string } | { MessagingServiceSid: string });

/** The fields of a 201 that we read. */
type TwilioAccepted = { sid: string; status: string };

const MEANING: Record<string, Receipt['state']> = {
  accepted: 'on-its-way',
  scheduled: 'on-its-way',
  queued: 'on-its-way',
  sending: 'on-its-way',
  sent: 'on-its-way',
  partially_delivered: 'on-its-way',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'not-delivered',
  failed: 'not-delivered',
  canceled: 'not-delivered',
};
export const TWILIO_STATUSES = Object.keys(MEANING);

/** Undefined for an unknown word: the set may grow without notice. */
export function stateOf(status: string | null): Receipt['state'] | undefined {
  return status === null ? undefined : MEANING[status];
}

export function isAccepted(answer: unknown): answer is TwilioAccepted {
  const { sid, status } = (answer ?? {}) as Partial<TwilioAccepted>;
  return typeof sid === 'string' && /^[A-Z]{2}[0-9a-f]{32}$/.test(sid) && typeof status === 'string';
}
