// Which table lies where on a sharded database, and the calls that put it there. Everything of a tenant's reports and money is in the
// tenant's shard. What is asked before a tenant is known, or belongs to people, stays on the coordinator: who may come in is known there
// while any other server is down. Tenants and the price list are small and read with everything else: each server has a copy.

/** The first one is what the others are colocated with. */
export const SHARDED = [
  'wallets',
  'reports',
  'idempotency_keys',
  'tenant_prices',
  'ledger_entries',
  'holds',
  'risk_events',
  'known_devices',
  'sms_messages',
  'challenge_limits',
  'requests',
  'report_events',
  'figures',
  'figure_marks',
  'figure_minutes',
  'own_lenders',
  'events',
  'webhook_endpoints',
  'webhook_health',
  'deliveries',
  'delivery_attempts',
  'webhook_recoveries',
  'notices',
  'alerts',
  'test_clocks',
  'test_receipts',
  'test_exchanges',
  'tenant_brands',
  'consent_drafts',
  'consent_texts',
  'consumer_sessions',
  'consumer_session_reports',
  'consumer_requests',
  'consumer_session_sends',
  'ledger_archive',
  'report_archive',
  'payment_customers',
  'payment_methods',
  'payments',
  'payment_refunds',
  'payment_events',
  'automatic_top_ups',
  'billing_details',
  'invoices',
] as const;

export const COPIED = ['tenants', 'products'] as const;

export const AT_HOME = [
  'schema_migrations',
  'people',
  'memberships',
  'credentials',
  'invitations',
  'signing_keys',
  'rate_windows',
  'device_sessions',
  'person_identities',
  'openid_records',
  'sessions',
  'refresh_tokens',
  'sign_in_steps',
  'known_browsers',
  'guesses',
  'recovery_codes',
  'reset_links',
  'audit_heads',
  'audit_entries',
  'service_key',
  'evidence_keys',
  'outbox_items',
  'shard_commits',
  'invoice_counters',
] as const;

/** The table whose shards stand for their groups. */
export const ANCHOR = SHARDED[0];

/** What the functions of the schema work on, with those that they call (`test/scenarios/sharded-places.test.ts`). */
export const TABLES_OF_FUNCTIONS: Record<string, readonly string[]> = {
  ledger_apply: [
    'wallets',
    'ledger_entries',
    'holds',
    'alerts',
    'events',
    'notices',
    'webhook_endpoints',
    'deliveries',
  ],
  note_risk_event: ['risk_events', 'known_devices', 'device_sessions', 'tenants'],
  lock_risk_keys: ['device_sessions'],
  challenge_limits_take: ['challenge_limits'],
  wallet_thresholds: ['wallets', 'alerts'],
  audit_append: ['audit_entries', 'audit_heads'],
  newest_refusals: ['requests', 'reports'],
};
