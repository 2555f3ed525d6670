// Invented lenders, with the types of account that each offers. Made-up words only: do not add the name of a real lender, or one
// close to it.
import type { AccountType, CompanyType } from '../../../domain/reports/credit-report.ts';

export type Lender = {
  name: string;
  type: CompanyType;
  offers: readonly AccountType[];
  /** Another name that some bureaus file it under; the two have no word in common. */
  brand?: string;
};

const BANK = ['credit-card', 'unsecured-loan', 'current-account', 'mortgage'] as const;
const SOCIETY = ['mortgage', 'current-account', 'secured-loan'] as const;

const lender = (type: CompanyType, offers: readonly AccountType[], name: string, brand?: string): Lender => ({
  name,
  type,
  offers,
  ...(brand === undefined ? {} : { brand }),
});

export const LENDERS: readonly Lender[] = [
  lender('bank', BANK, 'Bellwether Bank plc'),
  lender('bank', BANK, 'Harrowgill Bank plc', 'Penny Linnet'),
  lender('bank', BANK, 'Quarrelstone & Co Bank'),
  lender('bank', BANK, 'Tidewrack Bank plc'),
  lender('bank', BANK, 'Windlestraw Bank', 'Dovetail Direct'),
  lender('bank', ['current-account', 'unsecured-loan'], 'Magpie & Crown Bank plc'),
  lender('building-society', SOCIETY, 'Upper Sedgeley Building Society'),
  lender('building-society', SOCIETY, 'Lower Sedgeley Building Society'),
  lender('building-society', SOCIETY, 'Mossdrift Building Society'),
  lender('building-society', SOCIETY, 'Fernlea Mutual Building Society'),
  lender('motor-finance', ['hire-purchase', 'lease'], 'Hedgerow Motor Finance Ltd'),
  lender('motor-finance', ['hire-purchase', 'lease'], 'Cartwheel Vehicle Finance Limited'),
  lender('motor-finance', ['hire-purchase'], 'Larkspur Car Finance'),
  lender('motor-finance', ['hire-purchase'], 'Gantry Motor Credit (UK) Ltd'),
  lender('motor-finance', ['hire-purchase', 'lease'], 'Milestone Drive Finance', 'Wayfarer Wheels'),
  lender('finance-house', ['hire-purchase', 'unsecured-loan'], 'Tallowgate Finance Ltd'),
  lender('finance-house', ['hire-purchase', 'unsecured-loan'], 'Coppice Asset Finance plc'),
  lender('finance-house', ['unsecured-loan', 'secured-loan'], 'Bridlepath Personal Finance'),
  lender('credit-card-issuer', ['credit-card'], 'Puffin Card Services'),
  lender('credit-card-issuer', ['credit-card'], 'Marram Cards Ltd'),
  lender('credit-card-issuer', ['credit-card', 'charge-card'], 'Sandpiper & Vole Card Company'),
  lender('credit-card-issuer', ['credit-card'], 'Thrift Financial Services plc', 'Seapink'),
  lender('mortgage-lender', ['mortgage', 'secured-loan'], 'Hearthstead Home Loans'),
  lender('mortgage-lender', ['mortgage', 'secured-loan'], 'Copperline Mortgages Ltd'),
  lender('mortgage-lender', ['mortgage'], 'Ridgetile Mortgages'),
  lender('retailer', ['store-card', 'budget-account'], 'Haberdash & Daughters'),
  lender('retailer', ['store-card', 'budget-account'], 'Pinwheel Home Stores plc'),
  lender('mail-order', ['mail-order'], 'Parcelwick Catalogue Ltd'),
  lender('mail-order', ['mail-order'], 'Thimble & Bobbin Home Shopping'),
  lender('communications', ['communications'], 'Beaconet Mobile'),
  lender('communications', ['communications'], 'Semaphore Telecom Ltd'),
  lender('communications', ['communications'], 'Carrier Pigeon Broadband plc'),
  lender('utility', ['utility'], 'Millpond Water'),
  lender('utility', ['utility'], 'Glowworm Energy Supply Ltd'),
  lender('utility', ['utility'], 'Emberlight Gas & Electric'),
  lender('insurer', ['insurance'], 'Umbrella Yard Insurance Services Ltd'),
  lender('insurer', ['insurance'], 'Hobnail Mutual Insurance'),
  lender('home-credit', ['home-credit'], 'Doorstep Acorn Credit'),
  lender('finance-house', ['short-term-loan'], 'Quickthorn Loans Ltd'),
  lender('finance-house', ['short-term-loan'], 'Paylark'),
  lender('credit-union', ['unsecured-loan'], 'Wolderdale Credit Union'),
  lender('public-body', ['student-loan'], 'Scholars Advance Agency'),
  lender('public-body', ['rental'], 'Larchminster Homes Association'),
];

export const DEBT_BUYERS: readonly Lender[] = [
  lender('debt-purchaser', ['other'], 'Cormorant Recoveries Ltd'),
  lender('debt-purchaser', ['other'], 'Lindenhall Portfolio Purchase 3 Limited'),
  lender('debt-purchaser', ['other'], 'Gleaner Debt Holdings (UK) plc'),
];

const BY_TYPE = new Map<AccountType, readonly Lender[]>();

export function lendersOf(type: AccountType): readonly Lender[] {
  const known = BY_TYPE.get(type);
  if (known !== undefined) return known;
  const offering = LENDERS.filter((candidate) => candidate.offers.includes(type));
  BY_TYPE.set(type, offering);
  return offering;
}
