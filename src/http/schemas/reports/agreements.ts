// The answer of the agreements: motor finance on a report, with the scheme file that its periods are from.
import { Type } from 'typebox';
import { closed, EXAMPLE_REPORT_ID, named, Uuid } from '../common.ts';
import { EXAMPLE_RECORD_ID } from './account-record.ts';
import { Bureaus, RequestMeta, Wallet } from './answers.ts';
import { AGREEMENT_KINDS, AgreementFields } from './motor-agreements.ts';
import { ReadQuery } from './read-reports.ts';

export const AgreementsQuery = Type.Object({
  ...ReadQuery.properties,
  kind: Type.Optional(
    Type.Enum([...AGREEMENT_KINDS], { description: 'Which agreements; only `motor`, which is the default.' }),
  ),
});

export const EXAMPLE_META = { request: { timeTakenMs: 4 }, wallet: { balance: 100_000, cost: 0 } };

const EXAMPLE = {
  creditReportId: EXAMPLE_REPORT_ID,
  bureaus: [{ id: 'transunion', status: 'ok' }],
  kind: 'motor',
  asOf: '2026-11-15',
  scheme: {
    id: 'uk-motor-2026',
    version: '2026-11-15',
    title: 'FCA consumer redress schemes for motor finance (PS26/3, CONRED 5 and CONRED 6)',
    asOf: '2026-11-15',
    status: 'partly-suspended',
    windows: [
      {
        id: 'conred-5',
        name: 'CONRED 5: agreements of 1 April 2014 to 1 November 2024',
        from: '2014-04-01',
        to: '2024-11-01',
        status: 'partly-suspended',
        source: 'FCA PS26/3 of 30 March 2026',
      },
    ],
    discretionaryCommissionBannedFrom: '2021-01-28',
    productsOutside: ['lease'],
    facts: [],
  },
  agreements: [
    {
      recordId: EXAMPLE_RECORD_ID,
      record: 0,
      lender: { name: 'Larkfield Motor Finance' },
      product: 'pcp',
      productCertainty: 'stated',
      certainty: 'stated',
      why: [
        'A PCP is for vehicles, and a bureau’s code says PCP.',
        'Filed as a PCP (personal contract purchase).',
        'A bureau gives a final payment.',
      ],
      last4: '4821',
      startDate: '2019-03-02',
      endDate: '2023-03-05',
      status: 'settled',
      startBalance: { amount: 1_600_000, currency: 'GBP' },
      balance: { amount: 0, currency: 'GBP' },
      payment: { amount: 20_400, currency: 'GBP' },
      balloon: { amount: 620_000, currency: 'GBP' },
      term: { payments: 48, months: 48 },
      bureaus: [{ id: 'transunion', ref: 'TU-0-204817', typeCode: 'CP' }],
      windows: ['conred-5'],
      startDates: [
        { date: '2019-03-02', bureaus: ['transunion'], window: 'conred-5', discretionaryPossible: true },
      ],
      discretionaryPossible: true,
      unknown: ['commission', 'apr', 'dealer', 'vehicle'],
    },
  ],
  notCounted: [],
  notes: ['Agreements that ended before 2020-11-15 are normally no longer on file.'],
};

export const AgreementsAnswer = Type.Object(
  {
    meta: Type.Object({ request: RequestMeta, wallet: Wallet }, closed),
    data: Type.Object(
      {
        creditReportId: Uuid,
        bureaus: Bureaus,
        ...AgreementFields,
      },
      closed,
    ),
  },
  {
    ...named('AgreementsAnswer'),
    description: 'The motor-finance agreements on file, each with its reasons. Costs nothing.',
    examples: [{ meta: EXAMPLE_META, data: EXAMPLE }],
  },
);
