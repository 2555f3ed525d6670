// The statement that inserts reports in the state that they have by then: those of test mode, which is done with them in one step.
import { SENDS_MAX } from '../../domain/reports/challenge.ts';
import { statement } from '../engine/connection/database.ts';
import { type PackedPlace, unpackedBytes } from '../engine/connection/packed-bytes.ts';
import { rowsOf } from '../engine/rows.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { insertReports } from './ended.ts';
import type { NewReport } from './report-parts.ts';
import { AVAILABLE, CHALLENGE_LIFETIME, nowOf } from './report-rows.ts';
import { toFacts } from './search-facts.ts';

/** With the places of the sealed parts, which are one parameter. */
export const REPORTS_GIVEN = rowsOf<NewReport & { sealed: PackedPlace; sealedBody: PackedPlace }>({
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.id],
  is_test: ['boolean', (one) => one.isTest],
  bureaus: ['text', (one) => one.bureaus.join(',')],
  reference_hash: ['bytea', (one) => one.externalReferenceHash],
  status: ['text', (one) => one.status],
  challenge_id: ['uuid', (one) => one.challenge?.id ?? null],
  code_hash: ['bytea', (one) => one.challenge?.codeHash ?? null],
  details_start: ['int', (one) => one.sealed.start],
  details_length: ['int', (one) => one.sealed.length],
  body_start: ['int', (one) => one.sealedBody.start],
  body_length: ['int', (one) => one.sealedBody.length],
  reference_path: ['bytea', (one) => one.referencePath],
  failure_reason: ['text', (one) => one.failureReason ?? null],
  is_doomed: ['boolean', (one) => one.challenge?.isDoomed ?? false],
  is_spent: ['boolean', (one) => one.challenge?.isSpent ?? false],
  clock_id: ['uuid', (one) => one.clockId ?? null],
  sms_id: ['uuid', (one) => one.challenge?.smsId ?? null],
  finders: ['bytea', (one) => one.finders],
  sms: ['text', (one) => one.challenge?.sms ?? null],
  facts: ['text', ({ searches }) => toFacts(searches)],
});
const SEALED = REPORTS_GIVEN.after(1);

const STORED = insertReports(
  'stored',
  `insert into reports as r (tenant_id, id, is_test, bureaus, external_reference_hash, reference_path, status, details, body, created_at,
                               updated_at, challenge_id, challenge_state, code_hash, attempts, sends, last_sent_at, failure_reason,
                               is_doomed, clock_id, finders)
     select tenant_id, id, is_test, string_to_array(bureaus, ','), reference_hash, reference_path, status,
            ${unpackedBytes(SEALED, 'details_start', 'details_length')}, ${unpackedBytes(SEALED, 'body_start', 'body_length')},
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
  `with given as (select * from ${REPORTS_GIVEN.sql}), ${STORED}, ${SENT}
   select r.id, r.updated_at as at, r.last_sent_at as sent_at, ${AVAILABLE} as balance_credits from stored r`,
);
