// The scenarios of test mode (interface, "Test mode") by name: which accounts are on file, and which e-mail selects them.
import type { AccountKind } from './synthetic/accounts.ts';

export const SCENARIOS = {
  'no-records': [],
  'single-pcp': ['pcp'],
  mixed: ['hire-purchase', 'credit-card', 'mortgage'],
  'all-settled': ['settled-hire-purchase', 'settled-credit-card'],
  default: ['hire-purchase', 'hire-purchase', 'credit-card', 'mortgage'],
} as const satisfies Record<string, readonly AccountKind[]>;

export type ScenarioName = keyof typeof SCENARIOS;

// A Map, not an object: "constructor@example.com" is a prefix like any other.
const SCENARIO_OF_PREFIX: ReadonlyMap<string, ScenarioName> = new Map([
  ['test001', 'no-records'],
  ['test002', 'single-pcp'],
  ['test003', 'mixed'],
  ['test004', 'all-settled'],
]);

/** Each scenario with the text before the @ that selects it. */
export const SCENARIO_LIST: readonly { name: ScenarioName; prefix: string; accounts: readonly string[] }[] = [
  ...[...SCENARIO_OF_PREFIX].map(([prefix, name]) => ({ name, prefix, accounts: SCENARIOS[name] })),
  { name: 'default', prefix: 'any other', accounts: SCENARIOS.default },
];

/** By the whole local part, in any case: test0011 is not test001. */
export function scenarioOf(email: string | undefined): ScenarioName {
  const prefix = email?.split('@', 1)[0]?.toLowerCase() ?? '';
  return SCENARIO_OF_PREFIX.get(prefix) ?? 'default';
}
