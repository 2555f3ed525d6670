// The port: what we ask of an SMS gateway. Each gateway is a folder beside this file; index.ts lists them. A gateway never
// throws for what the outside did, and neither the number nor the text nor the code reaches an error or a log.

export const GATEWAY_IDS = ['outbox', 'twilio', 'vonage'] as const;
export type GatewayId = (typeof GATEWAY_IDS)[number];

export type TextMessage = {
  tenantId: string;
  /** Our id of the message: the receipt comes back with it. */
  smsId: string;
  /** International format with its plus sign. */
  to: string;
  text: string;
  /** After this the gateway need not try any more: the code in it is dead. */
  validitySeconds: number;
};

/**
 * `refused`: it certainly did not take the message. `unknown`: it may have (no answer, or one that cannot be read), so a receipt
 * may still come.
 */
export type HandOver = 'accepted' | 'refused' | 'unknown';

/** What a gateway says became of a message. `on-its-way` changes nothing. */
export type Receipt = {
  tenantId: string;
  smsId: string;
  state: 'delivered' | 'not-delivered' | 'on-its-way';
};

/** A callback as it came in, raw: signatures are over the very bytes. */
export type Callback = {
  method: 'GET' | 'POST';
  /** On the public address from configuration, never from the Host header. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
};

export type Gateway = {
  id: GatewayId;
  /** True when no phone can ever ring. */
  isSimulated: boolean;
  send(message: TextMessage): Promise<HandOver>;
  /** `forged`: the signature does not hold. `unreadable`: it holds, and what it says is nothing that we know. */
  readReceipt(callback: Callback): Receipt | 'forged' | 'unreadable';
  close(): Promise<void>;
};
