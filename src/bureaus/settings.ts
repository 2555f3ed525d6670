// The settings of the bureaus, as config.ts reads them: those that concern all bureaus, and each entry's own. No bureau is named
// here; the types are inferred from the registry.
import type { BureauId } from '../domain/reports/credit-report.ts';
import {
  listOf,
  oneOf,
  setting,
  type Values,
  webAddress,
  wholeNumber,
  yesOrNo,
} from '../settings/setting.ts';
import { BUREAUS, type OwnSettings, type RegisteredBureau } from './index.ts';
import { DIALECT_CHOICES } from './simulation/dialect.ts';

export const BUREAU_SETTINGS = settingsOf(BUREAUS);

export type BureauSettings = Values<typeof BUREAU_SETTINGS>;

export function settingsOf(entries: readonly RegisteredBureau[]) {
  const ids = entries.map(({ id }) => id);
  const common = {
    BUREAUS: setting(
      'Bureaus that live mode can ask, separated by commas.',
      ids.join(','),
      listOf(oneOf(...ids)),
    ),
    SIMULATED_BUREAUS_IN_PRODUCTION: setting(
      'Production only: true lets our simulators answer for bureaus without an address. Their people are invented.',
      'false',
      yesOrNo,
    ),
    SIMULATED_BUREAUS_DIALECT: setting(
      'What the simulators write: ordinary replies, others (with records of other people, marked), thin, or by-person, a mixture.',
      'by-person',
      oneOf(...DIALECT_CHOICES),
    ),
    BUREAU_CALLS_MAX: setting(
      'Searches at one bureau at the same time, per process; as many again may wait for a second.',
      '64',
      wholeNumber(1, 10_000),
    ),
  };
  return Object.assign(common, ...entries.map((entry) => entry.settings)) as typeof common & OwnSettings;
}

export type Connection = {
  url: string | null;
  certificateFile: string | null;
  keyFile: string | null;
  caFile: string | null;
};

export function connectionOf(values: BureauSettings, id: BureauId): Connection {
  const prefix = id.toUpperCase() as Uppercase<BureauId>;
  return {
    url: values[`${prefix}_URL`],
    certificateFile: values[`${prefix}_CERTIFICATE_FILE`],
    keyFile: values[`${prefix}_KEY_FILE`],
    caFile: values[`${prefix}_CA_FILE`],
  };
}

/** Mistakes that no single setting shows, a sentence each. The settings of a bureau that is left out of BUREAUS are not checked. */
export function bureauProblems(
  values: BureauSettings,
  isProduction: boolean,
  entries: readonly RegisteredBureau[] = BUREAUS,
): string[] {
  if (values.BUREAUS.length === 0) return ['BUREAUS must name at least one bureau.'];
  if (new Set(values.BUREAUS).size < values.BUREAUS.length) return ['BUREAUS names a bureau twice.'];
  return values.BUREAUS.flatMap((wanted) => entries.filter(({ id }) => id === wanted)).flatMap((entry) => [
    ...connectionProblems(values, entry, isProduction),
    ...entry.settingsProblems(values),
  ]);
}

function connectionProblems(
  values: BureauSettings,
  { id, settings }: RegisteredBureau,
  isProduction: boolean,
): string[] {
  const problems: string[] = [];
  const prefix = id.toUpperCase();
  const { url, certificateFile, keyFile } = connectionOf(values, id);
  if (isProduction && url === null && !values.SIMULATED_BUREAUS_IN_PRODUCTION) {
    problems.push(
      `${prefix}_URL must be set in production, or ${id} left out of BUREAUS: ` +
        'a simulator would answer with invented people (SIMULATED_BUREAUS_IN_PRODUCTION allows it).',
    );
  }
  // Every address counts, such as that of a separate token endpoint.
  const addresses = Object.keys(settings).filter((name) => settings[name]?.parse === webAddress);
  const isPlain = (name: string) => /^http:/.test(String(values[name as keyof BureauSettings]));
  if (isProduction && addresses.some(isPlain)) {
    problems.push(`${prefix}: a plain http:// address is refused in production. Use https://.`);
  }
  if ((certificateFile === null) !== (keyFile === null)) {
    problems.push(`${prefix}_CERTIFICATE_FILE and ${prefix}_KEY_FILE go together. Set both or neither.`);
  }
  return problems;
}
