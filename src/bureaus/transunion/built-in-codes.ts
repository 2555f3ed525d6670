// TransUnion's code lists as public material has them: what its codes mean when its own tables cannot be loaded, lack a code or
// describe it in words that we do not know. The bureau's tables come first (codes.ts); the simulator serves these lists as its tables.
import type { SearchPurpose } from '../../domain/reports/bureau-file.ts';
import type {
  AccountProduct,
  AccountStatus,
  AccountType,
  CompanyType,
} from '../../domain/reports/credit-report.ts';

export type CodeRow<Meaning> = { code: string; description: string; meaning: Meaning };

/** `sale`: a sale of goods, which is hire purchase if a motor financier makes it and an unsecured loan otherwise. */
export type TypeMeaning = { type: AccountType | 'sale'; product?: AccountProduct };

/** "HP Hire Purchase | DH Deferred HP": a code is two letters. */
function rowsOf<Meaning>(list: string, meaning: Meaning): CodeRow<Meaning>[] {
  return list.split(' | ').map((row) => ({ code: row.slice(0, 2), description: row.slice(3), meaning }));
}

const type = (kind: AccountType | 'sale', list: string, product?: AccountProduct): CodeRow<TypeMeaning>[] =>
  rowsOf(list, { type: kind, ...(product !== undefined && { product }) });

export const ACCOUNT_TYPE_ROWS: readonly CodeRow<TypeMeaning>[] = [
  ...type('hire-purchase', 'HP Hire Purchase | DH Deferred HP | ZH 0% HP', 'hire-purchase'),
  ...type('hire-purchase', 'BH Balloon HP', 'balloon-hire-purchase'),
  ...type('hire-purchase', 'CP Personal Contract Purchase', 'pcp'),
  ...type('hire-purchase', 'CY Conditional Sale', 'conditional-sale'),
  ...type('sale', 'CX Credit Sale', 'credit-sale'),
  ...type('sale', 'FD Fixed Term Deferred Payment | DP Deferred Payment'),
  ...type('unsecured-loan', 'ML Motor Finance Loan | CS Unsecured Car Loan', 'motor-loan'),
  ...type('unsecured-loan', 'BA Balloon Repayment Loan', 'motor-loan'),
  ...type('secured-loan', 'SC Secured Car Loan', 'motor-loan'),
  ...type(
    'unsecured-loan',
    'UL Unsecured Loan | LN Loan (unspecified) | TL Term Loan | ZL 0% Finance Loan | BN Buy Now Pay Later | EL Employer Loan | SO Set Off Loan | BL Unsecured Business Loan | DA Consolidated Debt',
  ),
  ...type('secured-loan', 'SE Secured Loan | FS Further Secured Loan | SB Secured Business Loan'),
  ...type('secured-loan', 'LP Life Policy Loan | SM Residential Second Mortgage'),
  ...type('secured-loan', 'IM Second Mortgage With Investment Offset | NM Semi-commercial Second Mortgage'),
  ...type('short-term-loan', 'IL Advance Against Income'),
  ...type('student-loan', 'SL Student Loan | ED Education'),
  ...type('lease', 'LS Lease'),
  ...type('lease', 'FL Finance Lease', 'finance-lease'),
  ...type('lease', 'OL Operating Lease', 'operating-lease'),
  ...type('rental', 'PR Property Rental | RT Rental Agreement | CR Consumer Goods Rental | OR Other Rental'),
  ...type(
    'mortgage',
    'RM Residential Mortgage | MG Mortgage (unspecified) | FM Flexible Mortgage | CM Commercial Mortgage | BM Residential Buy To Let | XM First Time Buyer | FO First Mortgage With Investment Offset | OM Investment Offset Mortgage | DM Shared Ownership Mortgage | ZM 100% LTV Mortgage | MM Semi-commercial First Mortgage | MT Mortgage + Unsecured Loan',
  ),
  ...type('credit-card', 'CC Credit Card | CO Company Credit Card | MC Multifunctional Card'),
  ...type('store-card', 'ST Store Card | RS Retail Store Card | OA Option Account'),
  ...type('charge-card', 'CH Charge Card | FC Fuel Card'),
  ...type('budget-account', 'BD Budget Account | RC Revolving Credit | ZC Standby Credit'),
  ...type('budget-account', 'IC Internet Credit Line | CZ Combined Credit Accounts'),
  ...type(
    'communications',
    'TM Telecoms | AM Airtime Monthly Contract | AU Airtime Upfront | QA Airtime Quarterly | LT Landline Even Payment | QT Landline Quarterly | CB Cable | SI Satellite | BU Business Line | BO Broadband | MU Multi Communications',
  ),
  ...type(
    'utility',
    'UT Utility | UE Utility Even Payment | QU Utility Quarterly | GE Gas Even Payment | QG Gas Quarterly | EE Electricity Even Payment | QE Electricity Quarterly | EW Water Even Payment | QW Water Quarterly | OI Oil | DU Dual Fuel',
  ),
  ...type(
    'mail-order',
    'MO Mail Order | MA Mail Order Agency | HS Home Shopping | HD Home Shopping Direct | HX Home Shopping Cash | HA Home Shopping Agency | TV TV Shopping | WI Weekly Instalment Plan | BC Book/Music/Video Club | IS Internet Shopping',
  ),
  ...type(
    'current-account',
    'CA Current Account | OD Overdraft | DC Debit Card | SX Set Off Current Account | BK Bank | DF Bank Default | RQ Returned Cheque',
  ),
  ...type(
    'insurance',
    'IN Insurance | GI General Insurance | BI Buildings Insurance | CI Contents Insurance | HI Household Insurance | MI Motor Insurance | PI Personal Health Insurance | PT Card Protection | MP Mortgage Protection | PP Payment Protection',
  ),
  ...type('home-credit', 'HC Home Credit'),
  ...type(
    'other',
    'VS Variable Subscription | CT Council Tax | LR Local Rates | GA Gambling | SA Stock Broking Account | EC E-Cash | AF Agricultural Finance | AD Asset Discounting | BX Builders Merchant Credit | CD Crown Debt | FT Factoring | GL Guarantee Liability | SS Stationery Supplier | TR Trade Credit | BR Brewery Loan | PL Petroleum Loan | RG Repayment Grant',
  ),
];

const company = (kind: CompanyType, list: string): CodeRow<CompanyType>[] => rowsOf(list, kind);

/** Of suppliers and of searchers. */
export const COMPANY_TYPE_ROWS: readonly CodeRow<CompanyType>[] = [
  ...company('bank', 'BK Bank | BF Bank Finance'),
  ...company('building-society', 'BS Building Society'),
  ...company('finance-house', 'FH Finance House | FN Finance House | AF Agricultural Finance'),
  ...company('motor-finance', 'MF Motor Vehicle Finance'),
  ...company('credit-card-issuer', 'CC Credit Card Company'),
  ...company('mortgage-lender', 'MC Mortgage Company'),
  ...company('retailer', 'RT Retailer'),
  ...company('mail-order', 'MO Mail Order | HS Home Shopping'),
  ...company('communications', 'TC Telecommunications'),
  ...company('utility', 'UT Utility'),
  ...company('insurer', 'IN Insurance Company'),
  ...company('debt-purchaser', 'DC Debt Collection Agency'),
  ...company('credit-union', 'CU Credit Union'),
  ...company('leasing', 'LS Leasing Company | VR Vehicle Rental'),
  ...company('home-credit', 'HC Home Credit'),
  ...company('public-body', 'GO Government | SL Student Loan'),
  ...company('other', 'XX Unknown | CB Credit Broker | FC Factoring | IT Internet/Online Services'),
  ...company('other', 'RC Rental Company | SC Securities | ST Stockbroker'),
  ...company('other', 'CA The bureau | ED The bureau | CD The bureau'),
];

const row = <Meaning>(code: string, description: string, meaning: Meaning): CodeRow<Meaning> => ({
  code,
  description,
  meaning,
});

export const ACCOUNT_STATUS_ROWS: readonly CodeRow<AccountStatus>[] = [
  row('N', 'Normal', 'open'),
  row('D', 'Default', 'default'),
  row('S', 'Settled', 'settled'),
  row('Q', 'Query', 'query'),
];

/** A month, in our alphabet (HISTORY_CODES). By a reply AA and BB are arrears; another list calls AA an arrangement. */
export const MONTH_STATUS_ROWS: readonly CodeRow<string>[] = [
  row('OK', 'OK', '0'),
  row('AA', 'Moderate arrears', 'l'),
  row('BB', 'Bad arrears', 'l'),
  row('DF', 'Default', 'd'),
  row('DM', 'Default (DM)', 'd'),
  row('VD', 'Voluntary Default', 'd'),
  row('ST', 'Settled', 's'),
  row('DT', 'Dormant', 'o'),
  row('DR', 'Dormant', 'o'),
  row('IA', 'Inactive', 'o'),
  row('QY', 'Query', 'q'),
  row('UC', 'Unclassified', '.'),
];

export const PAYMENT_ROWS: readonly CodeRow<string>[] = [
  row('0', 'Up to date', '0'),
  ...['1', '2', '3', '4', '5'].map((count) => row(count, `${count} behind`, count)),
  row('6', '6+ behind', '6'),
  row('D', 'Default', 'd'),
  row('U', 'Unclassified', '.'),
];

/** Payments a year. `open`: as often as it was agreed, so that a period is in months. */
export type Frequency = number | 'open' | 'other';
export const FREQUENCY_ROWS: readonly CodeRow<Frequency>[] = [
  row('M', 'Monthly', 12),
  row('P', 'Periodically', 'open'),
  row('W', 'Weekly', 52),
  row('F', 'Fortnightly', 26),
  row('Q', 'Quarterly', 4),
  row('A', 'Annually', 1),
];

export const PURPOSE_ROWS: readonly CodeRow<SearchPurpose>[] = [
  row('QS', 'Quotation Search', 'quotation'),
  row('CA', 'Credit Application', 'credit-application'),
  row('TV', 'Tenant Vet', 'other'),
  row('AI', 'Identity', 'identity'),
  row('AV', 'Money Laundering', 'identity'),
];

/** What a group is as a whole. The groups 1, 3 and 8 hold several kinds; 6 and 10 are known by their order only. */
export const GROUP_ROWS: readonly CodeRow<AccountType>[] = [
  row('2', 'Mortgage Accounts', 'mortgage'),
  row('4', 'Telecommunications', 'communications'),
  row('5', 'Utilities', 'utility'),
  row('7', 'Bank', 'current-account'),
  row('9', 'Insurance', 'insurance'),
];
