// A payment as a sum by the month, which is how it is shown and added up. Each bureau says in words of its own how often it is made.
import { given } from '../../domain/given.ts';
import type { Money } from '../../domain/reports/credit-report.ts';

const MONTHS = 12;

/** How often in a year; `null` where it is said in a way that makes no sum by the month; absent where nothing is said: monthly. */
export type PaymentsAYear = number | null | undefined;

type Terms = { payment?: Money | undefined; numberOfPayments?: number | undefined };

/** Of a payment that is not monthly the number of payments goes: it would be counted in payments that are nowhere shown. */
export function byTheMonth({ payment, numberOfPayments }: Terms, aYear: PaymentsAYear) {
  if (aYear === undefined || aYear === MONTHS) return given({ payment, numberOfPayments });
  if (aYear === null || payment === undefined) return {};
  return { payment: { ...payment, amount: Math.round((payment.amount * aYear) / MONTHS) } };
}
