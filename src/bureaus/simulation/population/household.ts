// Other people whom a bureau has on file at a person's address: an associate, family, strangers. Their records come in the same reply,
// marked as theirs, and must never be read as the person's.
import { makeAgreements, type Wish } from './agreements.ts';
import { type View, viewAgreement } from './bureau-view.ts';
import { type Chance, createChance } from './chance.ts';
import type { SimulatedOther, SimulatedPerson } from './simulated-file.ts';
import { FEMALE_FORENAMES, MALE_FORENAMES, SURNAME_HEADS, SURNAME_TAILS } from './words.ts';

const RELATIONS = ['associate', 'family', 'stranger'] as const;
const WISHES: readonly Wish[] = [
  { type: 'credit-card', monthsAgo: 34, course: 'default' },
  { type: 'communications', monthsAgo: 11, course: 'open' },
  { type: 'unsecured-loan', monthsAgo: 20, course: 'open' },
];

/** One of each relation, the same for every bureau; the stranger lived there before. */
export function othersAt(
  person: SimulatedPerson,
  seed: string,
  view: Omit<View, 'chance'>,
): SimulatedOther[] {
  return RELATIONS.map((relation, index) => {
    const id = `${person.id}/${relation}`;
    const chance = createChance(`${seed}/household/${id}`);
    const other = otherPerson(person, relation, id, chance);
    const seen = { ...view, chance, distortion: { ...view.distortion, accountMissing: 0, accountTwice: 0 } };
    const wish = WISHES[index] as Wish;
    const agreements = makeAgreements([wish], chance, id, 1, view.today);
    return {
      relation,
      person: other,
      accounts: agreements.flatMap((agreement) => viewAgreement(agreement, other, 1, seen)),
      searches: [
        {
          enquiryId: `${id}/search`,
          companyType: 'bank',
          at: `${view.today.slice(0, 4)}-01-1${index}T10:00:00.000Z`,
          purpose: 'credit-application',
        },
      ],
    };
  });
}

function otherPerson(
  person: SimulatedPerson,
  relation: SimulatedOther['relation'],
  id: string,
  chance: Chance,
): SimulatedPerson {
  const names = [...FEMALE_FORENAMES, ...MALE_FORENAMES].filter((name) => name[0] !== person.forename[0]);
  const heads = SURNAME_HEADS.filter((head) => !person.surname.startsWith(head));
  return {
    id,
    title: chance.pick(['Mr', 'Ms']),
    forename: chance.pick(names),
    surname: relation === 'family' ? person.surname : chance.pick(heads) + chance.pick(SURNAME_TAILS),
    dateOfBirth: `${Number(person.dateOfBirth.slice(0, 4)) + (relation === 'family' ? 27 : -3)}-0${chance.int(1, 9)}-1${chance.int(0, 9)}`,
    addresses: person.addresses,
  };
}
