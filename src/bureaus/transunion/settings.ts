// The settings of TransUnion and the checks between them.
import {
  listOf,
  optional,
  setting,
  text,
  type Values,
  webAddress,
  wholeNumber,
  yesOrNo,
} from '../../settings/setting.ts';

export const TRANSUNION_SETTINGS = {
  TRANSUNION_URL: optional(
    'TransUnion: the whole address of CallReport 7, ending in callreport7.asmx. Not set: our simulator answers.',
    webAddress,
  ),
  TRANSUNION_COMPANY: optional('TransUnion: company of the credentials.', text),
  TRANSUNION_USERNAME: optional('TransUnion: user name.', text),
  TRANSUNION_PASSWORD: optional('TransUnion: password.', text, true),
  TRANSUNION_PURPOSE: optional(
    'TransUnion: search purpose, a code of the table searchpurpose that your contract names as soft; QS (quotation) in every public client.',
    text,
  ),
  TRANSUNION_SOFT_PURPOSES: setting(
    'TransUnion: the codes that your contract calls soft, separated by commas; the purpose must be one of them.',
    '',
    listOf(text),
  ),
  TRANSUNION_CREDIT_TYPE: optional(
    'TransUnion: credit type of the search, where your contract asks for one.',
    text,
  ),
  TRANSUNION_DATASETS: setting(
    'TransUnion: mask of the data asked for. 511 is all; the sum of summary 1, address confirmations 2, judgments 4, insolvencies 8, searches 16, address links 32, associates 64, accounts 128, real-time accounts 256.',
    '511',
    wholeNumber(1, 511),
  ),
  TRANSUNION_SCORE: setting(
    'TransUnion: true where your contract has scores and they are to be asked for.',
    'false',
    yesOrNo,
  ),
  TRANSUNION_SCHEMA_VERSION: setting('TransUnion: schema version of the request.', '7.2', text),
  TRANSUNION_CERTIFICATE_FILE: optional(
    'TransUnion: client certificate for mutual TLS, the path of a PEM file.',
    text,
  ),
  TRANSUNION_KEY_FILE: optional('TransUnion: key of that certificate, the path of a PEM file.', text),
  TRANSUNION_CA_FILE: optional(
    'TransUnion: authority to trust instead of the usual ones, the path of a PEM file.',
    text,
  ),
} as const;

export type TransunionSettings = Values<typeof TRANSUNION_SETTINGS>;

/** Publicly known as applications or tenant checks: never soft, whatever TRANSUNION_SOFT_PURPOSES says. There is no default, not
 *  even QS: what is soft is in the contract, and an operator has to have looked. */
const HARD_PURPOSES = ['AF', 'CA', 'TV'];

const ACCOUNTS_BIT = 128;

export function transunionProblems(values: TransunionSettings): string[] {
  const problems: string[] = [];
  const purpose = values.TRANSUNION_PURPOSE;
  const isSoft =
    purpose === null ||
    (values.TRANSUNION_SOFT_PURPOSES.includes(purpose) && !HARD_PURPOSES.includes(purpose));
  if (!isSoft) {
    problems.push(
      'TRANSUNION_PURPOSE is not among TRANSUNION_SOFT_PURPOSES, or is known to be no soft search. ' +
        'This service only makes searches that other lenders cannot see.',
    );
  }
  if ((values.TRANSUNION_DATASETS & ACCOUNTS_BIT) === 0) {
    problems.push('TRANSUNION_DATASETS leaves the accounts out (128): there would be nothing to report.');
  }
  if (values.TRANSUNION_URL === null) return problems;
  const needed = [
    'TRANSUNION_COMPANY',
    'TRANSUNION_USERNAME',
    'TRANSUNION_PASSWORD',
    'TRANSUNION_PURPOSE',
  ] as const;
  for (const name of needed) {
    if (values[name] === null) problems.push(`${name} must be set when TRANSUNION_URL is.`);
  }
  return problems;
}
