// The product codes under which bureaus file a kind of credit, by weight, and what an adapter reads from each of them. A lender files all
// its agreements of a kind under one code at a bureau; other lenders choose otherwise.
import type { AccountProduct, AccountType, BureauId } from '../../src/domain/reports/credit-report.ts';
import type { Kind } from './lenders.ts';

export type Code = { code: string; type: AccountType; product?: AccountProduct };
type Row = readonly [Code, number];

const as = (code: string, type: AccountType, product?: AccountProduct): Code => ({
  code,
  type,
  ...(product !== undefined && { product }),
});
const only = (...one: Parameters<typeof as>): Row[] => [[as(...one), 1]];

const EXPERIAN: Record<Kind, readonly Row[]> = {
  mortgage: [
    [as('03', 'mortgage'), 0.6],
    [as('30', 'mortgage'), 0.25],
    [as('25', 'mortgage'), 0.1],
    [as('16', 'secured-loan'), 0.02],
  ],
  secured: [
    [as('16', 'secured-loan'), 0.9],
    [as('03', 'mortgage'), 0.1],
  ],
  card: [
    [as('05', 'credit-card'), 0.95],
    [as('38', 'credit-card'), 0.03],
    [as('04', 'budget-account'), 0.02],
  ],
  store: [
    [as('37', 'store-card'), 0.4],
    [as('05', 'credit-card'), 0.5],
    [as('04', 'budget-account'), 0.1],
  ],
  loan: [
    [as('02', 'unsecured-loan'), 0.97],
    [as('26', 'unsecured-loan'), 0.03],
  ],
  car: [
    [as('01', 'hire-purchase', 'hire-purchase'), 0.75],
    [as('29', 'hire-purchase', 'balloon-hire-purchase'), 0.17],
    [as('02', 'unsecured-loan'), 0.05],
    [as('17', 'hire-purchase', 'credit-sale'), 0.03],
  ],
  lease: [
    [as('22', 'lease', 'finance-lease'), 0.4],
    [as('23', 'lease', 'operating-lease'), 0.45],
    [as('07', 'rental'), 0.15],
  ],
  current: [
    [as('15', 'current-account'), 0.9],
    [as('00', 'current-account'), 0.1],
  ],
  phone: [
    [as('18', 'communications'), 0.6],
    [as('53', 'communications'), 0.3],
    [as('20', 'other'), 0.05],
    [as('58', 'communications'), 0.05],
  ],
  utility: [
    [as('21', 'utility'), 0.6],
    [as('43', 'utility'), 0.2],
    [as('39', 'utility'), 0.1],
    [as('41', 'utility'), 0.1],
  ],
  catalogue: [
    [as('08', 'mail-order'), 0.75],
    [as('04', 'budget-account'), 0.1],
    [as('05', 'credit-card'), 0.15],
  ],
  short: [
    [as('28', 'short-term-loan'), 0.6],
    [as('02', 'unsecured-loan'), 0.4],
  ],
  'home-credit': [
    [as('61', 'home-credit'), 0.7],
    [as('02', 'unsecured-loan'), 0.3],
  ],
  instalments: [
    [as('17', 'unsecured-loan', 'credit-sale'), 0.45],
    [as('02', 'unsecured-loan'), 0.35],
    [as('19', 'unsecured-loan'), 0.15],
    [as('04', 'budget-account'), 0.05],
  ],
  insurance: [
    [as('45', 'insurance'), 0.3],
    [as('46', 'insurance'), 0.4],
    [as('02', 'unsecured-loan'), 0.3],
  ],
};

const EQUIFAX: Record<Kind, readonly Row[]> = {
  mortgage: [
    [as('securedLoan', 'mortgage'), 0.9],
    [as('securedLoan', 'secured-loan'), 0.06],
    [as('buyToLetMortgage', 'mortgage'), 0.04],
  ],
  secured: only('securedLoan', 'secured-loan'),
  card: [
    [as('creditCard', 'credit-card'), 0.98],
    [as('budgetAccount', 'budget-account'), 0.02],
  ],
  store: [
    [as('optionAccount', 'store-card'), 0.3],
    [as('creditCard', 'credit-card'), 0.5],
    [as('budgetAccount', 'budget-account'), 0.2],
  ],
  loan: [
    [as('unsecuredLoan', 'unsecured-loan'), 0.96],
    [as('consolidatedDebt', 'unsecured-loan'), 0.02],
    [as('fixedTermAgreement', 'other'), 0.02],
  ],
  car: [
    [as('hirePurchase', 'hire-purchase'), 0.9],
    [as('unsecuredLoan', 'unsecured-loan'), 0.05],
    [as('fixedTermAgreement', 'other'), 0.05],
  ],
  lease: [
    [as('rentalAgreement', 'lease'), 0.8],
    [as('hirePurchase', 'hire-purchase'), 0.2],
  ],
  current: [
    [as('currentAccount', 'current-account'), 0.95],
    [as('basicBankAccount', 'current-account'), 0.05],
  ],
  phone: [
    [as('commsSupplyAccount', 'communications'), 0.97],
    [as('uncategorisedAgreement', 'other'), 0.03],
  ],
  utility: [
    [as('publicUtilityAccount', 'utility'), 0.95],
    [as('uncategorisedAgreement', 'other'), 0.05],
  ],
  catalogue: [
    [as('mailOrderAccount', 'mail-order'), 0.75],
    [as('optionAccount', 'store-card'), 0.1],
    [as('creditCard', 'credit-card'), 0.15],
  ],
  short: [
    [as('payDayOrShortTermLoan', 'short-term-loan'), 0.5],
    [as('unsecuredLoan', 'unsecured-loan'), 0.5],
  ],
  'home-credit': [
    [as('homeLendingAgreement', 'home-credit'), 0.8],
    [as('unsecuredLoan', 'unsecured-loan'), 0.2],
  ],
  instalments: [
    [as('fixedTermAgreement', 'other'), 0.3],
    [as('unsecuredLoan', 'unsecured-loan'), 0.6],
    [as('hirePurchase', 'hire-purchase'), 0.1],
  ],
  insurance: [
    [as('insuranceAgreement', 'insurance'), 0.7],
    [as('fixedTermAgreement', 'other'), 0.15],
    [as('unsecuredLoan', 'unsecured-loan'), 0.15],
  ],
};

const TRANSUNION: Record<Kind, readonly Row[]> = {
  mortgage: [
    [as('MG', 'mortgage'), 0.5],
    [as('RM', 'mortgage'), 0.4],
    [as('FM', 'mortgage'), 0.1],
  ],
  secured: [
    [as('SE', 'secured-loan'), 0.6],
    [as('SM', 'secured-loan'), 0.4],
  ],
  card: only('CC', 'credit-card'),
  store: [
    [as('ST', 'store-card'), 0.35],
    [as('RS', 'store-card'), 0.15],
    [as('CC', 'credit-card'), 0.45],
    [as('RC', 'budget-account'), 0.05],
  ],
  loan: [
    [as('UL', 'unsecured-loan'), 0.75],
    [as('LN', 'unsecured-loan'), 0.2],
    [as('TL', 'unsecured-loan'), 0.05],
  ],
  car: [
    [as('HP', 'hire-purchase', 'hire-purchase'), 0.6],
    [as('CP', 'hire-purchase', 'pcp'), 0.14],
    [as('BH', 'hire-purchase', 'balloon-hire-purchase'), 0.06],
    [as('CY', 'hire-purchase', 'conditional-sale'), 0.15],
    [as('ML', 'unsecured-loan', 'motor-loan'), 0.05],
  ],
  lease: [
    [as('LS', 'lease'), 0.6],
    [as('FL', 'lease', 'finance-lease'), 0.25],
    [as('RT', 'rental'), 0.15],
  ],
  current: [
    [as('CA', 'current-account'), 0.85],
    [as('OD', 'current-account'), 0.15],
  ],
  phone: [
    [as('TM', 'communications'), 0.5],
    [as('AM', 'communications'), 0.3],
    [as('BO', 'communications'), 0.1],
    [as('MU', 'communications'), 0.1],
  ],
  utility: [
    [as('UT', 'utility'), 0.6],
    [as('DU', 'utility'), 0.2],
    [as('QW', 'utility'), 0.1],
    [as('EE', 'utility'), 0.1],
  ],
  catalogue: [
    [as('HS', 'mail-order'), 0.4],
    [as('MO', 'mail-order'), 0.4],
    [as('OA', 'store-card'), 0.1],
    [as('CC', 'credit-card'), 0.1],
  ],
  short: [
    [as('IL', 'short-term-loan'), 0.45],
    [as('UL', 'unsecured-loan'), 0.55],
  ],
  'home-credit': [
    [as('HC', 'home-credit'), 0.85],
    [as('UL', 'unsecured-loan'), 0.15],
  ],
  instalments: [
    [as('CX', 'unsecured-loan', 'credit-sale'), 0.35],
    [as('BN', 'unsecured-loan'), 0.3],
    [as('UL', 'unsecured-loan'), 0.35],
  ],
  insurance: [
    [as('IN', 'insurance'), 0.8],
    [as('UL', 'unsecured-loan'), 0.2],
  ],
};

export const CODES_OF: Record<BureauId, Record<Kind, readonly Row[]>> = {
  equifax: EQUIFAX,
  experian: EXPERIAN,
  transunion: TRANSUNION,
};
