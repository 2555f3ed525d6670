// TransUnion's line of the registry.
import type { BureauEntry } from '../entry.ts';
import { createTransunion } from './client.ts';
import { createTransunionSimulator, SIMULATED_CREDENTIALS, SIMULATOR_PATH } from './simulator.ts';
import { SOFT_PURPOSES } from './simulator-tables.ts';

export const TRANSUNION: BureauEntry = {
  id: 'transunion',
  createAdapter: createTransunion,
  createSimulator: createTransunionSimulator,
  simulatedSettings: (baseUrl) => ({
    TRANSUNION_URL: baseUrl + SIMULATOR_PATH,
    TRANSUNION_COMPANY: SIMULATED_CREDENTIALS.company,
    TRANSUNION_USERNAME: SIMULATED_CREDENTIALS.username,
    TRANSUNION_PASSWORD: SIMULATED_CREDENTIALS.password,
    TRANSUNION_PURPOSE: 'ZC',
    TRANSUNION_SOFT_PURPOSES: SOFT_PURPOSES,
  }),
};
