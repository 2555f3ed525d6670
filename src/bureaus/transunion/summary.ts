// TransUnion's summary counts what is on file, also what was not asked for: where it counts more than came, records are missing. Worst
// states and sums of its own are not compared.
import { RECORDS_MAX } from '../../domain/reports/bureau-file.ts';
import { at, many, wholeNumber } from '../reading/wire-values.ts';
import type { TransunionSettings } from './settings.ts';

/** Of the mask of data sets. */
export const DATASET_BITS = {
  confirmations: 2,
  judgments: 4,
  insolvencies: 8,
  searches: 16,
  addressLinks: 32,
  associateLinks: 64,
  accounts: 128,
  realTime: 256,
} as const;

export function isShortOfSummary(
  applicant: unknown,
  { TRANSUNION_DATASETS: mask }: Pick<TransunionSettings, 'TRANSUNION_DATASETS'>,
): boolean {
  const counted = (group: string, ...names: string[]) =>
    names.reduce(
      (sum, name) => sum + (wholeNumber(at(applicant, 'summary', group, name), RECORDS_MAX) ?? 0),
      0,
    );
  const came = (...path: string[]) => many(applicant, ...path).length;
  const isAsked = (set: keyof typeof DATASET_BITS) => (mask & DATASET_BITS[set]) !== 0;
  const judged = Math.max(
    counted('judgments', 'total'),
    counted('judgments', 'totalactive', 'totalsatisfied'),
  );
  const accounts = Math.max(
    counted('share', 'totalaccounts'),
    counted('share', 'totalactiveaccs', 'totalsettledaccs'),
  );
  // A person is insolvent or not, by however many orders; `restricted` likewise.
  const insolvent = counted('bais', 'totaldischarged') + Math.min(1, counted('bais', 'currentlyinsolvent'));
  const searched = Math.max(
    counted('searches', 'totalsearches12months'),
    counted('searches', 'totalsearches3months'),
  );
  const noticed = counted('notices', 'nocflag', 'totaldisputes');
  const about = came('nocs', 'noc');
  return (
    accounts > came('accs', 'acc') ||
    (isAsked('judgments') && judged > came('judgments', 'judgment')) ||
    (isAsked('insolvencies') &&
      Math.max(insolvent, Math.min(1, counted('bais', 'restricted'))) > came('bais', 'bai')) ||
    (isAsked('searches') && searched > came('searches', 'search')) ||
    (isAsked('addressLinks') &&
      counted('links', 'totalundecaddresses') > came('addresslinks', 'addresses', 'address')) ||
    (isAsked('associateLinks') &&
      counted('links', 'totalundecassociates') > came('associatelinks', 'associatelink')) ||
    (isAsked('realTime') && counted('rtr', 'hasupdates') > 0 && came('rtr', 'account') === 0) ||
    // In no mask: the contract decides, and what it leaves out is missing all the same.
    counted('links', 'totalundecaliases') > came('aliaslinks', 'aliaslink') ||
    counted('cifas', 'totalcifas') > came('cifas', 'filing') + came('cifas', 'case') ||
    (noticed > about && noticed > about + noticesIn(applicant))
  );
}

const OF_OTHERS = ['tpd', 'oias'];

/** On any record of the person's. */
function noticesIn(tree: unknown): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  if (Array.isArray(tree)) return tree.reduce<number>((sum, one) => sum + noticesIn(one), 0);
  return Object.entries(tree).reduce((sum, [name, value]) => {
    const plain = name.toLowerCase();
    if (OF_OTHERS.includes(plain)) return sum;
    return sum + (plain === 'notice' ? [value].flat().length : noticesIn(value));
  }, 0);
}
