// What can honestly be known when a live report is asked for: the state of the device session and how often the same device,
// person, number and address were seen of late. Counts only; who they are is nowhere in here.

/** Verified: minted by us, in time, for this tenant and this consumer, on an origin that the tenant allows. */
export const SESSION_STATES = [
  'verified',
  'unknown',
  'forged',
  'stale',
  'replayed',
  'foreign-origin',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** How many within the last hour, 24 hours and 30 days, this request included. */
export type Velocity = { hour: number; day: number; month: number };

export const VELOCITIES = [
  'people-per-device',
  'devices-per-person',
  'people-per-number',
  'requests-per-address',
] as const;
export type VelocityName = (typeof VELOCITIES)[number];

export type RiskFacts = {
  session: SessionState;
  /** Null without a session of ours. */
  sessionAgeMs: number | null;
  /** Where the script was loaded, held against the consumer's address that the caller sent. */
  address: 'same' | 'same-network' | 'different' | null;
  /** What spoke against the device when it was registered. */
  deviceFlags: readonly string[];
  velocities: Record<VelocityName, Velocity>;
  /** How long ago this person last passed a code on this device, at this place and by this number; null when never. */
  knownSinceMs: number | null;
};

/** Interface, "Prerequisite": the page loads the script before the request; half an hour is a long form. */
export const SESSION_LIFETIME_MINUTES = 30;
export const SESSION_LIFETIME_MS = SESSION_LIFETIME_MINUTES * 60_000;
