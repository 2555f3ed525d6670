// Which product a motor agreement is, with the reasons: by the bureaus' codes where they tell, else by what its payments leave over.
// TransUnion has a code for each product. Experian has one for hire purchase and conditional sale, and files a PCP as hire purchase with
// a final payment. Equifax has hire purchase only.
import { type AccountRecord, BUREAU_NAMES, type BureauId, type Money } from '../reports/credit-report.ts';
import { type Said, said } from './said.ts';

export const MOTOR_PRODUCTS = [
  'hire-purchase',
  /** By arithmetic, where the code says plain hire purchase. */
  'pcp-likely',
  'conditional-sale',
  'lease',
  'unknown',
  'pcp',
  'balloon-hire-purchase',
  'credit-sale',
  'finance-lease',
  'operating-lease',
  'motor-loan',
] as const;
export type MotorProduct = (typeof MOTOR_PRODUCTS)[number];

/** `stated`: by a bureau's code. `likely`: by arithmetic. Neither where the product is unknown. */
export type ProductCertainty = 'stated' | 'likely';
type Judged = { product: MotorProduct; certainty?: ProductCertainty; why: string[] };

const LEASES: readonly string[] = ['lease', 'finance-lease', 'operating-lease'] satisfies MotorProduct[];

/** The word of a list that a product falls under; `lease` stands for the two kinds of it too. */
export function listedAs(product: MotorProduct, list: readonly MotorProduct[]): MotorProduct | undefined {
  if (list.includes(product)) return product;
  return LEASES.includes(product) && list.includes('lease') ? 'lease' : undefined;
}

export function productOf(record: AccountRecord): Judged {
  const types = said(record, 'accountType');
  const products = said(record, 'product');
  const differ = [...describe('file it', types), ...describe('code its product', products)];
  const words = [...types, ...products].map(({ value }) => value as string);
  const isLease = words.some((word) => LEASES.includes(word));
  const isSale = words.includes('hire-purchase') || products.some(({ value }) => !LEASES.includes(value));
  if (isSale && isLease) return { product: 'unknown', why: differ };
  const exact = record.product === 'hire-purchase' ? undefined : record.product;
  if (exact !== undefined)
    return { product: exact, certainty: 'stated', why: [STATED[exact], ...lumpWhy(record), ...differ] };
  if (isLease) return { product: 'lease', certainty: 'stated', why: ['Filed as a lease.', ...differ] };
  if (!isSale)
    return { product: 'unknown', why: ['No bureau files it as hire purchase or lease.', ...differ] };
  if (said(record, 'companyType').some(({ value }) => value === 'leasing'))
    return {
      product: 'unknown',
      why: ['Filed as hire purchase by a leasing company: it may be a lease.', ...differ],
    };
  const lump = lumpSumOf(record);
  const why = [filedAsSale(record, types), ...lump.why, ...differ];
  return lump.isSure
    ? { product: 'pcp-likely', certainty: 'likely', why }
    : { product: 'hire-purchase', certainty: 'stated', why };
}

const STATED: Record<Exclude<NonNullable<AccountRecord['product']>, 'hire-purchase'>, string> = {
  pcp: 'Filed as a PCP (personal contract purchase).',
  'balloon-hire-purchase':
    'Filed as hire purchase with a final payment. Experian has no other code for a PCP.',
  'conditional-sale': 'Filed as a conditional sale.',
  'credit-sale': 'Filed as a credit sale.',
  'finance-lease': 'Filed as a finance lease.',
  'operating-lease': 'Filed as an operating lease.',
  'motor-loan': 'Filed as a car loan.',
};

/** What a bureau's hire purchase may be; null where it has codes of its own for that. */
const MAY_BE: Record<BureauId, string | null> = {
  equifax: 'a conditional sale or a PCP',
  experian: 'a conditional sale',
  transunion: null,
};

function filedAsSale(record: AccountRecord, types: readonly Said<string>[]): string {
  // A report from before products were read.
  if (record.product === undefined)
    return 'Filed as hire purchase, which may also stand for a conditional sale or a PCP.';
  const ids =
    types.find(({ value }) => value === 'hire-purchase')?.bureaus ?? record.bureaus.map(({ id }) => id);
  const telling = ids.filter((id) => MAY_BE[id] === null).map((id) => BUREAU_NAMES[id]);
  if (telling.length > 0)
    return `Filed as hire purchase by ${telling.join(' and ')}, with other codes for a PCP and a conditional sale.`;
  const doubts = ids.map((id) => `at ${BUREAU_NAMES[id]} may be ${MAY_BE[id]}`);
  return `Filed as hire purchase, which ${doubts.join(' and ')}.`;
}

/** A sentence where bureaus differ. */
function describe(verb: string, filed: readonly Said<string>[]): string[] {
  if (filed.length < 2) return [];
  const parts = filed.flatMap(({ value, bureaus }) =>
    bureaus === undefined ? [] : [`${bureaus.map((id) => BUREAU_NAMES[id]).join(' and ')}: ${value}`],
  );
  return [`Bureaus ${verb} differently (${parts.join('; ')}).`];
}

/** The least share that the payments of a PCP leave over. Deposits and fees in a start balance leave less, an option fee too. */
const LUMP_SHARE_MIN = 0.1;
/** Bureaus round payments to pounds. */
const ROUNDING_PENCE = 100;

/**
 * Whether a lump sum is due at the end: the final payment that a bureau gives, or what all payments together leave of the amount. By
 * every figure that any bureau gives (`isSure`), or only by some.
 */
function lumpSumOf(record: AccountRecord): { isSure: boolean; why: string[] } {
  const starts = positive(said(record, 'startBalance'));
  const paid = allPayments(record);
  const balloons = positive(said(record, 'balloon'));
  const isGiven = balloons.length > 0;
  const shares = isGiven
    ? balloons.flatMap((lump) => wholes(starts, paid, lump).map((whole) => lump / whole))
    : starts.flatMap((start) => paid.map((sum) => 1 - sum / start));
  const given = lumpWhy(record);
  if (shares.length === 0)
    return {
      isSure: false,
      why: [...given, 'Amount, payment or number of payments is missing to tell a PCP.'],
    };
  const lumps = shares.filter((share) => share >= LUMP_SHARE_MIN);
  if (lumps.length === 0)
    return {
      isSure: false,
      why: isGiven
        ? [...given, 'It is less than that of a PCP would be.']
        : ['Its payments add up to the amount, as those of a PCP do not.'],
    };
  if (lumps.length < shares.length)
    return {
      isSure: false,
      why: [...given, 'By the figures of some bureaus a lump sum is left at the end.'],
    };
  const percent = Math.floor(Math.min(...lumps) * 100);
  return {
    isSure: true,
    why: isGiven
      ? [...given, `It is at least ${percent} % of the amount, as that of a PCP is.`]
      : [`Its payments leave at least ${percent} % of the amount for the end, as those of a PCP do.`],
  };
}

function lumpWhy(record: AccountRecord): string[] {
  return positive(said(record, 'balloon')).length === 0 ? [] : ['A bureau gives a final payment.'];
}

function positive(values: readonly Said<Money>[]): number[] {
  return values.map(({ value }) => value.amount).filter((amount) => amount > 0);
}

/** All payments together, by each figure; a pound more for each, as far as rounding may hide. */
function allPayments(record: AccountRecord): number[] {
  const counts = said(record, 'numberOfPayments').filter(({ value }) => value > 0);
  return positive(said(record, 'payment')).flatMap((payment) =>
    counts.map(({ value }) => (payment + ROUNDING_PENCE) * value),
  );
}

/** What a lump is a part of: the amount, or all payments and the lump where no bureau gives the amount. */
function wholes(starts: readonly number[], paid: readonly number[], lump: number): readonly number[] {
  return starts.length > 0 ? starts : paid.map((sum) => sum + lump);
}
