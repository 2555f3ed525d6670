// The credit report document, path for path as the interface lists it, with an example. Its accounts are in account-record.ts.
import { Type } from 'typebox';
import { BUREAU_IDS, SEARCH_PURPOSES } from '../../../domain/reports/credit-report.ts';
import { closed, EXAMPLE_TIME, meaning, named, Time } from '../common.ts';
import { AccountRecord, EXAMPLE_RECORD_ID } from './account-record.ts';
import { Coverage } from './coverage.ts';
import { ElectoralRoll, FILE_PART_FIELDS } from './file-parts.ts';

const UkAddress = Type.Object(
  {
    subBuildingName: Type.Optional(Type.String({ description: 'Sub-unit within a building.' })),
    buildingName: Type.Optional(Type.String()),
    buildingNumber: Type.Optional(Type.String({ description: 'House or building number.' })),
    thoroughfare: Type.Optional(Type.String({ description: 'Street name.' })),
    district: Type.Optional(Type.String({ description: 'District or locality.' })),
    townOrCity: Type.String(),
    county: Type.Optional(Type.String()),
    country: Type.Optional(Type.String({ description: 'Country code.' })),
    postcode: Type.String({ description: 'UK postcode.' }),
  },
  named('UkAddress'),
);

const SearchRecord = Type.Object(
  {
    date: Time,
    purpose: Type.Optional(
      Type.Enum([...SEARCH_PURPOSES], {
        description:
          'Our addition: what the search was for. Absent where no bureau says; where they differ, the weightier one.',
      }),
    ),
    bureaus: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Enum([...BUREAU_IDS]),
            date: Type.Optional({
              ...Time,
              description: 'The day that this bureau gives, where it is another.',
            }),
            purpose: Type.Optional(
              Type.Enum([...SEARCH_PURPOSES], {
                description: 'What this bureau says that it was for, where it is something else.',
              }),
            ),
          },
          closed,
        ),
        {
          description:
            'Our addition: the bureaus that have it on file, each with what it says otherwise. Absent in reports from before it was added.',
        },
      ),
    ),
  },
  closed,
);

export const CreditReport = Type.Object(
  {
    person: Type.Object(
      {
        title: Type.Optional(Type.String()),
        firstName: Type.String(),
        lastName: Type.String(),
        dateOfBirth: meaning(Type.String({ format: 'date' }), 'Date of birth, YYYY-MM-DD.'),
      },
      { ...closed, description: 'The consumer, as the report has them.' },
    ),
    residencies: Type.Array(
      Type.Object(
        {
          addressId: Type.String(),
          address: Type.Object(
            {
              type: Type.Enum(['uk'], { description: 'Always `uk`.' }),
              ukAddress: UkAddress,
              addressLine1: Type.String({ description: 'The address in one line.' }),
              lines: Type.Array(Type.String(), { description: 'The address as it would be printed.' }),
            },
            { ...closed, description: 'Printed, and in its parts.' },
          ),
          yearsAtAddress: Type.Optional(
            Type.Integer({ description: 'Whole years. Absent where no bureau says how long.' }),
          ),
          monthsAtAddress: Type.Optional(
            Type.Integer({ description: 'The months beyond those years, 0 to 11. Absent with them.' }),
          ),
          isCurrent: Type.Boolean(),
          electoralRoll: ElectoralRoll,
        },
        named('Residency'),
      ),
      { description: 'Where the consumer lives or lived.' },
    ),
    consumerData: Type.Object(
      { records: Type.Array(AccountRecord, { description: 'One record for each account.' }) },
      { ...closed, description: "The consumer's accounts." },
    ),
    previousSearches: Type.Object(
      {
        providers: Type.Array(
          Type.Object(
            {
              companyName: Type.String(),
              records: Type.Array(SearchRecord, { description: 'A record for each search.' }),
            },
            closed,
          ),
          { description: 'Who searched, each with the days.' },
        ),
      },
      { ...closed, description: 'Who searched the file before.' },
    ),
    coverage: Type.Optional(Coverage),
    ...FILE_PART_FIELDS,
  },
  named('CreditReport'),
);

export const EXAMPLE_CREDIT_REPORT = {
  person: { title: 'Ms', firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
  residencies: [
    {
      addressId: '5a0c3f0e-61a1-8d25-a9f1-0f6f1d6c7b01',
      address: {
        type: 'uk',
        ukAddress: {
          buildingNumber: '12',
          thoroughfare: 'Example Street',
          townOrCity: 'Leeds',
          postcode: 'LS1 4AB',
        },
        addressLine1: '12 Example Street, LEEDS, LS1 4AB',
        lines: ['12 Example Street', 'LEEDS', 'LS1 4AB'],
      },
      yearsAtAddress: 4,
      monthsAtAddress: 7,
      isCurrent: true,
    },
  ],
  consumerData: {
    records: [
      {
        recordId: EXAMPLE_RECORD_ID,
        title: 'Ms',
        firstName: 'Ada',
        lastName: 'Sample',
        accountNumber: '****4821',
        accountType: 'hire-purchase',
        accountStatus: 'open',
        companyType: 'motor-finance',
        companyName: 'Larkfield Motor Finance',
        numberOfPayments: 48,
        repaymentPeriod: 48,
        payment: { amount: 24_310, currency: 'GBP' },
        startBalance: { amount: 1_000_000, currency: 'GBP' },
        balance: { amount: 612_450, currency: 'GBP' },
        startDate: '2025-03-02',
        product: 'hire-purchase',
        isJoint: false,
        lastUpdated: '2026-10-31',
        history: { newest: '2026-10', months: '00001000000000000000' },
        bureaus: [{ id: 'equifax', ref: 'EFX204817365', lastUpdated: '2026-10-31' }],
      },
    ],
  },
  previousSearches: {
    providers: [
      {
        companyName: 'Larkfield Motor Finance',
        records: [{ date: EXAMPLE_TIME, purpose: 'credit-application', bureaus: [{ id: 'equifax' }] }],
      },
    ],
  },
  coverage: {
    bureaus: [{ id: 'equifax', answered: true, hasFile: true, names: 1, addresses: 1 }],
    names: ['Ada Sample'],
    addresses: ['12 Example Street, LEEDS, LS1 4AB'],
    oldestRecord: '2025-03-02',
    onFileSince: '2020-11-16',
    notice:
      'Agreements that ended before 2020-11-16 are normally no longer on file. That none was found does not mean that there was none.',
  },
};
