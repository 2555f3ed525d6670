import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWN_LENDERS_MAX, readLenderCsv } from './lender-csv.ts';

const problemsOf = (csv: string) => readLenderCsv(csv).problems;

test('a file is read as spreadsheets write it: quotes, line breaks of either kind, empty rows and cells, a mark at its start', () => {
  const csv =
    '\ufeffbrands,name,motor,complaintsAddress\r\n"Penny ""Red"" Card | Linnet",Marlowick,YES,"1 Long Lane, Leeds"\n,,\r\nx,Tallow,,\n,Wick';
  assert.deepEqual(readLenderCsv(csv), {
    problems: [],
    lenders: [
      {
        name: 'Marlowick',
        brands: ['Penny "Red" Card', 'Linnet'],
        complaintsAddress: '1 Long Lane, Leeds',
        motor: true,
      },
      { name: 'Tallow', brands: ['x'] },
      { name: 'Wick' },
    ],
  });
});

test('where a book went is read with its day, to a lender of the file or one that is known', () => {
  const { lenders, problems } = readLenderCsv(
    'name,moves\r\nWick,Tallow 2024-02-29 | Barclays Bank UK plc 2025-05-01\r\nTallow,\r\n',
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(lenders, [
    {
      name: 'Wick',
      moves: [
        { to: 'Tallow', on: '2024-02-29' },
        { to: 'Barclays Bank UK plc', on: '2025-05-01' },
      ],
    },
    { name: 'Tallow' },
  ]);
});

for (const [what, csv, problem] of [
  ['a move without a day', 'name,moves\r\nWick,Barclays', /^Row 2: moves must be a lender and a day/],
  ['a day that does not exist', 'name,moves\r\nWick,Barclays 2025-02-29', /^Row 2: moves must be a lender/],
  ['a day alone', 'name,moves\r\nWick,2025-02-28', /^Row 2: moves must be a lender and a day/],
  [
    'a move to nobody',
    'name,moves\r\nWick,Marlowick 2025-02-28',
    /^Row 2: moves names a lender that is neither/,
  ],
  ['a formula as a move', 'name,moves\r\nWick,=Barclays 2025-02-28', /^Row 2: moves must not begin with/],
  ['no name column', 'brands\r\nx', /^Row 1: the column name is missing/],
  ['another column', 'name,colour\r\nx,y', /^Row 1: there is a column that is not known/],
  ['a column twice', 'name,name\r\nx,y', /^Row 1: there is a column twice/],
  ['no rows', 'name\r\n', /no lender in it/],
  ['an open quote', 'name\r\n"Marlowick', /A quoted cell has no end/],
  ['text after a quote', 'name\r\n"Marlowick"x', /text after its end/],
  ['more cells than columns', 'name\r\nMarlowick,x', /^Row 2: it has more cells/],
  ['an empty name', 'name,group\r\nWick,\r\n,x', /^Row 3: name is empty/],
  ['a name of a kind only', 'name\r\nBank plc', /^Row 2: a name has no word/],
  [
    'a name of two lenders',
    'name,brands\r\nWick,Tern\r\nTallow,TERN LTD',
    /^Row 3: a name is that of row 2 too/,
  ],
  ['two names in one', 'name\r\nWick|Tern', /^Row 2: name must be one name/],
  ['a formula', 'name\r\n=1+1', /^Row 2: name must not begin with/],
  ['a formula in a list', 'name,brands\r\nWick,x| @SUM(1)', /^Row 2: brands must not begin with/],
  [
    'a formula as an address',
    'name,complaintsAddress\r\nWick,-1',
    /^Row 2: complaintsAddress must not begin/,
  ],
  ['a line break in a name', 'name\r\n"Wick\nTern"', /^Row 2: name has a line break/],
  ['a reversed name', 'name\r\nWick\u202e', /^Row 2: name has a line break or a character that is not shown/],
  ['a long name', `name\r\n${'a'.repeat(121)}`, /^Row 2: name has a name longer than 120/],
  [
    'a long address',
    `name,complaintsAddress\r\nWick,${'a'.repeat(301)}`,
    /^Row 2: complaintsAddress is longer than 300/,
  ],
  [
    'many names',
    `name,brands\r\nWick,${Array.from({ length: 21 }, (_, n) => `b${n}`).join('|')}`,
    /^Row 2: brands has more than 20/,
  ],
  ['another word for yes', 'name,motor\r\nWick,true', /^Row 2: motor must be yes or no/],
] as const) {
  test(`refused, by its row and without its words: ${what}`, () => {
    const problems = problemsOf(csv);
    assert.equal(problems.length, 1, String(problems));
    assert.match(problems[0] as string, problem);
    assert.doesNotMatch(problems.join(), /Marlowick|Tern|Tallow|SUM/);
  });
}

test('the limits are read, and one more is refused; many problems are counted', () => {
  const many = (count: number) => `name\n${Array.from({ length: count }, (_, n) => `Wick${n}`).join('\n')}`;
  assert.deepEqual(problemsOf(many(OWN_LENDERS_MAX)), []);
  assert.match(problemsOf(many(OWN_LENDERS_MAX + 1)).join(), /501 lenders; 500 fit/);
  assert.deepEqual(problemsOf(`name\n${'a'.repeat(120)}`), []);
  const wrong = problemsOf(`name\n${'Bank\n'.repeat(30)}`);
  assert.deepEqual([wrong.length, wrong.at(-1)], [21, '10 more.']);
});
