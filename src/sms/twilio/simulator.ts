// A small server that speaks Twilio's dialect.
import { randomBytes } from 'node:crypto';
import { basic } from '../post-form.ts';
import { type Dialect, type Simulator, startSimulator } from '../simulator.ts';
import { sign } from './signature.ts';
import { accountPath, messagesPath, SIGNATURE_HEADER } from './wire.ts';

type TwilioAccount = { accountSid: string; authToken: string };

export function startTwilioSimulator(
  account: TwilioAccount,
  toReachable?: (url: string) => string,
): Promise<Simulator> {
  const { accountSid, authToken } = account;
  const own = basic(accountSid, authToken);
  const dialect: Dialect = {
    read: ({ path, headers, form }) => {
      if (path !== messagesPath(accountSid) || headers.authorization !== own) return null;
      const needed = ['To', 'Body', 'StatusCallback'].map((name) => form.get(name) ?? '');
      const [to = '', text = '', callbackUrl = ''] = needed;
      const hasSender = form.has('From') || form.has('MessagingServiceSid');
      if (needed.includes('') || !hasSender) return null;
      return { id: `SM${randomBytes(16).toString('hex')}`, to, text, callbackUrl, clientRef: '' };
    },
    account: ({ path, headers }) => {
      if (headers.authorization !== own) return { status: 401, body: { code: 20003, status: 401 } };
      if (path !== accountPath(accountSid)) return { status: 404, body: { code: 20404, status: 404 } };
      return { status: 200, body: { sid: accountSid, status: 'active', type: 'Full' } };
    },
    accepted: ({ id, to }) => ({
      status: 201,
      body: { sid: id, status: 'queued', to, num_segments: '1', error_code: null, error_message: null },
    }),
    refused: () => ({
      status: 400,
      body: {
        code: 21211,
        message: 'Invalid',
        more_info: 'https://www.twilio.com/docs/errors/21211',
        status: 400,
      },
    }),
    callback: (message, status) => {
      const form = new URLSearchParams({
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        MessageSid: message.id,
        MessageStatus: status,
        SmsSid: message.id,
        SmsStatus: status,
        To: message.to,
        From: message.form.From ?? '',
      });
      const headers = {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        [SIGNATURE_HEADER]: sign(authToken, message.callbackUrl, form),
      };
      return { method: 'POST', url: message.callbackUrl, headers, body: form.toString() };
    },
  };
  return startSimulator(dialect, toReachable);
}
