// What the simulator does for some cards and some amounts, so that each failure can be rehearsed. docs/payments.md has the same list.

export type Fate =
  | 'pays'
  | 'declined'
  | 'expired-card'
  | 'no-funds'
  | 'bank-asks'
  | 'pays-later'
  | 'fails-after'
  | 'disputed'
  | 'five-events'
  | 'no-event'
  | 'other-amount'
  | 'down';

/** By the credits of a payment. */
export const MAGIC_CREDITS: Readonly<Record<number, Fate>> = {
  20010: 'declined',
  20020: 'expired-card',
  20030: 'bank-asks',
  20040: 'pays-later',
  20050: 'fails-after',
  20060: 'disputed',
  20070: 'five-events',
  20080: 'no-event',
  20090: 'other-amount',
  20100: 'down',
};

/** By the last four digits of the card. */
const MAGIC_CARDS: Readonly<Record<string, Fate>> = {
  '0002': 'declined',
  '0069': 'expired-card',
  '9995': 'no-funds',
  '0259': 'disputed',
};

export function fateOf(credits: number, last4: string): Fate {
  return MAGIC_CREDITS[credits] ?? MAGIC_CARDS[last4] ?? 'pays';
}

/** Such a card pays on the page, and its bank asks when it is charged without the payer. */
export function asksWhenAway(last4: string): boolean {
  return last4 === '3155';
}
