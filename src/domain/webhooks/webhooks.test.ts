// When a delivery is tried again, what an answer means, and which addresses can be registered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailing, judgeTry, TRIES_LIVE_MS, TRIES_TEST_MS, whyUrlRefused } from './webhooks.ts';

const FAILED = { status: 500, wish: null, retryAfterMs: null };
const middle = { isTest: false, chance: 0.5 };

test('ten tries over 75:35:05, each up to a fifth earlier or later; three in test mode', () => {
  const total = TRIES_LIVE_MS.reduce((sum, ms) => sum + ms, 0);
  assert.deepEqual([TRIES_LIVE_MS.length, total], [10, ((75 * 60 + 35) * 60 + 5) * 1_000]);
  for (let attempts = 1; attempts < 10; attempts += 1) {
    const waits = [0, 0.5, 1].map((chance) => {
      const verdict = judgeTry(FAILED, { attempts, isTest: false, chance });
      return verdict.kind === 'retry' ? verdict.waitMs : Number.NaN;
    });
    const ms = TRIES_LIVE_MS[attempts] ?? Number.NaN;
    assert.deepEqual(waits, [ms * 0.8, ms, ms * 1.2].map(Math.round));
  }
  assert.equal(judgeTry(FAILED, { attempts: 10, ...middle }).kind, 'failed');
  assert.deepEqual([...TRIES_TEST_MS], [0, 5_000, 60_000]);
  assert.equal(judgeTry(FAILED, { attempts: 3, isTest: true, chance: 0 }).kind, 'failed');
});

test('only 2xx delivers; 410 and the receiver may end it; 429, 502 and 504 slow it down', () => {
  const kinds = (status: number | null, wish: 'disable' | 'abort' | null = null) => {
    const verdict = judgeTry({ status, wish, retryAfterMs: null }, { attempts: 1, ...middle });
    const reason = verdict.kind === 'failed' ? `:${verdict.reason}` : '';
    return `${verdict.kind}${reason}${'isThrottled' in verdict && verdict.isThrottled ? ' slowly' : ''}`;
  };
  assert.deepEqual(
    [200, 204, 299].map((status) => kinds(status)),
    ['delivered', 'delivered', 'delivered'],
  );
  assert.deepEqual(
    [300, 301, 302, 400, 404, 500, null].map((status) => kinds(status)),
    Array(7).fill('retry'),
  );
  assert.deepEqual(
    [429, 502, 504].map((status) => kinds(status)),
    Array(3).fill('retry slowly'),
  );
  assert.deepEqual(
    [kinds(410), kinds(200, 'disable'), kinds(500, 'abort'), kinds(429, 'abort')],
    ['failed:gone', 'failed:asked', 'failed:aborted', 'failed:aborted slowly'],
  );
});

test('a receiver may ask for a longer wait, up to the one that would follow', () => {
  const waitOf = (retryAfterMs: number): number => {
    const verdict = judgeTry({ ...FAILED, status: 503, retryAfterMs }, { attempts: 1, ...middle });
    return verdict.kind === 'retry' ? verdict.waitMs : Number.NaN;
  };
  assert.deepEqual([waitOf(1_000), waitOf(60_000), waitOf(86_400_000)], [5_000, 60_000, 300_000]);
});

test('an endpoint is https with a host and nothing that hides another', () => {
  const isRefused = (url: string): boolean => whyUrlRefused(url, (host) => host === 'localhost') !== null;
  for (const url of ['https://example.com', 'https://example.com:8443/a?b=c', 'http://localhost:3000/hook'])
    assert.ok(!isRefused(url), url);
  const refused = [
    ...[
      'http://example.com',
      'ftp://example.com',
      'example.com',
      '//example.com',
      'https://',
      'https:///a',
      '',
    ],
    ...[
      'https://user:pass@example.com',
      'https://user@example.com',
      'https://@example.com',
      'https://example.com#a',
    ],
    ...[
      'https://example.com/#',
      'https://exämple.com',
      'https://example.com/a b',
      'https://example.com\n',
      'javascript:alert(1)',
    ],
    `https://example.com/${'a'.repeat(2_000)}`,
  ];
  for (const url of refused) assert.ok(isRefused(url), url);
});

test('an endpoint needs attention after ten minutes without a success, or after twenty failures', () => {
  assert.equal(isFailing(10 * 60_000 - 1, 19), false);
  assert.equal(isFailing(10 * 60_000, 1), true);
  assert.equal(isFailing(0, 20), true);
});
