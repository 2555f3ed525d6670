// Failures of production by how each is rehearsed in test mode, and what is seen of it in either.
import { randomUUID } from 'node:crypto';
import { generateBody, requestToken } from '../../support/house.ts';
import { LIVE, newClient, WRONG_CODE } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import { OUTCOMES } from './failure-outcomes.ts';
import {
  challenged,
  codeOf,
  fault,
  full,
  generate,
  hasty,
  late,
  number,
  type Row,
  read,
  spent,
  tight,
  token,
  usual,
  whileFull,
  withWorld,
} from './failure-places.ts';

export const ROWS: Row[] = [
  [
    'No funds: generate',
    '`+447700900402`, or `testOptions.walletBalance`',
    async (mode) =>
      mode === 'test'
        ? generate(mode, usual, 'allow', number('402'))
        : (await newClient(usual.house, 1)).generate(LIVE),
  ],
  [
    'No funds: resend',
    '`on.resendSms`: `insufficient-funds`',
    async (mode) => {
      if (mode === 'live') {
        const client = await newClient(usual.house, 340);
        const place = { ...usual, client };
        const { id, challengeId } = await challenged(mode, place);
        return client.resend(id, challengeId);
      }
      const { id, challengeId } = await challenged(mode, usual, {
        testOptions: { on: { resendSms: 'insufficient-funds' } },
      });
      return usual.client.resend(id, challengeId);
    },
  ],
  [
    'Too many requests: generate',
    '`+447700900429`',
    async (mode) => {
      if (mode === 'test') return generate(mode, usual, 'allow', number('429'));
      await spent(tight);
      return generate(mode, tight, 'allow');
    },
  ],
  [
    'Too many requests: code',
    'the code `000429`',
    async (mode) => {
      if (mode === 'live') return tight.client.submit(randomUUID(), randomUUID(), WRONG_CODE);
      const { id, challengeId } = await challenged(mode, usual);
      return usual.client.submit(id, challengeId, '000429');
    },
  ],
  [
    'Too many requests: resend',
    '`on.resendSms`: `rate-limited`',
    async (mode) => {
      if (mode === 'live') return tight.client.resend(randomUUID(), randomUUID());
      const { id, challengeId } = await challenged(mode, usual, {
        testOptions: { on: { resendSms: 'rate-limited' } },
      });
      return usual.client.resend(id, challengeId);
    },
  ],
  [
    'Too many requests: read',
    '`on.read`: `rate-limited`',
    async (mode) => {
      if (mode === 'live') return read(tight, randomUUID());
      const { body } = await generate(mode, usual, 'allow', {
        testOptions: { on: { read: 'rate-limited' } },
      });
      return read(usual, body.data.creditReportId);
    },
  ],
  [
    'Too many requests: token',
    'the scope `test-answer:rate-limited`',
    async (mode) => {
      if (mode === 'test') return token(usual, 'rate-limited');
      for (let tries = 0; tries < 3; tries += 1) await requestToken(tight.house, tight.client.tenant);
      return requestToken(tight.house, tight.client.tenant);
    },
  ],
  [
    'A fault: generate',
    '`+447700900500`',
    (mode) =>
      mode === 'test'
        ? generate(mode, usual, 'allow', number('500'))
        : withWorld(usual, { assess: fault }, () => generate(mode, usual, 'allow')),
  ],
  [
    'A fault: code',
    'the code `000500`',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, usual);
      if (mode === 'test') return usual.client.submit(id, challengeId, '000500');
      const code = codeOf(mode, usual);
      return withWorld(usual, { fetchCreditReport: fault }, () => usual.client.submit(id, challengeId, code));
    },
  ],
  [
    'Unavailable: generate',
    '`+447700900503`',
    (mode) =>
      mode === 'test'
        ? generate(mode, usual, 'allow', number('503'))
        : whileFull(() => generate(mode, full, 'allow')),
  ],
  [
    'Unavailable: code',
    'the code `000503`',
    async (mode) => {
      if (mode === 'live') return whileFull(() => full.client.submit(randomUUID(), randomUUID(), WRONG_CODE));
      const { id, challengeId } = await challenged(mode, usual);
      return usual.client.submit(id, challengeId, '000503');
    },
  ],
  [
    'Unavailable: resend',
    '`on.resendSms`: `service-unavailable`',
    async (mode) => {
      if (mode === 'live') return whileFull(() => full.client.resend(randomUUID(), randomUUID()));
      const { id, challengeId } = await challenged(mode, usual, {
        testOptions: { on: { resendSms: 'service-unavailable' } },
      });
      return usual.client.resend(id, challengeId);
    },
  ],
  [
    'Unavailable: read',
    '`on.read`: `service-unavailable`',
    async (mode) => {
      if (mode === 'live') return whileFull(() => read(full, randomUUID()));
      const { body } = await generate(mode, usual, 'allow', {
        testOptions: { on: { read: 'service-unavailable' } },
      });
      return read(usual, body.data.creditReportId);
    },
  ],
  [
    'Unavailable: token',
    'the scope `test-answer:service-unavailable`',
    (mode) =>
      mode === 'test'
        ? token(usual, 'service-unavailable')
        : whileFull(() => requestToken(full.house, full.client.tenant)),
  ],
  [
    'It hangs: generate',
    '`+447700900504`',
    (mode) => {
      hasty.world.verdict = 'allow';
      return late(mode, '', generateBody(mode === 'test' ? number('504') : LIVE));
    },
  ],
  [
    'It hangs: code',
    'the code `000504`',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, hasty);
      const code = mode === 'test' ? '000504' : codeOf(mode, hasty);
      return late(mode, `/${id}/otp-challenge`, { challengeId, code });
    },
  ],
  [
    'It hangs: resend',
    '`on.resendSms`: `hang`',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, hasty, {
        testOptions: { on: { resendSms: 'hang' } },
      });
      return late(mode, `/${id}/resend-sms`, { challengeId });
    },
  ],
  [
    'The first request still runs',
    '`+447700900409`',
    async (mode) => {
      if (mode === 'test') return generate(mode, usual, 'allow', number('409'));
      const gate = Promise.withResolvers<void>();
      const [key, asked] = [randomUUID(), usual.world.asked.length];
      return withWorld(usual, { waitFor: gate.promise }, async () => {
        const first = generate(mode, usual, 'allow', {}, key);
        await until('it waits', () => usual.world.asked.length > asked);
        const second = await generate(mode, usual, 'allow', {}, key);
        gate.resolve();
        await first;
        return second;
      });
    },
  ],
  [
    'A key with another body',
    'the same `Idempotency-Key`',
    async (mode) => {
      const key = randomUUID();
      await generate(mode, usual, 'block', {}, key);
      return generate(mode, usual, 'block', { lastName: 'Other' }, key);
    },
  ],
  ...OUTCOMES,
];
