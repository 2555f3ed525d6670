// A masked consumer, `A. S—, 1985, LS1`: enough for people who work with reports to tell two apart, without the name. Initials, the
// year of birth and the outward half of the postcode; the rest is in the document, and opening that is audited.
import type { Consumer } from './consumer.ts';

export function maskPerson({ firstName, lastName, dateOfBirth, addresses }: Consumer): string {
  const address = addresses.find(({ type }) => type === 'current') ?? addresses[0];
  // Postcodes are stored as `OUT INN`; any other form is left out.
  const outward = /^(\S{2,4}) \S{3}$/.exec(address?.ukAddress.postcode ?? '')?.[1];
  const parts = [`${initialOf(firstName)}. ${initialOf(lastName)}—`, dateOfBirth.slice(0, 4), outward];
  return parts.filter((part) => part !== undefined).join(', ');
}

function initialOf(name: string): string {
  return /\p{L}\p{M}*/u.exec(name)?.[0].toUpperCase() ?? '?';
}

/** `+*********123`: enough for a consumer to know which phone the text went to. */
export function maskNumber(mobileNumber: string): string {
  const digits = mobileNumber.replace(/\D/g, '');
  const shown = digits.length >= 10 ? 3 : 2;
  return `+${'*'.repeat(digits.length - shown)}${digits.slice(-shown)}`;
}
