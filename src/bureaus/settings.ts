// The settings of the bureaus, as config.ts reads them: what concerns all of them, and one line per bureau's own.
import { BUREAU_IDS, type BureauId } from '../domain/credit-report.ts';
import { listOf, oneOf, setting, type Values, wholeNumber, yesOrNo } from '../settings/setting.ts';
import { EQUIFAX_SETTINGS, equifaxProblems } from './equifax/settings.ts';
import { EXPERIAN_SETTINGS, experianProblems } from './experian/settings.ts';
import { TRANSUNION_SETTINGS, transunionProblems } from './transunion/settings.ts';

export const BUREAU_SETTINGS = {
  BUREAUS: setting(
    'Bureaus that live mode can ask, separated by commas.',
    BUREAU_IDS.join(','),
    listOf(oneOf(...BUREAU_IDS)),
  ),
  SIMULATED_BUREAUS_IN_PRODUCTION: setting(
    'Production only: true lets our simulators answer for bureaus without an address. Their people are invented.',
    'false',
    yesOrNo,
  ),
  BUREAU_CALLS_MAX: setting(
    'Searches at one bureau at the same time, per process; as many again may wait for a second.',
    '64',
    wholeNumber(1, 10_000),
  ),
  ...EQUIFAX_SETTINGS,
  ...EXPERIAN_SETTINGS,
  ...TRANSUNION_SETTINGS,
} as const;

export type BureauSettings = Values<typeof BUREAU_SETTINGS>;

const PROBLEMS_OF: Record<BureauId, (values: BureauSettings) => string[]> = {
  equifax: equifaxProblems,
  experian: experianProblems,
  transunion: transunionProblems,
};

/** What every bureau has, by the same names: its address and its files for mutual TLS. */
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

/** Mistakes that no single setting shows, a sentence each. A bureau that is not asked may be set up however it likes. */
export function bureauProblems(values: BureauSettings, isProduction: boolean): string[] {
  if (values.BUREAUS.length === 0) return ['BUREAUS must name at least one bureau.'];
  if (new Set(values.BUREAUS).size < values.BUREAUS.length) return ['BUREAUS names a bureau twice.'];
  return values.BUREAUS.flatMap((id) => [
    ...connectionProblems(values, id, isProduction),
    ...PROBLEMS_OF[id](values),
  ]);
}

function connectionProblems(values: BureauSettings, id: BureauId, isProduction: boolean): string[] {
  const problems: string[] = [];
  const prefix = id.toUpperCase();
  const { url, certificateFile, keyFile } = connectionOf(values, id);
  if (isProduction && url === null && !values.SIMULATED_BUREAUS_IN_PRODUCTION) {
    problems.push(
      `${prefix}_URL must be set in production, or ${id} left out of BUREAUS: ` +
        'a simulator would answer with invented people (SIMULATED_BUREAUS_IN_PRODUCTION allows it).',
    );
  }
  const tokenUrl = id === 'equifax' ? values.EQUIFAX_TOKEN_URL : null;
  if (isProduction && (url?.startsWith('http:') || tokenUrl?.startsWith('http:'))) {
    problems.push(`${prefix}: a plain http:// address is refused in production. Use https://.`);
  }
  if ((certificateFile === null) !== (keyFile === null)) {
    problems.push(`${prefix}_CERTIFICATE_FILE and ${prefix}_KEY_FILE go together. Set both or neither.`);
  }
  return problems;
}
