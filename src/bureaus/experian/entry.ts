// Experian's entry in the registry.
import { FILE_PARTS } from '../../domain/reports/file-parts.ts';
import type { BureauEntry } from '../entry.ts';
import { createExperian } from './client.ts';
import { SEARCH_ROOM } from './request.ts';
import { EXPERIAN_SETTINGS, type ExperianSettings, experianProblems } from './settings.ts';
import { createExperianSimulator, simulatedExperianSettings } from './simulator.ts';

export const EXPERIAN = {
  id: 'experian',
  settings: EXPERIAN_SETTINGS,
  settingsProblems: experianProblems,
  createAdapter: createExperian,
  // Full consumer data is the whole file; whether scores are in it is the contract's.
  asks: ({ EXPERIAN_SCORE }) => FILE_PARTS.filter((part) => part !== 'scores' || EXPERIAN_SCORE),
  createSimulator: createExperianSimulator,
  simulatedSettings: simulatedExperianSettings,
  searchRoom: SEARCH_ROOM,
  syntheticReference: (int) => `EXP-${int(0, 0xffff_ffff).toString(16).toUpperCase().padStart(8, '0')}`,
  distortion: {
    lenderSuffixes: ['', ' LTD', ' UK', ' GROUP'],
    rates: {
      mild: {
        numberMissing: 1,
        numberMasked: 0,
        nameMissing: 0,
        balanceSuppressed: 0,
        startBalanceZero: 0,
        searchNameless: 1,
      },
      default: {
        numberMissing: 4,
        numberMasked: 5,
        nameMissing: 2,
        balanceSuppressed: 1,
        startBalanceZero: 0,
        searchNameless: 4,
      },
      harsh: {
        numberMissing: 15,
        numberMasked: 20,
        nameMissing: 8,
        balanceSuppressed: 4,
        startBalanceZero: 5,
        searchNameless: 15,
      },
    },
  },
} as const satisfies BureauEntry<ExperianSettings>;
