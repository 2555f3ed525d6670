// Hire purchase of something else than a vehicle: a sofa, a television, a piano. Bureaus file it with the same code, so it is what a list
// of car finance must leave out. By shops, by companies that hire goods out, and by houses that finance anything.
import type { Agreement } from '../agreements.ts';
import { addDays, addMonths, monthsBetween } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import { type House, house } from './houses.ts';

const SHOPS: readonly House[] = [
  house('retailer', ['hire-purchase'], 'Dovecote Furniture Village Ltd'),
  house('retailer', ['hire-purchase'], 'Lantern & Loom Ltd', ['Lantern Home']),
  house('retailer', ['hire-purchase'], 'Cadenza Pianos Limited'),
  house('finance-house', ['hire-purchase'], 'Havisham Rentals Ltd', ['BrightHearth']),
  house('finance-house', ['hire-purchase', 'unsecured-loan'], 'Tallowgate Finance Ltd'),
  house('bank', ['hire-purchase', 'unsecured-loan'], 'Brackenmoor Bank plc', ['Brackenmoor Retail Finance']),
];

const HAVE_PERCENT = 12;
/** In pounds: no suite costs more. */
const [LEAST, MOST] = [150, 4_000];

export function otherGoods(chance: Chance, personId: string, today: string): Agreement[] {
  if (!chance.is(HAVE_PERCENT)) return [];
  const lender = chance.pick(SHOPS);
  const startDate = addDays(addMonths(today, -chance.int(1, 70)), -chance.int(0, 27));
  const months = chance.pick([12, 24, 36]);
  const age = monthsBetween(startDate, today);
  const startBalancePence = chance.int(LEAST, MOST) * 100;
  const monthlyPence = Math.round(startBalancePence / months);
  const isPaid = age >= months;
  const brand = lender.brands[0];
  return [
    {
      id: `${personId}/goods`,
      lender,
      type: 'hire-purchase',
      isOtherGoods: true,
      startDate,
      monthlyPence,
      startBalancePence,
      accountNumber: chance.digits(chance.int(8, 12)),
      status: isPaid ? 'settled' : 'open',
      ...(isPaid && { endDate: addMonths(startDate, months) }),
      balancePence: Math.max(0, startBalancePence - monthlyPence * Math.min(age, months)),
      // Mostly without interest.
      paymentPence: chance.is(70)
        ? monthlyPence
        : Math.round(monthlyPence * (1 + (chance.int(2, 18) / 100) * (months / 24))),
      numberOfPayments: months,
      repaymentPeriodMonths: months,
      isJoint: false,
      addressIndex: 0,
      ...(brand !== undefined && chance.is(50) && { brand }),
    },
  ];
}
