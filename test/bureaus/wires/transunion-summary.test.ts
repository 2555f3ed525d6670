// TransUnion's summary as a checksum of what came with it, and what it files of an insolvency beside the order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauFile } from '../../../src/domain/reports/bureau-file.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

type Change = (text: string) => string;

async function fileOf(
  name: 'ordinary' | 'public',
  change: Change,
  options: { settings?: { TRANSUNION_DATASETS: number }; tables?: string } = {},
): Promise<BureauFile> {
  const text = readTwin(`transunion-${name}.xml`);
  assert.notEqual(change(text), text, 'the change changes something');
  const consumer = name === 'ordinary' ? TWIN_PEOPLE.ada : TWIN_PEOPLE.dafydd;
  const { answer } = await answerToTwin(
    'transunion',
    change(text),
    { reportId: `wires-tu-${name}`, consumer },
    options,
  );
  assert.ok(answer.status === 'ok', answer.status);
  return answer.file;
}

test('fewer accounts than the summary counts are said', async () => {
  const fewer = (text: string) => text.replace(/<acc>(?:(?!<acc>).)*<\/acc>(?=\s*<\/accs>)/s, '');
  const { accounts, notes } = await fileOf('ordinary', fewer);
  assert.deepEqual([accounts.length, notes], [6, ['records-missing']]);
});

/** The mask without the set that it counts; null: the set is in no mask. */
const COUNTED: [what: string, from: string, to: string, without: number | null][] = [
  ['insolvencies', '<totaldischarged>0', '<totaldischarged>1', 503],
  ['searches', '<totalsearches12months>0', '<totalsearches12months>1', 495],
  ['searches of three months', '<totalsearches3months>0', '<totalsearches3months>1', 495],
  ['addresses', '<totalundecaddresses>0', '<totalundecaddresses>1', 479],
  ['associates', '<totalundecassociates>1', '<totalundecassociates>2', 447],
  ['aliases', '<totalundecaliases>1', '<totalundecaliases>2', null],
  ['fraud markers', '<totalcifas>1', '<totalcifas>2', null],
  ['notices', '<totaldisputes>1', '<totaldisputes>2', null],
  ['settled accounts', '<totalsettledaccs>0', '<totalsettledaccs>1', null],
];
const ABSENT: [what: string, record: RegExp, without: number][] = [
  ['an insolvency', /<bai>.*<\/bai>/s, 503],
  ['real-time accounts', /<account .*<\/account>/s, 255],
];
const notesBeside = async (change: Change, datasets: number) =>
  (await fileOf('public', change, { settings: { TRANSUNION_DATASETS: datasets } })).notes ?? [];

for (const [what, from, to, without] of COUNTED) {
  test(`fewer ${what} than the summary counts are said${without === null ? '' : ', where they were asked for'}`, async () => {
    const change = (text: string) => text.replace(from, to);
    assert.deepEqual(await notesBeside(change, 511), ['records-missing']);
    if (without !== null) assert.ok(!(await notesBeside(change, without)).includes('records-missing'));
  });
}
for (const [what, record, without] of ABSENT) {
  test(`${what} that the summary has and the report has not are said, where they were asked for`, async () => {
    const change = (text: string) => text.replace(record, '');
    assert.deepEqual(await notesBeside(change, 511), ['records-missing']);
    assert.ok(!(await notesBeside(change, without)).includes('records-missing'));
  });
}

test('fewer judgments than the summary counts are said, where they were asked for', async () => {
  for (const change of [
    (text: string) => text.replace('<totalactive>1', '<totalactive>2'),
    (text: string) => text.replace('<totalactive>1', '<total>3</total><totalactive>1'),
  ]) {
    assert.deepEqual(await notesBeside(change, 511), ['records-missing']);
    assert.deepEqual(await notesBeside(change, 507), []);
  }
});

test('a restriction is read by the bureau’s words, in its own table or ours; a code in none is said', async () => {
  const restricted = async (type: string, tables?: string) => {
    const change = (text: string) => text.replace('<type>BRU<', `<type>${type}<`);
    const file = await fileOf('public', change, tables === undefined ? {} : { tables });
    return [file.insolvencies?.[0]?.restriction?.kind, file.notes];
  };
  assert.deepEqual(await restricted('BRO'), ['order', undefined]);
  assert.deepEqual(await restricted('IBRO'), ['interim-order', undefined]);
  assert.deepEqual(await restricted('Q9'), [undefined, ['codes-unknown']]);
  const own =
    '<table id="insolvencyrestrictiontype" desc="x"><row value="Q9" desc="Restrictions Undertaking"/></table>';
  const tables = readTwin('transunion-lookup-reply.xml').replace(/<table /, `${own}$&`);
  assert.deepEqual(await restricted('Q9', tables), ['undertaking', undefined]);
});

test('the name under which an insolvent person traded is read; a year that is none is absent', async () => {
  const change = (text: string) =>
    text
      .replace('<caseyear>2025<', '<caseyear>25<')
      .replace('</restriction>', '</restriction><tradingname>LARKFORD ROOFING</tradingname>');
  const [bankruptcy] = (await fileOf('public', change)).insolvencies ?? [];
  assert.deepEqual([bankruptcy?.tradingName, bankruptcy?.caseYear], ['LARKFORD ROOFING', undefined]);
});
