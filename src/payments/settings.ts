// The settings of payments, as config.ts reads them: who takes the money, and who sells. A provider's own settings are in the entry in its
// folder.
import { BadSetting, oneOf, optional, setting, text, type Values } from '../settings/setting.ts';
import { PROVIDER_IDS, PROVIDERS, type ProviderId } from './index.ts';
import { STRIPE } from './stripe/entry.ts';

export const PAYMENT_SETTINGS = {
  PAYMENT_PROVIDER: optional(
    'Who takes the money of tenants: manual (an operator takes note of it) or stripe. Default: manual; on a laptop with the embedded database a simulated stripe.',
    oneOf(...PROVIDER_IDS),
  ),
  SELLER_NAME: optional('Name of the company that sells the credits, as invoices say it.', text),
  SELLER_ADDRESS: optional('Its address, with commas between the lines.', text),
  SELLER_VAT_NUMBER: optional(
    'Its VAT number, such as GB123456789. Without one no VAT is charged: a seller who is not registered must not.',
    vatNumber,
  ),
  INVOICE_PREFIX: setting(
    'What invoice numbers begin with. Another prefix begins another series, at 1.',
    'TF',
    prefix,
  ),
  ...STRIPE.settings,
} as const;

export type PaymentValues = Values<typeof PAYMENT_SETTINGS>;

/** A laptop shows the whole of it, on the simulator; elsewhere nobody is asked unless a setting says so. */
export function providerOf(values: {
  PAYMENT_PROVIDER: ProviderId | null;
  isEmbedded: boolean;
  NODE_ENV: string;
}): ProviderId {
  const isLaptop = values.isEmbedded && values.NODE_ENV !== 'production';
  return values.PAYMENT_PROVIDER ?? (isLaptop ? 'stripe' : 'manual');
}

export function paymentProblems(values: PaymentValues, isProduction: boolean): string[] {
  const { PAYMENT_PROVIDER: provider } = values;
  if (provider === null || provider === 'manual') return [];
  const missing = (['SELLER_NAME', 'SELLER_ADDRESS'] as const).filter((name) => values[name] === null);
  return [
    ...(isProduction
      ? missing.map(
          (name) => `${name} must be set in production where tenants pay: invoices must say who sells.`,
        )
      : []),
    ...PROVIDERS[provider].problems(values, isProduction),
  ];
}

function vatNumber(value: string): string {
  const bare = value.replaceAll(' ', '').toUpperCase();
  if (!/^GB(\d{9}|\d{12})$/.test(bare)) throw new BadSetting('must be GB and 9 or 12 digits.');
  return bare;
}

function prefix(value: string): string {
  if (!/^[A-Z0-9][A-Z0-9-]{0,15}$/.test(value))
    throw new BadSetting('must be 1 to 16 capitals, digits or hyphens.');
  return value;
}
