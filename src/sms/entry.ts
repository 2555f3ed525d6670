// A gateway's entry in the registry (gateways.ts): its settings, which of them it needs, and how it is opened. An entry lives in the
// gateway's folder.
import { BadSetting, type Setting, type Values } from '../settings/setting.ts';
import type { Gateway, Receipt } from './gateway.ts';
import type { OutboxStore } from './outbox/outbox.ts';

export type GatewayEntry<Own extends Record<string, Setting<unknown>>> = {
  settings: Own;
  /** Settings that must be set when SMS_GATEWAYS names the gateway. */
  required: readonly (keyof Own & string)[];
  /** The setting with its address, which must be https in production; null for a gateway without one. */
  url: (keyof Own & string) | null;
  open(needs: GatewayNeeds<Values<Own>>): Gateway;
};

type GatewayNeeds<OwnValues> = {
  settings: OwnValues & { SMS_SENDER: string; SMS_DEADLINE_MS: number; publicUrl: string };
  nowMs: () => number;
  /** For receipts that do not come over HTTP. */
  onReceipt: (receipt: Receipt) => Promise<unknown>;
  /** Of the gateway that keeps its messages. */
  store: OutboxStore;
};

/** The value of a required setting, which config.ts has checked. */
export function required(value: string | null): string {
  if (value === null) throw new Error('a gateway without its credentials must not be opened');
  return value;
}

/** A setting. */
export function secret(value: string): string {
  if (value.length < 8) throw new BadSetting('must have at least 8 characters.');
  return value;
}
