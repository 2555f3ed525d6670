// What a tenant has of live mode, in rows: two equal answers mean that nothing of it was made, changed or removed in between. Every table is
// decided about; one that is not makes this throw.
import { type House, sql } from '../house.ts';

const BY_MODE = 'not t.is_test';
const BY_REPORT =
  'exists (select from reports r where r.tenant_id = t.tenant_id and r.id = t.report_id and not r.is_test)';
const BY_ENDPOINT =
  'exists (select from webhook_endpoints e where e.tenant_id = t.tenant_id and e.id = t.endpoint_id and not e.is_test)';
const ALL = 'true';
/** It has the same in both modes, nothing of a tenant, or what any call leaves behind. */
const NONE = null;

/** Which rows of each table are of live mode. */
const WHICH: Record<string, string | null> = {
  tenants: ALL,
  memberships: ALL,
  invitations: ALL,
  wallets: ALL,
  tenant_prices: ALL,
  ledger_entries: ALL,
  ledger_archive: ALL,
  report_archive: ALL,
  holds: ALL,
  sms_messages: ALL,
  alerts: ALL,
  payments: ALL,
  payment_refunds: ALL,
  payment_customers: ALL,
  payment_methods: ALL,
  payment_events: ALL,
  automatic_top_ups: ALL,
  billing_details: ALL,
  invoices: ALL,
  invoice_counters: ALL,
  own_lenders: ALL,
  tenant_brands: ALL,
  consent_drafts: ALL,
  consent_texts: ALL,
  risk_events: ALL,
  known_devices: ALL,
  reports: BY_MODE,
  events: BY_MODE,
  webhook_endpoints: BY_MODE,
  consumer_sessions: BY_MODE,
  consumer_requests: BY_MODE,
  consumer_session_sends: `exists (select from consumer_sessions s where s.tenant_id = t.tenant_id and s.id = t.session_id and not s.is_test)`,
  consumer_session_reports: BY_REPORT,
  report_events: BY_REPORT,
  deliveries: BY_ENDPOINT,
  webhook_health: BY_ENDPOINT,
  webhook_recoveries: BY_ENDPOINT,
  delivery_attempts: `exists (select from deliveries d join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
    where d.tenant_id = t.tenant_id and d.id = t.delivery_id and not e.is_test)`,
  credentials: 'not t.is_test_only',
  outbox_items: ALL,
  challenge_limits: ALL,
  test_clocks: NONE,
  test_receipts: NONE,
  test_exchanges: NONE,
  figures: NONE,
  figure_marks: NONE,
  figure_minutes: NONE,
  requests: NONE,
  idempotency_keys: NONE,
  audit_heads: NONE,
  audit_entries: NONE,
  notices: NONE,
  rate_windows: NONE,
  guesses: NONE,
  device_sessions: NONE,
  people: NONE,
  person_identities: NONE,
  sessions: NONE,
  refresh_tokens: NONE,
  recovery_codes: NONE,
  reset_links: NONE,
  sign_in_steps: NONE,
  known_browsers: NONE,
  openid_records: NONE,
  products: ALL,
  signing_keys: NONE,
  evidence_keys: NONE,
  service_key: NONE,
  schema_migrations: NONE,
  shard_commits: NONE,
};
/** Written by whoever enters, in whatever mode. */
const PASSING = ['last_used_at', 'last_used_address', 'last_accessed_at', 'last_active_at'];

export async function liveRowsOf(house: House, tenantId: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string; hasTenant: boolean }>(
    house,
    `select t.table_name as name, exists (select from information_schema.columns c where c.table_schema = 'public'
       and c.table_name = t.table_name and c.column_name = 'tenant_id') as "hasTenant"
     from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name, hasTenant } of tables) {
    const which = WHICH[name];
    if (which === undefined) throw new Error(`which rows of ${name} are of live mode?`);
    if (which === NONE) continue;
    const [of, given] = hasTenant ? ['t.tenant_id = $1', [tenantId]] : ['true', []];
    const shown = PASSING.reduce((row, column) => `${row} - '${column}'`, 'to_jsonb(t)');
    const text = `select coalesce(string_agg((${shown})::text, E'\\n' order by (${shown})::text), '') as rows
      from "${name}" t where ${of} and ${which}`;
    rows[name] = (await sql<{ rows: string }>(house, text, given))[0]?.rows ?? '';
  }
  return rows;
}
