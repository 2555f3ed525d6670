// A model test of the challenge: random sequences of guesses, resends and waiting run through the model and over HTTP on the real database.
// Every answer, the report as it is read back and its entry in the list must match the model. On a failure fast-check prints its seed and the
// shortest failing sequence.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Answer,
  type Charged,
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
} from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { guess, openModel, resend, statusOf } from './model.ts';

const RUNS = 150;
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');

type Step = { do: 'right' | 'wrong' | 'resend' } | { do: 'wait'; ms: number };

const aWait = fc.oneof(fc.constantFrom(1, 299_999, 300_000, 300_001), fc.integer({ min: 0, max: 200_000 }));
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ do: 'right' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'wrong' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'resend' as const }) },
  { weight: 5, arbitrary: aWait.map((ms) => ({ do: 'wait' as const, ms })) },
);

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

function wordsOf({ status, body }: Answer | Charged): string {
  return [status, body.code ?? ('data' in body ? body.data.status : undefined)].filter(Boolean).join(' ');
}

async function walk(steps: Step[]): Promise<void> {
  let nowMs = START_MS;
  house.travelTo(new Date(nowMs));
  const { reportId, challengeId } = await openChallenge(client);
  const model = openModel(nowMs);

  for (const step of steps) {
    if (step.do === 'wait') {
      nowMs += step.ms;
      house.travelTo(new Date(nowMs));
    } else if (step.do === 'resend') {
      const { said, counts } = resend(model, nowMs);
      const answer = await client.resend(reportId, challengeId);
      assert.equal(wordsOf(answer), said);
      if (counts === undefined) continue;
      const [smsSentCount, remainingSmsCount] = counts;
      assert.partialDeepStrictEqual(answer.body.data, { remainingSmsCount, smsSentCount, sms: 'accepted' });
    } else {
      const { said, triesLeft } = guess(model, step.do === 'right', nowMs);
      const answer = await client.submit(reportId, challengeId, step.do === 'right' ? '123456' : '000000');
      assert.equal(wordsOf(answer), said);
      assert.equal(answer.body.data?.attemptsRemaining, triesLeft);
    }
  }
  const expected = statusOf(model, nowMs);
  const path = `/${client.tenant.tenantId}/v1/credit-reports` as const;
  assert.equal((await client.get(`${path}/${reportId}`)).body.data.status, expected);
  // The newest report, because every sequence starts at the same time and ids increase.
  const { items } = (await client.get(`${path}?pageSize=1`)).body.data;
  assert.deepEqual([items[0]?.creditReportId, items[0]?.status], [reportId, expected]);
}

test(`the service answers ${RUNS} random sequences on a challenge exactly as the model does`, async () => {
  const course = fc.array(aStep, { minLength: 1, maxLength: 12 });
  await fc.assert(fc.asyncProperty(course, walk), { numRuns: RUNS });
});
