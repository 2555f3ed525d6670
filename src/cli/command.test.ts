// Alone: it replaces the ways to the terminal.
// Reading a command line, on plain values: amounts, options, operands, refusals, and the two ways to print.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Command,
  CommandRefused,
  flag,
  optional,
  print,
  readArguments,
  readCredits,
  readWhole,
  required,
  usageOf,
} from './command.ts';
import { clean, toStderr, toStdout } from './terminal.ts';

const RANGE = { min: 1, max: 1_000_000_000_000 };

test('an amount is a whole number within its range, and nothing else that might be read as one', () => {
  assert.equal(readCredits('1', 'amount', RANGE), 1);
  assert.equal(readCredits('1000000000000', 'amount', RANGE), 1_000_000_000_000);
  assert.equal(readCredits('-7', 'amount', { min: -10, max: 10 }), -7);
  assert.equal(readCredits('+7', 'amount', { min: -10, max: 10 }), 7);
  const bad = [
    '0',
    '-5',
    '1.5',
    '1.0',
    '9007199254740993',
    '1000000000001',
    'ten',
    '1e3',
    '0x10',
    '1_000',
    '1,000',
  ];
  for (const text of [...bad, ' 5', '5 ', '', '--5', 'Infinity', 'NaN', '٣', '9'.repeat(400), undefined]) {
    assert.throws(
      () => readCredits(text, 'amount', RANGE),
      (error) =>
        error instanceof CommandRefused &&
        error.message === '--amount must be a whole number of credits from 1 to 1000000000000.',
      String(text),
    );
  }
});

test('every whole number in the range is read as itself; none beyond what can be counted is rounded into it', () => {
  const all = { min: -(2 ** 53 - 1), max: 2 ** 53 - 1 };
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), (value) => {
      const isSafe = value >= BigInt(all.min) && value <= BigInt(all.max);
      if (isSafe) assert.equal(BigInt(readCredits(String(value), 'amount', all)), value);
      else assert.throws(() => readCredits(String(value), 'amount', all), CommandRefused);
    }),
    { numRuns: 1_000 },
  );
});

const command: Command<never> = {
  name: 'wallet top-up',
  operands: ['<tenant-id>'],
  options: [required('amount', 'credits'), optional('note', 'anything')],
  help: '',
  run: async () => ({ rows: [] }),
};

test('options and operands are read in any order; the usage names them', () => {
  assert.equal(usageOf(command), 'wallet top-up <tenant-id> --amount <amount> [--note <note>]');
  const expected = { operands: ['t'], options: { amount: '-5', note: 'x' }, isJson: true };
  for (const args of [
    ['t', '--amount=-5', '--note', 'x', '--json'],
    ['--json', '--note=x', '--amount=-5', 't'],
  ]) {
    const { operands, options, isJson } = readArguments(command, args);
    assert.deepEqual({ operands, options: { ...options }, isJson }, expected);
  }
});

test('what is missing, unknown or too much is refused, and says so', () => {
  const rows: [string[], RegExp][] = [
    [['t'], /^Missing: --amount \(credits\)\.$/],
    [['t', '--amount='], /^Missing: --amount/],
    [['t', '--amount= '], /^Missing: --amount/],
    [['t', '--amount=5', '--note=a\u001b[31m'], /^--note must not contain control characters/],
    [['t', '--amount=5', '--note=a\u202eb'], /^--note must not contain .* text-direction marks/],
    [['t', '--amount', '5', '--colour', 'red'], /An option is not known/],
    [['t', '--amount', '-5'], /A negative value is written --amount=-5/],
    [['t', '--amount'], /its value is missing/],
    [['--amount', '5'], /^This command needs <tenant-id>\.$/],
    [['t', 'u', '--amount', '5'], /^This command needs <tenant-id>\.$/],
  ];
  for (const [args, reason] of rows) {
    assert.throws(
      () => readArguments(command, args),
      (error) => error instanceof CommandRefused && reason.test(error.message),
      args.join(' '),
    );
  }
});

test('a flag has no value: it is given or not', () => {
  const flagged: Command<never> = { ...command, options: [flag('test-only', 'for tests')], operands: [] };
  assert.equal(usageOf(flagged), `${command.name} [--test-only]`);
  assert.deepEqual(readArguments(flagged, ['--test-only']).options, { 'test-only': 'yes' });
  assert.deepEqual(readArguments(flagged, []).options, {});
  assert.throws(() => readArguments(flagged, ['--test-only=no']), CommandRefused);
});

test('days are named as such, and are refused beyond their bounds', () => {
  const range = { min: 1, max: 3_650, of: 'days' };
  assert.deepEqual(
    ['1', '3650'].map((text) => readWhole(text, 'days', range)),
    [1, 3_650],
  );
  for (const text of ['0', '3651', '1.5', ''])
    assert.throws(
      () => readWhole(text, 'days', range),
      /--days must be a whole number of days from 1 to 3650/,
    );
});

test('a table has columns below each other, numbers to the right, and no trailing blanks', () => {
  const rows = [
    { id: 'a', name: 'Northgate', balance: 5, since: new Date(0), note: null },
    { id: 'bb', name: 'X', balance: 12_345, since: new Date(0), note: undefined },
  ];
  assert.equal(
    print({ rows }, false),
    [
      'id  name       balance  since                     note',
      'a   Northgate        5  1970-01-01T00:00:00.000Z',
      'bb  X            12345  1970-01-01T00:00:00.000Z',
      '',
    ].join('\n'),
  );
  assert.equal(print({ rows: [] }, false), 'Nothing to show.\n');
});

test('with --json it prints the rows, or the data of the sentence', () => {
  assert.deepEqual(JSON.parse(print({ rows: [{ a: 1 }] }, true)), [{ a: 1 }]);
  assert.deepEqual(JSON.parse(print({ say: 'Done.', data: { a: 1 } }, true)), { a: 1 });
  assert.equal(print({ say: 'Done.', data: { a: 1 } }, false), 'Done.\n');
});

test('nothing that is printed moves the terminal, and a machine reads what was there', () => {
  const name = 'Acme\x1b[2J\x9b31m\r\x07\x7f \u202eevil\u2066\u2028\nErased: 5 reports.';
  const rows = clean(print({ rows: [{ name }] }, false));
  assert.doesNotMatch(rows, /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028]/u);
  assert.equal(rows.split('\n').length, 3, 'a row stays one line');
  assert.match(rows, /Acme\\u001b\[2J\\u009b31m\\u000d\\u0007\\u007f \\u202eevil/);
  assert.deepEqual(JSON.parse(clean(print({ rows: [{ name }] }, true))), [{ name }]);
  assert.equal(clean('é, ŵ, 日本, 👩‍👩‍👧\tand\nlines'), 'é, ŵ, 日本, 👩‍👩‍👧\tand\nlines');
});

test('what goes to the terminal is cleaned on both ways to it', (t) => {
  for (const [stream, write] of [
    [process.stdout, toStdout],
    [process.stderr, toStderr],
  ] as const) {
    const mock = t.mock.method(stream, 'write', () => true);
    write('a\u001b[2Jname\n');
    mock.mock.restore();
    assert.deepEqual(mock.mock.calls[0]?.arguments, ['a\\u001b[2Jname\n']);
  }
});
