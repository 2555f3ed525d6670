// One person for the bureaus' simulators, made by hand so that a test knows every value: a full file, and an address that is
// ambiguous without its flat.
import type {
  SimulatedAccount,
  SimulatedBureau,
  SimulatedFile,
  SimulatedOther,
  SimulatedPerson,
} from '../../../src/bureaus/simulation/population/simulated-file.ts';
import type { Consumer, UkAddress } from '../../../src/domain/reports/consumer.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';

export const HOME: UkAddress = {
  buildingNumber: '12',
  thoroughfare: 'Orchard Street',
  townOrCity: 'Nether Applewick',
  county: 'Brackenshire',
  postcode: 'ZZ1 1AA',
};

export const WREN: SimulatedPerson = {
  id: 'wren',
  title: 'Ms',
  forename: 'Wren',
  surname: "O'Hazelwick",
  dateOfBirth: '1985-04-12',
  addresses: [
    { id: 'home', address: HOME, monthsAtAddress: 55 },
    {
      id: 'before',
      address: { ...HOME, buildingNumber: '7', postcode: 'ZZ1 1AB', subBuildingName: 'Flat 2' },
      monthsAtAddress: 31,
    },
  ],
};

const account = (changes: Partial<SimulatedAccount>): SimulatedAccount => ({
  agreementId: 'agreement',
  holder: { title: 'Ms', forename: 'Wren', surname: "O'Hazelwick" },
  addressIndex: 0,
  lenderName: 'HEDGEROW MOTOR FINANCE (I)',
  lenderType: 'motor-finance',
  accountNumber: '4417123456789',
  type: 'hire-purchase',
  status: 'open',
  startDate: '2024-02-29',
  lastUpdated: '2026-10-18',
  balancePounds: 8421,
  startBalancePounds: 12000,
  paymentPounds: 263,
  numberOfPayments: 48,
  repaymentPeriodMonths: 48,
  isJoint: false,
  history: [0, 0, 1, 0],
  ...changes,
});

export const WRENS_ACCOUNTS: SimulatedAccount[] = [
  account({ product: 'pcp', balloonPounds: 4200 }),
  account({
    type: 'credit-card',
    status: 'default',
    lenderType: 'credit-card-issuer',
    lenderName: 'PUFFIN CARD SERVICES',
    accountNumber: '************4021',
    startDate: '2019-07-03',
    defaultDate: '2025-01-20',
    balancePounds: 2875,
    defaultBalancePounds: 2875,
    limitPounds: 3500,
    history: ['default', 6, 5, 4, 3, 2, 1, 0],
    isJoint: true,
    addressIndex: 1,
  }),
  account({
    type: 'current-account',
    status: 'settled',
    lenderType: 'bank',
    startDate: '2010-01-04',
    endDate: '2023-05-05',
    isBalanceSuppressed: true,
    history: ['settled', 0],
  }),
].map((one, index) => {
  const { balancePounds, lenderName, accountNumber, ...rest } = one;
  // The third lacks what bureaus withhold: balance, lender name, account number.
  return index === 2 ? { ...rest, agreementId: '3' } : { ...one, agreementId: String(index + 1) };
});

export function wrensFile(bureau: BureauId): SimulatedFile {
  return {
    bureau,
    person: WREN,
    accounts: WRENS_ACCOUNTS,
    searches: [
      {
        enquiryId: '1',
        companyName: 'LARKSPUR CAR FINANCE',
        companyType: 'motor-finance',
        at: '2026-03-14T09:26:53.000Z',
        purpose: 'credit-application',
      },
      { enquiryId: '2', companyType: 'bank', at: '2025-12-01T23:30:00.000Z', purpose: 'quotation' },
    ],
  };
}

/** Others at Wren's address: one whom she is linked with, one of the family, one who lived there before. */
export const WRENS_OTHERS: SimulatedOther[] = (
  [
    ['associate', 'Ivo', 'Quiller', '1983-08-08'],
    ['family', 'Mabel', WREN.surname, '2012-03-09'],
    ['stranger', 'Oswin', 'Pellam', '1958-01-30'],
  ] as const
).map(([relation, forename, surname, dateOfBirth]) => ({
  relation,
  person: { title: 'Mx', forename, surname, dateOfBirth },
  accounts: [
    account({
      agreementId: relation,
      holder: { forename, surname },
      lenderName: 'PELICAN LOANS',
      isJoint: false,
    }),
  ],
  searches: [
    {
      enquiryId: relation,
      companyType: 'bank',
      at: '2025-11-02T10:00:00.000Z',
      purpose: 'credit-application',
    },
  ],
}));

export function peopleOf(bureau: BureauId): SimulatedBureau {
  return {
    find({ surname, dateOfBirth, postcode }) {
      if (surname.toUpperCase() !== WREN.surname.toUpperCase() || dateOfBirth !== WREN.dateOfBirth) {
        return { kind: 'nobody' };
      }
      if (postcode === 'ZZ1 1AB') {
        const flats = ['Flat 1', 'Flat 2', 'Flat 3'];
        return {
          kind: 'ambiguous',
          candidates: flats.map((subBuildingName) => ({ ...HOME, postcode, subBuildingName })),
        };
      }
      return { kind: 'found', file: wrensFile(bureau), others: () => WRENS_OTHERS };
    },
  };
}

export function consumerLike(changes: Partial<Consumer> = {}): Consumer {
  return {
    title: 'Ms',
    firstName: 'Wren',
    lastName: "O'Hazelwick",
    dateOfBirth: '1985-04-12',
    ipAddress: '192.0.2.7',
    addresses: [{ type: 'uk', ukAddress: HOME }],
    ...changes,
  };
}
