// What stands for a searcher's name where a bureau gives only the kind of company. The words are those that merging knows to name
// nobody, so that two banks without a name are never taken for one.
import type { CompanyType } from '../../domain/credit-report.ts';

export const COMPANY_LABELS: Record<CompanyType, string> = {
  bank: 'Bank',
  'building-society': 'Building society',
  'finance-house': 'Finance house',
  'motor-finance': 'Motor finance company',
  'credit-card-issuer': 'Credit card issuer',
  'mortgage-lender': 'Mortgage lender',
  retailer: 'Retailer',
  'mail-order': 'Mail order company',
  communications: 'Communications company',
  utility: 'Utility',
  insurer: 'Insurer',
  'debt-purchaser': 'Debt purchaser',
  'credit-union': 'Credit union',
  leasing: 'Leasing company',
  'home-credit': 'Home credit company',
  'public-body': 'Public body',
  other: 'Unknown company',
};
