// What callers, consumers and unauthenticated clients send in the canary tests: valid, invalid and hostile requests, on every route, with
// a canary in every field that can hold personal data or a secret.
import { Agent } from 'node:http';
import type { SimulatedMessage } from '../../../src/sms/simulator.ts';
import type { Random } from '../../../src/world/synthetic/random.ts';
import { exchange } from '../../fuzz/sockets.ts';
import { TABLE } from '../../security/route-rows.ts';
import type { AnswerOf } from '../answers.ts';
import { call, type HttpRequest } from '../processes.ts';
import type { Canaries } from './canaries.ts';
import { AGENT, consumerOf, deviceOf } from './canary-consumers.ts';

type Json = Record<string, unknown>;

export type Storyteller = {
  /** Runs one story; an answer that never comes (the process was killed) is not an error. */
  tell(random: Random): Promise<void>;
  /** Every answer of 400 and above. */
  errors: { text: string; isPage: boolean }[];
  statuses: Map<number, number>;
  requests(): number;
};

const BREAKS = [
  (word: string) => `${word}\r\n{"level":50,"msg":"forged"}`,
  (word: string) => `${word}\u001b[2J\u001b[31m`,
  (word: string) => `${word}","level":60,"msg":"forged`,
  (word: string) => `${word}\u0000\u2028\u202e`,
  (word: string) => `${word}' or 1=1; --`,
  (word: string) => `${word}\${jndi:ldap://x}%0d%0a<script>`,
  (word: string) => `${word}\ud800`,
  (word: string) => `${word}${'x'.repeat(5_000)}`,
  (word: string) => ({ [word]: [word] }),
  (word: string) => [word, 7, null],
];

export function createStoryteller(needs: {
  canaries: Canaries;
  tenantId: string;
  credentials: { clientId: string; clientSecret: string };
  token: string;
  /** A living process. */
  pick: () => { origin: string; port: number };
  /** What the gateways accepted. */
  messages: () => SimulatedMessage[];
  receipt: (message: SimulatedMessage, status: string) => HttpRequest;
}): Storyteller {
  const { canaries, tenantId, token } = needs;
  const base = `/${tenantId}/v1/credit-reports` as const;
  const errors: Storyteller['errors'] = [];
  const statuses = new Map<number, number>();
  let requests = 0;
  let people = 0;

  const agent = new Agent({ keepAlive: true });
  const send = async <Path extends string, Method extends string = 'GET'>(
    request: HttpRequest<Method, Path>,
  ): Promise<AnswerOf<Method, Path> | null> => {
    requests += 1;
    const answer = await call(needs.pick().origin, { ...request, agent }).catch(() => null);
    if (answer === null) return null;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const isPage = String(answer.headers['content-type']).includes('html');
    if (answer.status >= 400) errors.push({ text: answer.text, isPage });
    return answer;
  };
  const bearer = (more: Record<string, string> = {}): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'x-forwarded-for': canaries.personAddress(people),
    'user-agent': canaries.ofPerson('Agent'),
    ...more,
  });
  const post = <Path extends string>(path: Path, body: unknown, more: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return send({
      method: 'POST',
      path,
      body: text,
      headers: bearer({ 'content-type': 'application/json', ...more }),
    });
  };

  const newConsumer = (more: Json = {}): Json => consumerOf(canaries, people++, more);

  const stories: Record<string, (random: Random) => Promise<void>> = {
    async live(random) {
      const consumer = newConsumer({ test: undefined });
      const sessionId = await openSession(consumer, random);
      const generated = await post(base, { ...consumer, ...(sessionId !== null && { sessionId }) });
      const { creditReportId: id, challenge } = generated?.body?.data ?? {};
      if (challenge === undefined) return;
      const number = String(consumer.mobileNumber);
      const submit = (code: string) =>
        post(`${base}/${id}/otp-challenge`, { challengeId: challenge.challengeId, code });
      await submit(canaries.word('Guess'));
      if (random.chance(30)) await post(`${base}/${id}/resend-sms`, { challengeId: challenge.challengeId });
      const message = needs.messages().findLast(({ to }) => to === number);
      const code = /\d{6}/.exec(message?.text ?? '')?.[0];
      if (code === undefined || message === undefined) return;
      canaries.code(code);
      if (random.chance(80)) await send(needs.receipt(message, 'delivered'));
      await submit(code);
      await submit(code);
      await send({ path: `${base}/${id}`, headers: bearer() });
    },

    async testMode(random) {
      const key = { 'idempotency-key': `${canaries.word('Key')}${random.int(0, 1_000_000)}` };
      const status = random.pick(['allow', 'challenge', 'block']);
      const consumer = newConsumer({ challengeOptions: { status } });
      const made = await post(base, consumer, key);
      await post(base, consumer, key);
      await post(base, newConsumer(), key);
      const { creditReportId: id, challenge } = made?.body?.data ?? {};
      if (challenge !== undefined) {
        for (const code of [canaries.word('Guess'), random.pick(['123456', canaries.word('Guess')])])
          await post(`${base}/${id}/otp-challenge`, { challengeId: challenge.challengeId, code });
      }
      const reference = encodeURIComponent(String(consumer.externalReference));
      await send({ path: `${base}?externalReference=${reference}`, headers: bearer() });
      await send({ path: `${base}/${id}`, headers: bearer() });
    },

    /** One field at a time is invalid, in every way. */
    async brokenFields(random) {
      const body = newConsumer();
      const fields = Object.keys(body).filter((name) => name !== 'bureaus');
      for (const field of [random.pick(fields), random.pick(fields), random.pick(fields)]) {
        const broken = random.pick(BREAKS)(canaries.word(field));
        await post(base, { ...body, [field]: broken });
      }
      const { addresses } = body as { addresses: { ukAddress: Json }[] };
      const ukAddress = addresses[0]?.ukAddress ?? {};
      const part = random.pick(Object.keys(ukAddress));
      const broken = random.pick(BREAKS)(canaries.word(part));
      await post(base, { ...body, addresses: [{ ukAddress: { ...ukAddress, [part]: broken } }] });
      await post(base, {
        ...body,
        [canaries.word('Field')]: canaries.word('Value'),
        bureaus: [canaries.word('Bureau')],
      });
    },

    async brokenBodies(random) {
      const word = canaries.word('Body');
      const bodies = [
        `{"firstName":"${word}`,
        `${word}`,
        `{"${word}":1,"${word}":2}`,
        `[["${word}"]]`,
        '',
        '"',
      ];
      await post(base, random.pick(bodies));
      await post(base, `first=${word}`, { 'content-type': 'application/x-www-form-urlencoded' });
      await post(base, { a: word }, { 'content-type': `application/json; charset=${word}` });
      if (random.chance(5)) await post(base, { [word]: 'y'.repeat(300_000) });
    },

    /** Every route, with canaries in the path, the query, the headers and the body; with and without a token. */
    async routes(random) {
      const rows = Object.keys(TABLE);
      for (let n = 0; n < 6; n += 1) {
        const [method = 'GET', pattern = ''] = random.pick(rows).split(' ');
        const word = canaries.word('Path');
        const path = pattern
          .replace(':tenantId', random.chance(70) ? tenantId : word)
          .replaceAll(/:\w+/g, encodeURIComponent(random.chance(80) ? word : `${word}\r\n\u001b[31m"}`));
        const isForm = random.chance(40);
        // A form may show its own fields again; nothing else may come back.
        const shown = ['email', 'firstName', 'lastName'].map((field) => [field, canaries.ofPerson(field)]);
        const fields = ['password', 'code', 'name', 'token', 'challengeId', 'currentPassword', 'reference'];
        const body = Object.fromEntries([...shown, ...fields.map((field) => [field, canaries.word(field)])]);
        await send({
          method,
          path: `${path}?${canaries.word('Query')}=${canaries.word('Value')}&returnTo=/${word}&state=${word}`,
          headers: bearer({
            ...(random.chance(40) && { authorization: `Bearer ${canaries.word('Token')}` }),
            cookie: `__Host-trefoil_access=${canaries.word('Cookie')}; ${canaries.word('Cookie')}=1`,
            referer: `https://${word}.example/${word}`,
            origin: 'http://trefoil.test',
            traceparent: `00-${word}-01`,
            'x-request-id': word,
            ...(method !== 'GET' && {
              'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
            }),
          }),
          ...(method !== 'GET' && {
            body: isForm ? String(new URLSearchParams(body)) : JSON.stringify(body),
          }),
        });
      }
    },

    async methods(random) {
      const path = random.pick([base, '/v1/my/profile', '/v1/oauth/token', '/health/live']);
      const method = random.pick(['PUT', 'DELETE', 'PATCH']);
      await send({ method, path: `${path}?${canaries.word('Query')}=1`, headers: bearer() });
    },

    async tokens(random) {
      const { clientId, clientSecret } = needs.credentials;
      const wrong = random.chance(60) ? canaries.word('Secret') : clientSecret;
      const basic = Buffer.from(`${clientId}:${wrong}`).toString('base64');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = 'grant_type=client_credentials';
      const path = '/v1/oauth/token';
      const one = await send({
        method: 'POST',
        path,
        body,
        headers: { ...headers, authorization: `Basic ${basic}` },
      });
      // Only some of them: each is searched for on its own, in eight encodings.
      if (one?.status === 200 && canaries.counts().secrets < 40)
        canaries.secret('an access token', one.body.access_token.split('.')[2] ?? '');
      const inBody = `${body}&client_id=${canaries.word('Client')}&client_secret=${wrong}&scope=${canaries.word('Scope')}`;
      await send({ method: 'POST', path, body: inBody, headers });
    },

    async receipts(random) {
      const word = canaries.word('Receipt');
      const path = `/v1/sms/receipts/${random.pick(['twilio', 'vonage', word])}/${tenantId}/${word}`;
      const form = `MessageSid=${word}&To=${encodeURIComponent(canaries.consumer.mobileNumber(1))}&MessageStatus=${word}`;
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': word,
      };
      await send({ method: 'POST', path, body: form, headers });
      await send({ path: `${path}?msisdn=${canaries.consumer.mobileNumber(2).slice(1)}&sig=${word}` });
      const message = random.pick(needs.messages());
      if (message !== undefined)
        await send(needs.receipt(message, random.pick(['delivered', 'failed', word])));
    },

    /** Malformed or oversized HTTP. */
    async noHttp(random) {
      const word = canaries.word('Raw');
      const texts = [
        `GET /${word} HTTP/9.9\r\n\r\n`,
        `GET /${word}\u0001 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        `${word} / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        `GET / HTTP/1.1\r\nhost: x\r\n${word} : ${word}\r\nconnection: close\r\n\r\n`,
        `GET /${word} HTTP/1.1\r\nhost: x\r\nx-big: ${word.repeat(2_000)}\r\nconnection: close\r\n\r\n`,
        `GET /%${word} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      ];
      requests += 1;
      const told = await exchange(needs.pick().port, random.pick(texts)).catch(() => null);
      if (told !== null) errors.push({ text: told.text, isPage: false });
    },
  };

  async function openSession(consumer: Json, random: Random): Promise<string | null> {
    if (random.chance(10)) return null;
    const signals = deviceOf(canaries, people);
    const headers = {
      'content-type': 'application/json',
      'user-agent': AGENT,
      'accept-language': 'en-GB,en',
      origin: 'https://apply.example',
      'x-forwarded-for': String(consumer.ipAddress),
    };
    const path = '/v1/fingerprints/sessions';
    const answer = await send({ method: 'POST', path, headers, body: JSON.stringify({ signals }) });
    const sessionId: string | undefined = answer?.body?.sessionId;
    if (sessionId !== undefined && canaries.counts().secrets < 40)
      canaries.secret('a session id', sessionId.split('.')[1] ?? '');
    return sessionId ?? null;
  }

  const names = Object.keys(stories);
  return {
    errors,
    statuses,
    requests: () => requests,
    tell: async (random) => {
      await stories[random.pick(names)]?.(random);
    },
  };
}
