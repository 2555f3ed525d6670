// The settings of address look-up, as config.ts reads them.
import { oneOf, optional, setting, text, type Values, webAddress, wholeNumber } from '../settings/setting.ts';
import { IDEAL_POSTCODES_URL } from './ideal-postcodes/wire.ts';

export const FINDER_SETTINGS = {
  ADDRESS_FINDER: optional(
    'Who looks up the addresses of a postcode on the hosted page: ideal-postcodes. Default: nobody, consumers type their address; on a laptop with the embedded database a simulated one.',
    oneOf('ideal-postcodes'),
  ),
  IDEAL_POSTCODES_URL: setting('Address of Ideal Postcodes.', IDEAL_POSTCODES_URL, webAddress),
  IDEAL_POSTCODES_KEY: optional(
    'Our key at Ideal Postcodes. Without one, in development, addresses are simulated.',
    text,
    true,
  ),
  IDEAL_POSTCODES_DEADLINE_MS: setting(
    'Deadline for a look-up: after it the consumer types the address.',
    '3000',
    wholeNumber(10, 10_000),
  ),
} as const;

export type FinderValues = Values<typeof FINDER_SETTINGS>;
export type FinderId = NonNullable<FinderValues['ADDRESS_FINDER']>;

/** A laptop shows it, on the simulator; elsewhere nobody is asked unless a setting says so. */
export function finderOf(
  values: Pick<FinderValues, 'ADDRESS_FINDER'> & { isEmbedded: boolean; NODE_ENV: string },
): FinderId | null {
  const isLaptop = values.isEmbedded && values.NODE_ENV !== 'production';
  return values.ADDRESS_FINDER ?? (isLaptop ? 'ideal-postcodes' : null);
}

/** Mistakes that no single setting shows, a sentence each. */
export function finderProblems(values: FinderValues, isProduction: boolean): string[] {
  if (values.ADDRESS_FINDER === null || !isProduction) return [];
  return [
    ...(values.IDEAL_POSTCODES_KEY === null
      ? ['IDEAL_POSTCODES_KEY must be set in production where ADDRESS_FINDER is ideal-postcodes.']
      : []),
    ...(values.IDEAL_POSTCODES_URL.startsWith('https://')
      ? []
      : ['IDEAL_POSTCODES_URL must be an https:// address in production.']),
  ];
}
