// Where an invented person lived, and how three bureaus write it. Streets and towns are invented; the postcode areas ZZ and ZY do not exist.
import type { FileResidency } from '../../src/domain/reports/bureau-file.ts';
import type { UkAddress } from '../../src/domain/reports/consumer.ts';
import type { BureauId } from '../../src/domain/reports/credit-report.ts';
import { type Chance, TODAY } from './chance.ts';
import type { Level } from './levels.ts';

export type Home = {
  id: string;
  unit?: string;
  building?: string;
  number?: string;
  street: string;
  district?: string;
  town: string;
  postcode: string;
  isCurrent: boolean;
  months: number;
};

const STREETS = [
  'Orchard',
  'Mill',
  'Station',
  'Victoria',
  'Chapel',
  'Green',
  'Kingsway',
  'Albert',
  'Meadow',
  'Quarry',
  'Priory',
  'Larch',
];
const ENDINGS = [
  'Street',
  'Road',
  'Lane',
  'Avenue',
  'Close',
  'Drive',
  'Crescent',
  'Gardens',
  'Terrace',
  'Way',
];
const TOWNS = [
  'Nether Applewick',
  'Great Harwold',
  'Thornby Cross',
  'Salterforth',
  'Wexcombe',
  'Marlow Heath',
  'Upper Denby',
];
const DISTRICTS = ['Eastfield', 'Holmwood', 'Lower Green', 'St Anne'];
const BUILDINGS = [
  'Rook Court',
  'Holly House',
  'The Granary',
  'Wharf Mill',
  'Beech Lodge',
  'Rose Cottage',
  'Old Forge',
];

export function makeHomes(chance: Chance): Home[] {
  const homes: Home[] = [];
  const count = chance.weighted([
    [1, 0.3],
    [2, 0.3],
    [3, 0.22],
    [4, 0.12],
    [5, 0.06],
  ]);
  for (let made = 0; made < count; made += 1) {
    const before = homes.at(-1);
    const isNear = before !== undefined && chance.is(0.1);
    const home = isNear ? nextDoor(before, chance) : makeHome(chance);
    homes.push({ ...home, id: `home-${made + 1}`, isCurrent: made === 0, months: chance.whole(5, 150) });
  }
  return homes.filter((home, at) => homes.findIndex((other) => placeOf(other) === placeOf(home)) === at);
}

const placeOf = ({ unit, building, number, postcode }: Home) => [unit, building, number, postcode].join();

function makeHome(chance: Chance): Omit<Home, 'id' | 'isCurrent' | 'months'> {
  const street = `${chance.pick(STREETS)} ${chance.pick(ENDINGS)}`;
  const postcode = `${chance.pick(['ZZ', 'ZY'])}${chance.whole(1, 29)} ${chance.whole(1, 9)}${letter(chance)}${letter(chance)}`;
  const number = `${chance.whole(1, 190)}${chance.is(0.06) ? chance.pick(['A', 'B']) : ''}`;
  const place = {
    street,
    town: chance.pick(TOWNS),
    postcode,
    ...(chance.is(0.3) && { district: chance.pick(DISTRICTS) }),
  };
  if (chance.is(0.7)) return { ...place, number };
  if (chance.is(0.35)) return { ...place, building: chance.pick(BUILDINGS.slice(4)) };
  const unit = `${chance.pick(['Flat', 'Flat', 'Apartment'])} ${chance.is(0.8) ? chance.whole(1, 40) : chance.pick(['A', 'B', 'C'])}`;
  return chance.is(0.5)
    ? { ...place, unit, number }
    : { ...place, unit, building: chance.pick(BUILDINGS.slice(0, 4)) };
}

const letter = (chance: Chance) => chance.pick([...'ABDEFGHJLNPQRSTUWXYZ']);

/** Moved along the street, or to another flat of the house. */
function nextDoor(home: Home, chance: Chance): Home {
  const step = chance.pick([1, 2, 4, 10]);
  if (home.unit !== undefined)
    return { ...home, unit: home.unit.replace(/\d+$/, (flat) => String(Number(flat) + step)) };
  if (home.number === undefined) return { ...home, building: chance.pick(BUILDINGS.slice(4)) };
  return { ...home, number: String(Number.parseInt(home.number, 10) + step * 2) };
}

/** Undefined where the bureau does not know the home. */
export function viewOfHome(
  home: Home,
  bureau: BureauId,
  level: Level,
  chance: Chance,
): FileResidency | undefined {
  const isKnown = home.isCurrent ? 0.99 : 0.82;
  if (!chance.is(isKnown)) return undefined;
  return {
    ...(bureau !== 'experian' && chance.is(0.8) && { addressId: chance.digits(8) }),
    address: writtenBy(bureau, home, level, chance),
    isCurrent: home.isCurrent,
    ...(chance.is(0.7) && { monthsAtAddress: Math.max(1, home.months + chance.whole(-4, 4)) }),
    ...(chance.is(0.6) && {
      roll: [{ from: String(Math.floor(1970 + (TODAY - home.months * 30.4) / 365.25)) }],
    }),
  };
}

/** Equifax has flats in the name of the building, Experian has each part in its place and in capitals, TransUnion reads one line. */
function writtenBy(bureau: BureauId, home: Home, level: Level, chance: Chance): UkAddress {
  const { unit, building, number, district, town } = home;
  const isOdd = () => chance.is(level.spelling);
  const street = isOdd() ? shorten(home.street, chance) : home.street;
  const postcode = isOdd() && chance.is(0.5) ? home.postcode.replace(' ', '') : home.postcode;
  const address: UkAddress = { townOrCity: town, postcode };
  const put = (parts: Record<string, string | undefined>): void => {
    for (const [name, value] of Object.entries(parts))
      if (value !== undefined) Object.assign(address, { [name]: value });
  };
  put({
    subBuildingName: unit,
    buildingName: building,
    buildingNumber: number,
    thoroughfare: street,
    district,
  });
  if (isOdd()) rearrange(address, bureau, chance);
  if (isOdd()) delete address.district;
  if (isOdd() && chance.is(0.3)) put({ county: 'Loamshire' });
  if (chance.is(level.spelling / 12)) put({ thoroughfare: misspelt(address.thoroughfare ?? '', chance) });
  if (bureau === 'experian' || isOdd()) return capitals(address);
  return address;
}

/** The same parts in other fields. */
function rearrange(address: UkAddress, bureau: BureauId, chance: Chance): void {
  const { subBuildingName: unit, buildingName: name, buildingNumber: number, thoroughfare = '' } = address;
  if (unit !== undefined && name !== undefined) {
    delete address.subBuildingName;
    address.buildingName = bureau === 'equifax' ? `${unit}, ${name}` : `${unit} ${name}`;
  } else if (unit !== undefined && number !== undefined) {
    if (chance.is(0.5)) {
      delete address.buildingNumber;
      address.thoroughfare = `${number} ${thoroughfare}`;
    } else {
      delete address.subBuildingName;
      address.buildingName = unit;
    }
  } else if (number !== undefined && chance.is(0.7)) {
    delete address.buildingNumber;
    address.thoroughfare = `${number} ${thoroughfare}`;
  } else if (number !== undefined) {
    delete address.buildingNumber;
    address.buildingName = number;
  } else if (name !== undefined && chance.is(0.5)) {
    delete address.buildingName;
    address.thoroughfare = `${name}, ${thoroughfare}`;
  }
}

const SHORT: Record<string, string> = {
  Street: 'St',
  Road: 'Rd',
  Lane: 'Ln',
  Avenue: 'Ave',
  Close: 'Cl',
  Drive: 'Dr',
  Crescent: 'Cres',
  Gardens: 'Gdns',
  Terrace: 'Terr',
};

function shorten(street: string, chance: Chance): string {
  const [name = '', ending = ''] = street.split(' ');
  const short = SHORT[ending] ?? ending;
  return `${name} ${short}${short !== ending && chance.is(0.2) ? '.' : ''}`;
}

function misspelt(text: string, chance: Chance): string {
  const at = chance.whole(1, Math.max(1, text.length - 3));
  return `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`;
}

function capitals(address: UkAddress): UkAddress {
  const upper = Object.entries(address).map(([name, value]) => [name, value.toUpperCase()]);
  return Object.fromEntries(upper) as UkAddress;
}
