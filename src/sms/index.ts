// The way into this room: settings in, one object out that says whether a number can be texted, sends a code to it and reads the
// receipts.
import { CHALLENGE_LIFETIME_MS } from '../domain/reports/challenge.ts';
import type { Callback, Gateway, GatewayId, HandOver, Receipt, TextMessage } from './gateway.ts';
import { GATEWAYS } from './gateways.ts';
import { createMessageWriter, linkMessage } from './message.ts';
import type { Outbox, OutboxStore } from './outbox/outbox.ts';
import { type Phone, readPhone } from './phone.ts';
import { createRelay, type Relay, type RelayNeeds } from './relay.ts';
import { messageDomain, type SmsValues } from './settings.ts';

/** As long as the code in it is valid. */
const MESSAGE_VALIDITY_SECONDS = CHALLENGE_LIFETIME_MS / 1_000;
/** A phone that is off gets its link later: half a day, less than any link is usually open. */
const LINK_VALIDITY_SECONDS = 12 * 3_600;

type SmsNeeds = {
  settings: SmsValues & { publicUrl: string };
  nowMs: () => number;
  /** How consumers know the tenant. */
  nameOf: (tenantId: string) => Promise<string>;
  /** Receipts of the outbox, which do not come over HTTP. */
  onReceipt: (receipt: Receipt & { gateway: GatewayId }) => Promise<unknown>;
  /** Where the outbox keeps its messages. */
  store: OutboxStore;
  onHandOver?: RelayNeeds['onHandOver'];
};

export type Sms = {
  /** Null unless the outbox is the gateway. */
  outbox: Outbox | null;
  gateways: readonly Gateway[];
  readPhone(mobileNumber: string | undefined): Phone;
  send(message: {
    tenantId: string;
    smsId: string;
    mobileNumber: string | undefined;
    code: string;
    framedBy?: string;
  }): Promise<HandOver>;
  /** A link in place of a code: it may be opened for longer. */
  sendLink(message: {
    tenantId: string;
    smsId: string;
    mobileNumber: string;
    url: string;
  }): Promise<HandOver>;
  /** Also `forged` for a gateway that is not in use: it signs with no secret of ours. */
  readReceipt(gateway: string, callback: Callback): Receipt | 'forged' | 'unreadable';
  breakers: Relay['breakers'];
  close(): Promise<void>;
};

export function createSms(needs: SmsNeeds): Sms {
  const { settings } = needs;
  const needsOf = (id: GatewayId) => ({
    ...needs,
    onReceipt: (receipt: Receipt) => needs.onReceipt({ ...receipt, gateway: id }),
  });
  // The setting names the outbox alone or not at all.
  const outbox = settings.SMS_GATEWAYS.includes('outbox') ? GATEWAYS.outbox.open(needsOf('outbox')) : null;
  const gateways =
    outbox === null ? settings.SMS_GATEWAYS.map((id) => GATEWAYS[id].open(needsOf(id))) : [outbox];
  const relay = createRelay({
    gateways,
    isFallbackOnUnknown: settings.SMS_FALLBACK_ON_UNKNOWN,
    ...(needs.onHandOver !== undefined && { onHandOver: needs.onHandOver }),
  });
  const writeMessage = createMessageWriter({
    template: settings.SMS_TEMPLATE,
    domain: messageDomain(settings),
  });
  const rules = {
    countries: settings.SMS_COUNTRIES,
    isSimulated: gateways.every(({ isSimulated }) => isSimulated),
  };

  const sendText = async (
    message: Omit<TextMessage, 'to' | 'sender'> & { mobileNumber: string | undefined },
  ): Promise<HandOver> => {
    const { mobileNumber, ...rest } = message;
    const phone = readPhone(mobileNumber, rules);
    if (phone.kind === 'unusable') return 'refused';
    const sender = settings.SMS_SENDERS?.get(message.tenantId);
    return relay.send({ ...rest, to: phone.to, ...(sender !== undefined && { sender }) });
  };

  return {
    outbox,
    gateways,
    readPhone: (mobileNumber) => readPhone(mobileNumber, rules),
    send: async ({ code, framedBy, ...to }) => {
      const text = writeMessage(code, await needs.nameOf(to.tenantId), framedBy);
      return sendText({ ...to, text, validitySeconds: MESSAGE_VALIDITY_SECONDS });
    },
    sendLink: async ({ url, ...to }) => {
      const text = linkMessage(await needs.nameOf(to.tenantId), url);
      return sendText({ ...to, text, validitySeconds: LINK_VALIDITY_SECONDS });
    },
    readReceipt: (id, callback) => gateways.find((one) => one.id === id)?.readReceipt(callback) ?? 'forged',
    breakers: relay.breakers,
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
    },
  };
}
