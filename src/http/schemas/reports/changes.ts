// The answer of the changes: what is different in a report since an earlier one.
import { Type } from 'typebox';
import { PAYMENT_STATUSES } from '../../../domain/attributes/payment-marks.ts';
import { ADDRESS_WHYS } from '../../../domain/changes/address-changes.ts';
import { HEARD } from '../../../domain/changes/coverage-changes.ts';
import { GONE_WHYS, NEW_WHYS } from '../../../domain/changes/listed-changes.ts';
import { UNCOMPARED } from '../../../domain/changes/record-changes.ts';
import { WHEN } from '../../../domain/changes/when.ts';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import { closed, EXAMPLE_REPORT_ID, meaning, named, Time, Uuid } from '../common.ts';
import { EXAMPLE_RECORD_ID, RecordId } from './account-record.ts';
import { EXAMPLE_META } from './agreements.ts';
import { Bureaus, RequestMeta, Wallet } from './answers.ts';
import { Money } from './money.ts';
import { PublicRecordChanges } from './public-record-changes.ts';
import { ReadQuery } from './read-reports.ts';

export const ChangesQuery = Type.Object({
  ...ReadQuery.properties,
  since: Type.String({
    format: 'any-uuid',
    description: 'The id of an earlier complete report about the same consumer, of the same mode.',
    examples: [EXAMPLE_REPORT_ID],
  }),
});

const Day = Type.String({ format: 'date' });
const Bureau = Type.Enum([...BUREAU_IDS]);
const Status = Type.Enum([...ACCOUNT_STATUSES]);
const Payment = Type.Enum([...PAYMENT_STATUSES]);
const Heard = Type.Enum([...HEARD]);
const When = Type.Enum([...WHEN], {
  description:
    '`since`: after the day of the earlier report. `before`: on that day or before it; the earlier report did not have it yet. `undated`: the documents do not say.',
});

const NAMED = {
  recordId: RecordId,
  companyName: Type.Optional(Type.String()),
  accountType: Type.Enum([...ACCOUNT_TYPES]),
  accountNumber: Type.Optional(Type.String({ description: 'Masked; only trailing digits visible.' })),
  startDate: Type.Optional(Day),
};

const NewRecord = Type.Object(
  {
    ...NAMED,
    why: Type.Enum([...NEW_WHYS], {
      description:
        '`began-since`: it began after the earlier report. `bureau-not-heard-before`: no bureau that lists it had a file then. `not-listed-before`: it is older, and the bureaus did not list it.',
    }),
    when: When,
    status: Status,
    balance: Type.Optional(meaning(Money, 'Its balance in pounds and pence, as the bureaus report it.')),
    bureaus: Type.Array(Bureau),
  },
  named('NewRecord'),
);

const GoneRecord = Type.Object(
  {
    ...NAMED,
    why: Type.Enum([...GONE_WHYS], {
      description:
        '`aged-off`: six years have passed since its end or default. `bureau-not-heard-now`: a bureau that listed it gave no file this time. `unknown`: every bureau that listed it answered and lists it no more.',
    }),
    statusBefore: Status,
    balanceBefore: Type.Optional(meaning(Money, 'The balance in the earlier report.')),
    endDate: Type.Optional(Day),
    defaultDate: Type.Optional(Day),
    bureaus: Type.Array(
      Type.Object({ id: Bureau, now: meaning(Heard, 'What the bureau answers now.') }, closed),
      {
        description: 'The bureaus that listed it, and what each had to say this time.',
      },
    ),
  },
  named('GoneRecord'),
);

const EndedRecord = Type.Object(
  { ...NAMED, when: When, statusBefore: Status, status: Status, endDate: Type.Optional(Day) },
  named('EndedRecord'),
);

const StandingRecord = Type.Object(
  {
    ...NAMED,
    when: When,
    before: meaning(Payment, 'How it stood in the earlier report.'),
    now: meaning(Payment, 'How it stands now.'),
    defaultDate: Type.Optional(Day),
    worstSince: Type.Optional(
      Type.Object(
        { month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }), status: Payment },
        {
          ...closed,
          description: 'The worst month since the earlier report, where that was worse than both reports.',
        },
      ),
    ),
  },
  named('StandingRecord'),
);

const BalanceRecord = Type.Object(
  {
    ...NAMED,
    when: When,
    before: meaning(Money, 'The balance in the earlier report.'),
    now: meaning(Money, 'The balance now.'),
    difference: Type.Integer({
      description: 'In the smallest unit of the currency; negative where it fell.',
    }),
    lastUpdatedBefore: Type.Optional(
      meaning(Day, 'When a bureau had last updated it in the earlier report.'),
    ),
    lastUpdated: Type.Optional(meaning(Day, 'When a bureau last updated it.')),
  },
  named('BalanceRecord'),
);

const Searched = Type.Optional(
  Type.Object(
    {
      added: Type.Array(Type.String(), { description: 'Searched now and not before.' }),
      left: Type.Array(Type.String(), { description: 'Searched before and not now.' }),
    },
    { ...closed, description: 'Searched in one of the two reports only.' },
  ),
);

const Address = {
  addressId: Type.String(),
  addressLine1: Type.String({ description: 'The address in one line.' }),
  isCurrent: Type.Boolean(),
};

const list = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, description: string) =>
  Type.Array(item, { description });

export const ChangesAnswer = Type.Object(
  {
    meta: Type.Object({ request: RequestMeta, wallet: Wallet }, closed),
    data: Type.Object(
      {
        creditReportId: Uuid,
        since: Type.String({ format: 'uuid', description: 'The earlier report.' }),
        bureaus: Bureaus,
        day: Type.String({ format: 'date', description: 'The day of the report.' }),
        sinceDay: Type.String({ format: 'date', description: 'The day of the earlier report.' }),
        coverage: Type.Object(
          {
            isSame: Type.Boolean({ description: 'Whether both reports could see the same.' }),
            bureaus: Type.Array(
              Type.Object(
                {
                  id: Bureau,
                  before: meaning(Heard, 'What the bureau answered for the earlier report.'),
                  now: meaning(Heard, 'What the bureau answers now.'),
                },
                closed,
              ),
              {
                description:
                  'What each bureau had to say: a file, that it has none, no answer, or not asked.',
              },
            ),
            names: Searched,
            addresses: Searched,
          },
          named('CoverageChanges'),
        ),
        records: Type.Object(
          {
            new: list(NewRecord, 'Only in the report.'),
            gone: list(GoneRecord, 'Only in the earlier report. It says nothing about the debt itself.'),
            settled: list(EndedRecord, 'Settled or closed.'),
            transferred: list(EndedRecord, 'Passed on to another company.'),
            reopened: list(EndedRecord, 'Ended in the earlier report, and running by newer data.'),
            better: list(StandingRecord, 'Paid better than before, and not ended.'),
            worse: list(StandingRecord, 'In more arrears, an arrangement or a default, now or in between.'),
            balances: list(
              BalanceRecord,
              'Moved by at least £100 and a tenth of the larger balance, and by more than its payments explain.',
            ),
            unchanged: Type.Integer({ description: 'In both reports, and in none of these lists.' }),
            notCompared: Type.Array(
              Type.Object(
                {
                  recordId: RecordId,
                  what: Type.Enum([...UNCOMPARED], { description: 'What could not be compared.' }),
                  missing: Type.Enum(['before', 'now', 'both'], { description: 'What is missing for it.' }),
                },
                closed,
              ),
              { description: 'What one of the reports does not say, so that it was not compared.' },
            ),
            unsure: Type.Array(
              Type.Object(
                {
                  ...NAMED,
                  listed: Type.Enum(['before', 'now'], { description: 'Where it is listed nevertheless.' }),
                  mayBe: RecordId,
                },
                closed,
              ),
              {
                description:
                  'In one report only (`listed`), and perhaps a part of an agreement that is in both (`mayBe`): bureaus do not say enough to tell. In no other list.',
              },
            ),
          },
          named('RecordChanges'),
        ),
        searches: Type.Object(
          {
            new: Type.Array(Type.Object({ companyName: Type.String(), date: Time, when: When }, closed), {
              description: 'Searches that the earlier report does not have.',
            }),
          },
          { ...closed, description: 'Searches of the file.' },
        ),
        publicRecords: PublicRecordChanges,
        addresses: Type.Object(
          {
            new: Type.Array(Type.Object({ ...Address, when: When }, closed), { description: 'What is new.' }),
            gone: Type.Array(Type.Object({ ...Address, why: Type.Enum([...ADDRESS_WHYS]) }, closed), {
              description: 'Addresses that are no longer on file.',
            }),
            nowCurrent: Type.Array(Type.Object(Address, closed), {
              description: 'In both reports, and current only now.',
            }),
          },
          { ...closed, description: 'Addresses that changed.' },
        ),
      },
      closed,
    ),
  },
  {
    ...named('ChangesAnswer'),
    description: 'What is different since an earlier report about the same consumer. Costs nothing.',
    examples: [
      {
        meta: EXAMPLE_META,
        data: {
          creditReportId: EXAMPLE_REPORT_ID,
          since: '0199a0b1-11f2-7d4c-8a51-6c0e2b7d9f44',
          bureaus: [{ id: 'equifax', status: 'ok' }],
          day: '2026-11-15',
          sinceDay: '2026-08-03',
          coverage: {
            isSame: true,
            bureaus: [{ id: 'equifax', before: 'file', now: 'file' }],
            names: { added: [], left: [] },
            addresses: { added: [], left: [] },
          },
          records: {
            new: [],
            gone: [],
            settled: [
              {
                recordId: EXAMPLE_RECORD_ID,
                companyName: 'Larkfield Motor Finance',
                accountType: 'hire-purchase',
                accountNumber: '****4821',
                startDate: '2025-03-02',
                when: 'since',
                statusBefore: 'open',
                status: 'settled',
                endDate: '2026-10-02',
              },
            ],
            transferred: [],
            reopened: [],
            better: [],
            worse: [],
            balances: [],
            unchanged: 4,
            notCompared: [],
            unsure: [],
          },
          searches: { new: [] },
          addresses: { new: [], gone: [], nowCurrent: [] },
          publicRecords: { judgments: { new: [], ended: [], gone: [] } },
        },
      },
    ],
  },
);
