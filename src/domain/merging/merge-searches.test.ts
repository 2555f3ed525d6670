// Searches of several bureaus: when two of them are one, when they stay two, and what each bureau says of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauFile, FileSearch } from '../reports/bureau-file.ts';
import { BUREAU_IDS, type BureauId } from '../reports/credit-report.ts';
import { mergeFiles } from './merge-files.ts';

type Given = Partial<Record<BureauId, Partial<FileSearch>[]>>;

const merge = (given: Given) =>
  mergeFiles(
    Object.entries(given).map(([bureau, searches]): BureauFile => {
      return {
        bureau: bureau as BureauId,
        accounts: [],
        residencies: [],
        searches: searches.map((search, index) => ({
          ref: `${bureau} ${index}`,
          companyName: 'Marlowick Bank plc',
          date: '2025-06-02T00:00:00.000Z',
          isDateOnly: true,
          purpose: 'credit-application',
          ...search,
        })),
      };
    }),
  ).searches;

/** The bureaus of each search, sorted: two searches of two bureaus are "equifax|experian", one is "equifax experian". */
const rows = (given: Given) =>
  merge(given)
    .map(({ sources }) => sources.map(({ bureau }) => bureau).join(' '))
    .sort()
    .join('|');

const day = (date: string): Partial<FileSearch> => ({ date: `${date}T00:00:00.000Z` });
const timed = (date: string): Partial<FileSearch> => ({ date, isDateOnly: false });
const UNSAID = { purpose: undefined } as unknown as Partial<FileSearch>;
const UNNAMED = { companyName: 'Bank', companyType: 'bank' } as const;

const ONE = 'equifax experian';
const TWO = 'equifax|experian';

const PAIRS: [what: string, equifax: Partial<FileSearch>, experian: Partial<FileSearch>, rows: string][] = [
  ['the same', {}, {}, ONE],
  ['another spelling', {}, { companyName: 'MARLOWICK BK (I)' }, ONE],
  ['another company', {}, { companyName: 'Corncrake Cards' }, TWO],
  ['a related purpose', {}, { purpose: 'quotation' }, ONE],
  ['an unrelated purpose', {}, { purpose: 'identity' }, TWO],
  ['a purpose that one does not give', {}, UNSAID, ONE],
  [
    'a purpose that neither gives, in codes of their own',
    { ...UNSAID, kind: 'CA' },
    { ...UNSAID, kind: '7' },
    ONE,
  ],
  ['the day before', day('2025-06-02'), day('2025-06-01'), ONE],
  ['the day after', day('2025-06-02'), day('2025-06-03'), ONE],
  ['two days after', day('2025-06-02'), day('2025-06-04'), TWO],
  ['the day after, at a time', timed('2025-06-02T21:30:00.000Z'), day('2025-06-03'), ONE],
  ['the day after, for a related purpose', {}, { ...day('2025-06-03'), purpose: 'quotation' }, TWO],
  ['the day after, of another company', {}, { ...day('2025-06-03'), companyName: 'Corncrake Cards' }, TWO],
  ['an hour apart', timed('2025-06-02T09:30:00.000Z'), timed('2025-06-02T10:30:00.000Z'), ONE],
  ['more than an hour apart', timed('2025-06-02T09:30:00.000Z'), timed('2025-06-02T10:30:00.001Z'), TWO],
  ['a day apart at one time', timed('2025-06-02T09:30:00.000Z'), timed('2025-06-03T09:30:00.000Z'), TWO],
  ['no name, of the kind that the name tells', {}, { companyName: 'Bank' }, ONE],
  [
    'no name, of the kind that the bureau tells',
    { companyType: 'retailer' },
    { companyName: 'Retailer' },
    ONE,
  ],
  [
    'no name, of a company that the bureau cannot place',
    {},
    { companyName: 'Bank', companyType: 'other' },
    ONE,
  ],
  ['no name, of another kind', {}, { companyName: 'Motor finance company' }, TWO],
  ['no name, of a kind that is not known', {}, { companyName: 'Unknown company' }, TWO],
  ['no name, and the kind of the other is not known', { companyName: 'Corncrake' }, UNNAMED, TWO],
  ['no name, for a related purpose', {}, { ...UNNAMED, purpose: 'quotation' }, TWO],
  ['no name, for a purpose that is not given', {}, { ...UNNAMED, ...UNSAID }, TWO],
  ['no name, the day after', {}, { ...UNNAMED, ...day('2025-06-03') }, TWO],
  ['neither has a name', UNNAMED, UNNAMED, TWO],
];

for (const [what, equifax, experian, expected] of PAIRS) {
  test(`two bureaus' searches, ${what}: ${expected === ONE ? 'one' : 'two'}`, () => {
    assert.equal(rows({ equifax: [equifax], experian: [experian] }), expected);
    assert.equal(rows({ equifax: [experian], experian: [equifax] }), expected, 'the other way round');
  });
}

test('three bureaus that spell one company in three ways have one search, with one rival none', () => {
  const given: Given = {
    equifax: [{ companyName: 'Marlowick Harbour Bank' }],
    experian: [{ companyName: 'MARLOWICK HARBOUR' }],
    transunion: [{ companyName: 'Marlowick Harbour Trust' }],
  };
  assert.equal(rows(given), BUREAU_IDS.join(' '));
  const rival = { companyName: 'Marlowick Harbour Group Lending' };
  assert.equal(rows({ ...given, transunion: [...(given.transunion ?? []), rival] }).split('|').length, 3);
});

test('a search without a name joins a company only where no other may be meant', () => {
  const unclear: Given[] = [
    { equifax: [{}, { companyName: 'Corncrake Bank' }], experian: [UNNAMED] },
    { equifax: [{}], experian: [UNNAMED, UNNAMED] },
    { equifax: [{}], experian: [UNNAMED], transunion: [{ companyName: 'Corncrake' }] },
    { equifax: [{}], experian: [UNNAMED, { ...UNNAMED, purpose: 'quotation' }] },
  ];
  for (const given of unclear)
    assert.ok(
      merge(given).every(({ sources }) => sources.length === 1),
      JSON.stringify(given),
    );
  assert.equal(rows({ equifax: [{}], experian: [UNNAMED], transunion: [UNNAMED] }), BUREAU_IDS.join(' '));
  assert.equal(rows({ equifax: [{}], experian: [{}], transunion: [UNNAMED] }), BUREAU_IDS.join(' '));
});

test('a company that asked twice keeps two searches where a bureau has the next day', () => {
  const given: Given = {
    equifax: [day('2025-06-02'), day('2025-06-03')],
    experian: [{ ...day('2025-06-03'), companyName: 'MARLOWICK BK' }],
  };
  assert.equal(merge(given).length, 2);
});

test('a search says what for and which bureaus have it, and what one of them says otherwise', () => {
  const recordsOf = (given: Given) => merge(given).map(({ record }) => record);
  const at = '2025-06-02T09:30:00.000Z';
  assert.deepEqual(
    recordsOf({ equifax: [{}], experian: [UNSAID], transunion: [{ ...timed(at), purpose: 'quotation' }] }),
    [
      {
        date: at,
        purpose: 'credit-application',
        bureaus: [{ id: 'equifax' }, { id: 'experian' }, { id: 'transunion', purpose: 'quotation' }],
      },
    ],
  );
  const next = day('2025-06-03');
  assert.deepEqual(recordsOf({ equifax: [next], experian: [{}] }), [
    {
      date: '2025-06-02T00:00:00.000Z',
      purpose: 'credit-application',
      bureaus: [{ id: 'equifax', ...next }, { id: 'experian' }],
    },
  ]);
  assert.deepEqual(recordsOf({ equifax: [UNSAID] }), [
    { date: '2025-06-02T00:00:00.000Z', bureaus: [{ id: 'equifax' }] },
  ]);
});
