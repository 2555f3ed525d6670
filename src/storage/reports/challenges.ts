// The two transitions of a challenge, each in one statement on the report's row: the guards of domain/reports/challenge.ts repeated in SQL,
// so that parallel guesses and resends cannot slip past a limit. The wallet changes in the same statement. Guesses at different
// reports are batched into one statement and commit; two guesses at one report never are.
import {
  ATTEMPTS_MAX,
  type Challenge,
  type ChallengeState,
  REFUSED_SENDS_MAX,
  SENDS_MAX,
} from '../../domain/reports/challenge.ts';
import { batchesOn, createBatch } from '../engine/connection/batch.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { PLACE, rowsOf } from '../engine/rows.ts';
import type { Vault } from '../keys/vault.ts';
import type { Who } from '../wallet/ledger.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { WRONG_CODES_WINDOW_SECONDS } from './challenge-limits.ts';
import type { NewestReport } from './charged-steps.ts';
import { endReports } from './ended.ts';
import { type RefusedSend, type TakenBack, takeBackSend } from './refused-sends.ts';
import {
  AVAILABLE,
  CHALLENGE_LIFETIME,
  COURSE,
  LEASE_SECONDS,
  nowOf,
  ONE_BY_ONE,
  type ReportRow,
  toChallenge,
} from './report-rows.ts';
import { openReport, type Report } from './reports.ts';

/** A challenge, the keyed hash of a code for it, and the id of the request, which counts once. */
type ChallengeKey = {
  tenantId: string;
  reportId: string;
  challengeId: string;
  codeHash: Buffer;
  requestId: string;
};

/** The row before a guess or a resend, and the challenge after it. */
type MovedRow = ReportRow & {
  code_matches: boolean;
  is_repeated: boolean;
  after_state: ChallengeState | null;
  after_attempts: number | null;
  after_sends: number | null;
  after_sent_at: Date | null;
  money: string | null;
  wait_seconds?: number | null;
  earlier_code_hash?: Buffer;
  newest?: NewestReport;
};

type Guess = ChallengeKey & { leaseToken: string };

const GUESSES = rowsOf<Guess>({
  o: PLACE,
  tenant_id: ['uuid', (guess) => guess.tenantId],
  id: ['uuid', (guess) => guess.reportId],
  challenge_id: ['uuid', (guess) => guess.challengeId],
  code_hash: ['bytea', (guess) => guess.codeHash],
  request_id: ['uuid', (guess) => guess.requestId],
  lease_token: ['uuid', (guess) => guess.leaseToken],
});
const [LEASE, WRONG_CODES_MAX] = [GUESSES.after(1), GUESSES.after(2)];

const JUDGED = endReports('moved', {
  when: 'not seen.code_matches and seen.is_last',
  status: "'failed'",
  failureReason: `case when seen.is_doomed then 'device-unverified' else 'attempts-exhausted' end`,
  at: 'seen.at',
  // A right code leases the report of a live request to the process that goes on to buy it.
  lease: {
    token: 'case when seen.code_matches and not r.is_test then seen.lease_token end',
    until: `case when seen.code_matches and not r.is_test then clock_timestamp() + make_interval(secs => ${LEASE}) end`,
  },
  set: [
    'attempts = seen.attempts + 1',
    'counted = r.counted || seen.request_id',
    `challenge_state = case when seen.code_matches then 'passed' when seen.is_last then 'failed' else 'open' end`,
  ],
  from: 'able seen',
  where: `r.tenant_id = seen.tenant_id and r.id = seen.id
       and not exists (select 1 from full_one where full_one.o = seen.o)`,
  returning: [
    'seen.o',
    'seen.at',
    'r.challenge_id',
    'r.challenge_state',
    'r.attempts',
    'r.sends',
    'r.last_sent_at',
  ],
});

const GUESSED = recordEvents(
  'guessed',
  `select tenant_id, updated_at as at, is_test, id as subject_id,
          'challenge.' || case challenge_state when 'open' then 'retry' else challenge_state end as type,
          jsonb_build_object('challengeId', challenge_id, 'attemptsRemaining',
            case when challenge_state = 'open' then ${ATTEMPTS_MAX} - attempts else 0 end,
            'status', case challenge_state when 'open' then 'retry' when 'failed' then 'failed' else 'authentication-required' end)
            as facts
   from moved`,
);

// The consumer's newest report, for a right code: by the hash of the person that the risk was judged by. Empty, as of a report without a
// hash, where nobody noted one: then it has to be looked for.
const NEWEST = `case when moved.challenge_state = 'passed' and not r.is_test then (
     select case when e.person_hash is null then '' else (
       select coalesce(n.records_hash, '') from reports n
       where n.tenant_id = r.tenant_id and n.person_hash between e.person_hash and e.person_hash
       order by n.person_hash, n.created_at desc limit 1) end
     from (select (select e.person_hash from risk_events e where e.tenant_id = r.tenant_id and e.report_id = r.id) as person_hash offset 0) e)
   end`;

// The rows are locked, judged and updated in one statement: the attempt is counted before the caller learns whether the code was
// right, and a thousand parallel guesses are judged one after another. Both sides of the comparison are keyed hashes, so its timing
// tells nothing about the code. Locks: reports by id, counters of wrong codes, wallets and holds, known devices.
const SUBMIT_GUESSES = statement(
  'submit-guess',
  `with given as (
     select * from ${GUESSES.sql}
   ), seen as materialized (
     select g.o, g.request_id, g.lease_token, r.* ${ONE_BY_ONE} (
       select ${COURSE}, r.code_hash = g.code_hash and not r.is_doomed as code_matches,
              g.request_id = any(r.counted) as is_repeated, r.attempts + 1 >= ${ATTEMPTS_MAX} or r.is_doomed as is_last, r.number_key,
              ${nowOf('r')} as at
       from reports r where r.tenant_id = g.tenant_id and r.id = g.id and r.challenge_id = g.challenge_id for update
     ) r
   ), able as materialized (
     select * from seen where not is_repeated and challenge_state = 'open' and status = 'pending' and attempts < ${ATTEMPTS_MAX}
       and at <= last_sent_at + ${CHALLENGE_LIFETIME}
   ), full_one as materialized (
     -- Wrong codes of one number, over all its challenges: a guess is refused when the counter is full; a wrong one increments it.
     select g.o, g.wait_seconds from (
       select jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id, 'counters', jsonb_build_array(jsonb_build_object(
         'key', encode(number_key, 'hex'), 'limit', ${WRONG_CODES_MAX}::integer, 'seconds', ${WRONG_CODES_WINDOW_SECONDS},
         'isOnlyAsked', code_matches)))) as asks
       from able where number_key is not null
     ) counted cross join lateral challenge_limits_take(counted.asks) g
     where counted.asks is not null and g.full_one is not null
   ), ${JUDGED}, ${GUESSED}, learned as (
     -- A right code proves this person on this device.
     insert into known_devices as k (tenant_id, person_hash, device_hash, place_hash, number_hash, verified_at)
     select e.tenant_id, e.person_hash, e.device_hash, e.place_hash, e.number_hash, max(moved.at)
     from moved join risk_events e on e.tenant_id = moved.tenant_id and e.report_id = moved.id
     where moved.challenge_state = 'passed' and not moved.is_test
       and e.device_hash is not null and e.number_hash is not null
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
     on conflict (tenant_id, person_hash, device_hash, place_hash, number_hash)
       do update set verified_at = greatest(k.verified_at, excluded.verified_at)
   ), freed as materialized (
     -- The last wrong code also voids the hold of the report's price.
     select f.o, f.available from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id,
       'kind', 'void', 'holdId', id)), '[]') from moved where is_ended and not is_test)) f
   )
   select r.*, null::bytea as body, coalesce(freed.available, ${AVAILABLE}) as balance_credits,
          moved.challenge_state as after_state, moved.attempts as after_attempts, moved.sends as after_sends,
          moved.last_sent_at as after_sent_at, null::text as money, full_one.wait_seconds, ${NEWEST} as newest
   from seen r left join moved on moved.o = r.o left join freed on freed.o = r.o left join full_one on full_one.o = r.o`,
);

// Guards as in domain/reports/challenge.ts, funds last. A send that costs is counted only if its price could be held.
const COUNT_SEND = statement(
  'count-send',
  `with seen as materialized (
     select ${COURSE}, false as code_matches, $5::uuid = any(r.counted) as is_repeated, ${nowOf('r')} as at,
            r.code_hash as earlier_code_hash
     from reports r where r.tenant_id = $1 and r.id = $2 and r.challenge_id = $3 for update
   ), able as materialized (
     select * from seen where not is_repeated and challenge_state = 'open' and not is_doomed and sends < ${SENDS_MAX}
       and refused_sends < ${REFUSED_SENDS_MAX} and at <= last_sent_at + ${CHALLENGE_LIFETIME}
   ), paid as materialized (
     select result, available from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', 0, 'tenantId', $1::uuid,
       'kind', 'hold', 'holdId', $5::uuid, 'purpose', 'sms', 'amount', $6::bigint, 'reportId', $2::uuid, 'smsId', $5::uuid,
       'credentialId', $7::uuid, 'personId', $8::uuid)), '[]') from able where $6::bigint > 0))
   ), moved as (
     update reports r set sends = able.sends + 1, counted = r.counted || $5::uuid, code_hash = $4,
       last_sent_at = able.at, updated_at = able.at
     from able left join paid on true
     where r.tenant_id = $1 and r.id = $2 and (paid.result is null or paid.result = 'moved')
     returning r.challenge_state, r.attempts, r.sends, r.last_sent_at
   )
   select r.*, null::bytea as body, coalesce(paid.available, ${AVAILABLE}) as balance_credits,
          moved.challenge_state as after_state, moved.attempts as after_attempts, moved.sends as after_sends,
          moved.last_sent_at as after_sent_at, paid.result as money
   from seen r left join moved on true left join paid on true`,
);

/** The challenge before and after a guess or a send. */
type ChallengeMove = {
  before: Report;
  after: Challenge | null;
  codeMatches: boolean;
  /** Everything else allowed the send, but the wallet could not pay for it. */
  isUnpaid: boolean;
  /** Too many wrong codes were entered for this number in a day, so this one was not compared. */
  waitSeconds: number | null;
  /** This request was counted before, by a process that died before it could answer. */
  isRepeated: boolean;
  /** The code that a send replaced. */
  earlierCodeHash: Buffer | null;
  /** Of a right code. */
  newest?: NewestReport;
};

export type ChallengeStore = {
  /** Null when the report has no such challenge. */
  submitGuess(guess: Guess): Promise<ChallengeMove | null>;
  /** Null likewise. The message has the request's id. */
  countSend(send: ChallengeKey & { priceCredits: number } & Who): Promise<ChallengeMove | null>;
  /** For a text that no gateway took. */
  takeBackSend(send: RefusedSend): Promise<TakenBack>;
};

export function createChallengeStore(needs: {
  database: Database;
  vault: Vault;
  /** Wrong codes of one mobile number in a day. */
  wrongCodesMax: number;
}): ChallengeStore {
  const { database, vault, wrongCodesMax } = needs;

  const judge = createBatch<Guess, MovedRow | undefined>({
    ...batchesOn(database),
    keyOf: ({ tenantId, reportId }) => `${tenantId}/${reportId}`,
    run: async (guesses) => {
      const rows = await database.query<MovedRow & { o: number }>(SUBMIT_GUESSES, [
        ...GUESSES.values(guesses),
        ...[LEASE_SECONDS, wrongCodesMax],
      ]);
      const answers = new Map(rows.map((row) => [row.o, row]));
      return guesses.map((_guess, o) => answers.get(o));
    },
  });

  // Outside of the batch: a sealed value that does not open is one caller's problem, and all guesses are counted by then.
  const toMove = async (row: MovedRow | undefined): Promise<ChallengeMove | null> => {
    if (row === undefined) return null;
    const before = await openReport(vault, row);
    return {
      before,
      after: challengeAfter(row) ?? before.challenge,
      codeMatches: row.code_matches,
      isUnpaid: row.money === 'insufficient',
      waitSeconds: row.wait_seconds ?? null,
      isRepeated: row.is_repeated,
      earlierCodeHash: row.earlier_code_hash ?? null,
      ...(row.newest !== undefined && { newest: row.newest }),
    };
  };

  return {
    submitGuess: async (guess) => toMove(await judge(guess)),

    countSend: async (send) => {
      const { tenantId, reportId, challengeId, codeHash, requestId, priceCredits, credentialId, personId } =
        send;
      const values = [
        tenantId,
        reportId,
        challengeId,
        codeHash,
        requestId,
        priceCredits,
        credentialId,
        personId,
      ];
      return toMove((await database.query<MovedRow>(COUNT_SEND, values))[0]);
    },

    takeBackSend: (send) => takeBackSend(database, send),
  };
}

function challengeAfter(row: MovedRow): Challenge | null {
  return toChallenge(row.after_state, row.after_attempts, row.after_sends, row.after_sent_at, row);
}
