// Vonage as a gateway: one POST a message, and the delivery receipts that come back, by GET or by POST.
import type { Callback, Gateway } from '../gateway.ts';
import { createPostForm, fromJson } from '../post-form.ts';
import { idsIn, receiptUrl } from '../receipt-path.ts';
import { isSigned, type Parameters } from './signature.ts';
import {
  BALANCE_PATH,
  handOverIn,
  isBalance,
  SEND_PATH,
  type SignatureMethod,
  stateOf,
  type VonageMessage,
} from './wire.ts';

/** A timestamp further ahead of our clock is not Vonage's. */
const AHEAD_SECONDS_MAX = 300;

export function createVonage(needs: {
  url: string;
  apiKey: string;
  apiSecret: string;
  signature: { method: SignatureMethod; secret: string };
  /** Receipts signed longer ago are rejected. */
  receiptAgeSecondsMax: number;
  sender: string;
  publicUrl: string;
  deadlineMs: number;
  isSimulated: boolean;
  nowMs: () => number;
}): Gateway {
  const { post, readAccount, close } = createPostForm(needs);

  const isFresh = (timestamp: string | undefined): boolean => {
    if (timestamp === undefined || !/^\d{9,11}$/.test(timestamp)) return false;
    const ageSeconds = needs.nowMs() / 1000 - Number(timestamp);
    return ageSeconds <= needs.receiptAgeSecondsMax && ageSeconds >= -AHEAD_SECONDS_MAX;
  };

  return {
    id: 'vonage',
    isSimulated: needs.isSimulated,
    send: async (message) => {
      const form: VonageMessage = {
        api_key: needs.apiKey,
        api_secret: needs.apiSecret,
        from: (message.sender ?? needs.sender).replace(/^\+/, ''),
        to: message.to.replace(/^\+/, ''),
        text: message.text,
        type: 'text',
        ttl: String(message.validitySeconds * 1000),
        'status-report-req': '1',
        callback: receiptUrl(needs.publicUrl, 'vonage', message),
        'client-ref': message.smsId,
      };
      return post({ url: `${needs.url}${SEND_PATH}`, form, read: handOverIn });
    },
    tryCredentials: () =>
      readAccount({
        url: `${needs.url}${BALANCE_PATH}`,
        user: needs.apiKey,
        password: needs.apiSecret,
        isOpen: isBalance,
      }),
    readReceipt: (callback) => {
      const parameters = parametersOf(callback);
      if (parameters === null || !isSigned(needs.signature, parameters)) return 'forged';
      if (!isFresh(parameters.timestamp) || parameters['api-key'] !== needs.apiKey) return 'forged';
      // The signature covers the reference and not the address: a genuine receipt replayed to another message's address is a
      // forgery. The tenant need not be signed, because a message is looked up under its tenant.
      const ids = idsIn(callback.url, 'vonage');
      if (ids === null || parameters['client-ref'] !== ids.smsId) return 'forged';
      const state = stateOf(parameters.status);
      return state === undefined ? 'unreadable' : { ...ids, state };
    },
    close,
  };
}

/** A setting of the Vonage account chooses one of three formats. Null when it is none of them. */
function parametersOf({ method, url, headers, body }: Callback): Parameters | null {
  if (method === 'GET') return fromPairs(new URL(url).searchParams);
  if (!headers['content-type']?.includes('json')) return fromPairs(new URLSearchParams(body));
  const given = fromJson(body);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const entries = Object.entries(given);
  const isFlat = entries.every(([, value]) => typeof value === 'string' || typeof value === 'number');
  return isFlat ? Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) : null;
}

/** Vonage gives no name twice. */
function fromPairs(pairs: URLSearchParams): Parameters | null {
  const names = [...pairs.keys()];
  return new Set(names).size === names.length ? Object.fromEntries(pairs) : null;
}
