// Lists of values that several fields have: each is one schema of the document, so that a generated type has one name for it.
import { SESSION_STATES } from '../../domain/hosted/consumer-session.ts';
import { PERMISSIONS, ROLES } from '../../domain/people/permissions.ts';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  BUREAU_IDS,
  COMPANY_TYPES,
} from '../../domain/reports/credit-report.ts';
import { BUREAU_OUTCOMES, FAILURE_REASONS, REPORT_STATUSES } from '../../domain/reports/report.ts';
import { PRODUCT_CODES } from '../../domain/wallet/pricing.ts';
import { EVENT_TYPE_NAMES } from '../../domain/webhooks/events.ts';

const LISTS: Record<string, readonly string[]> = {
  AccountStatus: ACCOUNT_STATUSES,
  AccountType: ACCOUNT_TYPES,
  BureauId: BUREAU_IDS,
  BureauOutcome: BUREAU_OUTCOMES,
  CompanyType: COMPANY_TYPES,
  ConsumerSessionStatus: SESSION_STATES,
  EventType: EVENT_TYPE_NAMES,
  FailureReason: FAILURE_REASONS,
  ProductCode: PRODUCT_CODES,
  ReportStatus: REPORT_STATUSES,
  Role: ROLES,
  Scope: PERMISSIONS,
};

const named = new Map(Object.entries(LISTS).map(([name, values]) => [values.join(), name]));

export function nameOfList(values: readonly unknown[] | undefined): string | undefined {
  return values === undefined ? undefined : named.get(values.join());
}
