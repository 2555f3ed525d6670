// What the bureaus call one thing: products, kinds of companies and kinds of searches, in each bureau's own code, with our word for it.
// Written from the bureaus' lists alone. Nothing of src/bureaus/ is imported here or in any file of this folder that writes.
import type {
  AccountProduct,
  AccountType,
  CompanyType,
  SearchPurpose,
} from '../../../src/domain/reports/credit-report.ts';

/** Codes apart by a blank. An Equifax product is an element. Absent: the bureau has no code of its own for it. */
export type Product = {
  kind: AccountType;
  product?: AccountProduct;
  transunion: string;
  experian: string;
  equifax: string;
  /** TransUnion's group. */
  group: number;
  company: CompanyKind;
  form: 'card' | 'loan' | 'bill' | 'account';
};

/** `is`: our word where it follows from the bureaus' lists; an absent one is not compared. */
type CompanyCodes = {
  is?: CompanyType;
  transunion: string;
  experian: string;
  equifax: string;
  names: readonly string[];
};

export const COMPANIES = {
  bank: {
    is: 'bank',
    transunion: 'BK',
    experian: '01',
    equifax: 'BK',
    names: ['BELLWETHER BANK PLC', 'DUNNOCK BANK', 'OLD MINT BANK PLC'],
  },
  society: {
    is: 'building-society',
    transunion: 'BS',
    experian: '08',
    equifax: 'BS',
    names: ['UPPER SEDGELEY BS', 'TARN & FELL BUILDING SOCIETY'],
  },
  card: {
    is: 'credit-card-issuer',
    transunion: 'CC',
    experian: '09',
    equifax: 'CC',
    names: ['PUFFIN CARD SERVICES', 'GANNET CARDS LTD', 'WREN CREDIT CARDS'],
  },
  finance: {
    is: 'finance-house',
    transunion: 'FH FN',
    experian: '02',
    equifax: 'FN FS',
    names: ['HEDGELINE LOANS LTD', 'ROOKSBRIDGE FINANCE', 'SPARROW & SONS CREDIT'],
  },
  motor: {
    is: 'motor-finance',
    transunion: 'MF',
    experian: '12',
    equifax: 'MF',
    names: ['HEDGEROW MOTOR FINANCE LTD', 'LARKSPUR CAR FINANCE', 'ASHDYKE VEHICLE FINANCE PLC'],
  },
  leasing: {
    is: 'leasing',
    transunion: 'LS VR',
    experian: '20',
    equifax: 'LS',
    names: ['MERLIN CONTRACT HIRE', 'OSIER LEASING LTD'],
  },
  mortgage: {
    is: 'mortgage-lender',
    transunion: 'MC',
    experian: '21',
    equifax: 'ML',
    names: ['CURLEW HOME LOANS PLC', 'STONECROP MORTGAGES'],
  },
  retail: {
    is: 'retailer',
    transunion: 'RT',
    experian: '03',
    equifax: 'RT',
    names: ['FENWICKET STORES', 'MALLARD & MOSS'],
  },
  mailOrder: {
    is: 'mail-order',
    transunion: 'MO HS',
    experian: '04 61',
    equifax: 'MO',
    names: ['TEASEL CATALOGUES', 'BRAMBLE HOME SHOPPING LTD'],
  },
  communications: {
    is: 'communications',
    transunion: 'TC',
    experian: '17',
    equifax: 'CS',
    names: ['HERON MOBILE', 'KESTREL TELECOM LTD', 'PIPIT BROADBAND'],
  },
  utility: {
    is: 'utility',
    transunion: 'UT',
    experian: '10',
    equifax: 'UT',
    names: ['NORTH FELL WATER', 'BEACONSIDE ENERGY LTD'],
  },
  insurer: {
    is: 'insurer',
    transunion: 'IN',
    experian: '11',
    equifax: 'IN',
    names: ['SANDPIPER INSURANCE', 'COTTAR MUTUAL'],
  },
  homeCredit: {
    is: 'home-credit',
    transunion: 'HC',
    experian: '27',
    equifax: 'FS',
    names: ['DOORSTEP DITTANY LTD', 'LINNET HOME COLLECT'],
  },
  student: {
    is: 'public-body',
    transunion: 'SL',
    experian: '26',
    equifax: 'GO',
    names: ['STUDENT LENDING OFFICE'],
  },
  rental: { transunion: 'RC', experian: '06', equifax: 'PR', names: ['MARTLET RENTALS', 'FIELDFARE LETS'] },
  other: { transunion: 'XX', experian: '00', equifax: 'XX', names: ['SUNDRY SERVICES LTD'] },
  buyer: {
    is: 'debt-purchaser',
    transunion: 'DC',
    experian: '18',
    equifax: 'DC',
    names: ['WHERRY DEBT PURCHASE LTD', 'QUOIN RECOVERIES'],
  },
} as const satisfies Record<string, CompanyCodes>;
export type CompanyKind = keyof typeof COMPANIES;

/** The words of Experian and Equifax that are not the same company's at TransUnion, or that no list explains: not compared. */
export const SILENT_COMPANY = {
  transunion: ['XX', 'RC', 'SL'],
  experian: ['00', '06', '11'],
  equifax: ['FS', 'CS', 'GO', 'PR', 'XX', 'LS', 'MF', 'ML', 'UT', 'BS'],
} as const;

type Row = [
  kind: AccountType,
  product: AccountProduct | undefined,
  transunion: string,
  experian: string,
  equifax: string,
  group: number,
  company: CompanyKind,
  form: Product['form'],
];
const HP = 'hirePurchase';
const ROWS: readonly Row[] = [
  ['hire-purchase', 'hire-purchase', 'HP DH ZH', '01', HP, 1, 'motor', 'loan'],
  ['hire-purchase', 'balloon-hire-purchase', 'BH', '29', HP, 1, 'motor', 'loan'],
  ['hire-purchase', 'pcp', 'CP', '29', HP, 1, 'motor', 'loan'],
  ['hire-purchase', 'conditional-sale', 'CY', '01', HP, 1, 'motor', 'loan'],
  ['hire-purchase', 'credit-sale', 'CX', '17', HP, 1, 'motor', 'loan'],
  ['hire-purchase', undefined, 'FD DP', '19', HP, 1, 'motor', 'loan'],
  ['unsecured-loan', 'credit-sale', 'CX', '17', 'fixedTermAgreement', 1, 'finance', 'loan'],
  ['unsecured-loan', undefined, 'FD DP', '19', 'fixedTermAgreement', 1, 'retail', 'loan'],
  ['unsecured-loan', 'motor-loan', 'ML CS BA', '02', 'unsecuredLoan', 1, 'motor', 'loan'],
  ['secured-loan', 'motor-loan', 'SC', '16', 'securedLoan', 1, 'motor', 'loan'],
  ['lease', undefined, 'LS', '22', 'rentalAgreement', 1, 'leasing', 'loan'],
  ['lease', 'finance-lease', 'FL', '22', 'rentalAgreement', 1, 'leasing', 'loan'],
  ['lease', 'operating-lease', 'OL', '23', 'rentalAgreement', 1, 'leasing', 'loan'],
  ['unsecured-loan', undefined, 'LN UL TL ZL BN EL SO BL', '02', 'unsecuredLoan', 1, 'finance', 'loan'],
  ['unsecured-loan', undefined, 'UL TL', '02', 'unsecuredLoan', 1, 'bank', 'loan'],
  ['unsecured-loan', undefined, 'DA', '26', 'consolidatedDebt', 1, 'finance', 'loan'],
  ['secured-loan', undefined, 'SE FS SB LP SM IM NM', '16', 'securedLoan', 1, 'finance', 'loan'],
  ['short-term-loan', undefined, 'IL', '28', 'payDayOrShortTermLoan', 1, 'finance', 'loan'],
  ['student-loan', undefined, 'SL ED', '60 62', 'studentLoan', 1, 'student', 'loan'],
  [
    'mortgage',
    undefined,
    'MG RM FM XM FO OM DM ZM',
    '03 25 30 32 33 34 35',
    'mortgageAccount',
    2,
    'society',
    'loan',
  ],
  ['mortgage', undefined, 'MG RM FM MT', '03 25 69', 'securedLoan MORTGAGE', 2, 'bank', 'loan'],
  ['mortgage', undefined, 'BM CM MM', '31', 'buyToLetMortgage', 2, 'mortgage', 'loan'],
  ['credit-card', undefined, 'CC CO MC', '05 38', 'creditCard', 3, 'card', 'card'],
  ['credit-card', undefined, 'CC', '05', 'creditCard', 3, 'bank', 'card'],
  ['store-card', undefined, 'ST RS OA', '37', 'optionAccount', 3, 'retail', 'card'],
  ['charge-card', undefined, 'CH FC', '06 44', 'chargeCard', 3, 'card', 'card'],
  ['budget-account', undefined, 'BD RC ZC IC CZ', '04 27', 'budgetAccount', 3, 'retail', 'card'],
  [
    'current-account',
    undefined,
    'CA OD DC SX BK',
    '15 00',
    'currentAccount basicBankAccount overdraft',
    7,
    'bank',
    'account',
  ],
  [
    'communications',
    undefined,
    'TM AM AU QA LT QT CB SI BU BO MU',
    '18 53 54 55 56 57 58 59',
    'commsSupplyAccount',
    4,
    'communications',
    'bill',
  ],
  [
    'utility',
    undefined,
    'UT UE QU GE QG EE QE EW QW OI DU',
    '21 39 40 41 42 43',
    'publicUtilityAccount',
    5,
    'utility',
    'bill',
  ],
  [
    'mail-order',
    undefined,
    'HS HD HX HA MO MA TV WI BC IS',
    '08',
    'mailOrderAccount',
    6,
    'mailOrder',
    'card',
  ],
  [
    'insurance',
    undefined,
    'IN GI BI CI HI MI PI PT MP PP',
    '45 46 47 48 49 50 51',
    'insuranceAgreement',
    9,
    'insurer',
    'bill',
  ],
  ['home-credit', undefined, 'HC', '61', 'homeLendingAgreement homeCredit', 10, 'homeCredit', 'loan'],
  ['rental', undefined, 'PR', '63', 'propertyRental', 8, 'rental', 'bill'],
  ['rental', undefined, 'RT CR OR', '07 64', 'rentalAgreement', 8, 'rental', 'bill'],
  ['other', undefined, 'GA', '70', 'uncategorisedAgreement', 8, 'other', 'bill'],
];

export const PRODUCTS: readonly Product[] = ROWS.map(
  ([kind, product, transunion, experian, equifax, group, company, form]) => ({
    kind,
    ...(product !== undefined && { product }),
    transunion,
    experian,
    equifax,
    group,
    company,
    form,
  }),
);

/** One code of a list, the same for the same account at every reading. */
export const codeOf = (codes: string, at: number): string => {
  const all = codes.split(' ');
  return all[at % all.length] as string;
};

/** Why somebody asked, by bureau. Without a code: no list says which one it is there. */
export const ENQUIRIES: readonly {
  purpose: SearchPurpose;
  transunion: string;
  experian: string;
  equifax: string;
}[] = [
  {
    purpose: 'credit-application',
    transunion: 'CA',
    experian:
      'CA CC CD CH CS CU HC HP MB MG MH MU MX OA PL RA RC SC SL ST TC TF TM UT IN PI GA CO IP BK AG AC DM',
    equifax: 'creditApplication',
  },
  {
    purpose: 'quotation',
    transunion: 'QS',
    experian: 'QC QI QL QM QP QS QT QU QX',
    equifax: 'creditQuotation',
  },
  { purpose: 'identity', transunion: 'AI', experian: 'IA IF IG IM IT AO GF', equifax: 'identityCheck' },
  { purpose: 'consumer-enquiry', transunion: '', experian: 'UC UE', equifax: '' },
  { purpose: 'debt-recovery', transunion: '', experian: 'CT DR RS RT TB TS TT', equifax: '' },
];
