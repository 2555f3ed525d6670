// Files of the population with one agreement rewritten, or one more home.
import type { Agreement } from '../../../src/bureaus/simulation/population/agreements.ts';
import type {
  MonthMark,
  SimulatedAccount,
  SimulatedFile,
} from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { monthOf } from '../../../src/domain/days/calendar-day.ts';

export type Change = {
  heard: string;
  status?: SimulatedAccount['status'];
  startDate?: string;
  endDate?: string;
  defaultDate?: string;
  balance?: number;
  payment?: number;
  /** The newest months; those before stay. */
  history?: MonthMark[];
};

/** One record a bureau, heard of on the day. What no change is given for stays as the bureau has it, up to date. */
export function rewrite(file: SimulatedFile, { id, startDate }: Agreement, change: Change): SimulatedFile {
  const seen = new Set<string>();
  const accounts = file.accounts.flatMap((account) => {
    if (account.agreementId !== id) return [account];
    if (seen.has(id)) return [];
    seen.add(id);
    const { isBalanceSuppressed, ...rest } = account;
    const { heard, status = 'open', balance, payment, history = [0], ...dates } = change;
    const start = dates.startDate ?? rest.startDate;
    const months = Math.max(
      1,
      Math.min(72, monthOf(heard) - monthOf(start < startDate ? start : startDate) + 1),
    );
    const marks = Array.from(
      { length: dates.startDate === undefined ? months : history.length },
      (_, at) => history[at] ?? (0 as MonthMark),
    );
    return [
      {
        ...rest,
        ...(balance === undefined && isBalanceSuppressed === true && { isBalanceSuppressed }),
        ...(balance !== undefined && { balancePounds: balance }),
        ...(payment !== undefined && { paymentPounds: payment }),
        ...dates,
        status,
        lastUpdated: heard,
        history: marks,
      },
    ];
  });
  return { ...file, accounts };
}

const HOME = {
  buildingNumber: '917',
  thoroughfare: 'Quarry Rise',
  townOrCity: 'Over Plantwick',
  postcode: 'ZQ9 9ZX',
};

export function isPlantedHome(line: string): boolean {
  return /917 Quarry Rise/.test(line);
}

export function withHome(
  files: SimulatedFile[],
  isCurrent: boolean,
  monthsAtAddress: number,
): SimulatedFile[] {
  const home = { id: 'planted', address: HOME, monthsAtAddress };
  return files.map((file) => {
    const { addresses } = file.person;
    return {
      ...file,
      person: { ...file.person, addresses: isCurrent ? [home, ...addresses] : [...addresses, home] },
    };
  });
}
