// Settings of a service under test without the limits that one caller in a loop would meet.

/** Most tests challenge the same number many times, and call from one address. */
export const NO_LIMITS = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_CALLER: '1000000',
  RATE_LIMIT_PER_TENANT: '1000000',
  RATE_LIMIT_TOKENS_PER_CLIENT: '1000000',
  RATE_LIMIT_DEVICE_SESSIONS_PER_ADDRESS: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  SMS_CHALLENGES_PER_NUMBER_HOUR: '0',
  SMS_WRONG_CODES_PER_NUMBER_DAY: '0',
  SMS_CHALLENGES_PER_SESSION: '0',
  SMS_CHALLENGES_PER_ADDRESS_HOUR: '0',
  SMS_CHALLENGES_PER_TENANT_HOUR: '0',
  SMS_DAILY_CREDITS_MAX: '0',
};
