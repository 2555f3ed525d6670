// The settings of the bureaus, as config.ts reads them.

export const BUREAU_SETTINGS = {} as const;
