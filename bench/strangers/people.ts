// Invented people with up to three bureaus' files, and the truth about every record: which debt, which search, which home it is of. It is a
// stranger to the rules of merging and was written without them: from what is publicly known of UK credit files. The same seed gives the
// same people at every level; only what the bureaus make of them differs,
// and that the crowded ones have further debts.
import type {
  BureauFile,
  FileAccount,
  FileResidency,
  FileSearch,
} from '../../src/domain/reports/bureau-file.ts';
import { BUREAU_IDS } from '../../src/domain/reports/credit-report.ts';
import { type Chance, createChance } from './chance.ts';
import { makeCrowds } from './crowds.ts';
import type { Debt } from './debts.ts';
import { makeEnquiries, viewOfEnquiry } from './enquiries.ts';
import { makeHomes, viewOfHome } from './homes.ts';
import { LEVELS, type Level, type LevelName } from './levels.ts';
import { makeDebts } from './patterns.ts';
import { type View, viewOf } from './views.ts';
import { pickMask } from './written-numbers.ts';

export type Stranger = {
  files: BureauFile[];
  debts: Debt[];
  /** By the reference of the record. */
  views: Map<string, View>;
  searches: Map<string, string>;
  /** By the very address in the file. */
  homes: Map<FileResidency['address'], string>;
};

const FIRST_NAMES = [
  'Ada',
  'Bilal',
  'Carys',
  'Dev',
  'Erin',
  'Femi',
  'Gwen',
  'Hamish',
  'Isla',
  'Jakub',
  'Kiran',
  'Leah',
  'Moira',
  'Nia',
];
const LAST_NAMES = [
  'Hazelwick',
  'Okonjo',
  'Prytherch',
  'Sandhu-Lane',
  "O'Dowda",
  'Tarrantby',
  'Vasilescu',
  'Wetherden',
  'McAllindon',
];

export function makeStranger(seed: string, index: number, levelName: LevelName): Stranger {
  const truth = createChance(`${seed}/${index}`);
  const lastName = truth.pick(LAST_NAMES);
  const formerName = truth.is(0.12) ? truth.pick(LAST_NAMES) : lastName;
  const holder = {
    title: truth.pick(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr']),
    firstName: truth.pick(FIRST_NAMES),
    lastName,
    ...(formerName !== lastName && { formerName }),
  };
  const level: Level = LEVELS[levelName];
  const crowds = level.hasCrowds ? makeCrowds(createChance(`${seed}/${index}/crowds`)) : [];
  const debts = [...makeDebts(truth), ...crowds];
  const homes = makeHomes(truth);
  const enquiries = makeEnquiries(truth);
  const stranger: Stranger = { files: [], debts, views: new Map(), searches: new Map(), homes: new Map() };
  for (const bureau of BUREAU_IDS) {
    const chance = createChance(`${seed}/${index}/${levelName}/${bureau}`);
    // A bureau that cannot place the person has no file.
    if (chance.is(0.02)) continue;
    const name = (what: string, at: number) => `${bureau}/${what}/${at}`;
    const mask = pickMask(chance);
    const accounts = debts.flatMap((debt, at): FileAccount[] => {
      const ref = name('account', at);
      const view = viewOf(debt, ref, { bureau, level, chance, mask, holder });
      if (view === undefined) return [];
      stranger.views.set(ref, view);
      return [view.account];
    });
    const searches = enquiries.flatMap((enquiry, at): FileSearch[] => {
      if (!enquiry.bureaus.includes(bureau)) return [];
      const ref = name('search', at);
      stranger.searches.set(ref, enquiry.id);
      return [viewOfEnquiry(enquiry, bureau, ref, level, chance)];
    });
    const residencies = homes.flatMap((home): FileResidency[] => {
      const view = viewOfHome(home, bureau, level, chance);
      if (view !== undefined) stranger.homes.set(view.address, home.id);
      return view === undefined ? [] : [view];
    });
    stranger.files.push({
      bureau,
      accounts: shuffled(accounts, chance),
      searches: shuffled(searches, chance),
      residencies,
    });
  }
  return stranger;
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  return items
    .map((item) => ({ item, place: chance.real() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
