// The port of payments: what the service asks of whoever takes the money. A provider is asked under our own ids, so that a question that is
// repeated is the same question; it says what it knows as a reading, and decides nothing.
import type { Card, PaymentReading } from '../domain/wallet/payment.ts';

/** The outside did not answer, or not in time, or refused us: `why` is in words of ours. Whether it was done is not known. */
export type Unanswered = { kind: 'unanswered'; why: string };
export type Answered<T> = { kind: 'answered'; value: T };
export type Outcome<T> = Answered<T> | Unanswered;

export type PaymentAsked = {
  tenantId: string;
  paymentId: string;
  customer: string;
  credits: number;
  totalPence: number;
};

/** What an event is about, by the provider's own ids. */
export type About =
  | { kind: 'session'; session: string }
  | { kind: 'payment'; reference: string }
  | { kind: 'card'; reference: string; customer: string };

type ProviderEvent = { id: string; type: string; about: About | null };

export type PaymentProvider = {
  id: string;
  /** No real money moves. */
  isSimulated: boolean;
  /** Real money; test keys do not. */
  isLive: boolean;
  /** The same customer for the same tenant. */
  makeCustomer(tenant: { tenantId: string; name: string }): Promise<Outcome<string>>;
  /** A page where the payer pays, or gives a card to be kept where `totalPence` is 0. */
  startCheckout(
    asked: PaymentAsked & {
      keepsCard: boolean;
      returnUrl: string;
      cancelUrl: string;
      /** A charge was tried before, and its bank wants to ask the payer. */
      isSecondTry: boolean;
    },
  ): Promise<Outcome<{ session: string; url: string }>>;
  /** From a card that is kept, without the payer. */
  charge(asked: PaymentAsked & { card: string; returnUrl: string }): Promise<Outcome<PaymentReading>>;
  /** Null where the provider has no such thing. */
  read(about: About): Promise<Outcome<PaymentReading | null>>;
  readCard(reference: string): Promise<Outcome<{ card: Card; customer: string | null } | null>>;
  removeCard(reference: string): Promise<Outcome<null>>;
  /** `refused`: it certainly gives nothing back. */
  refund(asked: {
    refundId: string;
    reference: string;
    pence: number;
  }): Promise<Outcome<'refunded' | 'refused'>>;
  /** Trusts the signature alone. */
  readEvent(callback: {
    headers: Record<string, string | undefined>;
    body: string;
  }): ProviderEvent | 'forged' | 'unreadable';
  close(): Promise<void>;
};

export const answered = <T>(value: T): Answered<T> => ({ kind: 'answered', value });
