// One bureau's version of an agreement with the habits of UK files: seldom the newest state, sometimes an older one beside it, a
// debt that was sold as seller and buyer really report it, and each record written the bureau's own way (record-habits.ts).

import { given } from '../../../../domain/given.ts';
import type { Agreement } from '../agreements.ts';
import { type View, viewAgreement } from '../bureau-view.ts';
import { addMonths } from '../calendar.ts';
import { paymentsOf, sinceStart } from '../payments.ts';
import type { SimulatedAccount, SimulatedPerson } from '../simulated-file.ts';
import { FEMALE_FORENAMES } from '../words.ts';
import type { Habits } from './rates.ts';
import { withType, writeRecord } from './record-habits.ts';

export function viewHabits(
  agreement: Agreement,
  person: SimulatedPerson,
  homes: number,
  view: View,
  habits: Habits,
): SimulatedAccount[] {
  const { chance, rates } = habits;
  const ownMonths = chance.is(rates.late) ? chance.int(1, rates.lateMonthsMax) : 0;
  const lateMonths = ownMonths + (view.lateMonths ?? 0);
  const isBoth = agreement.sold?.isBoth === true;
  const shown = viewAgreement(agreement, person, homes, {
    ...view,
    lateMonths,
    ...(isBoth ? { owner: 'first' } : {}),
  });
  const [main] = shown;
  if (main === undefined) return [];
  const written = sinceStart(writeRecord(reportSale(main, agreement), agreement, person, habits));
  const twice = shown.slice(1).map(({ addressIndex }) => ({ ...written, addressIndex }));
  const older = chance.is(rates.olderCopy)
    ? olderState(agreement, person, homes, view, lateMonths, written, habits)
    : [];
  const relatives = chance.is(rates.relativesAccount) ? [relativesAccount(written, habits)] : [];
  const bought = isBoth ? boughtDebt(agreement, person, homes, { ...view, lateMonths }, habits) : [];
  return [written, ...twice, ...older, ...bought, ...relatives];
}

/** What the bureau had on file months ago, never taken off. It mostly bears the same name and number. */
function olderState(
  agreement: Agreement,
  person: SimulatedPerson,
  homes: number,
  view: View,
  lateMonths: number,
  main: SimulatedAccount,
  habits: Habits,
): SimulatedAccount[] {
  const { chance } = habits;
  const [older] = viewAgreement(agreement, person, homes, {
    ...view,
    chance,
    lateMonths: lateMonths + chance.int(3, 16),
  });
  const { lenderName, accountNumber, holder, startDate, type, lenderType } = main;
  if (older === undefined || [older.lenderType, lenderType].includes('debt-purchaser')) return [];
  const own = withType(writeRecord(older, agreement, person, habits), type);
  const isAlike = chance.is(85);
  return [
    sinceStart({
      ...own,
      holder,
      startDate,
      ...(isAlike && lenderName !== undefined ? { lenderName } : {}),
      ...(isAlike && accountNumber !== undefined ? { accountNumber } : {}),
    }),
  ];
}

/** A couple's second phone or card, of the same day and lender: another agreement, which this bureau has on the wrong file. */
function relativesAccount(record: SimulatedAccount, { chance }: Habits): SimulatedAccount {
  const { accountNumber, ...rest } = record;
  const more = chance.int(3, 40);
  // What is paid off stays so.
  const pounds = (amount: number | undefined) =>
    amount === undefined || amount === 0 ? amount : amount + more;
  return {
    ...rest,
    ...(accountNumber === undefined ? {} : { accountNumber: chance.digits(10) }),
    // Another bureau's is another account.
    agreementId: `${record.agreementId}/relative/${more}`,
    holder: { ...record.holder, forename: chance.pick(FEMALE_FORENAMES) },
    ...given({
      paymentPounds: pounds(record.paymentPounds),
      startBalancePounds: pounds(record.startBalancePounds),
      balancePounds: pounds(record.balancePounds),
    }),
  };
}

/** The buyer's record beside the seller's, in one file: two records, and two rows. */
function boughtDebt(
  agreement: Agreement,
  person: SimulatedPerson,
  homes: number,
  view: View,
  habits: Habits,
): SimulatedAccount[] {
  const seen = viewAgreement(agreement, person, homes, { ...view, chance: habits.chance, owner: 'buyer' });
  return seen
    .slice(0, 1)
    .filter(({ lenderType }) => lenderType === 'debt-purchaser')
    .map((record) => writeRecord(reportSale(record, agreement), agreement, person, habits))
    .map((record) => ({ ...sinceStart(record), agreementId: `${agreement.id}/bought` }));
}

function reportSale(record: SimulatedAccount, agreement: Agreement): SimulatedAccount {
  const { sold } = agreement;
  if (sold?.startDate === undefined || sold.on > record.lastUpdated) return record;
  if (record.lenderType !== 'debt-purchaser')
    return sold.isSettledAtSeller ? settled(record, agreement, sold.on) : record;
  const { startBalancePounds, limitPounds, paymentPounds, numberOfPayments, repaymentPeriodMonths, ...rest } =
    withType(record, sold.type ?? record.type);
  return {
    ...rest,
    startDate: sold.startDate <= record.lastUpdated ? sold.startDate : record.startDate,
    ...(sold.startBalancePence === undefined
      ? {}
      : { startBalancePounds: Math.round(sold.startBalancePence / 100) }),
  };
}

/** The seller closes its account on the day of the sale and reports once more; the default date stays on it. */
function settled(record: SimulatedAccount, agreement: Agreement, on: string): SimulatedAccount {
  const { isBalanceSuppressed, ...rest } = record;
  const lastUpdated = record.lastUpdated < addMonths(on, 1) ? record.lastUpdated : addMonths(on, 1);
  const history = paymentsOf(agreement, { asOf: lastUpdated, today: lastUpdated, isGone: true });
  return {
    ...rest,
    status: 'settled',
    endDate: on,
    balancePounds: 0,
    history: history.map((mark) => (mark === 'transferred' ? 'settled' : mark)),
    lastUpdated,
  };
}
