// Which records are motor finance. A code for a PCP or a car loan says so itself. Hire purchase and leases are of anything: so the
// company's type, its name or the amount must speak for a vehicle. What stays in doubt is not counted and not hidden: it is listed
// apart, with the reason.
import type { Lenders } from '../lenders/registry.ts';
import type { AccountProduct, AccountRecord, AccountType, CompanyType } from '../reports/credit-report.ts';
import { tradeOf } from './motor-lender-names.ts';
import { said } from './said.ts';

export type MotorVerdict =
  /** `stated`: by the product's code, or the company's type or name. `likely`: by the amount alone. */
  | { kind: 'motor'; certainty: 'stated' | 'likely'; why: string[] }
  | { kind: 'doubtful'; why: string[] }
  | { kind: 'other' };

/** Below this an agreement of a lender that finances anything may be for a suite, a kitchen's appliances or a piano. */
export const VEHICLE_PENCE_MIN = 500_000;
const VEHICLE_MIN = `£${VEHICLE_PENCE_MIN / 100_000},000`;

export function judgeMotor(record: AccountRecord, lenders: Lenders): MotorVerdict {
  const types = said(record, 'accountType').map(({ value }) => value);
  const companies = said(record, 'companyType').map(({ value }) => value);
  const isMotorCompany = companies.includes('motor-finance');
  const own = said(record, 'product').find(({ value }) => MOTOR_CODES[value] !== undefined);
  if (own !== undefined) return motor('stated', MOTOR_CODES[own.value] as string);
  if (!types.some((type) => SALES.includes(type))) {
    if (!types.some((type) => LOANS.includes(type))) return { kind: 'other' };
    if (isMotorCompany)
      return motor('stated', 'A loan of a motor-finance company. No bureau files it as hire purchase.');
    if (tradesOf(record, lenders).includes('motor'))
      return doubtful(
        'A loan of a lender known for motor finance, by its name, that no bureau files as hire purchase.',
      );
    return types.includes('unsecured-loan') && said(record, 'balloon').length > 0
      ? doubtful('A loan with a final payment, as a PCP has one, that no bureau files as hire purchase.')
      : { kind: 'other' };
  }
  if (isMotorCompany) return motor('stated', 'A bureau files the company as motor finance.');
  return judgeSale(record, types, companies, lenders);
}

/** Products that are for vehicles only. */
const MOTOR_CODES: Partial<Record<AccountProduct, string>> = {
  pcp: 'A PCP is for vehicles, and a bureau’s code says PCP.',
  'motor-loan': 'A bureau’s code says that the loan is for a vehicle.',
};

const SALES: readonly AccountType[] = ['hire-purchase', 'lease'];
const LOANS: readonly AccountType[] = ['unsecured-loan', 'secured-loan', 'other'];

/** Companies that finance their own goods or services, or nothing with wheels. */
const OTHER_TRADES: readonly CompanyType[] = [
  'retailer',
  'mail-order',
  'communications',
  'utility',
  'insurer',
  'home-credit',
  'public-body',
  'mortgage-lender',
  'credit-card-issuer',
];

/** Kinds that do not say what the lender's trade was. */
const UNTELLING: readonly CompanyType[] = ['debt-purchaser', 'other'];

function judgeSale(
  record: AccountRecord,
  types: readonly AccountType[],
  companies: readonly CompanyType[],
  lenders: Lenders,
): MotorVerdict {
  const what = types.includes('hire-purchase') ? 'Hire purchase' : 'A lease';
  const trades = tradesOf(record, lenders);
  if (trades.includes('other-goods'))
    return doubtful(`${what}, and the lender's name speaks of other goods.`);
  if (trades.includes('motor')) return motor('stated', 'The lender is known for motor finance, by its name.');
  // Bureaus code the kind of company differently: one that says bank leaves it open, whatever the next one says.
  const telling = companies.filter((company) => !UNTELLING.includes(company));
  const [other] = telling;
  if (other !== undefined && telling.every((company) => OTHER_TRADES.includes(company)))
    return doubtful(`${what} of a company that bureaus file as ${other}, which may be for other goods.`);
  if (companies.includes('leasing') && !types.includes('hire-purchase'))
    return motor('likely', 'A lease of a leasing company.');
  const pence = financedPence(record);
  if (pence === null) return doubtful(`${what}, and neither its amount nor the lender says what it is for.`);
  if (pence < VEHICLE_PENCE_MIN)
    return doubtful(`${what} of less than ${VEHICLE_MIN}, and the lender does not say what it is for.`);
  return motor(
    'likely',
    `${what} of ${VEHICLE_MIN} or more. The lender's type and name do not say what it is for.`,
  );
}

function tradesOf(record: AccountRecord, lenders: Lenders) {
  return said(record, 'companyName').map(({ value }) => tradeOf(value, lenders));
}

function motor(certainty: 'stated' | 'likely', why: string): MotorVerdict {
  return { kind: 'motor', certainty, why: [why] };
}

function doubtful(why: string): MotorVerdict {
  return { kind: 'doubtful', why: [why] };
}

/** The most that any figure shows to have been financed: the amount at the start, all payments with the last lump, or what is left. */
function financedPence(record: AccountRecord): number | null {
  const lump = Math.max(0, ...said(record, 'balloon').map(({ value }) => value.amount));
  const payments = said(record, 'payment').flatMap(({ value: payment }) =>
    said(record, 'numberOfPayments').map(({ value: count }) => payment.amount * count + lump),
  );
  const amounts = [...said(record, 'startBalance'), ...said(record, 'balance')].map(
    ({ value }) => value.amount,
  );
  const most = Math.max(lump, ...payments, ...amounts);
  return most === 0 ? null : most;
}
