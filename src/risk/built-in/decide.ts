// The built-in decision: facts in, verdict out, nothing else. In this order:
//
//   session not ours, expired, or not for this consumer     -> challenge that always fails (required by the interface)
//   a hard rule: velocity over its cap, an address that no consumer has, automation with a second sign -> block
//   a known person and device, and a low score              -> allow
//   everything else                                         -> challenge
//
// A rule in shadow mode adds `shadow:<rule>` to the reasons and has no other effect.
import { type RiskFacts, VELOCITIES, type VelocityName } from '../../domain/reports/risk-facts.ts';
import type { RiskAnswer } from '../assessor.ts';
import type { Limits, RiskRule, RiskValues } from '../settings.ts';

export type Thresholds = {
  limits: Record<VelocityName, Limits>;
  allowKnown: boolean;
  knownMs: number;
  allowScoreMax: number;
  shadow: readonly RiskRule[];
};

/** Points against a request, by sign; README.md says why. */
const POINTS = {
  automation: 60,
  'signals-missing': 30,
  'signals-inconsistent': 30,
  'address-differs': 20,
  'velocity-raised': 20,
  'form-corrected': 20,
  'session-young': 10,
} as const satisfies Partial<Record<RiskRule, number>>;
type Sign = keyof typeof POINTS;

/** A person takes longer than this to fill in a form; a script does not. */
export const YOUNG_MS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export function decide(
  facts: RiskFacts & { isReservedAddress: boolean },
  thresholds: Thresholds,
): RiskAnswer {
  if (facts.session !== 'verified') {
    return { verdict: 'challenge', device: 'unverified', reasons: [`session-${facts.session}`] };
  }
  const reasons: string[] = [];
  // Records that a rule matches; in shadow mode it does not count.
  const holds = (rule: RiskRule, isTrue: boolean): boolean => {
    if (!isTrue) return false;
    const isShadow = thresholds.shadow.includes(rule);
    reasons.push(isShadow ? `shadow:${rule}` : rule);
    return !isShadow;
  };

  const overCaps = VELOCITIES.filter((name) =>
    holds(name, isOver(facts.velocities[name], thresholds.limits[name], 1)),
  );
  const isReserved = holds('reserved-address', facts.isReservedAddress);
  const signs = (Object.keys(POINTS) as Sign[]).filter((sign) =>
    holds(sign, SIGNS[sign](facts, thresholds.limits)),
  );
  const isDriven = signs.includes('automation') && signs.some((sign) => SECOND_SIGNS.includes(sign));
  const isVerified = { device: 'verified' } as const;
  if (overCaps.length > 0 || isReserved || isDriven) return { verdict: 'block', ...isVerified, reasons };

  const score = signs.reduce((sum, sign) => sum + POINTS[sign], 0);
  const { knownSinceMs } = facts;
  const isKnown = thresholds.allowKnown && knownSinceMs !== null && knownSinceMs <= thresholds.knownMs;
  const isFine = isKnown && score <= thresholds.allowScoreMax;
  if (holds('known-pair', isFine)) return { verdict: 'allow', ...isVerified, reasons };
  if (!isFine) reasons.push(isKnown ? 'score-too-high' : 'new-pair');
  return { verdict: 'challenge', ...isVerified, reasons };
}

export function thresholdsOf(values: RiskValues): Thresholds {
  return {
    limits: {
      'people-per-device': values.RISK_PEOPLE_PER_DEVICE_MAX,
      'devices-per-person': values.RISK_DEVICES_PER_PERSON_MAX,
      'people-per-number': values.RISK_PEOPLE_PER_NUMBER_MAX,
      'requests-per-address': values.RISK_REQUESTS_PER_ADDRESS_MAX,
    },
    allowKnown: values.RISK_ALLOW_KNOWN,
    knownMs: values.RISK_KNOWN_DAYS * DAY_MS,
    allowScoreMax: values.RISK_ALLOW_SCORE_MAX,
    shadow: values.RISK_SHADOW,
  };
}

/** Together with automation these suggest intent; a young session alone is what any integration test looks like. */
const SECOND_SIGNS: Sign[] = [
  'signals-missing',
  'signals-inconsistent',
  'address-differs',
  'velocity-raised',
];

const SIGNS: Record<Sign, (facts: RiskFacts, limits: Thresholds['limits']) => boolean> = {
  automation: ({ deviceFlags }) => deviceFlags.includes('automation'),
  'signals-missing': ({ deviceFlags }) => deviceFlags.includes('signals-missing'),
  'signals-inconsistent': ({ deviceFlags }) => deviceFlags.includes('signals-inconsistent'),
  'address-differs': ({ address }) => address === 'different',
  'velocity-raised': ({ velocities }, limits) =>
    VELOCITIES.some((name) => isOver(velocities[name], limits[name], 0.5)),
  'form-corrected': ({ deviceFlags }) => deviceFlags.includes('form-corrected'),
  'session-young': ({ sessionAgeMs }) => sessionAgeMs !== null && sessionAgeMs < YOUNG_MS,
};

function isOver(seen: Limits, limits: Limits, share: number): boolean {
  return (
    seen.hour > limits.hour * share || seen.day > limits.day * share || seen.month > limits.month * share
  );
}
