// The last hour of a provider: counted by outcome, evicted a minute at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';
import { createProviderOutcomes } from './provider-outcomes.ts';

test('outcomes of the last sixty minutes are counted, older ones are not, and the metrics count them too', async () => {
  let nowMs = 10 * 3_600_000;
  const outcomes = createProviderOutcomes({ nowMs: () => nowMs });
  const metrics = createMetrics();
  const heard = outcomes.heard(metrics);
  heard.countBureau('equifax', 'timeout', 1);
  nowMs += 59 * 60_000;
  heard.countBureau('equifax', 'ok', 1);
  heard.countBureau('equifax', 'ok', 1);
  heard.countSms('twilio', 'accepted');
  heard.watchBreakers(() => [['equifax', 'half-open']]);
  const { history, ...equifax } = (await outcomes.read())('equifax');
  assert.deepEqual(
    history.map(({ calls, failures, p95Ms }) => [
      calls,
      failures,
      p95Ms !== null && p95Ms > 900 && p95Ms < 1_200,
    ]),
    [[1, 1, true], ...Array.from({ length: 10 }, () => [0, 0, false]), [2, 0, true]],
  );
  assert.equal((await outcomes.read())('twilio').history.at(-1)?.p95Ms, null, 'no time of a text is taken');
  assert.deepEqual(equifax, {
    breaker: 'half-open',
    lastHour: [
      { outcome: 'timeout', count: 1 },
      { outcome: 'ok', count: 2 },
    ],
    lastAskedAt: new Date(nowMs),
  });
  nowMs += 60_000;
  assert.deepEqual((await outcomes.read())('equifax').lastHour, [{ outcome: 'ok', count: 2 }]);
  nowMs += 3_600_000;
  assert.deepEqual((await outcomes.read())('equifax').lastHour, []);
  assert.deepEqual((await outcomes.read())('nobody'), {
    breaker: null,
    lastHour: [],
    lastAskedAt: null,
    history: [],
  });
  assert.match(await metrics.text(), /trefoil_sms_total\{gateway="twilio",outcome="accepted"\} 1/);
});

test('memory does not grow with the hours', async () => {
  let nowMs = 0;
  const outcomes = createProviderOutcomes({ nowMs: () => nowMs });
  const heard = outcomes.heard(createMetrics());
  for (let minute = 0; minute < 500; minute += 1, nowMs += 60_000) heard.countRisk('allow');
  assert.deepEqual((await outcomes.read())('risk').lastHour, [{ outcome: 'allow', count: 59 }]);
});
