// The figures of the service's borders, written a second time, and both sides of those that a pure function judges: one below, at, one above.
// Those that a statement or a clock judges are tried on a database, in the tests of their subject (alerts, deliveries, challenges, retention).
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { attentionOf } from '../src/domain/activity/attention.ts';
import { diffLines } from '../src/domain/line-diff.ts';
import { isExpired, resendCode, submitCode } from '../src/domain/reports/challenge.ts';
import { judgeTry, whyUrlRefused } from '../src/domain/webhooks/webhooks.ts';
import { whyPasswordRefused } from '../src/identity/passwords.ts';
import { segmentsOf } from '../src/sms/message.ts';
import { verifyPack } from '../src/usecases/evidence/verify-pack.ts';
import { FIGURES } from './support/settings/figures.ts';

const ROOT = join(import.meta.dirname, '..');

/** What is no border: a port, a score that rules out, what a day has, a name that is a number; the sizes of what is simulated. */
const NO_BORDERS = [
  ...['PORT', 'RULED_OUT', 'POUND', 'SECOND_MS', 'MINUTE_MS', 'HOUR_MS', 'DAY_MS'],
  ...['LOCK_ID', 'SHARE_LOCK', 'OPENING', 'INT8_OID', 'SQLITE_BUSY', 'NOBODY'],
];

type Figure = { value: number | number[]; isExported: boolean };

/** Of the constants of a file, those that are made of figures alone, and of other such constants before them. */
function figuresIn(text: string): Map<string, Figure> {
  const found = new Map<string, Figure>();
  for (const [, exported, name = '', made = ''] of text.matchAll(
    /^(export )?const ([A-Z][A-Z0-9_]+)(?:: number)? = ([^;'`{]+);/gm,
  )) {
    const plain = made.replace(/[A-Z][A-Z0-9_]+/g, (used) => String(found.get(used)?.value ?? used));
    if (!/^[-\d_.*+/() ,[\]]+$/.test(plain)) continue;
    found.set(name, { value: Function(`return ${plain}`)(), isExported: exported !== undefined });
  }
  return found;
}

/** How long something is kept, how often it is tried and how large it may be is in the table without being exported. */
const KEPT = /(^|_)(KEPT|ATTEMPTS|LIFETIME|BYTES)(_|$)/;
/** The rules, what is done by them and kept, and what the client of the command line waits for: every figure of theirs. */
const WHOLE_ROOMS = /^src\/(domain|cli|usecases|storage)\//;

test('every figure of the rules, every exported one and every time that something is kept is in the table', () => {
  const found: typeof FIGURES = {};
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|simulation\//.test(file),
  );
  for (const file of files.sort()) {
    const own = [...figuresIn(readFileSync(join(ROOT, file), 'utf8'))].flatMap(
      ([name, { value, isExported }]) =>
        (isExported || KEPT.test(name) || WHOLE_ROOMS.test(file)) && !NO_BORDERS.includes(name)
          ? [[name, value] as const]
          : [],
    );
    if (own.length > 0) found[file.slice(4, -3)] = Object.fromEntries(own);
  }
  assert.deepEqual(found, FIGURES, 'a new figure gets its row here, and a test of both its sides');
  const planted =
    'const HOUR_MS = 3_600_000;\nexport const KEPT_MS: number = 2 * HOUR_MS;\nexport const NAME = other();';
  assert.deepEqual(
    [...figuresIn(planted)].map(([name, { value }]) => [name, value]),
    [
      ['HOUR_MS', 3_600_000],
      ['KEPT_MS', 7_200_000],
    ],
  );
});

test('every size of a body that an address takes is in the document of errors', () => {
  const sizes = Object.entries(FIGURES).flatMap(([file, figures]) =>
    /^http\/(app|routes)/.test(file)
      ? Object.entries(figures).flatMap(([name, bytes]) =>
          /LIMIT_BYTES$/.test(name) ? [Number(bytes) / 1024] : [],
        )
      : [],
  );
  const [, section = ''] = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').split('## payload-too-large');
  const said = [...(section.split('\n## ')[0] ?? '').split('\n- ')[0]!.matchAll(/(\d+) KiB/g)].map(
    ([, kib]) => Number(kib),
  );
  assert.deepEqual(said.sort(), [...new Set(sizes)].sort());
});

/** One below, at and one above: which of them is let through, or what is said of each. */
const around = <T>(value: number, judge: (value: number) => T): T[] =>
  [value - 1, value, value + 1].map(judge);
const letters = (count: number): string => 'a'.repeat(count);

test('a challenge: the third wrong code is the last, the third text too, and it lives at five minutes', () => {
  const open = { state: 'open', attempts: 0, sends: 1, lastSentAtMs: 0 } as const;
  const wrong = (attempts: number) => submitCode({ ...open, attempts }, false, 0).outcome.kind;
  assert.deepEqual(around(2, wrong), ['wrong', 'exhausted', 'exhausted']);
  const resent = (sends: number) => resendCode({ ...open, sends }, 0).outcome.kind;
  assert.deepEqual(around(3, resent), ['sent', 'sends-used-up', 'sends-used-up']);
  const refused = (refusedSends: number) => resendCode({ ...open, refusedSends }, 0).outcome.kind;
  assert.deepEqual(around(5, refused), ['sent', 'refused-too-often', 'refused-too-often']);
  assert.deepEqual(
    around(300_000, (nowMs) => isExpired(open, nowMs)),
    [false, false, true],
  );
});

test('what needs attention: days left, refused calls, texts that did not arrive', () => {
  const quiet = {
    ...{ balance: 1_000, spentLastWeek: 0, refusedLastDay: 0, refusedDayBefore: 0, textsLastDay: 0 },
    ...{
      undeliveredLastDay: 0,
      simulators: [],
      fired: [],
      endingSecrets: [],
      brokenEndpoints: [],
      paymentSigns: [],
      openRequests: null,
    },
  };
  const said = (facts: Partial<typeof quiet>): string =>
    attentionOf({ ...quiet, ...facts })[0]?.message ?? '';
  const lasts = (balance: number): string =>
    /they last (.*)\. Top/.exec(said({ balance, spentLastWeek: 700 }))?.[1] ?? '';
  assert.deepEqual(around(100, lasts), ['less than a day', 'about 1 day', 'about 1 day']);
  assert.deepEqual(around(200, lasts), ['about 1 day', 'about 2 days', 'about 2 days']);
  assert.deepEqual(around(300, lasts), ['about 2 days', 'about 3 days', 'about 3 days']);
  assert.deepEqual(around(700, lasts), ['about 6 days', '', '']);
  const refused = (refusedDayBefore: number) => (count: number) =>
    said({ refusedLastDay: count, refusedDayBefore }) !== '';
  assert.deepEqual(around(10, refused(0)), [false, true, true]);
  assert.deepEqual(around(20, refused(10)), [false, true, true]);
  const undelivered = (count: number) => said({ textsLastDay: 100, undeliveredLastDay: count }) !== '';
  assert.deepEqual(around(5, undelivered), [false, false, true]);
});

test('webhooks: which answers deliver, the last try, the longest address', () => {
  const outcome = (status: number) =>
    judgeTry({ status, wish: null, retryAfterMs: null }, { attempts: 1, isTest: false, chance: 0.5 }).kind;
  assert.deepEqual(around(200, outcome), ['retry', 'delivered', 'delivered']);
  assert.deepEqual(around(299, outcome), ['delivered', 'delivered', 'retry']);
  const tried = (isTest: boolean) => (attempts: number) =>
    judgeTry({ status: 500, wish: null, retryAfterMs: null }, { attempts, isTest, chance: 0.5 }).kind;
  assert.deepEqual(around(10, tried(false)), ['retry', 'failed', 'failed']);
  assert.deepEqual(around(3, tried(true)), ['retry', 'failed', 'failed']);
  const url = (length: number) =>
    whyUrlRefused(`https://example.com/`.padEnd(length, 'a'), () => false) === null;
  assert.deepEqual(around(2_000, url), [true, true, false]);
});

test('lengths and sizes: passwords, texts, differences, packs', async () => {
  const password = (length: number) =>
    whyPasswordRefused('xq7 vm2 kw9 zt4 '.repeat(20).slice(0, length), 'a@example.com');
  const isFine = async (length: number) => (await password(length)) === null;
  assert.deepEqual(await Promise.all(around(12, isFine)), [false, true, true]);
  assert.deepEqual(await Promise.all(around(200, isFine)), [true, true, false]);
  assert.deepEqual(
    around(160, (length) => segmentsOf(letters(length))),
    [1, 1, 2],
  );
  assert.deepEqual(
    around(306, (length) => segmentsOf(letters(length))),
    [2, 2, 3],
  );
  const middle = (lines: number): string => 'same\n'.repeat(lines - 2);
  const isCompared = (lines: number) =>
    diffLines(`a\n${middle(lines)}b`, `c\n${middle(lines)}d`).some(({ kind }) => kind === 'same');
  assert.deepEqual(around(1_500, isCompared), [true, true, false]);
  const tooLarge = (bytes: number): boolean => {
    try {
      verifyPack(Buffer.alloc(bytes), []);
    } catch (error) {
      return /too-large/.test(JSON.stringify(error) + String(error));
    }
    return false;
  };
  assert.deepEqual(around(64 * 1024 * 1024, tooLarge), [false, false, true]);
});
