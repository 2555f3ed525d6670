// The entries that the suites over all bureaus run on: the registry's, with Equifax in both styles.
import { BUREAUS, type RegisteredBureau } from '../../../src/bureaus/index.ts';

export type TriedBureau = { name: string; entry: RegisteredBureau };

export const TRIED_BUREAUS: readonly TriedBureau[] = BUREAUS.flatMap((entry) => {
  if (entry.id !== 'equifax') return [{ name: entry.id, entry }];
  const inJson: RegisteredBureau = {
    ...entry,
    simulatedSettings: (baseUrl) => ({ ...entry.simulatedSettings(baseUrl), EQUIFAX_STYLE: 'json' }),
  };
  return [
    { name: 'equifax, soap', entry },
    { name: 'equifax, json', entry: inJson },
  ];
});
