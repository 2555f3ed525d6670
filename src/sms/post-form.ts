// Talks to a gateway: hands a message over by one form, or reads the account, and says what the reply means. Never throws for what the outside did. In any doubt
// the outcome is `unknown`: the gateway may have taken the message.
import { createExchange } from '../outbound/exchange.ts';
import type { Credentials, HandOver } from './gateway.ts';

const REPLY_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 32;

type FormPost = {
  url: string;
  form: Record<string, string>;
  headers?: Record<string, string>;
  /** What the gateway's own JSON says, undefined for text that is not JSON. Asked for 200 and 201 only. */
  read: (json: unknown) => HandOver;
};

export function createPostForm(needs: { deadlineMs: number }): {
  post(post: FormPost): Promise<HandOver>;
  /** Reads the account; `isOpen` judges its JSON. */
  readAccount(account: {
    url: string;
    user: string;
    password: string;
    isOpen: (json: unknown) => boolean;
  }): Promise<Credentials>;
  close(): Promise<void>;
} {
  const { deadlineMs } = needs;
  const { exchange, close } = createExchange({
    connectMs: deadlineMs,
    deadlineMs,
    replyBytesMax: REPLY_BYTES_MAX,
    connectionsMax: CONNECTIONS_MAX,
  });
  return {
    async post({ url, form, headers, read }) {
      const outcome = await exchange({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          ...headers,
        },
        body: new URLSearchParams(form).toString(),
      });
      if (outcome.kind !== 'reply') return outcome.kind === 'not-sent' ? 'refused' : 'unknown';
      const { status, bytes } = outcome;
      // 408 comes from a proxy in between, which does not know either.
      if (status >= 400 && status < 500 && status !== 408) return 'refused';
      return status === 200 || status === 201 ? read(fromJson(bytes.toString())) : 'unknown';
    },
    async readAccount({ url, user, password, isOpen }) {
      const authorization = basic(user, password);
      const outcome = await exchange({
        url,
        method: 'GET',
        headers: { authorization, accept: 'application/json' },
      });
      if (outcome.kind !== 'reply') return 'unknown';
      const { status, bytes } = outcome;
      // 404: there is no such account.
      if ([401, 403, 404].includes(status)) return 'refused';
      if (status !== 200) return 'unknown';
      return isOpen(fromJson(bytes.toString())) ? 'good' : 'refused';
    },
    close,
  };
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Undefined for text that is not JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
