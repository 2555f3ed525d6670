// Changes planted into the files of the later day (or taken out of those of the earlier one), and how the answer must show each. On the
// files, after the garbling: what no bureau says cannot be found.
import type { Agreement } from '../../../src/bureaus/simulation/population/agreements.ts';
import type { SimulatedFile } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import type { Changes } from '../../../src/domain/changes/changes.ts';
import { type Change, isPlantedHome, rewrite, withHome } from './rewritten-files.ts';
import type { Compared, TwoFiles } from './two-reports.ts';

/** After the day of the earlier report, 31 January, and before that of the later one, 31 March. */
const EVENT = '2026-03-03';
const HEARD = '2026-03-24';
const HEARD_BEFORE = '2026-01-20';

export const KINDS = [
  ...[
    'new-begun',
    'new-listed',
    'gone',
    'gone-aged',
    'gone-bureau',
    'settled',
    'worse-arrears',
    'worse-default',
  ],
  ...[
    'worse-between',
    'better',
    'balance-up',
    'balance-down',
    'search',
    'address-new',
    'address-gone',
    'moved',
  ],
] as const;
export type Kind = string;

/** `isNamed`: it is in the answer, but only as one that may be a part of another agreement. */
export type Planted = TwoFiles & {
  isFound: (compared: Compared) => boolean;
  isNamed: (compared: Compared) => boolean;
};

/** Null where this person has nothing to plant it on. `pick`: which of the agreements that fit. */
export function plant(kind: Kind, two: TwoFiles, pick: number): Planted | null {
  const planted = plantOn(kind, two, pick);
  if (planted === null) return null;
  const { id, ...rest } = planted;
  const isListing = kind.startsWith('new') || kind.startsWith('gone');
  const isNamed = ({ changes, before, now }: Compared) =>
    changes.records.unsure.some(({ recordId }) =>
      [before, now].some((side) => side.get(recordId)?.includes(id)),
    );
  return { ...rest, isNamed: isListing ? isNamed : () => false };
}

type OnAgreement = TwoFiles & Pick<Planted, 'isFound'>;

function plantOn(kind: Kind, two: TwoFiles, pick: number): (OnAgreement & { id: string }) | null {
  const agreement = pickAgreement(two, pick);
  const planted = agreement === undefined ? null : change(kind, two, agreement);
  return planted === null || agreement === undefined ? null : { ...planted, id: agreement.id };
}

function holders(files: readonly SimulatedFile[], id: string): SimulatedFile[] {
  return files.filter(({ accounts }) => accounts.some(({ agreementId }) => agreementId === id));
}

function pickAgreement({ truth, earlier, later }: TwoFiles, pick: number): Agreement | undefined {
  const fitting = truth.agreements.filter(
    ({ id, status, sold, startDate }) =>
      status === 'open' &&
      sold === undefined &&
      startDate < '2025-06-01' &&
      holders(earlier, id).length > 0 &&
      holders(later, id).length > 0,
  );
  return fitting[pick % Math.max(1, fitting.length)];
}

function change(kind: Kind, two: TwoFiles, agreement: Agreement): OnAgreement | null {
  const { earlier, later } = two;
  const { id } = agreement;
  const listOf =
    (list: (changes: Changes) => readonly { recordId: string }[], side: 'before' | 'now' = 'now') =>
    (compared: Compared) =>
      list(compared.changes).some(({ recordId }) => compared[side].get(recordId)?.includes(id));
  const write = (files: SimulatedFile[], change: Change) =>
    files.map((file) => rewrite(file, agreement, change));
  const without = (files: SimulatedFile[]) =>
    files.map((file) => ({ ...file, accounts: file.accounts.filter((one) => one.agreementId !== id) }));
  const steady = { earlier: write(earlier, { heard: HEARD_BEFORE }), later: write(later, { heard: HEARD }) };

  switch (kind) {
    case 'new-begun':
      return {
        ...two,
        earlier: without(earlier),
        later: write(later, { heard: HEARD, startDate: EVENT, history: [0] }),
        isFound: listOf(({ records }) =>
          records.new.filter(({ why, when }) => why === 'began-since' && when === 'since'),
        ),
      };
    case 'new-listed':
      return {
        ...two,
        earlier: without(earlier),
        isFound: listOf(({ records }) => records.new),
      };
    case 'gone':
      return {
        ...two,
        later: without(later),
        isFound: listOf(({ records }) => records.gone, 'before'),
      };
    case 'gone-aged': {
      const aged = {
        heard: '2020-03-20',
        status: 'settled',
        startDate: '2016-02-10',
        endDate: '2020-03-10',
        history: ['settled'],
        balance: 0,
      } as const;
      if (!holders(earlier, id).some(({ bureau }) => later.some((file) => file.bureau === bureau)))
        return null;
      return {
        ...two,
        earlier: write(earlier, { ...aged, history: [...aged.history] }),
        later: without(later),
        isFound: listOf(({ records }) => records.gone.filter(({ why }) => why === 'aged-off'), 'before'),
      };
    }
    case 'gone-bureau': {
      const [holder] = holders(earlier, id);
      if (holder === undefined) return null;
      const { bureau } = holder;
      return {
        ...two,
        earlier: earlier.map((file) =>
          file.bureau === bureau ? file : (without([file])[0] as SimulatedFile),
        ),
        later: without(later).filter((file) => file.bureau !== bureau),
        isFound: listOf(
          ({ records }) => records.gone.filter(({ why }) => why === 'bureau-not-heard-now'),
          'before',
        ),
      };
    }
    case 'settled':
      return {
        ...two,
        ...steady,
        later: write(later, {
          heard: HEARD,
          status: 'settled',
          endDate: EVENT,
          balance: 0,
          history: ['settled', 0],
        }),
        isFound: listOf(({ records }) => records.settled.filter(({ when }) => when === 'since')),
      };
    case 'worse-arrears':
      return {
        ...two,
        ...steady,
        later: write(later, { heard: HEARD, status: 'delinquent', history: [2, 1, 0] }),
        isFound: listOf(({ records }) =>
          records.worse.filter(({ now, when }) => now === '2' && when === 'since'),
        ),
      };
    case 'worse-default':
      return {
        ...two,
        ...steady,
        later: write(later, {
          heard: HEARD,
          status: 'default',
          defaultDate: EVENT,
          history: ['default', 5, 4, 3, 2, 1],
        }),
        isFound: listOf(({ records }) =>
          records.worse.filter(({ now, when }) => now === 'default' && when !== 'before'),
        ),
      };
    case 'worse-between':
      return {
        ...two,
        ...steady,
        later: write(later, { heard: HEARD, history: [0, 2, 0] }),
        isFound: listOf(({ records }) =>
          records.worse.filter(({ worstSince }) => worstSince?.month === '2026-02'),
        ),
      };
    case 'better':
      return {
        ...two,
        earlier: write(earlier, { heard: HEARD_BEFORE, status: 'delinquent', history: [2, 1, 0] }),
        later: write(later, { heard: HEARD, history: [0, 0, 2, 1, 0] }),
        isFound: listOf(({ records }) => records.better.filter(({ when }) => when === 'since')),
      };
    case 'balance-up':
    case 'balance-down': {
      const [from, to] = kind === 'balance-up' ? [2_000, 9_000] : [9_000, 2_000];
      return {
        ...two,
        earlier: write(earlier, { heard: HEARD_BEFORE, balance: from, payment: 50 }),
        later: write(later, { heard: HEARD, balance: to, payment: 50 }),
        isFound: listOf(({ records }) =>
          records.balances.filter(({ difference }) => difference === (to - from) * 100),
        ),
      };
    }
    case 'search': {
      const [first, ...rest] = later;
      if (first === undefined) return null;
      const search = {
        enquiryId: 'planted',
        companyName: agreement.lender.name,
        companyType: agreement.lender.type,
        at: `${EVENT}T10:00:00.000Z`,
        purpose: 'quotation' as const,
      };
      return {
        ...two,
        later: [{ ...first, searches: [...first.searches, search] }, ...rest],
        isFound: ({ changes }) =>
          changes.searches.new.some(({ date, when }) => date.startsWith(EVENT) && when === 'since'),
      };
    }
    case 'address-new':
    case 'moved':
      return {
        ...two,
        later: withHome(later, kind === 'moved', 1),
        isFound: ({ changes }) =>
          changes.addresses.new.some(
            ({ addressLine1, when, isCurrent }) =>
              isPlantedHome(addressLine1) && when === 'since' && isCurrent === (kind === 'moved'),
          ),
      };
    default:
      return {
        ...two,
        earlier: withHome(earlier, false, 30),
        isFound: ({ changes }) =>
          changes.addresses.gone.some(({ addressLine1 }) => isPlantedHome(addressLine1)),
      };
  }
}
