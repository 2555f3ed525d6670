// How long the personal parts of a tenant's reports are kept. The check of the table says the same.
export const RETENTION_DAYS_MIN = 1;
export const RETENTION_DAYS_MAX = 3_650;
