// Which product a motor agreement is, as far as a credit file shows, with the reasons. Bureaus have one code for hire purchase,
// conditional sale and PCP; a PCP shows only by what its payments leave over.
import { type AccountRecord, type AccountType, BUREAU_NAMES, type BureauId } from '../credit-report.ts';
import { said } from './said.ts';

export const MOTOR_PRODUCTS = [
  'hire-purchase',
  'pcp-likely',
  'conditional-sale',
  'lease',
  'unknown',
] as const;
export type MotorProduct = (typeof MOTOR_PRODUCTS)[number];

export function productOf(record: AccountRecord): { product: MotorProduct; why: string[] } {
  const filed = said(record, 'accountType');
  const types = filed.map(({ value }) => value);
  const isSale = types.includes('hire-purchase');
  const differ = filed.length > 1 ? [describeTypes(filed)] : [];
  if (isSale && types.includes('lease')) return { product: 'unknown', why: differ };
  if (types.includes('lease')) return { product: 'lease', why: ['Filed as a lease.', ...differ] };
  if (!isSale)
    return { product: 'unknown', why: ['No bureau files it as hire purchase or lease.', ...differ] };
  if (said(record, 'companyType').some(({ value }) => value === 'leasing'))
    return {
      product: 'unknown',
      why: ['Filed as hire purchase by a leasing company: it may be a lease.', ...differ],
    };
  const lump = lumpSumOf(record);
  return { product: lump.isSure ? 'pcp-likely' : 'hire-purchase', why: [...lump.why, ...differ] };
}

function describeTypes(filed: readonly { value: AccountType; bureaus?: BureauId[] }[]): string {
  const parts = filed.flatMap(({ value, bureaus }) =>
    bureaus === undefined ? [] : [`${bureaus.map((id) => BUREAU_NAMES[id]).join(' and ')}: ${value}`],
  );
  return `Bureaus file it differently (${parts.join('; ')}).`;
}

/** The least share that the payments of a PCP leave over. Deposits and fees in a start balance leave less. */
const LUMP_SHARE_MIN = 0.1;
/** Bureaus round payments to pounds. */
const ROUNDING_PENCE = 100;

/**
 * Whether all payments together are less than what was financed, so that a lump sum must be due at the end: by every figure that any
 * bureau gives (`isSure`), or only by some.
 */
function lumpSumOf(record: AccountRecord): { isSure: boolean; why: string[] } {
  const starts = said(record, 'startBalance').filter(({ value }) => value.amount > 0);
  const payments = said(record, 'payment').filter(({ value }) => value.amount > 0);
  const counts = said(record, 'numberOfPayments').filter(({ value }) => value > 0);
  const shares = starts.flatMap(({ value: start }) =>
    payments.flatMap(({ value: payment }) =>
      counts.map(({ value: count }) => 1 - ((payment.amount + ROUNDING_PENCE) * count) / start.amount),
    ),
  );
  const filed = 'Filed as hire purchase: bureaus have no other code for a conditional sale or a PCP.';
  if (shares.length === 0)
    return { isSure: false, why: [filed, 'Amount, payment or number of payments is missing to tell a PCP.'] };
  const lumps = shares.filter((share) => share >= LUMP_SHARE_MIN);
  if (lumps.length === 0)
    return {
      isSure: false,
      why: [filed, 'Its payments add up to the amount, as those of a PCP do not.'],
    };
  if (lumps.length < shares.length)
    return { isSure: false, why: [filed, 'By the figures of some bureaus a lump sum is left at the end.'] };
  const percent = Math.floor(Math.min(...lumps) * 100);
  return {
    isSure: true,
    why: [`Its payments leave at least ${percent} % of the amount for the end, as those of a PCP do.`],
  };
}
