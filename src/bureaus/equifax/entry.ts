// Equifax's entry in the registry.
import type { BureauEntry } from '../entry.ts';
import { createEquifax } from './client.ts';
import { partsAsked } from './parts.ts';
import { EQUIFAX_SETTINGS, type EquifaxSettings, equifaxProblems } from './settings.ts';
import { createEquifaxSimulator, simulatedEquifaxSettings } from './simulator.ts';

export const EQUIFAX = {
  id: 'equifax',
  settings: EQUIFAX_SETTINGS,
  settingsProblems: equifaxProblems,
  createAdapter: createEquifax,
  asks: partsAsked,
  createSimulator: createEquifaxSimulator,
  simulatedSettings: simulatedEquifaxSettings,
  // No place for another name is publicly known; every earlier address is sent.
  searchRoom: { names: 1, addresses: Infinity },
  syntheticReference: (int) => `EFX${String(int(0, 999_999_999)).padStart(9, '0')}`,
  distortion: {
    lenderSuffixes: [' (I)', ' (C) (I)', ' - (I)', ' PLC (I)'],
    rates: {
      mild: {
        numberMissing: 3,
        numberMasked: 20,
        nameMissing: 2,
        balanceSuppressed: 2,
        startBalanceZero: 5,
        searchNameless: 5,
      },
      default: {
        numberMissing: 15,
        numberMasked: 40,
        nameMissing: 10,
        balanceSuppressed: 6,
        startBalanceZero: 20,
        searchNameless: 15,
      },
      harsh: {
        numberMissing: 50,
        numberMasked: 40,
        nameMissing: 40,
        balanceSuppressed: 20,
        startBalanceZero: 50,
        searchNameless: 40,
      },
    },
  },
} as const satisfies BureauEntry<EquifaxSettings>;
