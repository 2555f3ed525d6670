// One form posted to a gateway, with a deadline over the whole of it and a limit on what is read back. Never throws for what
// the outside did: `not-sent` means that no gateway can have seen it, `no-answer` that one may have.
import { Agent, request } from 'undici';

const ANSWER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 32;
// Nothing of the request can have arrived with these; anything else may have broken off after it did.
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

export type FormAnswer = { status: number; text: string } | 'not-sent' | 'no-answer';

export type PostForm = (
  url: string,
  form: Record<string, string>,
  headers?: Record<string, string>,
) => Promise<FormAnswer>;

export function createPostForm(needs: { deadlineMs: number }): { post: PostForm; close(): Promise<void> } {
  const agent = new Agent({ connections: CONNECTIONS_MAX, connect: { timeout: needs.deadlineMs } });
  return {
    post: async (url, form, headers = {}) => {
      try {
        const { statusCode, body } = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            accept: 'application/json',
            ...headers,
          },
          body: new URLSearchParams(form).toString(),
          signal: AbortSignal.timeout(needs.deadlineMs),
        });
        let text = '';
        for await (const part of body.setEncoding('utf8')) {
          text += part;
          if (text.length > ANSWER_BYTES_MAX) {
            body.destroy();
            return 'no-answer';
          }
        }
        return { status: statusCode, text };
      } catch (error) {
        return NOT_SENT.test(codeOf(error)) ? 'not-sent' : 'no-answer';
      }
    },
    close: () => agent.destroy(),
  };
}

/** What a gateway's answer says as JSON; undefined when it is none. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
