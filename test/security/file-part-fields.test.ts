// Every field of the rest of a credit file, listed, and where it may be: in the document, which erasure and retention empty as a whole
// (kept-data.ts: `reports.body`), which an evidence pack and an export carry as it is, and nowhere else. A new field has to be put on this list,
// by somebody who looked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreditReport } from '../../src/http/schemas/reports/credit-report.ts';
import { referencesPart } from '../../src/usecases/evidence/parts.ts';
import { personaDocument } from '../support/bureaus/persona-document.ts';
import { KEPT } from './kept-data.ts';

type Schema = { properties?: Record<string, Schema>; items?: Schema };

/** The paths of a schema's leaves; a list is `[]`. */
function leavesOf(schema: Schema, path: string): string[] {
  if (schema.items !== undefined) return leavesOf(schema.items, `${path}[]`);
  if (schema.properties === undefined) return [path];
  return Object.entries(schema.properties).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}

const NOTICE = ['id', 'type', 'ref', 'date', 'text'];
const REF = ['id', 'ref', 'amount.amount', 'amount.currency', 'date', 'birthdayDiffers', 'status'];
const under = (path: string, names: string[]) => names.map((name) => `${path}.${name}`);
const record = (name: string, own: string[]) => [
  ...under(`${name}[]`, [
    'kind',
    'status',
    'court',
    'caseNumber',
    'amount.amount',
    'amount.currency',
    'date',
    ...own,
  ]),
  ...under(`${name}[].notices[]`, NOTICE),
  ...under(`${name}[].bureaus[]`, REF),
];
const linked = (name: string) => [
  ...under(`${name}[]`, ['name', 'since', 'lastConfirmed']),
  ...under(`${name}[].notices[]`, NOTICE),
  `${name}[].bureaus[].id`,
];
const FIELDS = [
  ...record('judgments', ['satisfiedDate']),
  ...record('insolvencies', [
    ...['caseYear', 'tradingName', 'endDate', 'restriction.kind', 'restriction.from', 'restriction.to'],
  ]),
  ...linked('associations'),
  ...linked('aliases'),
  ...under('notices[]', NOTICE),
  ...under('fraudMarkers[]', ['id', 'companyName']),
  ...under('scores[]', ['id', 'scale', 'value', 'reasons[]']),
  ...under('residencies[].electoralRoll[]', ['from', 'to', 'bureaus[]']),
  ...under('consumerData.records[].notices[]', NOTICE),
];

test('every field of the rest of a file is on the list, and all of them stand in the document', () => {
  const all = leavesOf(CreditReport as Schema, '').map((path) => path.slice(1));
  const isPart =
    /^(judgments|insolvencies|associations|aliases|notices|fraudMarkers|scores)\b|electoralRoll|\.notices\[/;
  assert.deepEqual(all.filter((path) => isPart.test(path)).sort(), FIELDS.toSorted());
});

test('the document is kept in one column, which erasure and retention empty', () => {
  assert.deepEqual(KEPT.reports?.consumer?.body, { erasure: 'gone', retention: 'gone' });
});

test('an evidence pack quotes references of public records, and neither names nor texts', async () => {
  const document = await personaDocument('Idris');
  const part = referencesPart(document, [
    { id: 'equifax', status: 'ok' },
    { id: 'experian', status: 'ok' },
  ]);
  assert.ok('bytes' in part);
  const text = Buffer.from(part.bytes).toString();
  const { bureaus } = JSON.parse(text) as { bureaus: { publicRecords: unknown[] }[] };
  assert.deepEqual(
    bureaus.map(({ publicRecords }) => publicRecords.length),
    [2, 3],
  );
  assert.doesNotMatch(text, /Olwen|Hollowell|hospital|Exampleton/i);
});
