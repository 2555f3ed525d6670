// How long an idempotency key is remembered: the store keeps it that long, and the documentation and the error help say so.

/** After this, the same key is a new request. */
export const KEY_LIFETIME_HOURS = 24;
