// The alerts of a tenant. Those of the balance fire in the statement that moves credits (`wallet_crossed` in the schema); the others are
// looked at every few seconds, by any process.
import { type Database, EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';

type AlertKind = 'low' | 'depleted' | 'velocity' | 'undelivered';
export type Alert = { kind: AlertKind; threshold: number; state: 'ok' | 'fired'; changedAt: Date };

const LIST = statement(
  'list-alerts',
  `select kind, threshold, state, changed_at as "changedAt" from alerts where tenant_id = $1 order by kind, threshold`,
);

export function listAlerts(db: Queryable, tenantId: string): Promise<Alert[]> {
  return db.query<Alert>(LIST, [tenantId]);
}

const LOCK_WALLET = statement(
  'lock-wallet-of-alerts',
  'select 1 from wallets where tenant_id = $1 for update',
);

const REMOVE = statement(
  'remove-alerts',
  `delete from alerts a where a.tenant_id = $1 and a.kind <> 'depleted'
     and not exists (select 1 from unnest($2::text[], $3::bigint[]) as g (kind, threshold) where g.kind = a.kind and g.threshold = a.threshold)`,
);

// An alert already crossed when it is set starts as `fired` and sends nothing: the person who sets it sees the balance.
const ADD = statement(
  'add-alerts',
  `insert into alerts (tenant_id, kind, threshold, recovers_at, state, changed_at)
   select $1, g.kind, g.threshold, g.recovers_at,
          case when g.kind = 'low' and w.available < g.threshold then 'fired' else 'ok' end, clock_timestamp()
   from unnest($2::text[], $3::bigint[], $4::bigint[]) as g (kind, threshold, recovers_at) join wallets w on w.tenant_id = $1
   on conflict (tenant_id, kind, threshold) do nothing`,
);

const REFRESH = statement('refresh-wallet-thresholds', 'select wallet_thresholds($1)');

/** Replaces all but the one of an empty wallet, in a transaction. Those that stay keep their state. */
export async function replaceAlerts(
  tx: Queryable,
  tenantId: string,
  wanted: readonly { kind: AlertKind; threshold: number; recoversAt: number }[],
): Promise<void> {
  await tx.query(LOCK_WALLET, [tenantId]);
  const kinds = wanted.map(({ kind }) => kind);
  const thresholds = wanted.map(({ threshold }) => threshold);
  await tx.query(REMOVE, [tenantId, kinds, thresholds]);
  await tx.query(ADD, [tenantId, kinds, thresholds, wanted.map(({ recoversAt }) => recoversAt)]);
  await tx.query(REFRESH, [tenantId]);
}

/** Fewer texts in an hour than this say nothing. */
const TEXTS_MIN = 10;

const SWEPT = (
  kind: string,
  figures: string,
  names: string,
  fires: string,
  type: string,
  facts: string,
): string =>
  `with seen as materialized (
     select a.tenant_id, a.threshold, a.state, f.* from alerts a cross join lateral (${figures}) f where a.kind = '${kind}'
   ), changed as (
     update alerts a set state = case a.state when 'ok' then 'fired' else 'ok' end, changed_at = ${EXACT_NOW}
     from seen s where a.tenant_id = s.tenant_id and a.kind = '${kind}' and a.threshold = s.threshold
       and a.state = s.state and (s.state = 'ok') = (${fires})
     returning a.tenant_id, a.threshold, a.state, a.changed_at, ${names}
   ), ${recordEvents(
     'told',
     `select c.tenant_id, c.changed_at as at, '${type}' as type, false as is_test, null::uuid as subject_id, ${facts} as facts
      from changed c where c.state = 'fired'`,
     { isMailed: true },
   )}
   select 1 from changed`;

const SWEEP_VELOCITY = statement(
  'sweep-velocity-alerts',
  SWEPT(
    'velocity',
    `select coalesce(sum(e.amount), 0)::bigint as spent from ledger_entries e
     where e.tenant_id = a.tenant_id and e.kind = 'post' and e.created_at > ${EXACT_NOW} - interval '1 hour'`,
    's.spent',
    's.spent >= s.threshold',
    'wallet.velocity',
    `jsonb_build_object('spentLastHour', c.spent, 'threshold', c.threshold)`,
  ),
);

const SWEEP_UNDELIVERED = statement(
  'sweep-undelivered-alerts',
  SWEPT(
    'undelivered',
    `select count(*) as texts, count(*) filter (where m.state in ('not-delivered', 'refused')) as undelivered from sms_messages m
     where m.tenant_id = a.tenant_id and m.handed_over_at > ${EXACT_NOW} - interval '1 hour'`,
    's.texts, s.undelivered',
    `s.texts >= ${TEXTS_MIN} and s.undelivered * 100 >= s.threshold * s.texts`,
    'sms.failing',
    `jsonb_build_object('texts', c.texts, 'undelivered', c.undelivered, 'threshold', c.threshold)`,
  ),
);

/** Fires and clears what does not hang on a move of credits. Safe to run in several processes. */
export async function sweepAlerts(db: Database): Promise<void> {
  for (const sweep of [SWEEP_VELOCITY, SWEEP_UNDELIVERED]) await db.query(sweep, []);
}
