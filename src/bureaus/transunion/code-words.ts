// Descriptions of TransUnion's code tables in other words than the built-in lists have: what they mean by the words in them. The
// first pattern that fits decides, so the order matters.
import type { SearchPurpose } from '../../domain/reports/bureau-file.ts';
import type { AccountStatus, CompanyType } from '../../domain/reports/credit-report.ts';
import type { Frequency, TypeMeaning } from './built-in-codes.ts';

export type Words<T> = readonly (readonly [pattern: RegExp, meaning: T])[];

/** In arrears, without a number of months. */
const LATE = 'l';

export const ACCOUNT_TYPE_WORDS: Words<TypeMeaning> = [
  [/insurance|protection/, { type: 'insurance' }],
  [/personal contract|\bpcp\b/, { type: 'hire-purchase', product: 'pcp' }],
  [
    /balloon.*(\bhp\b|hire purchase)|(\bhp\b|hire purchase).*balloon/,
    { type: 'hire-purchase', product: 'balloon-hire-purchase' },
  ],
  [/hire purchase|\bhp\b/, { type: 'hire-purchase', product: 'hire-purchase' }],
  [/conditional sale/, { type: 'hire-purchase', product: 'conditional-sale' }],
  [/credit sale/, { type: 'sale', product: 'credit-sale' }],
  [/deferred payment/, { type: 'sale' }],
  [/second (mortgage|charge)/, { type: 'secured-loan' }],
  [/mortgage|buy to let|first time buyer/, { type: 'mortgage' }],
  [/\bsecured\b.*\b(car|motor|vehicle)\b/, { type: 'secured-loan', product: 'motor-loan' }],
  [/\b(car|motor|vehicle)\b.*\b(loan|finance)\b/, { type: 'unsecured-loan', product: 'motor-loan' }],
  [/balloon/, { type: 'unsecured-loan', product: 'motor-loan' }],
  [/student|education/, { type: 'student-loan' }],
  [/home credit|home collected|doorstep/, { type: 'home-credit' }],
  [/short term|pay ?day|advance against income/, { type: 'short-term-loan' }],
  [/\bsecured\b|life policy/, { type: 'secured-loan' }],
  [/brewery|petroleum/, { type: 'other' }],
  [/charge card|fuel card/, { type: 'charge-card' }],
  [/store card|option account/, { type: 'store-card' }],
  [/current account|bank account|overdraft|debit card|cheque|^bank( default)?$/, { type: 'current-account' }],
  [/credit card|company card|multi ?functional card/, { type: 'credit-card' }],
  [/mail order|shopping|catalogue|\bclub\b|weekly instal/, { type: 'mail-order' }],
  [/operating lease/, { type: 'lease', product: 'operating-lease' }],
  [/finance lease/, { type: 'lease', product: 'finance-lease' }],
  [/lease|leasing|contract hire/, { type: 'lease' }],
  [
    /telecom|communication|mobile|airtime|landline|broadband|satellite|\bcable\b|business line/,
    { type: 'communications' },
  ],
  [/utility|utilities|\bwater\b|electric|\bgas\b|energy|dual fuel|\boil\b/, { type: 'utility' }],
  [/\brent(al|als)?\b/, { type: 'rental' }],
  [/budget|revolving|standby credit|credit line|combined credit/, { type: 'budget-account' }],
  [/\bloans?\b|buy now|consolidated debt/, { type: 'unsecured-loan' }],
];

export const ACCOUNT_STATUS_WORDS: Words<AccountStatus> = [
  [/up to date|no arrears/, 'open'],
  [/default/, 'default'],
  [/written off|write off|bad debt/, 'written-off'],
  [/transfer|debt sold|assigned/, 'transferred'],
  [/arrangement|debt management/, 'arrangement'],
  [/delinquen|arrears|late/, 'delinquent'],
  [/settled|satisfied|paid in full/, 'settled'],
  [/closed/, 'closed'],
  [/dormant|inactive/, 'dormant'],
  [/query|dispute/, 'query'],
  [/\b(open|active|live|normal)\b/, 'open'],
];

/** One month, in our alphabet; `l` where the description has no number. */
export const MONTH_WORDS: Words<string> = [
  [/up to date|no arrears|in order|^ok$/, '0'],
  [/default|repossess/, 'd'],
  [/written off|write off|bad debt/, 'w'],
  [/transfer|debt sold|assigned/, 't'],
  [/arrangement|debt management/, 'a'],
  [/settled|satisfied|paid in full/, 's'],
  [/dormant|inactive/, 'o'],
  [/query|dispute/, 'q'],
  [/unclassified|unknown/, '.'],
  [/arrears|behind|late|delinquen|missed|gone away/, LATE],
];

export const COMPANY_TYPE_WORDS: Words<CompanyType> = [
  [/building society/, 'building-society'],
  [/student|council|government|public|authority/, 'public-body'],
  [/leas|(vehicle|car) (rental|hire)|contract hire/, 'leasing'],
  [/motor|vehicle|car finance/, 'motor-finance'],
  [/credit card|card issuer|card company/, 'credit-card-issuer'],
  [/mortgage/, 'mortgage-lender'],
  [/credit union/, 'credit-union'],
  [/home credit|home collected/, 'home-credit'],
  [/mail order|home shopping|catalogue/, 'mail-order'],
  [/debt|collection/, 'debt-purchaser'],
  [/telecom|communication|mobile|broadband/, 'communications'],
  [/utility|utilities|water|electric|\bgas\b|energy/, 'utility'],
  [/insur/, 'insurer'],
  [/retail|store/, 'retailer'],
  [/finance house|finance company|\bloans?\b/, 'finance-house'],
  [/\bbank/, 'bank'],
];

export const PURPOSE_WORDS: Words<SearchPurpose> = [
  [/quotation/, 'quotation'],
  [/identity|money laundering|verification/, 'identity'],
  [/consumer enquiry|subject access|own (file|report)/, 'consumer-enquiry'],
  [/debt|collection|recovery|tracing/, 'debt-recovery'],
  [/application/, 'credit-application'],
];

export const FREQUENCY_WORDS: Words<Frequency> = [
  [/^(calendar )?monthly$|^every month$/, 12],
  [/periodic/, 'open'],
  [/fortnight|^(bi|every (two|2) )week/, 26],
  [/^(four|4) ?week|^every (four|4) weeks$|^lunar/, 13],
  [/^(weekly|every week)$/, 52],
  [/^quarterly$|^every (three|3) months$/, 4],
  [/^half year|^every (six|6) months$/, 2],
  [/^(annual|year)ly$|^annual$|^every year$/, 1],
  [/./, 'other'],
];

export function byWords<T>(words: Words<T>, description: string): T | undefined {
  const plain = plainWords(description);
  return words.find(([pattern]) => pattern.test(plain))?.[1];
}

export function plainWords(description: string): string {
  return description
    .toLowerCase()
    .replace(/[-/_\s]+/g, ' ')
    .trim();
}
