// The settings of Experian and the checks between them. Paths are settings because they are not public.
import {
  BadSetting,
  oneOf,
  optional,
  setting,
  text,
  type Values,
  webAddress,
  yesOrNo,
} from '../../settings/setting.ts';
import { SOFT_APPLICATION_TYPES } from './codes.ts';

export const EXPERIAN_SETTINGS = {
  EXPERIAN_URL: optional(
    'Experian: the host, such as https://uk-api.experian.com. Not set: our simulator answers.',
    webAddress,
  ),
  EXPERIAN_TOKEN_PATH: setting(
    'Experian: the path of its token endpoint on that host.',
    '/oauth2/v1/token',
    path,
  ),
  EXPERIAN_SEARCH_PATH: optional(
    'Experian: the path of the consumer credit search, as your contract names it.',
    path,
  ),
  EXPERIAN_SCORE: setting(
    'Experian: true where your contract has scores and they are to be in reports.',
    'false',
    yesOrNo,
  ),
  EXPERIAN_USERNAME: optional('Experian: user name of the password grant.', text),
  EXPERIAN_PASSWORD: optional('Experian: password of the password grant.', text, true),
  EXPERIAN_CLIENT_ID: optional('Experian: client id.', text),
  EXPERIAN_CLIENT_SECRET: optional('Experian: client secret.', text, true),
  EXPERIAN_CLIENT_STYLE: setting(
    'Experian: where the client id and secret go on the token call, headers or body.',
    'headers',
    oneOf('headers', 'body'),
  ),
  EXPERIAN_USER_DOMAIN: optional('Experian: X-User-Domain of the token call, where one is given.', text),
  EXPERIAN_ACCOUNT_NUMBER: optional('Experian: client account number (Control.ClientAccountNumber).', text),
  EXPERIAN_BRANCH_NUMBER: optional('Experian: client branch number (Control.ClientBranchNumber).', text),
  EXPERIAN_APPLICATION_TYPE: setting(
    `Experian: application type of the search. Only soft searches: ${SOFT_APPLICATION_TYPES.join(', ')}. UC is the consumer credit report.`,
    'UC',
    text,
  ),
  EXPERIAN_CERTIFICATE_FILE: optional(
    'Experian: client certificate for mutual TLS, the path of a PEM file.',
    text,
  ),
  EXPERIAN_KEY_FILE: optional('Experian: key of that certificate, the path of a PEM file.', text),
  EXPERIAN_CA_FILE: optional(
    'Experian: authority to trust instead of the usual ones, the path of a PEM file.',
    text,
  ),
} as const;

export type ExperianSettings = Values<typeof EXPERIAN_SETTINGS>;

export function experianProblems(values: ExperianSettings): string[] {
  const problems: string[] = [];
  if (!SOFT_APPLICATION_TYPES.includes(values.EXPERIAN_APPLICATION_TYPE)) {
    problems.push(
      'EXPERIAN_APPLICATION_TYPE is not a soft search. This service only makes searches that other lenders cannot see.',
    );
  }
  if (values.EXPERIAN_URL === null) return problems;
  const needed = [
    'EXPERIAN_SEARCH_PATH',
    'EXPERIAN_USERNAME',
    'EXPERIAN_PASSWORD',
    'EXPERIAN_CLIENT_ID',
    'EXPERIAN_CLIENT_SECRET',
  ] as const;
  for (const name of needed) {
    if (values[name] === null) problems.push(`${name} must be set when EXPERIAN_URL is.`);
  }
  return problems;
}

function path(value: string): string {
  if (!/^\/[\w\-./~%]*$/.test(value)) throw new BadSetting('must be a path such as /consumer/v1/search.');
  return value;
}
