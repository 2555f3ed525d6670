// The manual way in the registry: money comes by bank transfer or otherwise, and an operator takes note of it. Nobody is asked.
import type { ProviderEntry } from '../entry.ts';

export const MANUAL: ProviderEntry<Record<never, never>> = {
  settings: {},
  problems: () => [],
  open: () => null,
};
