// How bureaus write one home: the flat in another field or joined to the number, the house's name or number left out, the number
// inside the street, words cut short. Some people moved within their postcode, so that the postcode alone does not tell homes apart.
import type { UkAddress } from '../../../../domain/reports/consumer.ts';
import type { Chance } from '../chance.ts';
import type { SimulatedPerson } from '../simulated-file.ts';
import type { Habits } from './rates.ts';

type Homes = SimulatedPerson['addresses'];

/** The same for every bureau: a house that has a name beside its number, a home next door to the last one. */
export function trueHomes(homes: Homes, chance: Chance): Homes {
  const first = homes[0]?.address;
  return homes.map((home, index) => {
    const { address } = home;
    if (index > 0 && first !== undefined && chance.is(15)) {
      return { ...home, address: nextDoor({ ...first }, index, chance) };
    }
    const isNamed = address.buildingNumber !== undefined && address.subBuildingName === undefined;
    return isNamed && chance.is(12)
      ? { ...home, address: { ...address, buildingName: chance.pick(NAMES) } }
      : home;
  });
}

const NAMES = ['Larkrise', 'Tamarisk', 'The Nook', 'Sundial House', 'Fourwinds'] as const;

function nextDoor(address: UkAddress, index: number, chance: Chance): UkAddress {
  const { subBuildingName, buildingNumber, ...rest } = address;
  const flat = /\d+/.exec(subBuildingName ?? '')?.[0];
  if (flat !== undefined) {
    return { ...address, subBuildingName: `Flat ${Number(flat) + 30 + index}` };
  }
  const { buildingName, ...street } = rest;
  return {
    ...street,
    buildingNumber: String(Number.parseInt(buildingNumber ?? '1', 10) + 200 + index * 10 + chance.int(1, 9)),
  };
}

export function writeHomes(homes: Homes, { chance, rates }: Habits): Homes {
  return homes.map((home) =>
    chance.is(rates.placeRespelt) ? { ...home, address: respell(home.address, chance) } : home,
  );
}

function respell(address: UkAddress, chance: Chance): UkAddress {
  const { subBuildingName, buildingName, buildingNumber, thoroughfare = '', ...rest } = address;
  const flat = subBuildingName?.replace(/^Flat /, '');
  const street = shorten(thoroughfare, chance);
  if (flat !== undefined && buildingNumber !== undefined) {
    return chance.pick([
      { ...rest, buildingNumber: `${flat}/${buildingNumber}`, thoroughfare: street },
      { ...rest, buildingName: `Flat ${flat}, ${buildingNumber}`, thoroughfare: street },
      { ...rest, subBuildingName: `Apt ${flat}`, thoroughfare: `${buildingNumber} ${street}` },
    ]);
  }
  if (flat !== undefined && buildingName !== undefined) {
    return chance.pick([
      { ...rest, buildingName: `${flat} ${buildingName}`, thoroughfare: street },
      { ...rest, buildingName: `Flat ${flat} ${buildingName}`, thoroughfare: street },
      {
        ...rest,
        subBuildingName: `FLAT ${flat.padStart(2, '0')}`,
        buildingName: buildingName.toUpperCase(),
        thoroughfare: street,
      },
    ]);
  }
  const letter = /^(\d+)([A-Z])$/.exec(buildingNumber ?? '');
  if (letter !== null && chance.is(70)) {
    return {
      ...rest,
      subBuildingName: `Flat ${letter[2]}`,
      buildingNumber: letter[1] as string,
      thoroughfare: street,
    };
  }
  if (buildingName !== undefined && buildingNumber !== undefined) {
    return chance.is(50)
      ? { ...rest, buildingName, thoroughfare: street }
      : { ...rest, buildingNumber, thoroughfare: street };
  }
  if (buildingNumber !== undefined) {
    return chance.pick([
      { ...rest, thoroughfare: `${buildingNumber} ${street}` },
      { ...rest, buildingNumber: `No ${buildingNumber}`, thoroughfare: street },
      { ...rest, buildingName: `${buildingNumber}`, thoroughfare: street },
    ]);
  }
  return {
    ...rest,
    buildingName: (buildingName ?? '').replace(/^The /, '').toUpperCase(),
    thoroughfare: street,
  };
}

const KINDS: Record<string, string> = {
  Street: 'St',
  Road: 'Rd',
  Lane: 'La',
  Avenue: 'Ave',
  Close: 'Cl',
  Drive: 'Dr',
  Crescent: 'Cres',
  Terrace: 'Terr',
  Gardens: 'Gdns',
};

function shorten(street: string, chance: Chance): string {
  const short = street.replace(/\w+$/, (kind) => (chance.is(50) ? (KINDS[kind] ?? kind) : kind));
  return chance.is(50) ? short.toUpperCase() : short;
}
