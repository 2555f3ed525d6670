// Payments in a table: what each was for, what became of it, how much.
import type { Payment } from '../../api/shapes.ts';
import type { Column } from '../../parts/data-table.tsx';
import { Time } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { money, number, type Tone } from '../../parts/words.ts';

const STATES: Record<Payment['state'], { word: string; shape: string; tone: Tone }> = {
  pending: { word: 'Pending', shape: '◐', tone: 'info' },
  'needs-action': { word: 'Needs confirmation', shape: '▲', tone: 'warn' },
  succeeded: { word: 'Succeeded', shape: '●', tone: 'ok' },
  failed: { word: 'Failed', shape: '✕', tone: 'danger' },
  'needs-attention': { word: 'Needs attention', shape: '▲', tone: 'warn' },
  resolved: { word: 'Resolved', shape: '○', tone: 'plain' },
  reversed: { word: 'Reversed', shape: '✕', tone: 'danger' },
};
const PURPOSES: Record<Payment['purpose'], string> = {
  'top-up': 'Top-up',
  automatic: 'Automatic top-up',
  settle: 'Debt paid',
  card: 'Card',
};

const stateOf = ({ state, disputedPence, refundedPence, totalPence }: Payment) => {
  if (state === 'succeeded' && disputedPence > 0)
    return { word: 'Disputed', shape: '▲', tone: 'warn' as const };
  if (state === 'succeeded' && refundedPence > 0)
    return {
      word: refundedPence < totalPence ? 'Partly refunded' : 'Refunded',
      shape: '○',
      tone: 'plain' as const,
    };
  return STATES[state];
};

export const PAYMENT_COLUMNS: Column<Payment>[] = [
  { head: 'Payment', phone: 'name', cell: ({ purpose }) => PURPOSES[purpose] },
  { head: 'State', phone: 'chip', cell: (payment) => <Chip {...stateOf(payment)} /> },
  { head: 'Credits', isNumber: true, cell: (payment) => number(payment.credits) },
  { head: 'Paid', isNumber: true, cell: ({ totalPence }) => money(totalPence) },
  { head: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
];
