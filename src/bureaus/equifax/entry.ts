// Equifax's line of the registry.
import type { BureauEntry } from '../entry.ts';
import { createEquifax } from './client.ts';
import { createEquifaxSimulator, SIMULATED_CREDENTIALS, SIMULATOR_PATH, TOKEN_PATH } from './simulator.ts';

export const EQUIFAX: BureauEntry = {
  id: 'equifax',
  createAdapter: createEquifax,
  createSimulator: createEquifaxSimulator,
  // The simulator takes both styles at one address, so that EQUIFAX_STYLE alone decides.
  simulatedSettings: (baseUrl) => ({
    EQUIFAX_URL: baseUrl + SIMULATOR_PATH,
    EQUIFAX_USERNAME: SIMULATED_CREDENTIALS.username,
    EQUIFAX_PASSWORD: SIMULATED_CREDENTIALS.password,
    EQUIFAX_TOKEN_URL: baseUrl + TOKEN_PATH,
    EQUIFAX_CLIENT_ID: SIMULATED_CREDENTIALS.clientId,
    EQUIFAX_CLIENT_SECRET: SIMULATED_CREDENTIALS.clientSecret,
  }),
};
