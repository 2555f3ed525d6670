// Failures of production that are outcomes: of the risk assessment, codes, texts and bureaus. Those of the calls: failure-rows.ts.
import assert from 'node:assert/strict';
import { TEST_OUTCOMES } from '../../../src/domain/reports/test-options.ts';
import { WRONG_CODE } from '../../support/money.ts';
import {
  challenged,
  codeOf,
  eventOf,
  expired,
  generate,
  number,
  type Row,
  usual,
  withWorld,
} from './failure-places.ts';

export const OUTCOMES: Row[] = [
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
    'A code after the third wrong one',
    'three wrong codes, then `123456`',
    async (mode) => {
      const { id, challengeId } = await challenged(mode, usual);
      for (let tries = 0; tries < 3; tries += 1) await usual.client.submit(id, challengeId, WRONG_CODE);
      return usual.client.submit(id, challengeId, codeOf(mode, usual));
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
