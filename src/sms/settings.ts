// The settings of the SMS gateways, as config.ts reads them.

export const SMS_SETTINGS = {} as const;
