// Names and addresses as the TransUnion simulator writes them: in one string nearly everywhere, and addresses in the spellings that
// the bureau's data sets have.
import type { UkAddress } from '../../domain/reports/consumer.ts';
import type { SimulatedPerson } from '../simulation/population/simulated-file.ts';
import type { WireAddress } from './wire.ts';

type NamedPerson = Pick<SimulatedPerson, 'title' | 'forename' | 'surname'>;

export function fullName({ title, forename, surname }: Partial<NamedPerson>): string {
  return [title, forename, surname].filter((part) => part !== undefined).join(' ');
}

/** `links`: commas throughout. `confirmations`: none before the postcode. `holders`: semicolons, with empty places. */
export function toLine(address: UkAddress, spelling: 'links' | 'confirmations' | 'holders'): string {
  const { buildingNumber, thoroughfare, postcode } = address;
  const street = [buildingNumber, thoroughfare].filter((part) => part !== undefined).join(' ');
  const parts = [address.subBuildingName, address.buildingName, street, address.district, address.townOrCity];
  const given = parts.filter((part) => part !== undefined && part !== '');
  if (spelling === 'holders') return `${given.join(';')};;;;; ${postcode}`;
  return spelling === 'links' ? `${given.join(', ')}, ${postcode}` : `${given.join(', ')} ${postcode}`;
}

export function toParts(address: UkAddress): WireAddress {
  return {
    abodeno: address.subBuildingName,
    buildingno: address.buildingNumber,
    buildingname: address.buildingName,
    street1: address.thoroughfare,
    locality: address.district,
    posttown: address.townOrCity,
    postcode: address.postcode,
  };
}

/** The bureau's id of a home is a number: drawn from ours. */
export function domicileOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9_000_011;
  return 41_000_000 + sum;
}

/** In braces; `kind` keeps those of one reply apart. */
export function guidOf(kind: number, index: number): string {
  const hex = (value: number, length: number) => value.toString(16).toUpperCase().padStart(length, '0');
  return `{${hex(index, 8)}-51AB-4000-8000-${hex(kind, 12)}}`;
}
