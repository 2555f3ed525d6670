// Labels for a searcher where a bureau gives only the kind of company. They are words that merging knows as labels and not as
// names, so that two banks without a name are never merged.
import type { CompanyType } from '../../domain/reports/credit-report.ts';

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
