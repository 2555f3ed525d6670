// The document made of merged files, held against the schema that callers are shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { PERSONAS } from '../../src/bureaus/simulation/population/personas.ts';
import { createPopulation } from '../../src/bureaus/simulation/population/population.ts';
import {
  type AccountRecord,
  BUREAU_IDS,
  BUREAU_NOTES,
  type CreditReport as Document,
} from '../../src/domain/reports/credit-report.ts';
import { CreditReport } from '../../src/http/schemas/reports/credit-report.ts';
import { toCreditReport } from '../../src/world/merged-report.ts';
import { toNeutralFile } from '../support/bureaus/neutral-files.ts';

const population = createPopulation({ seed: 'document', today: '2026-03-31' });

function reportOn(index: number): Promise<Document> {
  const { forename, surname, dateOfBirth, addresses } = population.person(index);
  const files = BUREAU_IDS.map((bureau) => population.file(bureau, index)).filter((file) => file !== null);
  return toCreditReport(
    {
      firstName: forename,
      lastName: surname,
      dateOfBirth,
      ipAddress: '192.0.2.7',
      addresses: addresses.map(({ address }) => ({ ukAddress: address })),
    },
    files.map((file) => toNeutralFile(file).file),
  );
}

test('a merged report goes through the schema of the answer without losing or gaining anything', async (context) => {
  const app = Fastify();
  context.after(() => app.close());
  app.get<{ Params: { index: string } }>(
    '/:index',
    { schema: { response: { 200: CreditReport } } },
    ({ params }) => reportOn(Number(params.index)),
  );
  let disagreements = 0;
  for (let index = 0; index < 60; index += 1) {
    const answer = await app.inject(`/${index}`);
    const report = await reportOn(index);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), report);
    disagreements += report.consumerData.records.filter(
      (record) => record.disagreements !== undefined,
    ).length;
  }
  assert.ok(disagreements > 50, String(disagreements));
});

test('what a search left out and altered goes through the schema as it is, and so does what one bureau says', async (context) => {
  const app = Fastify();
  context.after(() => app.close());
  const report = await reportOn(0);
  const [record] = report.consumerData.records as [AccountRecord];
  const bureaus: AccountRecord['bureaus'] = [
    {
      ...{ id: 'experian', ref: 'a', typeCode: '29', birthdayDiffers: true },
      arrears: { months: 36, oneOrTwo: 2, threeOrMore: 0, worst: '2' },
    },
  ];
  const pence = { amount: 81_200, currency: 'GBP' };
  const full: Document = {
    ...report,
    consumerData: {
      records: [{ ...record, product: 'pcp', balloon: pence, defaultBalance: pence, bureaus }],
    },
    coverage: {
      bureaus: [
        {
          ...{ id: 'experian', answered: true, hasFile: true, names: 1, addresses: 1 },
          altered: [
            { field: '/firstName', sent: 'Zoe', change: 'folded' },
            { field: '/middleName', change: 'left-out' },
          ],
          leftOut: [{ reason: 'not-sure', accounts: 1, searches: 2 }],
          notes: [...BUREAU_NOTES],
        },
      ],
      ...{ names: ['Zoë Sample'], addresses: [], onFileSince: '2020-03-31', notice: 'Six years.' },
    },
  };
  app.get('/', { schema: { response: { 200: CreditReport } } }, () => full);
  const answer = await app.inject('/');
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(answer.json(), full);
});

test('the personas show what they are there for', async () => {
  const [ada, bram, , dafydd, edith, , greta] = await Promise.all(
    PERSONAS.map((_, index) => reportOn(index)),
  );
  const typesOf = (report: Document | undefined) =>
    report?.consumerData.records.map(({ accountType }) => accountType) ?? [];
  assert.ok(typesOf(ada).includes('hire-purchase') && typesOf(ada).includes('credit-card'));
  assert.deepEqual(typesOf(bram), []);
  assert.equal(bram?.residencies.length, 1);
  assert.ok(typesOf(dafydd).includes('mortgage'));
  const vans = edith?.consumerData.records.filter(({ companyName }) => /^gantry/i.test(companyName ?? ''));
  assert.ok((vans?.length ?? 0) >= 2);
  assert.equal(new Set(greta?.residencies.map(({ addressId }) => addressId)).size, greta?.residencies.length);
});

test('the same place has the same id in every report, whichever bureaus answered', async () => {
  const [index, person] = [6, population.person(6)];
  const idsOf = async (bureau: (typeof BUREAU_IDS)[number]) => {
    const file = population.file(bureau, index) ?? assert.fail();
    const { file: neutral } = toNeutralFile(file);
    const consumer = {
      firstName: person.forename,
      lastName: person.surname,
      dateOfBirth: person.dateOfBirth,
    };
    const report = await toCreditReport({ ...consumer, ipAddress: '192.0.2.7', addresses: [] }, [neutral]);
    return report.residencies.find(({ isCurrent }) => isCurrent)?.addressId;
  };
  const ids = await Promise.all(BUREAU_IDS.map(idsOf));
  assert.equal(new Set(ids).size, 1);
  assert.match(ids[0] ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
