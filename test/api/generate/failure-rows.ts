// Failures of production by how each is rehearsed in test mode, and what is seen of it in either.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { TEST_OUTCOMES } from '../../../src/domain/reports/test-options.ts';
import { requestToken } from '../../support/house.ts';
import { LIVE, newClient, WRONG_CODE } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import {
  challenged,
  codeOf,
  eventOf,
  expired,
  fault,
  full,
  generate,
  hasty,
  late,
  type Mode,
  number,
  read,
  type Seen,
  spent,
  tight,
  token,
  usual,
  whileFull,
  withWorld,
} from './failure-places.ts';

type Row = [failure: string, rehearsal: string, seen: (mode: Mode) => Promise<Seen>];

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
    (mode) => late(mode, () => generate(mode, hasty, 'allow', mode === 'test' ? number('504') : {})),
  ],
  [
    'It hangs: code',
    'the code `000504`',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, hasty);
      const code = mode === 'test' ? '000504' : codeOf(mode, hasty);
      return late(mode, () => hasty.client.submit(id, challengeId, code));
    },
  ],
  [
    'It hangs: resend',
    '`on.resendSms`: `hang`',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, hasty, {
        testOptions: { on: { resendSms: 'hang' } },
      });
      return late(mode, () => hasty.client.resend(id, challengeId));
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
  [
    'The number is no mobile',
    '`+447700900004`',
    (mode) =>
      mode === 'test'
        ? generate(mode, usual, 'challenge', number('004'))
        : withWorld(usual, { readPhone: () => ({ kind: 'unusable', why: 'is not one' }) }, () =>
            generate(mode, usual, 'challenge'),
          ),
  ],
  [
    'The risk assessment refuses',
    '`challengeOptions.status`: `block`',
    (mode) => generate(mode, usual, 'block'),
  ],
  [
    'The device is not verified',
    '`+447700900010`',
    async (mode) => {
      const assess = async () => ({ verdict: 'challenge' as const, device: 'unverified' as const });
      const { body } = await withWorld(usual, mode === 'live' ? { assess } : {}, () =>
        generate(mode, usual, 'challenge', mode === 'test' ? number('010') : {}),
      );
      const { creditReportId, challenge } = body.data;
      return usual.client.submit(creditReportId, challenge.challengeId, WRONG_CODE);
    },
  ],
  [
    'A wrong code',
    'any other code',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, usual);
      return usual.client.submit(id, challengeId, WRONG_CODE);
    },
  ],
  [
    'The third wrong code',
    'three of them',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, usual);
      for (let tries = 0; tries < 2; tries += 1) await usual.client.submit(id, challengeId, WRONG_CODE);
      return usual.client.submit(id, challengeId, WRONG_CODE);
    },
  ],
  [
    'A code that was used',
    '`123456` twice',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, usual);
      const code = codeOf(mode, usual);
      await usual.client.submit(id, challengeId, code);
      return usual.client.submit(id, challengeId, code);
    },
  ],
  [
    'The code expired',
    '`+447700900410`, or a test clock',
    (mode) => expired(mode, (id, challengeId) => usual.client.submit(id, challengeId, codeOf(mode, usual))),
  ],
  [
    'Resend after it expired',
    '`+447700900410`, or a test clock',
    (mode) => expired(mode, (id, challengeId) => usual.client.resend(id, challengeId)),
  ],
  [
    'No texts left',
    'a third resend',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, usual);
      for (let sends = 0; sends < 2; sends += 1) await usual.client.resend(id, challengeId);
      return usual.client.resend(id, challengeId);
    },
  ],
  [
    'No gateway takes the text',
    '`+447700900005`',
    (mode) =>
      withWorld(usual, { gateway: 'refused' }, () =>
        generate(mode, usual, 'challenge', mode === 'test' ? number('005') : {}),
      ),
  ],
  [
    'Whether it was taken is unknown',
    '`+447700900006`',
    (mode) =>
      withWorld(usual, { gateway: 'unknown' }, () =>
        generate(mode, usual, 'challenge', mode === 'test' ? number('006') : {}),
      ),
  ],
  [
    'Refused, then accepted',
    '`+447700900007`',
    async (mode) => {
      const { id, challengeId } = await withWorld(usual, { gateway: 'refused' }, () =>
        challenged(mode, usual, mode === 'test' ? number('007') : {}),
      );
      return usual.client.resend(id, challengeId);
    },
  ],
  [
    'The text does not arrive',
    '`+447700900001`',
    async (mode) => {
      const { id } = await challenged(mode, usual, mode === 'test' ? number('001') : {});
      if (mode === 'live') {
        const { tenantId, smsId } = usual.world.sent.at(-1) ?? assert.fail();
        await usual.house.service.recordDelivery({ tenantId, smsId, state: 'not-delivered' });
      } else await usual.house.service.clearUp();
      return eventOf(usual, id, 'sms.undelivered');
    },
  ],
  ...TEST_OUTCOMES.map(
    (outcome, index): Row => [
      `One bureau answers ${outcome}`,
      `\`+44770090032${index + 1}\` of Experian`,
      (mode) =>
        withWorld(usual, { outcomes: { experian: outcome } }, () =>
          generate(mode, usual, 'allow', mode === 'test' ? number(`32${index + 1}`) : {}),
        ),
    ],
  ),
  [
    'No bureau answers',
    '`+447700900399`',
    (mode) => {
      const down = { equifax: 'unavailable', experian: 'unavailable', transunion: 'unavailable' } as const;
      return withWorld(usual, { outcomes: down }, () =>
        generate(mode, usual, 'allow', mode === 'test' ? number('399') : {}),
      );
    },
  ],
];
