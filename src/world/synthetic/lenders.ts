// Invented lenders of test mode. Made-up place names and hedgerow words, so that no test report reads as a statement about a real
// company: do not add the name of a real lender, or one close to it.
import type { CompanyType } from '../../domain/reports/credit-report.ts';

export type Lender = { companyName: string; companyType: CompanyType };

const BANKS: readonly Lender[] = [
  { companyName: 'Marlowick Bank plc', companyType: 'bank' },
  { companyName: 'Corncrake Bank plc', companyType: 'bank' },
  { companyName: 'Farthinghythe Bank', companyType: 'bank' },
  { companyName: 'Pinderfold Bank plc', companyType: 'bank' },
  { companyName: 'Osiermoot & Daughters Bank', companyType: 'bank' },
];

const BUILDING_SOCIETIES: readonly Lender[] = [
  { companyName: 'Wolderthwick Building Society', companyType: 'building-society' },
  { companyName: 'Nether Applewick Building Society', companyType: 'building-society' },
  { companyName: 'Larchminster Building Society', companyType: 'building-society' },
  { companyName: 'Ashwithen Building Society', companyType: 'building-society' },
  { companyName: 'Hollinspool Building Society', companyType: 'building-society' },
];

export const VEHICLE_LENDERS: readonly Lender[] = [
  { companyName: 'Brackenshaw Motor Finance', companyType: 'motor-finance' },
  { companyName: 'Tarnwick Vehicle Finance Ltd', companyType: 'motor-finance' },
  { companyName: 'Oxlip Car Finance', companyType: 'motor-finance' },
  { companyName: 'Hobblethwaite Motor Credit', companyType: 'motor-finance' },
  { companyName: 'Sallowmere Motor Finance', companyType: 'motor-finance' },
  { companyName: 'Fennimoor Drive Finance Ltd', companyType: 'motor-finance' },
  { companyName: 'Cobblegate Vehicle Finance', companyType: 'motor-finance' },
  { companyName: 'Thistlecombe Finance Ltd', companyType: 'finance-house' },
  { companyName: 'Pellwether Finance House', companyType: 'finance-house' },
  { companyName: 'Ambergill Asset Finance', companyType: 'finance-house' },
  { companyName: 'Gorsefold Finance Ltd', companyType: 'finance-house' },
];

export const CARD_LENDERS: readonly Lender[] = [
  { companyName: 'Puddlewick Card Services', companyType: 'credit-card-issuer' },
  { companyName: 'Merrowdyke Cards Ltd', companyType: 'credit-card-issuer' },
  { companyName: 'Lapwing & Vane Cards', companyType: 'credit-card-issuer' },
  { companyName: 'Quillfeather Card Company', companyType: 'credit-card-issuer' },
  { companyName: 'Saltmallow Cards', companyType: 'credit-card-issuer' },
  ...BANKS,
];

export const MORTGAGE_LENDERS: readonly Lender[] = [
  { companyName: 'Elderhythe Home Loans', companyType: 'mortgage-lender' },
  { companyName: 'Crannocklea Mortgages', companyType: 'mortgage-lender' },
  { companyName: 'Hearthmoss Mortgages Ltd', companyType: 'mortgage-lender' },
  { companyName: 'Stonelark Home Loans', companyType: 'mortgage-lender' },
  { companyName: 'Copperbeck Mortgages', companyType: 'mortgage-lender' },
  ...BUILDING_SOCIETIES,
  ...BANKS,
];

/** Who buys debts. It lends nothing and searches nobody. */
export const DEBT_PURCHASER: Lender = {
  companyName: 'Gleanwick Debt Purchase Ltd',
  companyType: 'debt-purchaser',
};

/** All lenders, without duplicates. */
export const LENDERS: readonly Lender[] = [
  ...new Set([...VEHICLE_LENDERS, ...CARD_LENDERS, ...MORTGAGE_LENDERS]),
];
