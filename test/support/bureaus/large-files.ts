// The largest files: as many accounts as a broken or hostile bureau may return (`RECORDS_MAX`), far more than any person has.
import { createPopulation } from '../../../src/bureaus/simulation/population/population.ts';
import type { BureauFile, FileAccount } from '../../../src/domain/reports/bureau-file.ts';
import { BUREAU_IDS } from '../../../src/domain/reports/credit-report.ts';
import { toNeutralFile } from './neutral-files.ts';

const HOLDER = { title: 'Ms', firstName: 'Ada', lastName: 'Hazelwick' };

/** Many people's accounts under one name. */
export function manyAccounts(perBureau: number): BureauFile[] {
  const population = createPopulation({ seed: 'large', today: '2026-03-31' });
  return BUREAU_IDS.map((bureau) => {
    const accounts: FileAccount[] = [];
    for (let person = 0; accounts.length < perBureau; person += 1) {
      const simulated = population.file(bureau, person);
      if (simulated === null) continue;
      for (const account of toNeutralFile(simulated).file.accounts) {
        accounts.push({ ...account, ...HOLDER, ref: `${bureau}/${person}/${account.ref}` });
      }
    }
    return { bureau, accounts: accounts.slice(0, perBureau), searches: [], residencies: [] };
  });
}

/** One lender, one day, no numbers, nearly the same amounts: every record may be any other. */
export function manyAlike(perBureau: number, differ: (index: number) => Partial<FileAccount>): BureauFile[] {
  return BUREAU_IDS.map((bureau) => ({
    bureau,
    accounts: Array.from({ length: perBureau }, (_, index): FileAccount => {
      return {
        ref: `${bureau}/${index}`,
        ...HOLDER,
        accountType: 'hire-purchase',
        accountStatus: 'open',
        companyName: 'Hedgerow Motor Finance Ltd',
        startDate: '2025-01-02',
        lastUpdated: '2026-03-01',
        payment: { amount: 20_000, currency: 'GBP' },
        ...differ(index),
      };
    }),
    searches: [],
    residencies: [],
  }));
}
