// The port: what we ask of an SMS gateway. Each gateway is a folder beside this file; gateways.ts lists them. A gateway never throws
// for what the outside did, and neither the number nor the text nor the code reaches an error or a log.

export const GATEWAY_IDS = ['outbox', 'twilio', 'vonage'] as const;
export type GatewayId = (typeof GATEWAY_IDS)[number];

export type TextMessage = {
  tenantId: string;
  /** Our id of the message: the receipt comes back with it. */
  smsId: string;
  /** International format with its plus sign. */
  to: string;
  text: string;
  /** The tenant's own; absent: the service's. */
  sender?: string;
  /** After this the gateway should stop trying: the code in the message has expired. */
  validitySeconds: number;
};

/**
 * `refused`: it certainly did not take the message. `unknown`: it may have (no reply, or one that cannot be read), so a receipt may
 * still come.
 */
export const HAND_OVERS = ['accepted', 'refused', 'unknown'] as const;
export type HandOver = (typeof HAND_OVERS)[number];

/** What a gateway reports about a message. `on-its-way` changes nothing. */
export type Receipt = {
  tenantId: string;
  smsId: string;
  state: 'delivered' | 'not-delivered' | 'on-its-way';
};

/** A callback as it was received: signatures are over the raw bytes. */
export type Callback = {
  method: 'GET' | 'POST';
  /** On the public address from configuration, never from the Host header. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
};

/** `refused`: they do not let us in, or the account cannot send. `unknown`: no answer that says either. */
export type Credentials = 'good' | 'refused' | 'unknown';

export type Gateway = {
  id: GatewayId;
  /** True when no message can reach a phone. */
  isSimulated: boolean;
  send(message: TextMessage): Promise<HandOver>;
  /** Tries the credentials by one call that costs nothing and sends nothing. */
  tryCredentials(): Promise<Credentials>;
  /** `forged`: the signature is wrong. `unreadable`: it is right, and the status is one that we do not know. */
  readReceipt(callback: Callback): Receipt | 'forged' | 'unreadable';
  close(): Promise<void>;
};
