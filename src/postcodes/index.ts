// The registry of address finders: the setting ADDRESS_FINDER names one of these. A new one is a folder and a line.
import type { UkAddress } from '../domain/reports/consumer.ts';
import type { AddressFinder } from './finder.ts';
import { openIdealPostcodes } from './ideal-postcodes/open.ts';
import type { FinderId, FinderValues } from './settings.ts';

/** `residents`: homes that a simulator knows beside those that it makes up. */
type OpenFinder = (values: FinderValues, residents: readonly UkAddress[]) => Promise<AddressFinder>;

const FINDERS: Record<FinderId, OpenFinder> = { 'ideal-postcodes': openIdealPostcodes };

export function openFinder(
  id: FinderId,
  values: FinderValues,
  residents: readonly UkAddress[],
): Promise<AddressFinder> {
  return FINDERS[id](values, residents);
}
