// TransUnion's entry in the registry.
import type { BureauEntry } from '../entry.ts';
import { createTransunion } from './client.ts';
import { partsAsked } from './parts.ts';
import { TRANSUNION_SETTINGS, type TransunionSettings, transunionProblems } from './settings.ts';
import { createTransunionSimulator, simulatedTransunionSettings } from './simulator.ts';
import { SEARCH_ROOM } from './wire.ts';

export const TRANSUNION = {
  id: 'transunion',
  settings: TRANSUNION_SETTINGS,
  settingsProblems: transunionProblems,
  createAdapter: createTransunion,
  asks: partsAsked,
  createSimulator: createTransunionSimulator,
  simulatedSettings: simulatedTransunionSettings,
  searchRoom: SEARCH_ROOM,
  syntheticReference: (int) =>
    `TU-${String(int(0, 9_999)).padStart(4, '0')}-${String(int(0, 999_999)).padStart(6, '0')}`,
  distortion: {
    lenderSuffixes: ['', ' (UK)', ' T/A', ' LOANS', ' A/C'],
    rates: {
      mild: {
        numberMissing: 10,
        numberMasked: 20,
        nameMissing: 0,
        balanceSuppressed: 0,
        startBalanceZero: 0,
        searchNameless: 5,
      },
      default: {
        numberMissing: 30,
        numberMasked: 40,
        nameMissing: 3,
        balanceSuppressed: 1,
        startBalanceZero: 2,
        searchNameless: 15,
      },
      harsh: {
        numberMissing: 70,
        numberMasked: 30,
        nameMissing: 10,
        balanceSuppressed: 4,
        startBalanceZero: 10,
        searchNameless: 30,
      },
    },
  },
} as const satisfies BureauEntry<TransunionSettings>;
