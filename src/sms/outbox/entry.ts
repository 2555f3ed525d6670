// The outbox in the registry: its settings, and how it is opened from them.
import { setting, wholeNumber } from '../../settings/setting.ts';
import type { GatewayEntry } from '../entry.ts';
import { createOutbox } from './outbox.ts';

const settings = {
  SMS_OUTBOX_DELIVERY_MS: setting(
    'Delay after which a message in the outbox counts as delivered.',
    '2000',
    wholeNumber(0, 3_600_000),
  ),
} as const;

export const OUTBOX = {
  settings,
  required: [],
  url: null,
  open: ({ settings: { SMS_OUTBOX_DELIVERY_MS: deliverAfterMs }, nowMs, onReceipt, store }) =>
    createOutbox({ store, nowMs, deliverAfterMs, onReceipt }),
} satisfies GatewayEntry<typeof settings>;
