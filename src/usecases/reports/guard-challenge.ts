// Rate limits against abuse of live challenges: of a number (flooded with messages, or its codes guessed), of a device, of an address,
// and of the tenant's credits. Exact over all processes. A refused attempt is not counted, so every wait ends, and an attacker cannot
// lock a number's owner out for longer than one window.
import { householdOf } from '../../domain/network-address.ts';
import { Refusal } from '../../domain/refusal.ts';
import { SMS_COUNTED_CREDITS_MIN } from '../../domain/wallet/pricing.ts';
import {
  type ChallengeLimits,
  type Counter,
  type Fullness,
  WRONG_CODES_WINDOW_SECONDS,
} from '../../storage/reports/challenge-limits.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

export type GuardSettings = {
  SMS_CHALLENGES_PER_NUMBER_HOUR: number;
  SMS_WRONG_CODES_PER_NUMBER_DAY: number;
  SMS_CHALLENGES_PER_SESSION: number;
  SMS_CHALLENGES_PER_ADDRESS_HOUR: number;
  SMS_CHALLENGES_PER_TENANT_HOUR: number;
  SMS_DAILY_CREDITS_MAX: number;
  SMS_RESEND_PAUSE_SECONDS: number;
};

type Numbered = { tenantId: string; mobileNumber: string };

export type GuardChallenge = {
  /** Counts a new challenge and its first message by the statement that starts it, or refuses with `rate-limited`. */
  withChallenge<Started extends { full?: Fullness }>(
    input: Numbered & { sessionId: string; ipAddress: string; smsCredits: number },
    start: (counters: readonly Counter[]) => Promise<Started>,
  ): Promise<Started>;
  /** Counts one more message of a challenge, or refuses. */
  beforeResend(
    input: Numbered & { challengeId: string; smsCredits: number; sinceLastSendMs: number },
  ): Promise<void>;
  /** Counts a link that is sent by text or e-mail, or refuses. */
  beforeLink(input: {
    tenantId: string;
    by: 'sms' | 'email';
    address: string;
    smsCredits: number;
  }): Promise<void>;
  /** A text that was counted and not sent, because no gateway took it or nobody paid, does not count towards the credits of the day. */
  giveBack(input: { tenantId: string; smsCredits: number }): Promise<void>;
  /** The counter of wrong codes of this number, for the statement that judges a guess; null when they are not counted. */
  numberKey(input: Numbered): Buffer | null;
};

/** A counter, and the message when it is full. */
type Limit = Counter & { say: (wait: string) => string };

export function createGuardChallenge(needs: {
  limits: ChallengeLimits;
  /** A keyed hash of 32 bytes. */
  hashKey: (...parts: string[]) => Buffer;
  settings: GuardSettings;
}): GuardChallenge {
  const { limits, hashKey, settings } = needs;

  const takeBy = async <Taken extends { full?: Fullness }>(
    wanted: Limit[],
    by: (counters: Counter[]) => Promise<Taken>,
  ): Promise<Taken> => {
    // 0 switches a limit off.
    const asked = wanted.filter(({ limit }) => limit > 0);
    const taken = await by(asked.map(({ say: _words, ...counter }) => counter));
    if (taken.full) throw tooMany(asked[taken.full.index], taken.full.waitSeconds);
    return taken;
  };
  const take = async (tenantId: string, wanted: Limit[]): Promise<void> => {
    await takeBy(wanted, async (counters) => ({
      full: counters.length === 0 ? null : await limits.take({ tenantId, counters }),
    }));
  };
  const wrongCodes = ({ tenantId, mobileNumber }: Numbered): Limit => ({
    key: hashKey('wrong-code', tenantId, mobileNumber),
    limit: settings.SMS_WRONG_CODES_PER_NUMBER_DAY,
    seconds: WRONG_CODES_WINDOW_SECONDS,
    say: tooManyWrongCodes,
  });
  const spend = (tenantId: string, smsCredits: number): Limit => ({
    key: hashKey('sms-credits', tenantId),
    limit: settings.SMS_DAILY_CREDITS_MAX,
    seconds: DAY_SECONDS,
    amount: Math.max(smsCredits, SMS_COUNTED_CREDITS_MIN),
    say: (wait) =>
      `The tenant's daily limit for messages, ${settings.SMS_DAILY_CREDITS_MAX} credits (a message counts at least ${SMS_COUNTED_CREDITS_MIN}), is reached. It starts anew in ${wait}.`,
  });

  return {
    withChallenge: ({ tenantId, mobileNumber, sessionId, ipAddress, smsCredits }, start) => {
      const limitsOfChallenge: Limit[] = [
        {
          key: hashKey('number', tenantId, mobileNumber),
          limit: settings.SMS_CHALLENGES_PER_NUMBER_HOUR,
          seconds: HOUR_SECONDS,
          say: (wait) => `Too many challenges for this mobile number within an hour. Try again in ${wait}.`,
        },
        { ...wrongCodes({ tenantId, mobileNumber }), isOnlyAsked: true },
        {
          key: hashKey('session', tenantId, sessionId),
          limit: settings.SMS_CHALLENGES_PER_SESSION,
          seconds: HOUR_SECONDS,
          say: () =>
            'Too many challenges for this device session. Reload the page, or call window.trefoil.newSession(), for a new one.',
        },
        {
          key: hashKey('address', tenantId, householdOf(ipAddress)),
          limit: settings.SMS_CHALLENGES_PER_ADDRESS_HOUR,
          seconds: HOUR_SECONDS,
          say: (wait) =>
            `Too many challenges from this consumer's address within an hour. Try again in ${wait}.`,
        },
        {
          key: hashKey('tenant', tenantId),
          limit: settings.SMS_CHALLENGES_PER_TENANT_HOUR,
          seconds: HOUR_SECONDS,
          amount: 1,
          say: (wait) => `Too many challenges of this tenant within an hour. Try again in ${wait}.`,
        },
        spend(tenantId, smsCredits),
      ];
      return takeBy(limitsOfChallenge, start);
    },

    beforeResend: async ({ tenantId, mobileNumber, challengeId, smsCredits, sinceLastSendMs }) => {
      const pauseSeconds = settings.SMS_RESEND_PAUSE_SECONDS;
      const pause: Limit = {
        key: hashKey('resend', tenantId, challengeId),
        limit: 1,
        seconds: Math.max(pauseSeconds, 1),
        say: (wait) => `A code was asked for a moment ago. Another can be sent in ${wait}.`,
      };
      // The first message is not in the counter, so its pause is checked here; the counter lets one of two concurrent resends through.
      const leftMs = pauseSeconds * 1000 - sinceLastSendMs;
      if (leftMs > 0) throw tooMany(pause, Math.ceil(leftMs / 1000));
      await take(tenantId, [
        { ...wrongCodes({ tenantId, mobileNumber }), isOnlyAsked: true },
        spend(tenantId, smsCredits),
        ...(pauseSeconds > 0 ? [pause] : []),
      ]);
    },

    beforeLink: ({ tenantId, by, address, smsCredits }) =>
      take(tenantId, [
        {
          key: hashKey('link', by, tenantId, address.toLowerCase()),
          limit: settings.SMS_CHALLENGES_PER_NUMBER_HOUR,
          seconds: HOUR_SECONDS,
          say: (wait) => `Too many links were sent to this address within an hour. Try again in ${wait}.`,
        },
        {
          key: by === 'sms' ? hashKey('tenant', tenantId) : hashKey('mails', tenantId),
          limit: settings.SMS_CHALLENGES_PER_TENANT_HOUR,
          seconds: HOUR_SECONDS,
          amount: 1,
          say: (wait) => `Too many messages of this tenant within an hour. Try again in ${wait}.`,
        },
        ...(by === 'sms' ? [spend(tenantId, smsCredits)] : []),
      ]),

    giveBack: async ({ tenantId, smsCredits }) => {
      const spent = spend(tenantId, smsCredits);
      if (spent.limit > 0) await limits.giveBack(tenantId, spent);
    },

    numberKey: (input) => (settings.SMS_WRONG_CODES_PER_NUMBER_DAY === 0 ? null : wrongCodes(input).key),
  };
}

function tooManyWrongCodes(wait: string): string {
  return `Too many wrong codes were entered for this mobile number today. Try again in ${wait}.`;
}

/** For a guess that was not judged because the counter was full. */
export function wrongCodesUsedUp(waitSeconds: number): Refusal {
  return new Refusal('rate-limited', tooManyWrongCodes(waitInWords(waitSeconds)), {
    retryAfterSeconds: waitSeconds,
  });
}

function tooMany(limit: Limit | undefined, waitSeconds: number): Refusal {
  if (limit === undefined) throw new Error('a counter that is full is one of those that were asked');
  return new Refusal('rate-limited', limit.say(waitInWords(waitSeconds)), { retryAfterSeconds: waitSeconds });
}

function waitInWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
