// The settings of signing in, as config.ts reads them.
import { longText, optional, setting, text, webAddress, wholeNumber } from '../settings/setting.ts';

export const IDENTITY_SETTINGS = {
  IDENTITY_ISSUER: optional(
    'People sign in with this OpenID provider instead of the embedded one: its issuer address.',
    webAddress,
  ),
  IDENTITY_CLIENT_ID: optional('The client id that the OpenID provider gave us.', text),
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: setting(
    'Form posts to the sign-in pages a minute from one address.',
    '20',
    wholeNumber(1, 10_000_000),
  ),
  RATE_LIMIT_SIGN_INS: setting(
    'Passwords a minute from browsers on which the person has not signed in before, of the whole service.',
    '600',
    wholeNumber(1, 10_000_000),
  ),
  IDENTITY_CLIENT_SECRET: optional('The client secret that the OpenID provider gave us.', longText, true),
} as const;
