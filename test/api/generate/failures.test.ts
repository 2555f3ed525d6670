// Failures of production, each rehearsed in test mode and provoked in live mode: the same status, code, fields and headers. What was seen is
// the table of docs/test-your-integration.md; WRITE_TABLE=true writes it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shapeOf } from '../../support/http/shape.ts';
import { test } from '../../support/long.ts';
import type { Seen } from './failure-places.ts';
import { ROWS } from './failure-rows.ts';

const PAGE = join(import.meta.dirname, '../../../docs/test-your-integration.md');
const HEAD = '| Failure | Rehearse it with | Answer |';

/** Of an answer, of OAuth's error, or of an event. */
type Body = {
  code?: string;
  error?: string;
  type?: string;
  data: {
    status?: string;
    reason?: string;
    sms?: string;
    attemptsRemaining?: number;
    challenge?: { sms?: string };
    bureaus?: { id: string; status: string }[];
  };
};

/** With what the same key gets while the work goes on, and then. */
function inWords({ sameKey = [], ...seen }: Seen): string {
  const [during, done] = sameKey.map(wordsOf);
  return done === undefined ? wordsOf(seen) : `${wordsOf(seen)}; the same key: ${during}, then ${done}`;
}

function wordsOf({ status, headers, body: seenBody }: Seen): string {
  const body = seenBody as Body;
  if (status === undefined) return `event \`${body.type}\`, ${body.data.reason}`;
  const wait = headers?.['retry-after'] === undefined ? '' : ', with `Retry-After`';
  if (status !== 200) return `${status} \`${body.code ?? body.error}\`${wait}`;
  const { data } = body;
  const bureau = data.bureaus?.find(({ status: said }) => said !== 'ok');
  const sms = data.challenge?.sms ?? data.sms;
  return [
    data.status && `\`${data.status}\``,
    data.reason,
    data.attemptsRemaining !== undefined && data.status === 'retry' && `${data.attemptsRemaining} left`,
    sms && `sms ${sms}`,
    data.status === 'complete' && bureau && `${bureau.id} ${bureau.status}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const seen: string[] = [];
for (const [failure, rehearsal, run] of ROWS)
  test(`${failure}: the rehearsal and live mode are one`, async () => {
    const [rehearsed, live] = [await run('test'), await run('live')];
    assert.equal(inWords(rehearsed), inWords(live));
    for (const [at, one] of [rehearsed, ...(rehearsed.sameKey ?? [])].entries()) {
      const other = [live, ...(live.sameKey ?? [])][at];
      assert.deepEqual([...shapeOf(one.body)].sort(), [...shapeOf(other?.body)].sort());
    }
    seen.push(`| ${failure} | ${rehearsal} | ${inWords(live)} |`);
  });

test('the table of the document is what was seen, of 32 failures and more', () => {
  assert.equal(seen.length, ROWS.length);
  assert.ok(seen.length >= 32, String(seen.length));
  const table = [HEAD, '|---|---|---|', ...seen].join('\n');
  const text = readFileSync(PAGE, 'utf8');
  const at = text.indexOf(HEAD);
  const end = text.indexOf('\n\n', at);
  if (process.env.WRITE_TABLE === 'true') writeFileSync(PAGE, text.slice(0, at) + table + text.slice(end));
  else assert.equal(text.slice(at, end), table);
});
