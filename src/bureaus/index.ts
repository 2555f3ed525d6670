// The registry: one line per bureau. The house knows bureaus by this list alone, so that a fourth is a folder and a line here (and
// its settings, a line in settings.ts).
import type { BureauEntry } from './entry.ts';
import { createEquifax } from './equifax/client.ts';
import { createEquifaxSimulator, simulatedEquifaxSettings } from './equifax/simulator.ts';
import { createExperian } from './experian/client.ts';
import { createExperianSimulator, simulatedExperianSettings } from './experian/simulator.ts';
import { createTransunion } from './transunion/client.ts';
import { createTransunionSimulator, simulatedTransunionSettings } from './transunion/simulator.ts';

export const BUREAUS: readonly BureauEntry[] = [
  {
    id: 'equifax',
    createAdapter: createEquifax,
    createSimulator: createEquifaxSimulator,
    simulatedSettings: simulatedEquifaxSettings,
  },
  {
    id: 'experian',
    createAdapter: createExperian,
    createSimulator: createExperianSimulator,
    simulatedSettings: simulatedExperianSettings,
  },
  {
    id: 'transunion',
    createAdapter: createTransunion,
    createSimulator: createTransunionSimulator,
    simulatedSettings: simulatedTransunionSettings,
  },
];
