// The settings of the risk assessor, as config.ts reads them.

export const RISK_SETTINGS = {} as const;
