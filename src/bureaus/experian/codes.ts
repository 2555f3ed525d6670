// Experian's code lists, as seen in public client code, mapped to ours: kinds of account and company, what a search was for. Statuses and
// months are in account-status.ts.
import type { SearchPurpose } from '../../domain/reports/bureau-file.ts';
import type { AccountProduct, AccountType, CompanyType } from '../../domain/reports/credit-report.ts';

/** The first code of each list is the one that the simulator writes. */
const ACCOUNT_TYPE: Record<AccountType, readonly string[]> = {
  // Bank; unpresentable cheques.
  'current-account': ['15', '00', '24'],
  'hire-purchase': ['01', '29'],
  // Credit sale, deferred payment, consolidated debt.
  'unsecured-loan': ['02', '17', '19', '26'],
  mortgage: ['03', '12', '13', '14', '25', '30', '31', '32', '33', '34', '35', '69'],
  // Combined credit.
  'budget-account': ['04', '27'],
  'credit-card': ['05', '38'],
  'charge-card': ['06', '44'],
  rental: ['07', '63', '64'],
  'mail-order': ['08'],
  'secured-loan': ['16'],
  communications: ['18', '53', '54', '55', '56', '57', '58', '59'],
  utility: ['21', '39', '40', '41', '42', '43'],
  lease: ['22', '23'],
  'short-term-loan': ['28'],
  'store-card': ['37'],
  insurance: ['45', '46', '47', '48', '49', '50', '51'],
  'student-loan': ['60', '62'],
  'home-credit': ['61'],
  // Contingent liability, variable subscription, gambling.
  other: ['36', '20', '70'],
};

const PRODUCT_OF = new Map<string, AccountProduct>([
  ['01', 'hire-purchase'],
  ['17', 'credit-sale'],
  ['22', 'finance-lease'],
  ['23', 'operating-lease'],
  ['29', 'balloon-hire-purchase'],
]);

const COMPANY_TYPE: Partial<Record<CompanyType, readonly string[]>> = {
  bank: ['01'],
  'finance-house': ['02', '25', '32'],
  retailer: ['03'],
  'mail-order': ['04', '31', '61'],
  leasing: ['20', '06'],
  'building-society': ['08'],
  'credit-card-issuer': ['09'],
  utility: ['10', '13'],
  'motor-finance': ['12'],
  'public-body': ['15', '26', '35', '36', ...numbers(37, 59)],
  communications: ['17', '16', '34'],
  'debt-purchaser': ['18'],
  'mortgage-lender': ['21'],
  'credit-union': ['24'],
  'home-credit': ['27'],
  // Travel, stockbrokers, gambling, education, health, clubs, brokers, the bureau's own arm abroad.
  other: ['11', '19', '22', '23', '28', '29', '30', '33', '60'],
};
const UNKNOWN_COMPANY = '00';

const ACCOUNT_TYPE_OF = turned(ACCOUNT_TYPE);
const COMPANY_TYPE_OF = turned(COMPANY_TYPE);

/** Deferred and fixed-term sales: for a car this is hire purchase. */
const FINANCED_SALES = ['17', '19'];

export type AccountKind = {
  accountType: AccountType;
  product?: AccountProduct | undefined;
  typeCode?: string | undefined;
  /** The code is in no list. */
  isUnknown: boolean;
};

export function toAccountKind(code: string | undefined, company: CompanyType | undefined): AccountKind {
  if (code === undefined) return { accountType: 'other', isUnknown: false };
  const typeCode = code.padStart(2, '0');
  const known = ACCOUNT_TYPE_OF.get(typeCode);
  const isCar = FINANCED_SALES.includes(typeCode) && company === 'motor-finance';
  return {
    accountType: isCar ? 'hire-purchase' : (known ?? 'other'),
    product: PRODUCT_OF.get(typeCode),
    typeCode,
    isUnknown: known === undefined,
  };
}

/** Unknown (00) and absent are absent; a code that is in no list is "other". */
export function toCompanyType(code: string | undefined): { companyType?: CompanyType; isUnknown: boolean } {
  const padded = code?.padStart(2, '0');
  if (padded === undefined || padded === UNKNOWN_COMPANY) return { isUnknown: false };
  const companyType = COMPANY_TYPE_OF.get(padded);
  return { companyType: companyType ?? 'other', isUnknown: companyType === undefined };
}

/** There is one code for every sale with a balloon, and one for hire purchase and conditional sale. */
export function fromAccountKind(type: AccountType, product?: AccountProduct): string {
  if (type === 'hire-purchase' && (product === 'pcp' || product === 'balloon-hire-purchase')) return '29';
  if (type === 'lease' && product === 'operating-lease') return '23';
  return ACCOUNT_TYPE[type][0] ?? '';
}

export function fromCompanyType(type: CompanyType): string {
  return COMPANY_TYPE[type]?.[0] ?? '11';
}

/** Quotations, the consumer's own report, an unregistered enquiry and identity checks: no other lender sees these. */
const QUOTATIONS = ['QC', 'QI', 'QL', 'QM', 'QP', 'QS', 'QT', 'QU', 'QX'];
const OWN_ENQUIRIES = ['UC', 'UE'];
const IDENTITY_CHECKS = ['IA', 'IF', 'IG', 'IM', 'IT', 'AO', 'GF'];
export const SOFT_APPLICATION_TYPES: readonly string[] = [
  ...QUOTATIONS,
  ...OWN_ENQUIRIES,
  ...IDENTITY_CHECKS,
];

const PURPOSE: Partial<Record<SearchPurpose, readonly string[]>> = {
  quotation: QUOTATIONS,
  'consumer-enquiry': OWN_ENQUIRIES,
  identity: IDENTITY_CHECKS,
  'debt-recovery': words('CT DR RS RT TB TS TT'),
  'credit-application': words(
    'CA CC CD CH CS CU HC HP MB MG MH MU MX OA PL RA RC SC SL ST TC TF TM UT IN PI GA CO IP BK AG AC DM',
  ),
  // Enquiries, account management, fraud, employment, government, residency and the like; BA was seen, its meaning was not.
  other: words('EQ CL CM FB FG FI FP FT EM GB VG VH RE UA US ML BA'),
};
const PURPOSE_OF = turned(PURPOSE);

export function toPurpose(code: string | undefined): { purpose?: SearchPurpose; isUnknown: boolean } {
  if (code === undefined) return { isUnknown: false };
  const purpose = PURPOSE_OF.get(code.toUpperCase());
  return { purpose: purpose ?? 'other', isUnknown: purpose === undefined };
}

function turned<T extends string>(codes: Partial<Record<T, readonly string[]>>): Map<string, T> {
  const pairs = Object.entries(codes) as [T, readonly string[]][];
  return new Map(pairs.flatMap(([word, list]) => list.map((code) => [code, word] as const)));
}

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

function words(list: string): string[] {
  return list.split(' ');
}
