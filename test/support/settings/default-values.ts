// The values of settings when the environment says nothing.
import type { Setting, Values } from '../../../src/settings/setting.ts';

export function defaultsOf<Settings extends Record<string, Setting<unknown>>>(
  settings: Settings,
): Values<Settings> {
  const values = Object.entries(settings).map(([name, { fallback, parse }]) => [
    name,
    fallback === null ? null : parse(fallback),
  ]);
  return Object.fromEntries(values) as Values<Settings>;
}
