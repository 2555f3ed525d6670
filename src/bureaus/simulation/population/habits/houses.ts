// Invented lenders that are made like UK ones: a company with a registered name that few customers know, the brands on its cards,
// the name it had before, sister companies that share its first word. Merging has its own registry of lenders, which knows some of
// these and not all: a population that spelt from the merger's own table could not show what that table lacks.
import type { AccountType, CompanyType } from '../../../../domain/reports/credit-report.ts';
import type { Lender } from '../lenders.ts';

export type House = Lender & { brands: readonly string[]; formerly?: string };

const BANK = ['credit-card', 'unsecured-loan', 'current-account', 'mortgage'] as const;
const CATALOGUE = ['mail-order', 'store-card', 'budget-account'] as const;
const MOTOR = ['hire-purchase', 'lease'] as const;

export const house = (
  type: CompanyType,
  offers: readonly AccountType[],
  name: string,
  brands: readonly string[] = [],
  formerly?: string,
): House => ({ name, type, offers, brands, ...(formerly === undefined ? {} : { formerly }) });

export const HOUSES: readonly House[] = [
  house('bank', BANK, 'Brackenmoor Bank plc', ['Kittiwake Card', 'Hartleap Money'], 'Moor & Vale Bank plc'),
  house('bank', BANK, 'Oxlip and Larder Bank (UK) plc', ['Tollgate'], 'Larder Savings Bank'),
  house('bank', BANK, 'Bank of Tarnland plc', ['Fothergate', 'Midmarsh Direct']),
  house('bank', ['unsecured-loan', 'credit-card', 'current-account'], 'Wherrygate Bank plc'),
  house('motor-finance', MOTOR, 'Wherrygate Motor Finance Ltd'),
  house('mortgage-lender', ['mortgage', 'secured-loan'], 'Wherrygate Home Loans plc'),
  house('insurer', ['insurance'], 'Wherrygate Insurance Services Ltd'),
  house('bank', ['budget-account', 'short-term-loan'], 'Saltersgate Bank AB (publ)', ['Pebblepay']),
  house(
    'building-society',
    ['mortgage', 'current-account'],
    'Fenwater Building Society',
    [],
    'Fen & Marsh Building Society',
  ),
  house('building-society', ['mortgage', 'secured-loan'], 'Great Oxlip Building Society', [
    'Ridgeway Intermediaries',
  ]),
  house('finance-house', ['hire-purchase', 'unsecured-loan'], 'Harl Brothers Limited', [
    'Harl Motor Finance',
    'Bluethorn',
  ]),
  house('motor-finance', MOTOR, 'FBE Bank plc', ['Fallow Credit', 'Fallow Options']),
  house('motor-finance', MOTOR, 'Palfrey Financial Services (GB) Limited', [
    'Corsair Finance',
    'Palfrey Finance',
  ]),
  house(
    'motor-finance',
    MOTOR,
    'Stellenholm Financial Services UK Limited',
    ['Vixen Finance'],
    'Vixen Leasing Company Ltd',
  ),
  house('motor-finance', ['hire-purchase'], 'Coldharbour No. 1 Limited', ['Coldharbour']),
  house('motor-finance', ['hire-purchase'], 'Bluefinch Motor Finance Ltd'),
  house('motor-finance', MOTOR, 'International Motor Acceptance Corporation Ltd', ['Drivesure']),
  house('credit-card-issuer', ['credit-card', 'store-card'], 'Newquill Ltd', [
    'Azurine',
    'Opaline',
    'Fluvial',
    'Mottram & Vane Card',
  ]),
  house('credit-card-issuer', ['credit-card'], 'Capstan One (Europe) plc', ['Capstan One', 'Luminary']),
  house('finance-house', ['store-card', 'unsecured-loan'], 'Kestrelhouse Consumer Finance Ltd', [
    'Sallow & Sons Account',
  ]),
  house('mail-order', CATALOGUE, 'J D Withering & Company Ltd', ['Plumage', 'Simply Tansy', 'Gorse & Thorn']),
  house('mail-order', CATALOGUE, 'Strand Direct Finance Company Limited', ['Evermore', 'Lindenwoods']),
  house('communications', ['communications'], 'Telegrafica UK Limited', ['Ozone']),
  house('communications', ['communications'], 'Hatchment 3G UK Limited', ['Trio Mobile']),
  house('communications', ['communications'], 'Skylight UK Ltd', [], 'Albion Skylight Broadcasting'),
  house('utility', ['utility'], 'Centaurica plc', ['Albion Gas']),
  house('utility', ['utility'], 'Riverside and Southern Energy Ltd', ['RSE']),
  house('finance-house', ['short-term-loan'], 'CashOrion UK LLC', ['SwiftPenny']),
  house('finance-house', ['short-term-loan', 'unsecured-loan'], 'Gainsworth Credit LLC', [
    'Lendstream',
    'Draughty',
  ]),
  house('home-credit', ['home-credit'], 'Providence Personal Credit Ltd', ['Satsuma Acorn']),
  house('public-body', ['student-loan'], 'Student Advances Company Ltd'),
];

export const HOUSE_BUYERS: readonly House[] = [
  house('debt-purchaser', ['other'], 'Lorimer Portfolio I Ltd', ['Lorimer Financial']),
  house('debt-purchaser', ['other'], 'Caddow Financial (Europe) Limited', [], 'Kingsmoor Acquisitions'),
  house('debt-purchaser', ['other'], 'PRQ Group (UK) Limited'),
];
