// The registry: one line per bureau. The house knows bureaus by this list alone, so that a fourth is a folder and a line here (and
// its settings, a line in settings.ts).
import type { BureauEntry } from './entry.ts';
import { createExperian } from './experian/client.ts';
import { createExperianSimulator, simulatedExperianSettings } from './experian/simulator.ts';

export const BUREAUS: readonly BureauEntry[] = [
  {
    id: 'experian',
    createAdapter: createExperian,
    createSimulator: createExperianSimulator,
    simulatedSettings: simulatedExperianSettings,
  },
];
