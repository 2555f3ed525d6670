// The twins' judgments, insolvencies, roll, associates, aliases, notices, fraud markers and scores: each is read whole, and all three
// bureaus' words about one person merge to one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import {
  type BureauFile,
  NOTICE_LENGTH_MAX,
  PART_RECORDS_MAX,
} from '../../../src/domain/reports/bureau-file.ts';
import type { Consumer } from '../../../src/domain/reports/consumer.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import { FILE_PARTS } from '../../../src/domain/reports/file-parts.ts';
import { assertIsBureauFile } from '../../support/bureaus/bureau-file-check.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

const { ada, bram, cecily, dafydd } = TWIN_PEOPLE;
const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
const withoutRef = <Kind extends { ref: string }>(records: Kind[] = []) =>
  records.map(({ ref: _, ...rest }) => rest);

async function read(
  bureau: BureauId,
  twin: string,
  reportId: string,
  consumer: Consumer,
): Promise<BureauFile> {
  const options = twin === 'equifax-public.json' ? { settings: { EQUIFAX_STYLE: 'json' as const } } : {};
  const { answer } = await answerToTwin(bureau, readTwin(twin), { reportId, consumer }, options);
  assert.ok(answer.status === 'ok', answer.status);
  assertIsBureauFile(answer.file, bureau);
  return answer.file;
}

const PUBLIC = {
  transunion: () => read('transunion', 'transunion-public.xml', 'wires-tu-public', dafydd),
  experian: () => read('experian', 'experian-public.json', 'wires-ex-public', dafydd),
  equifax: () => read('equifax', 'equifax-public.json', 'wires-eq-public', dafydd),
};

test('TransUnion: two judgments, a bankruptcy with its restriction, notices, an alias, an associate, a marker, a score', async () => {
  const file = await PUBLIC.transunion();
  assert.deepEqual(withoutRef(file.judgments), [
    {
      kind: 'county-court-judgment',
      status: 'open',
      court: 'EXAMPLETON',
      caseNumber: 'ABCD 1234567',
      amount: pounds(1_840),
      date: '2024-08-12',
    },
    {
      kind: 'county-court-judgment',
      status: 'satisfied',
      court: 'EXAMPLETON',
      caseNumber: 'ABCD 7654321',
      amount: pounds(410),
      date: '2021-02-03',
      satisfiedDate: '2021-06-30',
      notices: [
        {
          type: 'correction',
          ref: 'JDG000000002',
          date: '2021-07-09',
          text: 'The claim was paid as soon as I heard of it.',
        },
      ],
    },
  ]);
  assert.deepEqual(withoutRef(file.insolvencies), [
    {
      kind: 'bankruptcy',
      status: 'in-force',
      court: 'EXAMPLETON',
      caseNumber: '321',
      caseYear: 2025,
      amount: pounds(22_000),
      date: '2025-05-19',
      restriction: { kind: 'undertaking', from: '2025-11-19', to: '2029-11-19' },
    },
  ]);
  assert.deepEqual(
    file.notices?.map(({ type, ref, date }) => [type, ref, date]),
    [['correction', 'NOC000000009', '2025-06-01']],
  );
  assert.deepEqual(file.aliases, [
    { name: 'MR DAVID LARKFORD', since: '2015-01-30', lastConfirmed: '2026-09-30' },
  ]);
  assert.deepEqual(file.associations, [
    { name: 'MRS NERYS LARKFORD', since: '2016-04-01', lastConfirmed: '2026-09-30' },
  ]);
  assert.deepEqual(file.fraudMarkers, [{}]);
  assert.deepEqual(file.scores, [{ scale: '10', value: 455, reasons: ['302'] }]);
  assert.deepEqual(file.residencies[0]?.roll, [{ from: '2014-10-16', to: '2023-10-15' }]);
});

test('Experian: judgments open and satisfied, a bankruptcy, an alias, a marker with its filer, a notice, the roll left', async () => {
  const file = await PUBLIC.experian();
  assert.deepEqual(withoutRef(file.judgments), [
    {
      kind: 'county-court-judgment',
      status: 'open',
      court: 'EXAMPLETON',
      caseNumber: 'ABCD1234567',
      amount: pounds(1_840),
      date: '2024-08-12',
    },
    {
      kind: 'county-court-judgment',
      status: 'satisfied',
      court: 'EXAMPLETON',
      caseNumber: 'ABCD7654321',
      amount: pounds(410),
      date: '2021-02-03',
      satisfiedDate: '2021-06-30',
    },
  ]);
  assert.deepEqual(withoutRef(file.insolvencies), [
    {
      kind: 'bankruptcy',
      status: 'in-force',
      court: 'EXAMPLETON',
      caseNumber: '00000321',
      date: '2025-05-19',
    },
  ]);
  assert.deepEqual(file.aliases, [{ name: 'MR DAVID LARKFORD', since: '2015-01-30' }]);
  assert.equal(file.associations, undefined);
  assert.deepEqual(file.fraudMarkers, [{ companyName: 'BELLWETHER BANK PLC' }]);
  assert.deepEqual(file.notices, [
    { type: 'correction', ref: 'NOC00009', text: 'I LOST MY INCOME WHEN MY FIRM CLOSED.' },
  ]);
  assert.deepEqual(file.scores, [{ scale: 'E5S051', value: 455 }]);
  assert.deepEqual(file.residencies[0]?.roll, [{ from: '2014-10', to: '2023-10' }]);
});

test('Equifax: a court record, a marker, an alias, an associate, that there is a notice, a score, years on the roll', async () => {
  const file = await PUBLIC.equifax();
  assert.deepEqual(withoutRef(file.judgments), [
    {
      kind: 'county-court-judgment',
      status: 'open',
      court: 'EXAMPLETON',
      amount: pounds(1_840),
      date: '2024-08-12',
    },
  ]);
  assert.deepEqual(file.fraudMarkers, [{}]);
  assert.deepEqual(file.aliases, [{ name: 'DAVID LARKFORD' }]);
  assert.deepEqual(file.associations, [{ name: 'MRS NERYS LARKFORD' }]);
  assert.deepEqual(file.notices, [{ type: 'unsaid' }]);
  assert.deepEqual(file.scores, [{ scale: 'RNOLF04', value: 455 }]);
  assert.deepEqual(file.residencies[0]?.roll, [{ from: '2014', to: '2023' }]);
});

test('all three together: a judgment that three have is one, and so are alias and associate', async () => {
  const files = await Promise.all([PUBLIC.equifax(), PUBLIC.experian(), PUBLIC.transunion()]);
  const { parts, residencies } = mergeFiles(files, undefined, FILE_PARTS);
  const bureausOf = (list: readonly { bureaus: { id: BureauId }[] }[] = []) =>
    list.map(({ bureaus }) => bureaus.map(({ id }) => id).join());
  assert.deepEqual(bureausOf(parts.judgments), ['equifax,experian,transunion', 'experian,transunion']);
  assert.deepEqual(bureausOf(parts.insolvencies), ['experian,transunion']);
  assert.deepEqual(bureausOf(parts.associations), ['equifax,transunion']);
  assert.deepEqual(bureausOf(parts.aliases), ['equifax,experian,transunion']);
  assert.deepEqual(
    parts.fraudMarkers?.map(({ id }) => id),
    ['equifax', 'experian', 'transunion'],
  );
  assert.equal(parts.scores?.length, 3);
  assert.deepEqual(
    residencies.map(({ electoralRoll }) => electoralRoll),
    [[{ from: '2014-10-16', to: '2023-10-15' }]],
  );
});

test('a notice stands with the account that it is about, at TransUnion and at Experian', async () => {
  const transunion = await read('transunion', 'transunion-default.xml', 'wires-tu-default', cecily);
  const experian = await read('experian', 'experian-default.json', 'wires-ex-default', cecily);
  for (const file of [transunion, experian]) {
    const noted = file.accounts.filter(({ notices }) => notices !== undefined);
    assert.deepEqual([noted.length, file.notices], [1, undefined], file.bureau);
    assert.match(noted[0]?.notices?.[0]?.text ?? '', /hospital/i);
  }
});

test('nobody else’s roll entry, score or association is taken for the person’s', async () => {
  const associate = await read('experian', 'experian-associate.json', 'wires-ex-associate', dafydd);
  assert.equal(associate.associations?.length, 1);
  assert.equal(associate.residencies[0]?.roll?.length, 1);
  const ordinary = await read('experian', 'experian-ordinary.json', 'wires-ex-ordinary', ada);
  assert.deepEqual(
    ordinary.residencies.map(({ roll }) => roll),
    [[{ from: '2021-10' }], [{ from: '2017-10', to: '2021-03' }]],
  );
  const thin = await read('transunion', 'transunion-thin.xml', 'wires-tu-thin', bram);
  assert.deepEqual(thin.residencies[0]?.roll, [{ from: '2025-09-01' }]);
  for (const file of [associate, ordinary, thin]) assert.equal(file.judgments, undefined);
});

test('a hundred judgments are read, one more is no file of a person; a notice is cut at 8,000 characters', async () => {
  const twin = readTwin('transunion-public.xml');
  const [one = ''] = /<judgment>(?:(?!<\/judgment>).)*<\/judgment>/s.exec(twin) ?? [];
  const withMany = (count: number) => {
    const records = Array.from({ length: count }, (_, at) => one.replace('1234567', String(2_000_000 + at)));
    return twin.replace(one, records.join(''));
  };
  const enquiry = { reportId: 'wires-tu-public', consumer: dafydd };
  // The twin has a second judgment beside the one that is repeated.
  const { answer: full } = await answerToTwin('transunion', withMany(PART_RECORDS_MAX - 1), enquiry);
  assert.equal(full.status === 'ok' && full.file.judgments?.length, PART_RECORDS_MAX);
  const { answer: over } = await answerToTwin('transunion', withMany(PART_RECORDS_MAX), enquiry);
  assert.equal(over.status, 'unavailable');
  for (const [length, kept] of [
    [NOTICE_LENGTH_MAX, NOTICE_LENGTH_MAX],
    [NOTICE_LENGTH_MAX + 1, NOTICE_LENGTH_MAX],
  ] as const) {
    const text = twin.replace('The claim was paid as soon as I heard of it.', 'x'.repeat(length));
    const { answer } = await answerToTwin('transunion', text, enquiry);
    assert.equal(answer.status === 'ok' && answer.file.judgments?.[1]?.notices?.[0]?.text?.length, kept);
  }
});

const BANKRUPT: [
  bureau: BureauId,
  twin: string,
  reportId: string,
  put: (text: string, day: string) => string,
][] = [
  [
    'transunion',
    'transunion-public.xml',
    'wires-tu-public',
    (text, day) => text.replace('<bai>', `<bai><dischargedate>${day}</dischargedate>`),
  ],
  [
    'equifax',
    'equifax-public.json',
    'wires-eq-public',
    (text, day) => text.replace('"JUDGMENT"', `"BANKRUPTCY", "dischargeDate": "${day}"`),
  ],
  [
    'experian',
    'experian-public.json',
    'wires-ex-public',
    (text, day) =>
      text.replace('"InformationType": "38"', `"InformationType": "38", "SatisfactionDate": "${day}"`),
  ],
];
for (const [bureau, twin, reportId, put] of BANKRUPT) {
  test(`${bureau}: a bankruptcy is in force until its day of discharge has come`, async () => {
    const read = async (day: string) => {
      const options = bureau === 'equifax' ? { settings: { EQUIFAX_STYLE: 'json' as const } } : {};
      const text = put(readTwin(twin), day);
      const { answer } = await answerToTwin(bureau, text, { reportId, consumer: dafydd }, options);
      const [first] = (answer.status === 'ok' && answer.file.insolvencies) || [];
      return [first?.kind, first?.status, first?.endDate];
    };
    assert.deepEqual(await read('2026-11-17'), ['bankruptcy', 'ended', '2026-11-17']);
    assert.deepEqual(await read('2026-11-18'), ['bankruptcy', 'in-force', undefined]);
  });
}
