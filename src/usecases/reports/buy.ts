// Buy: asks the bureaus; the caller pays for those that answered. If none answers, the report fails and costs nothing.

import type { Consumer } from '../../domain/reports/consumer.ts';
import { type FailureReason, failureOfBureaus, hasAnswered } from '../../domain/reports/report.ts';
import { type PriceList, priceOfReport } from '../../domain/wallet/pricing.ts';
import type { Settlement } from '../../storage/reports/charged-reports.ts';
import type { ReportBody } from '../../storage/reports/report-parts.ts';
import type { Subject, World } from '../../world/world.ts';

export type Ending = Pick<
  Settlement,
  'status' | 'failureReason' | 'body' | 'lines' | 'personHash' | 'recordsHash' | 'searches'
>;

/** The key of a consumer in a tenant. */
export type HashPerson = (tenantId: string, consumer: Consumer) => Buffer;

export async function buy(
  world: World,
  subject: Subject,
  prices: PriceList,
  personHash: Buffer,
): Promise<Ending> {
  const { creditReport, bureaus, searches, recordsHash = null } = await world.fetchCreditReport(subject);
  const searched = searches !== undefined && { searches };
  if (creditReport === null) {
    const failureReason = failureOfBureaus(bureaus.map(({ status }) => status));
    return { status: 'failed', failureReason, body: null, lines: {}, ...searched };
  }
  const answered = bureaus.filter(hasAnswered).map(({ id }) => id);
  return {
    status: 'complete',
    failureReason: null,
    body: { creditReport, bureaus },
    lines: priceOfReport(prices, answered),
    personHash,
    recordsHash,
    ...searched,
  };
}

export type FreeEnding = Pick<Settlement, 'searches'> &
  (
    | { status: 'complete'; failureReason: null; body: ReportBody }
    | { status: 'failed'; failureReason: FailureReason; body: null }
  );

/** The same where it costs nothing. */
export async function fetchFree(world: World, subject: Subject): Promise<FreeEnding> {
  const { creditReport, bureaus, searches } = await world.fetchCreditReport(subject);
  const searched = searches !== undefined && { searches };
  if (creditReport !== null)
    return { status: 'complete', failureReason: null, body: { creditReport, bureaus }, ...searched };
  const failureReason = failureOfBureaus(bureaus.map(({ status }) => status));
  return { status: 'failed', failureReason, body: null, ...searched };
}
