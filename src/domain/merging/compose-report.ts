// The credit report out of merged files: the document of the interface, field for field. Pure; ids of addresses are passed in,
// since the domain has no hash function.
import type { Consumer } from '../reports/consumer.ts';
import type { CreditReport, Residency, SearchProvider } from '../reports/credit-report.ts';
import { formatUkAddress } from '../reports/uk-address.ts';
import type { MergedFiles } from './merge-files.ts';
import type { MergedResidency } from './merge-residencies.ts';
import type { MergedSearch } from './merge-searches.ts';

/** `addressIdOf` gives the same id for the same place, in every report. */
export function composeReport(
  consumer: Consumer,
  merged: MergedFiles,
  addressIdOf: (place: string) => string,
): CreditReport {
  const { title, firstName, lastName, dateOfBirth } = consumer;
  return {
    person: { ...(title === undefined ? {} : { title }), firstName, lastName, dateOfBirth },
    residencies: merged.residencies.map((residency) => toResidency(residency, addressIdOf)),
    consumerData: { records: merged.accounts.map(({ record }) => record) },
    previousSearches: { providers: toProviders(merged.searches) },
    ...merged.parts,
  };
}

function toResidency(
  { key, address, isCurrent, monthsAtAddress, electoralRoll }: MergedResidency,
  addressIdOf: (place: string) => string,
): Residency {
  return {
    addressId: addressIdOf(key),
    address: { type: 'uk', ukAddress: address, ...formatUkAddress(address) },
    // Gap: where no bureau says how long, both are absent. A zero would say that they have just moved in.
    ...(monthsAtAddress === undefined
      ? {}
      : { yearsAtAddress: Math.floor(monthsAtAddress / 12), monthsAtAddress: monthsAtAddress % 12 }),
    isCurrent,
    ...(electoralRoll !== undefined && { electoralRoll }),
  };
}

/** Companies by their newest search, newest first. `searches` are sorted that way already. */
function toProviders(searches: readonly MergedSearch[]): SearchProvider[] {
  return [...Map.groupBy(searches, ({ companyKey }) => companyKey).values()].map((own) => {
    const names = own.map(({ companyName }) => companyName);
    return {
      companyName: names.find((name) => /[a-z]/.test(name)) ?? (names[0] as string),
      records: own.map(({ record }) => record),
    };
  });
}
