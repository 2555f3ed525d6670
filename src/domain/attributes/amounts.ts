// Balances, limits, use of limits, monthly commitments and what they are of an income. Bureaus give amounts of today only, so for a
// day before the document's none of these is known.
import { type AccountRecord, type Money, NO_PAYMENTS } from '../reports/credit-report.ts';
import {
  addPart,
  type Figure,
  isKnown,
  known,
  newTally,
  type Part,
  percentOf,
  type Tally,
  toCount,
  toFigure,
  type Unit,
  withoutRepeats,
} from './figure.ts';
import { type AccountClass, CLASSES, type Held } from './held-accounts.ts';

export const AMOUNT_NAMES = [
  'balanceTotal',
  'balanceMortgages',
  'balanceSecuredLoans',
  'balanceCards',
  'balanceLoans',
  'balanceAssetFinance',
  'balanceCurrentAccounts',
  'balanceHousehold',
  'balanceOther',
  'balanceUnsecured',
  'limitTotal',
  'limitUnused',
  'utilisationTotal',
  'utilisationHighest',
  'cardsOverLimit',
  'commitmentsTotal',
  'commitmentsMortgages',
  'commitmentsSecuredLoans',
  'commitmentsCards',
  'commitmentsLoans',
  'commitmentsAssetFinance',
  'commitmentsHousehold',
  'commitmentsOther',
  'debtToIncome',
  'balanceToYearIncome',
] as const;
type AmountName = (typeof AMOUNT_NAMES)[number];
export type AmountFigures = Record<AmountName, Figure>;

export type CardUse = { record: number; utilisation: Figure };

/** Classes whose balance nothing is pledged for. */
const UNSECURED: readonly AccountClass[] = ['cards', 'loans', 'currentAccounts'];
/** Classes whose balance is paid off; of these a lease has none. */
const LOANS: readonly AccountClass[] = ['mortgages', 'securedLoans', 'loans', 'assetFinance'];
/** A bank account has no payment. */
const WITH_PAYMENTS = CLASSES.filter((name) => name !== 'currentAccounts');

export function amountFigures(
  held: readonly Held[],
  asOf: string,
  incomePence: number | null,
): { figures: AmountFigures; cards: CardUse[] } {
  const open = held.filter(({ state }) => state === 'open');
  const balances = tallies(CLASSES);
  const unsecured = newTally();
  const total = newTally();
  const commitments = tallies(WITH_PAYMENTS);
  const allCommitments = newTally();
  for (const one of open) {
    const { record, class: kind } = one;
    const balance = partOf(record.balance, 'no-balance');
    // Rent is no borrowing: what is due of it is in its class only.
    const debts = record.accountType === 'rental' ? [] : [total];
    for (const tally of [balances[kind], ...debts, ...(UNSECURED.includes(kind) ? [unsecured] : [])])
      addPart(tally, one, balance);
    if (kind === 'currentAccounts') continue;
    const commitment = commitmentOf(record, kind);
    for (const tally of [commitments[kind], allCommitments]) addPart(tally, one, commitment);
  }
  const pence = (tally: Tally): Figure => toFigure(tally, 'pence', asOf);
  const balanceTotal = pence(total);
  const commitmentsTotal = pence(allCommitments);
  const { figures: uses, cards } = useFigures(open, asOf);
  return {
    cards,
    figures: {
      balanceTotal,
      balanceMortgages: pence(balances.mortgages),
      balanceSecuredLoans: pence(balances.securedLoans),
      balanceCards: pence(balances.cards),
      balanceLoans: pence(balances.loans),
      balanceAssetFinance: pence(balances.assetFinance),
      balanceCurrentAccounts: pence(balances.currentAccounts),
      balanceHousehold: pence(balances.household),
      balanceOther: pence(balances.other),
      balanceUnsecured: pence(unsecured),
      ...uses,
      commitmentsTotal,
      commitmentsMortgages: pence(commitments.mortgages),
      commitmentsSecuredLoans: pence(commitments.securedLoans),
      commitmentsCards: pence(commitments.cards),
      commitmentsLoans: pence(commitments.loans),
      commitmentsAssetFinance: pence(commitments.assetFinance),
      commitmentsHousehold: pence(commitments.household),
      commitmentsOther: pence(commitments.other),
      debtToIncome: shareOf(commitmentsTotal, incomePence, asOf),
      balanceToYearIncome: shareOf(balanceTotal, incomePence === null ? null : incomePence * 12, asOf),
    },
  };
}

const NO_AMOUNTS = 'Bureaus give amounts of the day of the report only, not of a day before it.';

export function unknownAmounts(): AmountFigures {
  return Object.fromEntries(AMOUNT_NAMES.map((name) => [name, { unknown: NO_AMOUNTS }])) as AmountFigures;
}

function tallies<Name extends AccountClass>(names: readonly Name[]): Record<AccountClass, Tally> {
  return Object.fromEntries(names.map((name) => [name, newTally()])) as Record<AccountClass, Tally>;
}

function partOf(money: Money | undefined, missing: 'no-balance' | 'no-limit' | 'no-payment'): Part {
  if (money === undefined) return { leftOut: missing };
  return money.currency === 'GBP' ? { amount: money.amount } : { leftOut: 'other-currency' };
}

/** Bureaus write zero where they do not know the limit. */
function limitOf(limit: Money | undefined): Part {
  return partOf(limit !== undefined && limit.amount > 0 ? limit : undefined, 'no-limit');
}

function commitmentOf(record: AccountRecord, kind: AccountClass): Part {
  if (NO_PAYMENTS.includes(record.accountStatus)) return null;
  // Nothing is due on a card without a balance, and bureaus then give no payment.
  if (kind === 'cards' && record.payment === undefined && record.balance?.amount === 0) return { amount: 0 };
  const part = partOf(record.payment, 'no-payment');
  const { numberOfPayments: count = 0, repaymentPeriod: months = 0 } = record;
  if (part === null || 'leftOut' in part) return part;
  // Weekly or quarterly: as much a month as all payments make over all months.
  const monthly =
    count === 0 || months === 0 || count === months
      ? part.amount
      : Math.round((part.amount * count) / months);
  return { amount: Math.min(monthly, leftOf(record, kind) ?? monthly) };
}

/** The last payment of a loan is what is left of it. A balance of nothing beside a payment says nothing. */
function leftOf({ accountType, balance }: AccountRecord, kind: AccountClass): number | null {
  if (!LOANS.includes(kind) || accountType === 'lease' || balance === undefined) return null;
  return balance.currency === 'GBP' && balance.amount > 0 ? balance.amount : null;
}

function useFigures(open: readonly Held[], asOf: string) {
  const limits = newTally();
  const used = newTally();
  const over = newTally();
  const cards: CardUse[] = [];
  const limitAt = new Map<number, number>();
  let highest: { percent: number; index: number } | null = null;
  for (const one of open) {
    const { index, record, class: kind } = one;
    if (kind !== 'cards') continue;
    addPart(limits, one, limitOf(record.creditLimit));
    const use = useOf(record.balance, record.creditLimit);
    addPart(used, one, 'leftOut' in use ? use : { amount: use.balance });
    addPart(over, one, 'leftOut' in use ? use : use.balance > use.limit ? { amount: 1 } : null);
    if ('leftOut' in use) {
      cards.push({
        record: index,
        utilisation: { unknown: WHY_NO_USE[use.leftOut], leftOut: [{ record: index, why: use.leftOut }] },
      });
      continue;
    }
    limitAt.set(index, use.limit);
    const percent = percentOf(use.balance, use.limit);
    if (highest === null || percent > highest.percent) highest = { percent, index };
    cards.push({ record: index, utilisation: known(percent, 'percent', [index], asOf) });
  }
  // The limits of the cards whose balances count.
  const usedOnce = withoutRepeats(used);
  const limitsOf = (places: readonly number[]): number =>
    places.reduce((sum, index) => sum + (limitAt.get(index) ?? 0), 0);
  const [usedLimit, wholeLimit] = [limitsOf(usedOnce.basis), limitsOf(used.basis)];
  const use = (unit: Unit, of: (balance: number, limit: number) => number): Figure => {
    const { total, basis, leftOut, hasRepeats } = usedOnce;
    const whole = hasRepeats ? of(used.total, wholeLimit) : undefined;
    return known(of(total, usedLimit), unit, basis, asOf, leftOut, whole);
  };
  const none: Figure = {
    unknown:
      cards.length === 0 ? 'No open card is on file.' : 'No open card says both its balance and its limit.',
    ...(used.leftOut.length > 0 && { leftOut: used.leftOut }),
  };
  const isNone = highest === null;
  return {
    cards,
    figures: {
      limitTotal: toFigure(limits, 'pence', asOf),
      limitUnused: isNone ? none : use('pence', (balance, limit) => limit - balance),
      utilisationTotal: isNone ? none : use('percent', percentOf),
      utilisationHighest:
        highest === null ? none : known(highest.percent, 'percent', [highest.index], asOf, used.leftOut),
      cardsOverLimit: isNone && over.leftOut.length > 0 ? none : toCount(over, asOf),
    },
  };
}

const WHY_NO_USE = {
  'no-limit': 'No bureau gives a limit above zero.',
  'no-balance': 'No bureau gives its balance.',
  'other-currency': 'Its balance or limit is not in pounds.',
} as const;

function useOf(
  balance: Money | undefined,
  limit: Money | undefined,
): { balance: number; limit: number } | { leftOut: keyof typeof WHY_NO_USE } {
  if (limit === undefined || limit.amount <= 0) return { leftOut: 'no-limit' };
  if (balance === undefined) return { leftOut: 'no-balance' };
  if (balance.currency !== 'GBP' || limit.currency !== 'GBP') return { leftOut: 'other-currency' };
  return { balance: balance.amount, limit: limit.amount };
}

function shareOf(figure: Figure, incomePence: number | null, asOf: string): Figure {
  if (incomePence === null) return { unknown: 'Send incomePence, the income before tax in a month.' };
  if (!isKnown(figure)) return figure;
  const { value, basis, leftOut, withPossiblySame: whole } = figure;
  const share = (pence: number): number => percentOf(pence, incomePence);
  return known(
    share(Number(value)),
    'percent',
    basis,
    asOf,
    leftOut,
    whole === undefined ? undefined : share(whole),
  );
}
