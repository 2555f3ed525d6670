// Rows that may be one agreement are said on both of them, in words that are true of these two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, pounds } from '../../../test/support/merging/records.ts';
import type { AccountRecord, BureauId } from '../reports/credit-report.ts';
import { doubtWords } from './doubt-words.ts';
import { problemWords } from './report-view.ts';

const at = (id: BureauId, ref: string, more: Partial<AccountRecord> = {}): AccountRecord =>
  carRecord({ bureaus: [{ id, ref }], ...more });
const names = (id: BureauId, ref: string) => ({ possiblySame: [{ id, ref }] });

test('both rows say it, with lender, kind, ending and bureau of the other, if only one of them names it', () => {
  assert.deepEqual(
    doubtWords([
      at('equifax', 'a', { accountNumber: '****1234', companyName: 'BRIDLEPATH FINANCE LTD' }),
      at('experian', 'b', { product: 'pcp', ...names('equifax', 'a') }),
      at('transunion', 'c'),
    ]),
    [
      'This may be the same agreement as Larkfield Motor Finance, PCP (personal contract purchase), ending 4821, reported by Experian, also listed in this report. We show both because the bureaus’ details differ. Ask the lender if you are not sure.',
      'This may be the same agreement as Bridlepath Finance Ltd, car finance or hire purchase, ending 1234, reported by Equifax, also listed in this report. We show both because the bureaus’ details differ. Ask the lender if you are not sure.',
      null,
    ],
  );
});

test('the reason is true: details differ, too little is said, or one bureau lists both', () => {
  const why = (one: AccountRecord, other: AccountRecord) =>
    /We show both because (.*)\. Ask/.exec(doubtWords([one, other])[0] ?? '')?.[1];
  const one = at('equifax', 'a', names('experian', 'b'));
  assert.equal(why(one, at('experian', 'b', { balance: pounds(1) })), 'the bureaus’ details differ');
  assert.equal(why(one, at('experian', 'b', { startDate: '2019-03-03' })), 'the bureaus’ details differ');
  const silent: AccountRecord = {
    accountType: 'hire-purchase',
    accountStatus: 'open',
    bureaus: [{ id: 'experian', ref: 'b' }],
  };
  assert.equal(why(one, silent), 'the bureaus say too little to be sure');
  assert.equal(
    why(at('equifax', 'a', names('equifax', 'b')), at('equifax', 'b', { balance: pounds(1) })),
    'Equifax lists both',
  );
});

test('several others are named, five at most; one without lender or number is told by what it has', () => {
  const hub = at('equifax', 'hub');
  const others = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      at('experian', `${n}`, { companyName: `Lender ${n}`, ...names('equifax', 'hub') }),
    );
  const [two] = doubtWords([hub, ...others(2)]);
  assert.match(two ?? '', /as Lender 0, .*, or as Lender 1, .*, also listed .* We show each of them because/);
  const [seven] = doubtWords([hub, ...others(7)]);
  assert.match(seven ?? '', /Lender 4, .*, or as 2 other accounts, also listed/);
  assert.doesNotMatch(seven ?? '', /Lender 5/);
  const bare: AccountRecord = {
    accountType: 'other',
    accountStatus: 'open',
    bureaus: [{ id: 'experian', ref: 'b' }],
  };
  assert.match(
    doubtWords([at('equifax', 'a', names('experian', 'b')), bare])[0] ?? '',
    /as an account whose lender is not given, other account, reported by Experian, also/,
  );
});

test('a name that is on no row is not said, and marks of direction in a name do not turn the sentence', () => {
  assert.deepEqual(doubtWords([at('equifax', 'a', names('experian', 'gone'))]), [null]);
  const said = (companyName: string) =>
    doubtWords([at('equifax', 'a', names('experian', 'b')), at('experian', 'b', { companyName })])[0] ?? '';
  assert.match(said('\u202eevil\u202c bank'), /as evil bank, car/);
  assert.match(said('בנק הפועלים'), /as \u2068בנק הפועלים\u2069, car/);
  assert.match(said('\u200b\u00ad'), /as an account whose lender is not given, car/);
});

test('problems are said with bureau, state and day, each of them; none where there are none', () => {
  assert.equal(problemWords({}), undefined);
  assert.equal(problemWords({ adverse: [] }), undefined);
  assert.equal(
    problemWords({
      adverse: [
        { bureau: 'experian', status: 'default', date: '2023-11-11' },
        { bureau: 'transunion', status: 'written-off' },
      ],
    }),
    'Experian: in default, 11 November 2023; TransUnion: written off',
  );
});
