// The two moves of a challenge, each in one statement on the report's row: the guards of domain/challenge.ts repeated in
// SQL, so that parallel guesses and resends cannot slip past a limit. What they do to the wallet happens in the same statement.
// Guesses at different reports share a statement and its commit; two at one report never do.
import type { Challenge, ChallengeState } from '../../domain/challenge.ts';
import { createBatch } from '../connection/batch.ts';
import { type Database, statement, unnested } from '../connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import type { Who } from '../wallet/ledger.ts';
import {
  AVAILABLE,
  COURSE,
  LEASE_SECONDS,
  NOW,
  ONE_BY_ONE,
  openReport,
  type ReportRow,
  toChallenge,
} from './reports.ts';

/** Which challenge, the keyed hash of a code for it, and the request that brings it: each request counts once. */
export type ChallengeKey = {
  tenantId: string;
  reportId: string;
  challengeId: string;
  codeHash: Buffer;
  requestId: string;
};

/** A row as a guess or a resend met it, and the challenge as it left it. */
type MovedRow = ReportRow & {
  code_matches: boolean;
  is_repeated: boolean;
  after_state: ChallengeState | null;
  after_attempts: number | null;
  after_sends: number | null;
  after_sent_at: Date | null;
  money: string | null;
  wait_seconds?: number | null;
};

const A_DAY_SECONDS = 86_400;

// The rows are locked, judged and moved in one statement: the attempt is counted before anyone learns whether the code
// was right, and a thousand guesses at once are judged one after another. Both sides of the comparison are keyed hashes,
// so its timing says nothing about the code. Locks: reports by id, counters of wrong codes, wallets and holds, known devices.
const SUBMIT_GUESSES = statement(
  'submit-guess',
  `with given as (
     select * from ${unnested('$1::int[]', '$2::uuid[]', '$3::uuid[]', '$4::uuid[]', '$5::bytea[]', '$6::uuid[]', '$7::uuid[]')}
       as g (o, tenant_id, id, challenge_id, code_hash, request_id, lease_token)
   ), seen as materialized (
     select g.o, g.request_id, g.lease_token, r.* ${ONE_BY_ONE} (
       select ${COURSE}, r.code_hash = g.code_hash and not r.is_doomed as code_matches,
              g.request_id = any(r.counted) as is_repeated, r.attempts + 1 >= 3 or r.is_doomed as is_last, r.number_key,
              ${NOW('$8')} as at
       from reports r where r.tenant_id = g.tenant_id and r.id = g.id and r.challenge_id = g.challenge_id for update
     ) r
   ), able as materialized (
     select * from seen where not is_repeated and challenge_state = 'open' and status = 'pending' and attempts < 3
       and at <= last_sent_at + interval '5 minutes'
   ), full_one as materialized (
     -- Wrong codes of one number, over all its challenges: there must be room for this guess, and a wrong one takes it.
     select g.o, g.wait_seconds from (
       select jsonb_agg(jsonb_build_object('o', o, 'counters', jsonb_build_array(jsonb_build_object(
         'key', encode(number_key, 'hex'), 'limit', $10::integer, 'seconds', ${A_DAY_SECONDS},
         'isOnlyAsked', code_matches)))) as asks
       from able where number_key is not null
     ) counted cross join lateral challenge_limits_take(counted.asks) g
     where counted.asks is not null and g.full_one is not null
   ), moved as (
     update reports r set
       attempts = seen.attempts + 1,
       counted = r.counted || seen.request_id,
       challenge_state = case when seen.code_matches then 'passed' when seen.is_last then 'failed' else 'open' end,
       status = case when not seen.code_matches and seen.is_last then 'failed' else r.status end,
       failure_reason = case when seen.is_doomed then 'device-unverified'
                             when not seen.code_matches and seen.is_last then 'attempts-exhausted' end,
       lease_token = case when seen.code_matches and not r.is_test then seen.lease_token end,
       leased_until = case when seen.code_matches and not r.is_test then clock_timestamp() + make_interval(secs => $9) end,
       updated_at = seen.at
     from able seen
     where r.tenant_id = seen.tenant_id and r.id = seen.id
       and not exists (select 1 from full_one where full_one.o = seen.o)
     returning seen.o, seen.at, r.tenant_id, r.id, r.is_test, r.challenge_state, r.attempts, r.sends, r.last_sent_at
   ), learned as (
     -- From the right code on this person and this device are known to each other.
     insert into known_devices as k (tenant_id, person_hash, device_hash, place_hash, number_hash, verified_at)
     select e.tenant_id, e.person_hash, e.device_hash, e.place_hash, e.number_hash, max(moved.at)
     from moved join risk_events e on e.tenant_id = moved.tenant_id and e.report_id = moved.id
     where moved.challenge_state = 'passed' and not moved.is_test
       and e.device_hash is not null and e.number_hash is not null
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
     on conflict (tenant_id, person_hash, device_hash, place_hash, number_hash)
       do update set verified_at = greatest(k.verified_at, excluded.verified_at)
   ), freed as materialized (
     -- The third wrong code gives the held price back in the same breath.
     select f.o, f.available from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', o, 'tenantId', tenant_id,
       'kind', 'void', 'holdId', id)), '[]') from moved where challenge_state = 'failed' and not is_test)) f
   )
   select r.*, null::bytea as body, coalesce(freed.available, ${AVAILABLE}) as balance_credits,
          moved.challenge_state as after_state, moved.attempts as after_attempts, moved.sends as after_sends,
          moved.last_sent_at as after_sent_at, null::text as money, full_one.wait_seconds
   from seen r left join moved on moved.o = r.o left join freed on freed.o = r.o left join full_one on full_one.o = r.o`,
);

// Guards as in domain/challenge.ts; funds come last. A send that costs is counted only when its price could be held.
const COUNT_SEND = statement(
  'count-send',
  `with seen as materialized (
     select ${COURSE}, false as code_matches, $6::uuid = any(r.counted) as is_repeated, ${NOW('$5')} as at
     from reports r where r.tenant_id = $1 and r.id = $2 and r.challenge_id = $3 for update
   ), able as materialized (
     select * from seen where not is_repeated and challenge_state = 'open' and not is_doomed and sends < 3
       and at <= last_sent_at + interval '5 minutes'
   ), paid as materialized (
     select result, available from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', 0, 'tenantId', $1::uuid,
       'kind', 'hold', 'holdId', $6::uuid, 'purpose', 'sms', 'amount', $7::bigint, 'reportId', $2::uuid, 'smsId', $6::uuid,
       'credentialId', $8::uuid, 'personId', $9::uuid)), '[]') from able where $7::bigint > 0))
   ), moved as (
     update reports r set sends = able.sends + 1, counted = r.counted || $6::uuid, code_hash = $4,
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

type Guess = ChallengeKey & { leaseToken: string };

export function createChallengeStore(needs: {
  database: Database;
  vault: Vault;
  /** Wrong codes of one mobile number in a day. */
  wrongCodesMax: number;
  at: () => Date | null;
}) {
  const { database, vault, wrongCodesMax, at } = needs;

  const judge = createBatch<Guess, MovedRow | undefined>({
    sizeMax: 64,
    inFlightMax: 2,
    isInLine: database.isInLine,
    keyOf: ({ tenantId, reportId }) => `${tenantId}/${reportId}`,
    run: async (guesses) => {
      const rows = await database.query<MovedRow & { o: number }>(SUBMIT_GUESSES, [
        guesses.map((_guess, o) => o),
        guesses.map((guess) => guess.tenantId),
        guesses.map((guess) => guess.reportId),
        guesses.map((guess) => guess.challengeId),
        guesses.map((guess) => guess.codeHash),
        guesses.map((guess) => guess.requestId),
        guesses.map((guess) => guess.leaseToken),
        at(),
        LEASE_SECONDS,
        wrongCodesMax,
      ]);
      const byPlace = new Map(rows.map((row) => [row.o, row]));
      return guesses.map((_guess, o) => byPlace.get(o));
    },
  });

  // Apart from the batch: a seal that does not open is one caller's fault, and the guesses of all are counted by then.
  const toMove = async (row: MovedRow | undefined) => {
    if (row === undefined) return null;
    const before = await openReport(vault, row);
    const after = challengeAfter(row) ?? before.challenge;
    return {
      before,
      codeMatches: row.code_matches,
      after,
      isUnpaid: row.money === 'insufficient',
      waitSeconds: row.wait_seconds ?? null,
      isRepeated: row.is_repeated,
    };
  };

  return {
    /**
     * Null when the report has no such challenge; else the challenge before and after the guess. `isRepeated`: this request
     * was counted before, by a process that died before it could answer. `waitSeconds`: too many wrong codes were entered for
     * this number in a day, so this one was not looked at.
     */
    submitGuess: async (guess: Guess) => toMove(await judge(guess)),

    /**
     * Null and `isRepeated` likewise. `isUnpaid`: everything else allowed the send, but the wallet could not pay for it. The
     * message has the request's id.
     */
    countSend: async (send: ChallengeKey & { priceCredits: number } & Who) => {
      const { tenantId, reportId, challengeId, codeHash, requestId, priceCredits, credentialId, personId } =
        send;
      const values = [
        tenantId,
        reportId,
        challengeId,
        codeHash,
        at(),
        requestId,
        priceCredits,
        credentialId,
        personId,
      ];
      return toMove((await database.query<MovedRow>(COUNT_SEND, values))[0]);
    },
  };
}

export type ChallengeStore = ReturnType<typeof createChallengeStore>;

function challengeAfter(row: MovedRow): Challenge | null {
  return toChallenge(row.after_state, row.after_attempts, row.after_sends, row.after_sent_at, row.is_doomed);
}
