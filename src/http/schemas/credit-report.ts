// The credit report document, path for path as the interface lists it, with an example.
import { Type } from 'typebox';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  BUREAU_IDS,
  COMPANY_TYPES,
  DISAGREEMENT_FIELDS,
} from '../../domain/credit-report.ts';
import { closed, EXAMPLE_TIME, named, Time } from './common.ts';

export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'In the smallest unit of the currency: pence for GBP.' }),
    currency: Type.String({ description: 'Currency code.' }),
  },
  named('Money'),
);

const UkAddress = Type.Object(
  {
    subBuildingName: Type.Optional(Type.String()),
    buildingName: Type.Optional(Type.String()),
    buildingNumber: Type.Optional(Type.String()),
    thoroughfare: Type.Optional(Type.String()),
    district: Type.Optional(Type.String()),
    townOrCity: Type.String(),
    county: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    postcode: Type.String(),
  },
  named('UkAddress'),
);

export const Disagreement = Type.Object(
  {
    field: Type.Enum([...DISAGREEMENT_FIELDS]),
    values: Type.Array(
      Type.Object(
        {
          bureau: Type.Enum([...BUREAU_IDS]),
          value: Type.Union([Type.String(), Type.Integer(), Money], {
            description: 'As the field itself: text, a whole number or money. Account numbers are masked.',
          }),
        },
        closed,
      ),
      { description: 'One entry for each bureau that gave the field.' },
    ),
  },
  named('Disagreement'),
);

export const BureauRefs = Type.Array(
  Type.Object(
    { id: Type.Enum([...BUREAU_IDS]), ref: Type.String({ description: 'Bureau reference.' }) },
    closed,
  ),
);

const AccountRecord = Type.Object(
  {
    title: Type.Optional(Type.String()),
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    accountNumber: Type.Optional(Type.String({ description: 'Masked; only trailing digits visible.' })),
    accountType: Type.Enum([...ACCOUNT_TYPES]),
    accountStatus: Type.Enum([...ACCOUNT_STATUSES]),
    companyType: Type.Optional(Type.Enum([...COMPANY_TYPES])),
    companyName: Type.Optional(Type.String()),
    numberOfPayments: Type.Optional(Type.Integer()),
    repaymentPeriod: Type.Optional(Type.Integer({ description: 'In months.' })),
    payment: Type.Optional(Money),
    startBalance: Type.Optional(Money),
    balance: Type.Optional(Money),
    startDate: Type.Optional(Type.String({ format: 'date' })),
    bureaus: BureauRefs,
    disagreements: Type.Optional(
      Type.Array(Disagreement, {
        description:
          'Our addition: the fields in which the bureaus do not say the same. Absent when they do.',
      }),
    ),
  },
  named('AccountRecord'),
);

export const CreditReport = Type.Object(
  {
    person: Type.Object(
      {
        title: Type.Optional(Type.String()),
        firstName: Type.String(),
        lastName: Type.String(),
        dateOfBirth: Type.String({ format: 'date' }),
      },
      closed,
    ),
    residencies: Type.Array(
      Type.Object(
        {
          addressId: Type.String(),
          address: Type.Object(
            {
              type: Type.Enum(['uk']),
              ukAddress: UkAddress,
              addressLine1: Type.String({ description: 'The address in one line.' }),
              lines: Type.Array(Type.String(), { description: 'The address as it would be printed.' }),
            },
            closed,
          ),
          yearsAtAddress: Type.Optional(
            Type.Integer({ description: 'Whole years. Absent where no bureau says how long.' }),
          ),
          monthsAtAddress: Type.Optional(
            Type.Integer({ description: 'The months beyond those years, 0 to 11. Absent with them.' }),
          ),
          isCurrent: Type.Boolean(),
        },
        named('Residency'),
      ),
    ),
    consumerData: Type.Object({ records: Type.Array(AccountRecord) }, closed),
    previousSearches: Type.Object(
      {
        providers: Type.Array(
          Type.Object(
            { companyName: Type.String(), records: Type.Array(Type.Object({ date: Time }, closed)) },
            closed,
          ),
        ),
      },
      closed,
    ),
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
        bureaus: [{ id: 'equifax', ref: 'EFX204817365' }],
      },
    ],
  },
  previousSearches: {
    providers: [{ companyName: 'Larkfield Motor Finance', records: [{ date: EXAMPLE_TIME }] }],
  },
};
