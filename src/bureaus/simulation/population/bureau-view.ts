// One bureau's version of the truth about a person: each account as that bureau would hold it, garbled at the rates of a
// distortion. All errors are made here (searches: enquiries.ts), so that the ground truth stays clean.

import { given } from '../../../domain/given.ts';
import type { AccountType } from '../../../domain/reports/credit-report.ts';
import type { Agreement } from './agreements.ts';
import { addDays, addMonths } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Distortion } from './distortion.ts';
import { spellLender } from './lender-spelling.ts';
import { paymentsOf, sinceStart, statusOf } from './payments.ts';
import type { SimulatedAccount, SimulatedPerson } from './simulated-file.ts';

export type View = {
  chance: Chance;
  distortion: Distortion;
  today: string;
  /** Further months that this record is behind. */
  lateMonths?: number;
  /** Of a debt that was sold: whose record it is, where that is not left to chance. */
  owner?: 'first' | 'buyer';
};

/** One record; two where the bureau repeats it under another address; or none. */
export function viewAgreement(
  agreement: Agreement,
  person: SimulatedPerson,
  homes: number,
  view: View,
): SimulatedAccount[] {
  const { chance, distortion, today } = view;
  if (chance.is(distortion.accountMissing)) return [];
  const ownLagMonths = chance.is(distortion.lag) ? chance.int(1, distortion.lagMonthsMax) : 0;
  const lagMonths = ownLagMonths + (view.lateMonths ?? 0);
  const asOf = addDays(addMonths(today, -lagMonths), -chance.int(0, 25));
  if (agreement.startDate > asOf) return [];
  const account = sinceStart(viewOnce(agreement, person, { ...view, asOf, lagMonths }));
  const addressIndex = Math.min(agreement.addressIndex, homes - 1);
  const first = { ...account, addressIndex };
  if (homes < 2 || !chance.is(distortion.accountTwice)) return [first];
  return [first, { ...account, addressIndex: addressIndex === 0 ? 1 : 0 }];
}

type DatedView = View & { asOf: string; lagMonths: number };

function viewOnce(agreement: Agreement, person: SimulatedPerson, view: DatedView): SimulatedAccount {
  const { chance, distortion, asOf } = view;
  const owner = ownerAt(agreement, view);
  const lenderName = spellLender(owner.lender, chance, distortion);
  const accountNumber = writeNumber(owner.accountNumber, view);
  const isInitial = chance.is(distortion.holderInitial);
  return {
    agreementId: agreement.id,
    holder: {
      ...(chance.is(90) ? { title: person.title } : {}),
      forename: isInitial ? person.forename.charAt(0) : person.forename,
      surname: person.surname,
    },
    ...(agreement.mistypedBirthday === undefined ? {} : { dateOfBirth: agreement.mistypedBirthday }),
    addressIndex: 0,
    ...(lenderName === undefined ? {} : { lenderName }),
    lenderType: owner.lender.type,
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...typeOf(agreement, view),
    startDate: writeStart(agreement.startDate, view),
    lastUpdated: asOf,
    ...stateAt(agreement, owner.isGone, view),
    ...amounts(agreement, owner.isGone, view),
    isJoint: agreement.isJoint && !chance.is(distortion.jointUnmarked),
  };
}

/** The lender that this bureau shows. `isGone`: the debt was sold, and the bureau still shows the first lender. */
function ownerAt(agreement: Agreement, { chance, distortion, asOf, owner }: DatedView) {
  const { sold, lender, accountNumber } = agreement;
  if (sold === undefined || sold.on > asOf) return { lender, accountNumber, isGone: false };
  const isUnderFirst = chance.is(distortion.soldUnderFirstLender);
  if (owner === undefined ? isUnderFirst : owner === 'first') return { lender, accountNumber, isGone: true };
  return { lender: sold.to, accountNumber: sold.accountNumber, isGone: false };
}

function writeNumber(number: string, { chance, distortion }: View): string | undefined {
  if (chance.is(distortion.numberMissing)) return undefined;
  if (chance.is(distortion.numberMasked)) {
    const shown = number.slice(-chance.pick([4, 4, 4, 3]));
    return `${chance.pick(['****', 'XXXXXX', 'xxxx-'])}${shown}`;
  }
  if (chance.is(distortion.numberSuffixed)) return `${number}${chance.pick(['/01', '-2', ' 001'])}`;
  return number;
}

function writeStart(startDate: string, { chance, distortion, asOf }: DatedView): string {
  const days = chance.is(distortion.startWeeks)
    ? chance.int(8, 28)
    : chance.is(distortion.startDays)
      ? chance.int(1, 6)
      : 0;
  const moved = addDays(startDate, chance.is(50) ? days : -days);
  return moved > asOf ? startDate : moved;
}

// What another bureau may call the same type of account.
const DRIFT: Partial<Record<AccountType, AccountType>> = {
  'hire-purchase': 'unsecured-loan',
  lease: 'hire-purchase',
  'credit-card': 'store-card',
  'store-card': 'credit-card',
  'charge-card': 'credit-card',
  'mail-order': 'budget-account',
  'budget-account': 'mail-order',
  'secured-loan': 'mortgage',
  'short-term-loan': 'unsecured-loan',
  'home-credit': 'unsecured-loan',
};

/** A bureau that has another type knows no product. */
function typeOf(
  { type, product }: Agreement,
  { chance, distortion }: View,
): Pick<SimulatedAccount, 'type' | 'product'> {
  const drifted = chance.is(distortion.typeDrift) ? DRIFT[type] : undefined;
  if (drifted !== undefined) return { type: drifted };
  return { type, ...(product === undefined ? {} : { product }) };
}

/** Stale data knows nothing of a later settlement, default or arrears. */
function stateAt(
  agreement: Agreement,
  isGone: boolean,
  { asOf, today }: DatedView,
): Pick<SimulatedAccount, 'status' | 'endDate' | 'defaultDate' | 'history'> {
  const { endDate, defaultDate } = agreement;
  const history = paymentsOf(agreement, { asOf, today, isGone });
  return {
    status: statusOf(history[0]),
    ...(endDate !== undefined && endDate <= asOf ? { endDate } : {}),
    ...(defaultDate !== undefined && defaultDate <= asOf ? { defaultDate } : {}),
    history,
  };
}

function amounts(
  agreement: Agreement,
  isGone: boolean,
  { chance, distortion, lagMonths, asOf }: DatedView,
): Partial<SimulatedAccount> {
  const isMissing = () => chance.is(distortion.amountMissing);
  const round = chance.is(70) ? Math.round : Math.floor;
  const pounds = (pence: number) => round(pence / 100);
  const isStill = agreement.defaultDate !== undefined || (agreement.endDate ?? '9999') <= asOf;
  const balancePence = Math.max(
    0,
    agreement.balancePence + (isStill ? 0 : lagMonths * agreement.monthlyPence),
  );
  const isSuppressed = chance.is(distortion.balanceSuppressed);
  const { startBalancePence: start, paymentPence: payment, balloonPence: balloon, defaultDate } = agreement;
  return given({
    isBalanceSuppressed: isSuppressed ? (true as const) : undefined,
    balancePounds: isSuppressed || isMissing() ? undefined : isGone ? 0 : pounds(balancePence),
    startBalancePounds:
      start === undefined || isMissing()
        ? undefined
        : chance.is(distortion.startBalanceZero)
          ? 0
          : pounds(start),
    paymentPounds: payment === undefined || isMissing() ? undefined : pounds(payment),
    defaultBalancePounds:
      defaultDate !== undefined && defaultDate <= asOf ? pounds(agreement.balancePence) : undefined,
    balloonPounds: balloon === undefined ? undefined : pounds(balloon),
    limitPounds: isMissing() ? undefined : agreement.limitPounds,
    numberOfPayments: isMissing() ? undefined : agreement.numberOfPayments,
    repaymentPeriodMonths: isMissing() ? undefined : agreement.repaymentPeriodMonths,
  });
}
