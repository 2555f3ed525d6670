// The signature of a webhook, checked or made, by Standard Webhooks: over the id, the time and the body as it came. The comparison is WebCrypto's own and
// takes the same time wherever two signatures differ.
import type { Operations } from './generated.ts';

/** What happened: told apart by `type`. `id` is the same at every delivery of an event: skip one that you have seen. */
export type WebhookEvent = Operations['onEvent'] & { id: string };

/** The signature does not fit, is too old, or what was given is not what arrived. Answer 401 and do nothing. */
export class WebhookRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookRefused';
  }
}

type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

const TOLERANCE_SECONDS = 300;

/**
 * `rawBody` is the body as it arrived, text or bytes; a parsed one has lost what was signed. `secrets` are the endpoint's `whsec_…`, two
 * of them during a rotation; a `whpk_…` checks the signature that `asymmetric` adds.
 */
export async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: Headers,
  secrets: string | readonly string[],
  nowMs: number = Date.now(),
): Promise<WebhookEvent> {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array) && !(rawBody instanceof ArrayBuffer))
    throw new WebhookRefused(
      'Give the body as it arrived (text or bytes), not parsed: in Express, use express.raw({ type: "*/*" }) on this route.',
    );
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : new Uint8Array(rawBody);
  const id = headerOf(headers, 'webhook-id');
  const time = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  const [missing] = [!id && 'webhook-id', !time && 'webhook-timestamp', !given && 'webhook-signature'].filter(
    Boolean,
  );
  if (missing)
    throw new WebhookRefused(
      `The header ${missing} is missing: it is no webhook of the service, or something on the way dropped it.`,
    );
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw new WebhookRefused('The webhook is too old or from the future: compare the clocks.');
  const head = new TextEncoder().encode(`${id}.${time}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const signatures = given.split(' ').map((one) => one.split(','));
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const { version, check } = await checkOf(secret);
    for (const [kind, text = '', ...more] of signatures)
      if (kind === version && more.length === 0 && (await check(bytesOf(text), signed)))
        return toEvent(id, body);
  }
  throw new WebhookRefused('No signature fits: it is another secret, or the body was changed on its way.');
}

/** The headers of a delivery, signed as the service signs it: to test your receiver without the service. */
export async function sign(
  rawBody: string,
  secret: string,
  { id = crypto.randomUUID() as string, nowMs = Date.now() } = {},
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  if (raw.length === 0) throw new TypeError('The secret is empty or not in base64: it begins with whsec_.');
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, how, false, ['sign']);
  const time = String(Math.floor(nowMs / 1000));
  const signed = new TextEncoder().encode(`${id}.${time}.${rawBody}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  const text = btoa(String.fromCharCode(...signature));
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${text}` };
}

type Check = { version: string; check(signature: Bytes, signed: Bytes): Promise<boolean> };
type Bytes = Uint8Array<ArrayBuffer>;

async function checkOf(secret: string): Promise<Check> {
  const isPublic = secret.startsWith('whpk_');
  const raw = bytesOf(secret.replace(/^wh(sec|pk)_/, ''));
  if (raw.length === 0)
    throw new WebhookRefused('The secret is empty or not in base64: it begins with whsec_.');
  const how = isPublic ? { name: 'Ed25519' } : { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, how, false, ['verify']).catch(() => {
    throw new WebhookRefused('The key is not one of an endpoint: it begins with whpk_, 32 bytes in base64.');
  });
  return {
    version: isPublic ? 'v1a' : 'v1',
    check: (signature, signed) => crypto.subtle.verify(how.name, key, signature, signed),
  };
}

function toEvent(id: string, body: Uint8Array): WebhookEvent {
  const event = jsonOf(body);
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw new WebhookRefused('The body is signed and is no event: a JSON object is expected.');
  return { ...event, id } as WebhookEvent;
}

/** Null for what is no JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

function headerOf(headers: Headers, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : '';
}

/** Empty for what is no base64. */
function bytesOf(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
