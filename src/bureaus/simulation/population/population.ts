// The invented population: ten thousand people or more, what is true of each, and what each bureau has on file. Everything is
// computed from the seed and the person's number on every call and nothing is cached, so it costs neither start-up time nor memory.
// The same seed, level and day give the same answers on any machine.
import type { BureauId } from '../../../domain/reports/credit-report.ts';
import { BUREAUS, type RegisteredBureau } from '../../index.ts';
import { type Agreement, makeAgreements } from './agreements.ts';
import { mistype, mistypeOne } from './birthdays.ts';
import { type View, viewAgreement } from './bureau-view.ts';
import { createChance } from './chance.ts';
import { type Distortion, type DistortionLevel, distortionOf } from './distortion.ts';
import { makeEnquiries, type TrueEnquiry, viewEnquiry } from './enquiries.ts';
import { trueHomes, writeHomes } from './habits/homes.ts';
import { otherGoods } from './habits/other-goods.ts';
import { HABIT_RATES, type Habits } from './habits/rates.ts';
import { adoptSearchHabits, writeSearch } from './habits/searches.ts';
import { adoptHabits } from './habits/true-agreements.ts';
import { viewHabits } from './habits/view-habits.ts';
import { othersAt } from './household.ts';
import { makeWishes } from './lives.ts';
import { comparePlace, isSamePerson, neighbours } from './matching.ts';
import { makePerson } from './people.ts';
import { PERSONAS } from './personas.ts';
import { foldPostcode, PEOPLE_MAX, personOf } from './postcodes.ts';
import { tellProduct } from './products.ts';
import { makeParts, personaParts, viewParts } from './public-file.ts';
import type {
  SimulatedAccount,
  SimulatedBureau,
  SimulatedFile,
  SimulatedParts,
  SimulatedPerson,
} from './simulated-file.ts';

export type Truth = { agreements: Agreement[]; enquiries: TrueEnquiry[]; parts?: SimulatedParts };

export type Population = {
  size: number;
  /** The personas come first; all others are random. */
  person(index: number): SimulatedPerson;
  truth(index: number): Truth;
  /** Null if this bureau has no file on the person. */
  file(bureau: BureauId, index: number): SimulatedFile | null;
  bureau(bureau: BureauId): SimulatedBureau;
};

export function createPopulation(options: {
  seed: string;
  size?: number;
  distortion?: DistortionLevel;
  /** YYYY-MM-DD: the ages of agreements and searches count back from it. */
  today: string;
  bureaus?: readonly Pick<RegisteredBureau, 'id' | 'distortion'>[];
  /** Another text draws every garbling and habit anew, on the same truth: what the bureaus may say another time. */
  viewSeed?: string;
  /** How many months ago the bureaus are asked: what they had then of the truth of `today`. Searches are all there. */
  monthsAgo?: number;
  /** Whether files show the habits of UK lenders and bureaus (habits/). Personas never do: each shows one case. */
  hasHabits?: boolean;
}): Population {
  const { seed, today, size = 10_000, distortion: level = 'default', bureaus = BUREAUS } = options;
  const viewSeed = `${seed}${options.viewSeed ?? ''}`;
  const hasHabits = (index: number) => (options.hasHabits ?? true) && PERSONAS[index] === undefined;
  if (size > PEOPLE_MAX) throw new RangeError(`At most ${PEOPLE_MAX} people have postcodes.`);
  const bureauIds = bureaus.map(({ id }) => id);
  const distortions = new Map(bureaus.map(({ id, distortion }) => [id, distortionOf(distortion, level)]));
  const person = (index: number) => PERSONAS[index]?.person ?? makePerson(seed, index);

  const truth = (index: number): Truth => {
    const { id, dateOfBirth, addresses } = person(index);
    const chance = createChance(`${seed}/truth/${id}`);
    const persona = PERSONAS[index];
    const wishes = persona?.wishes ?? makeWishes(chance, dateOfBirth, today);
    const products = createChance(`${seed}/products/${id}`);
    const agreements = makeAgreements(wishes, chance, id, addresses.length, today).map((agreement, at) => ({
      ...tellProduct(agreement, products, today),
      ...(wishes[at]?.isMistyped && { mistypedBirthday: mistype(dateOfBirth) }),
    }));
    const enquiries = makeEnquiries(chance, id, persona?.enquiries ?? chance.int(0, 9), bureauIds, today);
    const parts =
      persona === undefined ? makeParts(createChance(`${seed}/public/${id}`), id, today) : undefined;
    const known = parts === undefined ? {} : { parts };
    if (!hasHabits(index)) return { agreements, enquiries, ...known };
    const habits = createChance(`${seed}/habits/${id}`);
    const all = [
      ...adoptHabits(agreements, habits, createChance(`${seed}/numbers/${id}`)),
      ...otherGoods(createChance(`${seed}/goods/${id}`), id, today),
    ];
    return {
      agreements: mistypeOne(all, dateOfBirth, createChance(`${seed}/birthday/${id}`)),
      enquiries: adoptSearchHabits(enquiries, habits),
      ...known,
    };
  };

  const file = (bureau: BureauId, index: number): SimulatedFile | null => {
    const known = person(index);
    const chance = createChance(`${viewSeed}/view/${level}/${bureau}/${known.id}`);
    const distortion = distortions.get(bureau);
    if (distortion === undefined) throw new RangeError(`The population has no bureau ${bureau}.`);
    // Every bureau has a file on every persona.
    if (chance.is(distortion.noFile) && PERSONAS[index] === undefined) return null;
    const view = { chance, distortion, today, lateMonths: options.monthsAgo ?? 0 };
    const own = truth(index);
    const parts = partsOf(bureau, index, own.parts);
    const told = (made: SimulatedFile) =>
      PERSONAS[index] === undefined ? toldDaily(made, `${viewSeed}/daily/${known.id}`) : made;
    if (!hasHabits(index)) return { ...told(makeFile(bureau, known, own, view)), ...parts };
    const homes = trueHomes(known.addresses, createChance(`${seed}/homes/${known.id}`));
    const made = makeFile(bureau, { ...known, addresses: homes }, own, view, {
      chance: createChance(`${viewSeed}/habits/${level}/${bureau}/${known.id}`),
      rates: HABIT_RATES[level],
    });
    return { ...told(made), ...parts };
  };

  function partsOf(bureau: BureauId, index: number, parts: SimulatedParts | undefined) {
    if (PERSONAS[index]?.hasPublicFile) return { parts: personaParts(bureau, today) };
    if (parts === undefined) return {};
    return { parts: viewParts(parts, createChance(`${viewSeed}/public/${bureau}/${person(index).id}`)) };
  }

  return {
    size,
    person,
    truth,
    file,
    bureau: (bureau) => ({
      find(question) {
        const place = placeOf(question.postcode, size);
        if (place === null) return { kind: 'nobody' };
        const known = person(place.personIndex);
        const address = known.addresses[place.home]?.address;
        if (address === undefined || !isSamePerson(known, question)) return { kind: 'nobody' };
        const comparison = comparePlace(address, question.premises);
        if (comparison === 'other') return { kind: 'nobody' };
        if (comparison === 'flat-missing') return { kind: 'ambiguous', candidates: neighbours(address) };
        const found = file(bureau, place.personIndex);
        if (found === null) return { kind: 'nobody' };
        const distortion = distortions.get(bureau) as Distortion;
        return { kind: 'found', file: found, others: () => othersAt(known, seed, { distortion, today }) };
      },
    }),
  };
}

function makeFile(
  bureau: BureauId,
  known: SimulatedPerson,
  { agreements, enquiries }: Truth,
  view: View,
  habits?: Habits,
): SimulatedFile {
  const { chance, distortion } = view;
  const isShort = known.addresses.length > 1 && chance.is(distortion.addressMissing);
  const addresses = (isShort ? known.addresses.slice(0, -1) : known.addresses).map((home) => ({
    ...home,
    monthsAtAddress: Math.max(1, home.monthsAtAddress + chance.int(-2, 2)),
  }));
  const searches = (enquiry: TrueEnquiry) => viewEnquiry(enquiry, bureau, chance, distortion);
  if (habits === undefined) {
    return {
      bureau,
      person: { ...known, addresses },
      accounts: agreements.flatMap((agreement) => viewAgreement(agreement, known, addresses.length, view)),
      searches: enquiries.flatMap(searches),
    };
  }
  return {
    bureau,
    person: { ...known, addresses: writeHomes(addresses, habits) },
    accounts: agreements.flatMap((agreement) => viewHabits(agreement, known, addresses.length, view, habits)),
    searches: enquiries.flatMap((enquiry) =>
      searches(enquiry).map((search) => writeSearch(search, enquiry, habits)),
    ),
  };
}

/** In per cent of short-term loans that run: the lender has not filed them for a month yet. */
const DAILY_ONLY = 30;

function toldDaily(file: SimulatedFile, seed: string): SimulatedFile {
  if (!file.accounts.some(isShortTerm)) return file;
  const chance = createChance(seed);
  const accounts = file.accounts.map((account) =>
    isShortTerm(account) && chance.is(DAILY_ONLY) ? { ...account, isToldDailyOnly: true as const } : account,
  );
  return { ...file, accounts };
}

/** Running, with a balance that is told. */
function isShortTerm({ type, status, balancePounds, isBalanceSuppressed }: SimulatedAccount): boolean {
  const isRunning = type === 'short-term-loan' && (status === 'open' || status === 'delinquent');
  return isRunning && balancePounds !== undefined && !isBalanceSuppressed;
}

const PERSONA_PLACES = new Map(
  PERSONAS.flatMap(({ person }, personIndex) =>
    person.addresses.map(
      ({ address }, home) => [foldPostcode(address.postcode), { personIndex, home }] as const,
    ),
  ),
);

function placeOf(postcode: string, size: number): { personIndex: number; home: number } | null {
  const persona = PERSONA_PLACES.get(foldPostcode(postcode));
  if (persona !== undefined) return persona;
  const place = personOf(postcode);
  const isTaken = place !== null && place.personIndex >= PERSONAS.length && place.personIndex < size;
  return isTaken ? place : null;
}
