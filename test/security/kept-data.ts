// Every table, and what becomes of it: the list that erasure and retention are asked about (kept-data.test.ts), and that the table in
// docs/operations.md is held against. A new table, or a column of bytes, text or JSON that is not decided here, fails the test.

/** `gone`: nothing of it is left. Any other word says why it stays. */
type Decision = { erasure: string; retention: string };

export type Kept = {
  /** `purged`: housekeeping deletes the row. `stays`: the row stays for good, its personal columns do not. */
  row: 'purged' | 'stays';
  /** Sealed, hashed or plain: whatever says something of one consumer. */
  consumer?: Record<string, Decision>;
  /**
   * Ids of a report, a link or a text by which erasing finds the row, or goes on from it. The story of known-everywhere.ts has a row that is
   * reached by each of them.
   */
  ways?: string[];
  /** Ids by which erasing need not come: of what is about no consumer, or beside a way. */
  otherIds?: string[];
  /** Of bytes, text or JSON, and about no consumer: words of ours, secrets, people who use the service, a tenant's own texts. */
  others?: string[];
};

const GONE: Decision = { erasure: 'gone', retention: 'gone' };
const gone = (columns: string): Record<string, Decision> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, GONE]));
const words = (columns: string): string[] => columns.split(' ');

export const KEPT: Record<string, Kept> = {
  reports: {
    row: 'stays',
    ways: words('counted'),
    otherIds: words('challenge_id lease_token clock_id'),
    consumer: gone(
      'details body external_reference_hash reference_path finders number_key person_hash records_hash',
    ),
    others: words('bureaus status failure_reason challenge_state code_hash risk_reasons searches'),
  },
  consumer_sessions: {
    row: 'stays',
    ways: words('report_id renews_report_id'),
    otherIds: words('consent_text_id clock_id credential_id person_id'),
    consumer: {
      ...gone('details prefill answers consent reference_hash'),
      consent_record_sha256: {
        erasure: 'the proof that somebody agreed, without who',
        retention: 'the proof that somebody agreed, without who',
      },
    },
    others: words(
      'state bureaus search_type embed_origins consent_sha256 wanted token_hash secret_hash failure_reason may_change changed',
    ),
  },
  consumer_requests: {
    row: 'stays',
    ways: words('session_id'),
    otherIds: words('page'),
    consumer: gone('body'),
    others: words('kind outcome'),
  },
  consumer_session_sends: { row: 'stays', ways: words('session_id'), others: words('by state') },
  consumer_session_reports: { row: 'stays', ways: words('report_id session_id'), others: words('changed') },
  idempotency_keys: {
    row: 'purged',
    ways: words('resource_id'),
    consumer: {
      answer: { erasure: 'replaced by 410', retention: 'gone' },
      request_hash: { erasure: 'recognises a repeat, for the rest of 24 hours', retention: 'gone' },
    },
    others: words('key_hash'),
  },
  device_sessions: {
    row: 'purged',
    consumer: gone('origin address_hash network_hash device_hash flags signals person_hash number_hash'),
  },
  risk_events: {
    row: 'purged',
    ways: words('report_id'),
    consumer: gone('device_hash place_hash person_hash number_hash address_hash'),
  },
  known_devices: {
    row: 'purged',
    consumer: gone('person_hash device_hash place_hash number_hash'),
  },
  challenge_limits: {
    row: 'purged',
    consumer: { key: { erasure: 'or erasing would lift a limit; two days at most', retention: 'gone' } },
  },
  outbox_items: { row: 'purged', consumer: gone('sealed'), others: words('kind key state') },
  test_exchanges: {
    row: 'purged',
    ways: words('report_id'),
    otherIds: words('request_id'),
    consumer: gone('body answer'),
    others: words('path'),
  },
  test_clocks: { row: 'purged' },
  test_receipts: { row: 'purged', otherIds: words('sms_id report_id') },
  sms_messages: { row: 'purged', others: words('gateway state') },
  delivery_attempts: {
    row: 'purged',
    otherIds: words('delivery_id'),
    consumer: {
      answer: {
        erasure: "the receiver's own words, sealed and shown to nobody from then on",
        retention: 'gone',
      },
    },
    others: words('problem'),
  },
  deliveries: {
    row: 'purged',
    otherIds: words('endpoint_id event_id subject_id recovery_id lease_token'),
    others: words('state reason'),
  },
  webhook_recoveries: { row: 'purged', otherIds: words('endpoint_id') },
  webhook_health: { row: 'stays', otherIds: words('endpoint_id') },
  webhook_endpoints: {
    row: 'stays',
    others: words(
      'url description types state disabled_reason keys public_key secret_hint old_keys old_public_key old_secret_hint',
    ),
  },
  notices: { row: 'purged', otherIds: words('event_id') },
  events: { row: 'purged', ways: words('subject_id'), others: words('type facts') },
  report_events: { row: 'purged', otherIds: words('report_id'), others: words('kind facts') },
  requests: {
    row: 'purged',
    otherIds: words('credential_id person_id report_id'),
    others: words('method route code details message'),
  },
  figures: { row: 'stays', others: words('kind span measure') },
  figure_marks: { row: 'stays', others: words('kind') },
  figure_minutes: { row: 'purged', others: words('kind mode measure') },
  rate_windows: { row: 'purged', others: words('key') },
  // What is left of them after their personal parts went: src/storage/archive.ts.
  ledger_archive: { row: 'stays', others: words('entries') },
  report_archive: { row: 'stays', otherIds: words('first_id last_id'), others: words('reports') },
  ledger_entries: {
    row: 'stays',
    ways: words('sms_id report_id'),
    otherIds: words('hold_id credential_id person_id'),
    others: words('transfer_key kind from_account to_account lines reference reason hash'),
  },
  holds: {
    row: 'stays',
    otherIds: words('report_id credential_id person_id'),
    others: words('purpose state'),
  },
  wallets: { row: 'stays', others: words('last_hash') },
  alerts: { row: 'stays', others: words('kind state') },
  products: { row: 'stays', others: words('code name') },
  payments: {
    row: 'stays',
    otherIds: words('method_id person_id credential_id'),
    others: words('provider purpose state customer session reference url failure differs note'),
  },
  payment_refunds: {
    row: 'stays',
    otherIds: words('payment_id person_id'),
    others: words('reference reason state'),
  },
  payment_customers: { row: 'stays', others: words('provider reference') },
  payment_methods: { row: 'stays', others: words('provider reference brand last4 fingerprint') },
  payment_events: { row: 'purged', others: words('provider id type') },
  automatic_top_ups: { row: 'stays', otherIds: words('method_id'), others: words('off_reason') },
  billing_details: { row: 'stays', others: words('name address vat_number') },
  invoices: {
    row: 'stays',
    otherIds: words('payment_id'),
    others: words('kind number corrects seller buyer'),
  },
  invoice_counters: { row: 'stays', others: words('prefix') },
  tenant_prices: { row: 'stays', others: words('product_code') },
  audit_entries: {
    row: 'stays',
    otherIds: words('actor_id'),
    others: words('actor_kind action object_kind object_id address before after hash'),
  },
  audit_heads: { row: 'stays', others: words('last_hash') },
  consent_drafts: { row: 'stays', others: words('name locale body') },
  consent_texts: { row: 'stays', others: words('name locale body sha256') },
  tenants: { row: 'stays', others: words('name data_key allowed_origins return_origins embed_origins') },
  tenant_brands: {
    row: 'stays',
    others: words('name contact regulated_as fca_number privacy_url colour logo logo_sha256'),
  },
  own_lenders: { row: 'stays', others: words('lenders') },
  credentials: {
    row: 'stays',
    otherIds: words('owner_id'),
    others: words(
      'name client_id secret_hash scopes secret_hint last_used_address old_secret_hash old_secret_hint old_last_used_address',
    ),
  },
  people: { row: 'stays', others: words('email first_name last_name password_hash totp_secret') },
  memberships: { row: 'stays', otherIds: words('person_id'), others: words('role') },
  person_identities: { row: 'stays', otherIds: words('person_id'), others: words('issuer subject') },
  recovery_codes: { row: 'stays', otherIds: words('person_id'), others: words('code_hash') },
  invitations: {
    row: 'purged',
    otherIds: words('invited_by accepted_by'),
    others: words('token_hash email role'),
  },
  sessions: { row: 'purged', otherIds: words('person_id'), others: words('address user_agent end_reason') },
  refresh_tokens: { row: 'purged', otherIds: words('session_id'), others: words('token_hash used_by') },
  sign_in_steps: {
    row: 'purged',
    otherIds: words('person_id'),
    others: words('token_hash interaction_hash'),
  },
  known_browsers: { row: 'purged', otherIds: words('person_id'), others: words('device_hash') },
  guesses: { row: 'purged', others: words('key_hash') },
  reset_links: { row: 'purged', otherIds: words('person_id'), others: words('token_hash') },
  openid_records: { row: 'purged', others: words('model id_hash payload grant_hash uid_hash') },
  signing_keys: { row: 'purged', others: words('kid public_jwk private_jwk') },
  evidence_keys: { row: 'stays', others: words('kid public_pem private_key') },
  service_key: { row: 'stays', others: words('sealed') },
  shard_commits: { row: 'purged', others: words('id') },
  schema_migrations: { row: 'stays', others: words('name') },
};

/** All of them. */
export const WAYS = Object.entries(KEPT).flatMap(([table, { ways = [] }]) =>
  ways.map((column) => ({ table, column })),
);
