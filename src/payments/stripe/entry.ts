// Stripe in the registry: its settings, what production refuses, and how it is opened from them. Without a key it is the simulator.
import { isOnThisMachine } from '../../outbound/loopback.ts';
import { optional, setting, text, type Values, webAddress, wholeNumber } from '../../settings/setting.ts';
import type { ProviderEntry } from '../entry.ts';
import type { PaymentProvider } from '../provider.ts';
import { createStripe, isLiveKey } from './client.ts';
import { startStripeSimulator } from './simulator.ts';
import { STRIPE_URL } from './wire.ts';

const settings = {
  STRIPE_URL: setting('Address of Stripe.', STRIPE_URL, webAddress),
  STRIPE_SECRET_KEY: optional(
    'Secret key of Stripe. Without one, in development, payments are simulated.',
    text,
    true,
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    'Signing secret of the endpoint that Stripe sends its events to: PUBLIC_URL/v1/payment-events/stripe.',
    text,
    true,
  ),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: optional(
    'The previous signing secret, while it is being rolled over.',
    text,
    true,
  ),
  STRIPE_DEADLINE_MS: setting('Deadline for a reply of Stripe.', '10000', wholeNumber(10, 20_000)),
} as const;

export const STRIPE: ProviderEntry<typeof settings> = { settings, problems, open };

function problems(values: Values<typeof settings>, isProduction: boolean): string[] {
  const {
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_WEBHOOK_SECRET_PREVIOUS: previous,
  } = values;
  const found: string[] = [];
  if (key === null && webhookSecret !== null)
    found.push('STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY: set both.');
  if (key !== null && webhookSecret === null)
    found.push(
      'STRIPE_WEBHOOK_SECRET must be set where STRIPE_SECRET_KEY is: without it anybody could say that money came.',
    );
  if (previous !== null && webhookSecret === null)
    found.push('STRIPE_WEBHOOK_SECRET_PREVIOUS needs STRIPE_WEBHOOK_SECRET.');
  if (!isProduction) return found;
  if (key === null)
    found.push('STRIPE_SECRET_KEY must be set in production where PAYMENT_PROVIDER is stripe.');
  else if (!isLiveKey(key))
    found.push(
      'STRIPE_SECRET_KEY must be a live key in production: with a test key credits would be given for no money.',
    );
  if (!values.STRIPE_URL.startsWith('https://'))
    found.push('STRIPE_URL must be an https:// address in production.');
  return found;
}

async function open(given: Parameters<(typeof STRIPE)['open']>[0]): Promise<PaymentProvider> {
  const { settings: values, nowMs } = given;
  const deadlineMs = values.STRIPE_DEADLINE_MS;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey !== null && webhookSecret !== null) {
    const webhookSecrets = [webhookSecret, values.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
      (one) => one !== null,
    );
    const isSimulated = isOnThisMachine(values.STRIPE_URL);
    return createStripe({
      url: values.STRIPE_URL,
      secretKey,
      webhookSecrets,
      deadlineMs,
      isSimulated,
      nowMs,
    });
  }
  const simulator = await startStripeSimulator({ eventsUrl: given.eventsUrl, nowMs });
  const { url, secretKey: key, webhookSecret: secret } = simulator;
  const stripe = createStripe({
    url,
    secretKey: key,
    webhookSecrets: [secret],
    deadlineMs,
    isSimulated: true,
    nowMs,
  });
  return {
    ...stripe,
    close: async () => {
      await stripe.close();
      await simulator.close();
    },
  };
}
