// The facts of a live request for the risk assessment: the state of its device session, and how often the same device, person, number
// and address were seen recently. Counts only; nothing here identifies a person.

/**
 * Verified: minted by us, not stale, used for this tenant and consumer only (a form that was corrected is that of the same consumer), on
 * an origin that the tenant allows.
 */
export const DEVICE_SESSION_STATES = [
  'verified',
  'unknown',
  'forged',
  'stale',
  'replayed',
  'foreign-origin',
] as const;
type DeviceSessionState = (typeof DEVICE_SESSION_STATES)[number];

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
  session: DeviceSessionState;
  /** Null when the session id is forged or unknown. */
  sessionAgeMs: number | null;
  /** The address that loaded the script, compared with the consumer's address that the caller sent. */
  address: 'same' | 'same-network' | 'different' | null;
  /** Suspicious marks of the device when it was registered, and of its session's use: `form-corrected`. */
  deviceFlags: readonly string[];
  velocities: Record<VelocityName, Velocity>;
  /** Time since this person last passed a code on this device, at this address and with this number; null when never. */
  knownSinceMs: number | null;
};

/** Interface, "Prerequisite": the page loads the script before the request; half an hour is enough for a long form. */
export const SESSION_LIFETIME_MINUTES = 30;
export const SESSION_LIFETIME_MS = SESSION_LIFETIME_MINUTES * 60_000;

/**
 * A session whose form was corrected: with the same mobile number another name or date of birth, this often, within this time of its
 * first use. The SQL function note_risk_event has the same numbers.
 */
export const CORRECTIONS_MAX = 3;
export const CORRECTION_MINUTES = 10;
