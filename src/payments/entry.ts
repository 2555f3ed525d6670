// What the service knows of a provider: its settings, which of them it cannot do without, what production refuses, and how it is opened.
import type { Setting, Values } from '../settings/setting.ts';
import type { PaymentProvider } from './provider.ts';

/** An entry has settings of its own; the registry holds entries of all kinds. */
export type AnyEntry = ProviderEntry<Record<string, Setting<unknown>>>;

export type ProviderEntry<Settings extends Record<string, Setting<unknown>>> = {
  settings: Settings;
  /** Mistakes, a sentence each that says how to mend it. */
  problems(values: Values<Settings>, isProduction: boolean): string[];
  /** Null where nobody but an operator says that money came. */
  open(given: OpenNeeds<Settings>): Promise<PaymentProvider> | PaymentProvider | null;
};

type OpenNeeds<Settings extends Record<string, Setting<unknown>>> = {
  settings: Values<Settings>;
  /** Where its events are to be sent. */
  eventsUrl: string;
  nowMs: () => number;
};
