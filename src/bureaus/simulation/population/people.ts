// Invented people: names, birthdays and addresses, derived from a seed and a number on every call.
import type { UkAddress } from '../../../domain/reports/consumer.ts';
import { type Chance, createChance } from './chance.ts';
import { ADDRESSES_MAX, postcodeOf } from './postcodes.ts';
import type { SimulatedPerson } from './simulated-file.ts';
import {
  BLOCK_NAMES,
  DISTRICTS,
  FEMALE_FORENAMES,
  HOUSE_NAMES,
  MALE_FORENAMES,
  STREET_KINDS,
  STREET_NAMES,
  SURNAME_HEADS,
  SURNAME_TAILS,
  TOWNS,
} from './words.ts';

export function makePerson(seed: string, index: number): SimulatedPerson {
  const chance = createChance(`${seed}/person/${index}`);
  const isFemale = chance.is(50);
  const forenames = isFemale ? FEMALE_FORENAMES : MALE_FORENAMES;
  const homes = chance.is(55) ? 1 : chance.int(2, ADDRESSES_MAX);
  return {
    id: `person-${index}`,
    title: chance.is(4) ? 'Dr' : isFemale ? chance.pick(['Ms', 'Mrs', 'Miss']) : 'Mr',
    forename: chance.pick(forenames),
    ...(chance.is(40) ? { middleName: chance.pick(forenames) } : {}),
    surname: surname(chance),
    dateOfBirth: new Date(Date.UTC(chance.int(1942, 2003), chance.int(0, 11), chance.int(1, 28)))
      .toISOString()
      .slice(0, 10),
    addresses: Array.from({ length: homes }, (_, home) => ({
      id: `address-${index}-${home}`,
      address: makeAddress(chance, postcodeOf(index, home)),
      monthsAtAddress: chance.int(3, home === 0 ? 220 : 90),
    })),
  };
}

function surname(chance: Chance): string {
  const plain = () => chance.pick(SURNAME_HEADS) + chance.pick(SURNAME_TAILS);
  const kind = chance.int(1, 100);
  if (kind <= 4) return `${plain()}-${plain()}`;
  if (kind <= 6) return `O'${plain()}`;
  if (kind <= 8) return `${chance.pick(['de', 'van', 'Mac'])} ${plain()}`;
  return plain();
}

function makeAddress(chance: Chance, postcode: string): UkAddress {
  const place = chance.pick(TOWNS);
  const kind = chance.int(1, 100);
  const number = String(chance.int(1, 180));
  const premises: Partial<UkAddress> =
    kind <= 12
      ? { subBuildingName: `Flat ${chance.int(1, 24)}`, buildingName: chance.pick(BLOCK_NAMES) }
      : kind <= 20
        ? { subBuildingName: `Flat ${chance.int(1, 9)}`, buildingNumber: number }
        : kind <= 27
          ? { buildingName: chance.pick(HOUSE_NAMES) }
          : kind <= 31
            ? { buildingNumber: `${number}${chance.pick(['A', 'B'])}` }
            : { buildingNumber: number };
  return {
    ...premises,
    thoroughfare: `${chance.pick(STREET_NAMES)} ${chance.pick(STREET_KINDS)}`,
    ...(chance.is(20) ? { district: chance.pick(DISTRICTS) } : {}),
    townOrCity: place.town,
    ...(chance.is(50) ? { county: place.county } : {}),
    postcode,
  };
}
