// A consumer so that whoever works with reports can tell two of them apart without reading who they are: `A. S—, 1985, LS1`.
// Letters, a year and the first half of a postcode; what is whole is in the document, and opening that is noted.
import type { Consumer } from './consumer.ts';

export function maskPerson({ firstName, lastName, dateOfBirth, addresses }: Consumer): string {
  const address = addresses.find(({ type }) => type === 'current') ?? addresses[0];
  // Postcodes are stored as `OUT INN`; what is not shaped so stays out.
  const outward = /^(\S{2,4}) \S{3}$/.exec(address?.ukAddress.postcode ?? '')?.[1];
  const parts = [`${initialOf(firstName)}. ${initialOf(lastName)}—`, dateOfBirth.slice(0, 4), outward];
  return parts.filter((part) => part !== undefined).join(', ');
}

function initialOf(name: string): string {
  return /\p{L}\p{M}*/u.exec(name)?.[0].toUpperCase() ?? '?';
}
