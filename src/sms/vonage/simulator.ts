// A small server that speaks Vonage's dialect. Receipts are sent as JSON by POST, or by GET when the account says so.
import { randomBytes } from 'node:crypto';
import { basic } from '../post-form.ts';
import { type Dialect, type Simulator, startSimulator } from '../simulator.ts';
import { type SignatureKey, sign } from './signature.ts';
import { BALANCE_PATH, SEND_PATH } from './wire.ts';

type VonageAccount = {
  apiKey: string;
  apiSecret: string;
  signature: SignatureKey;
  receiptsBy: 'GET' | 'POST';
  nowMs: () => number;
};

export function startVonageSimulator(
  account: VonageAccount,
  toReachable?: (url: string) => string,
): Promise<Simulator> {
  const { apiKey, apiSecret, signature, receiptsBy } = account;
  const dialect: Dialect = {
    read: ({ path, form }) => {
      const isTheirs = form.get('api_key') === apiKey && form.get('api_secret') === apiSecret;
      if (path !== SEND_PATH || !isTheirs) return null;
      const needed = ['to', 'from', 'text', 'callback', 'client-ref'].map((name) => form.get(name) ?? '');
      const [to = '', , text = '', callbackUrl = '', clientRef = ''] = needed;
      if (needed.includes('') || !/^\d+$/.test(to) || clientRef.length > 40) return null;
      return { id: randomBytes(8).toString('hex').toUpperCase(), to: `+${to}`, text, callbackUrl, clientRef };
    },
    account: ({ path, headers }) => {
      if (path !== BALANCE_PATH) return null;
      if (headers.authorization !== basic(apiKey, apiSecret)) {
        return { status: 401, body: { 'error-code': '401', 'error-code-label': 'authentication failed' } };
      }
      return { status: 200, body: { value: 3.14, autoReload: false } };
    },
    accepted: ({ id, to }) => ({
      status: 200,
      body: {
        'message-count': '1',
        messages: [
          { to: to.slice(1), 'message-id': id, status: '0', 'remaining-balance': '3.14', network: '23410' },
        ],
      },
    }),
    refused: () => ({
      status: 200,
      body: { 'message-count': '1', messages: [{ status: '3', 'error-text': 'Invalid value' }] },
    }),
    callback: (message, status) => {
      const unsigned = {
        'api-key': apiKey,
        'client-ref': message.clientRef,
        'err-code': status === 'delivered' ? '0' : '1',
        messageId: message.id,
        'message-timestamp': new Date(account.nowMs()).toISOString().slice(0, 19).replace('T', ' '),
        msisdn: message.to.slice(1),
        'network-code': '23410',
        nonce: randomBytes(16).toString('hex'),
        price: '0.0333',
        scts: '2611150530',
        status,
        timestamp: String(Math.floor(account.nowMs() / 1000)),
        to: message.form.from ?? '',
      };
      const parameters = { ...unsigned, sig: sign(signature, unsigned) };
      if (receiptsBy === 'GET') {
        const url = `${message.callbackUrl}?${new URLSearchParams(parameters)}`;
        return { method: 'GET', url, headers: {}, body: '' };
      }
      const headers = { 'content-type': 'application/json' };
      return { method: 'POST', url: message.callbackUrl, headers, body: JSON.stringify(parameters) };
    },
  };
  return startSimulator(dialect, toReachable);
}
