// The settings of Equifax and the checks between them.
import { listOf, oneOf, optional, setting, text, type Values, webAddress } from '../../settings/setting.ts';
import { DATA_SETS } from './data-sets.ts';

export const EQUIFAX_SETTINGS = {
  EQUIFAX_URL: optional(
    'Equifax: the whole address of the consumer service, SOAP or JSON. Not set: our simulator answers.',
    webAddress,
  ),
  EQUIFAX_STYLE: setting(
    'Equifax: soap (EWS, user name and password) or json (client credentials).',
    'soap',
    oneOf('soap', 'json'),
  ),
  EQUIFAX_OPERATION: setting(
    'Equifax: the search. Only a soft one: creditQuotationSearch.',
    'creditQuotationSearch',
    text,
  ),
  EQUIFAX_SCHEMA_VERSION: setting('Equifax: schema version in the namespaces of the request.', 'v2', text),
  EQUIFAX_DATA_SETS: setting(
    'Equifax: what is asked for, separated by commas. What is not asked for does not come; leave out what your contract lacks.',
    DATA_SETS.join(','),
    listOf(oneOf(...DATA_SETS)),
  ),
  EQUIFAX_SCORE_LABELS: setting(
    'Equifax: labels of the scores that your contract has, separated by commas. Empty: none is asked for.',
    '',
    listOf(text),
  ),
  EQUIFAX_USERNAME: optional('Equifax, soap: user name, written USER@CLIENT.', text),
  EQUIFAX_PASSWORD: optional('Equifax, soap: password.', text, true),
  EQUIFAX_TOKEN_URL: optional('Equifax, json: the whole address of the token endpoint.', webAddress),
  EQUIFAX_CLIENT_ID: optional('Equifax, json: client id.', text),
  EQUIFAX_CLIENT_SECRET: optional('Equifax, json: client secret.', text, true),
  EQUIFAX_SCOPE: optional('Equifax, json: scope of the token, where your contract names one.', text),
  EQUIFAX_CERTIFICATE_FILE: optional(
    'Equifax: client certificate for mutual TLS, the path of a PEM file.',
    text,
  ),
  EQUIFAX_KEY_FILE: optional('Equifax: key of that certificate, the path of a PEM file.', text),
  EQUIFAX_CA_FILE: optional(
    'Equifax: authority to trust instead of the usual ones, the path of a PEM file.',
    text,
  ),
} as const;

export type EquifaxSettings = Values<typeof EQUIFAX_SETTINGS>;

const SOFT_OPERATIONS = ['creditQuotationSearch'];

export function equifaxProblems(values: EquifaxSettings): string[] {
  const problems: string[] = [];
  if (!SOFT_OPERATIONS.includes(values.EQUIFAX_OPERATION)) {
    problems.push(
      'EQUIFAX_OPERATION is not a soft search. This service only makes searches that other lenders cannot see.',
    );
  }
  if (values.EQUIFAX_DATA_SETS.length === 0) {
    problems.push('EQUIFAX_DATA_SETS must name at least one data set: without any, no file ever comes.');
  }
  if (values.EQUIFAX_URL === null) return problems;
  const needed =
    values.EQUIFAX_STYLE === 'soap'
      ? (['EQUIFAX_USERNAME', 'EQUIFAX_PASSWORD'] as const)
      : (['EQUIFAX_TOKEN_URL', 'EQUIFAX_CLIENT_ID', 'EQUIFAX_CLIENT_SECRET'] as const);
  for (const name of needed) {
    if (values[name] === null) {
      problems.push(`${name} must be set when EQUIFAX_URL is and EQUIFAX_STYLE is ${values.EQUIFAX_STYLE}.`);
    }
  }
  return problems;
}
