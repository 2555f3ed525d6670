// @trefoil/sdk: what a back end needs. `@trefoil/sdk/browser` is for the page, `@trefoil/sdk/testing` for unit tests.
export { Trefoil } from './client.ts';
export type { ConsumerSessions } from './consumer-sessions.ts';
export {
  Aborted,
  ChallengeExpired,
  Conflict,
  ConnectionError,
  Forbidden,
  Gone,
  InsufficientFunds,
  KeyReused,
  NoSendsLeft,
  NotFound,
  OutcomeUnknown,
  RateLimited,
  TrefoilError,
  Unauthorized,
  Unavailable,
  ValidationError,
} from './errors.ts';
export type * from './generated.ts';
export type { CallOptions, KeyedOptions, TrefoilOptions, TryFacts } from './options.ts';
export type { CsvPages, Page, Pages } from './pages.ts';
export type { Payments } from './payments.ts';
export type {
  Challenge,
  ChallengeCalls,
  GenerateOutcome,
  OtpOutcome,
  ReadOutcome,
  Reports,
  Resent,
} from './reports.ts';
export type { Requests } from './requests.ts';
export type { Lenders, My, Tenant, TestClocks } from './tenant.ts';
export { sign as signWebhook, verify as verifyWebhook, type WebhookEvent, WebhookRefused } from './verify.ts';
export type { EventPage, Events, Webhooks } from './webhooks.ts';
