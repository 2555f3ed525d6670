// The statement that inserts reports in the state that they have by then: those of test mode, which is done with them in one step.
import { SENDS_MAX } from '../../domain/reports/challenge.ts';
import { statement, unnested } from '../engine/connection/database.ts';
import { unpackedBytes } from '../engine/connection/packed-bytes.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { insertReports } from './ended.ts';
import { AVAILABLE, CHALLENGE_LIFETIME, nowOf } from './report-rows.ts';

const STORED = insertReports(
  'stored',
  `insert into reports as r (tenant_id, id, is_test, bureaus, external_reference_hash, reference_path, status, details, body, created_at,
                               updated_at, challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at, failure_reason,
                               is_doomed, clock_id, finders)
     select tenant_id, id, is_test, string_to_array(bureaus, ','), reference_hash, reference_path, status,
            ${unpackedBytes('$9', 'details_start', 'details_length')}, ${unpackedBytes('$9', 'body_start', 'body_length')},
            ${nowOf('given')}, ${nowOf('given')}, challenge_id, case when challenge_id is not null then 'open' end, code_hash,
            case when challenge_id is not null then 0 end, case when challenge_id is not null then 1 end,
            case when challenge_id is not null
              then ${nowOf('given')} - case when is_spent then ${CHALLENGE_LIFETIME} else interval '0' end end,
            failure_reason, is_doomed, clock_id, finders
     from given
     on conflict (tenant_id, id) do nothing`,
  ['r.challenge_id', 'r.is_doomed', 'r.last_sent_at'],
  `coalesce((select g.facts::jsonb from given g where g.tenant_id = r.tenant_id and g.id = r.id limit 1), '{}')`,
);

// In test mode nothing is sent; to its caller it looks as if a code was, unless it asked for a gateway that takes none.
const SENT = recordEvents(
  'sent',
  `select s.tenant_id, s.updated_at as at, 'challenge.sent' as type, s.is_test, s.id as subject_id,
          jsonb_build_object('status', 'authentication-required', 'challengeId', s.challenge_id, 'smsId', g.sms_id, 'sms', g.sms, 'sends', 1,
            'sendsLeft', ${SENDS_MAX - 1}) as facts
   from stored s join given g on g.tenant_id = s.tenant_id and g.id = s.id where g.sms in ('accepted', 'unknown')`,
);

export const INSERT_REPORTS = statement(
  'insert-reports',
  `with given as (
     select * from ${unnested('$1::uuid[]', '$2::uuid[]', '$3::boolean[]', '$4::text[]', '$5::bytea[]', '$6::text[]', '$7::uuid[]', '$8::bytea[]', '$10::int[]', '$11::int[]', '$12::int[]', '$13::int[]', '$14::bytea[]', '$15::text[]', '$16::boolean[]', '$17::boolean[]', '$18::uuid[]', '$19::uuid[]', '$20::bytea[]', '$21::text[]', '$22::text[]')}
       as g (tenant_id, id, is_test, bureaus, reference_hash, status, challenge_id, code_hash, details_start,
             details_length, body_start, body_length, reference_path, failure_reason, is_doomed, is_spent, clock_id, sms_id, finders, sms, facts)
   ), ${STORED}, ${SENT}
   select r.id, r.updated_at as at, r.last_sent_at as sent_at, ${AVAILABLE} as balance_credits from stored r`,
);
