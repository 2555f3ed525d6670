// A stand-in for the live world, in tests only: it answers as configured and keeps a journal of its calls, so that a test can assert that
// nothing was bought or sent that should not have been.
import type { CreditReport } from '../../../src/domain/reports/credit-report.ts';
import { type BureauStatus, hasAnswered, type Verdict } from '../../../src/domain/reports/report.ts';
import { syntheticReport } from '../../../src/world/scenarios.ts';
import type { Message, World } from '../../../src/world/world.ts';

export type StandIn = World & {
  verdict: Verdict;
  /** The outcome of each bureau; `ok` unless set. */
  outcomes: Partial<Record<string, BureauStatus['status']>>;
  /** Those bureaus whose data is made up. */
  simulated: readonly string[];
  gateway: 'accepted' | 'refused' | 'unknown';
  /** The names of the lenders in the reports; generated unless set. */
  lenders: readonly string[];
  /** Awaited before each answer, so that a test can act in between. */
  waitFor: Promise<unknown> | null;
  asked: string[];
  sent: Pick<Message, 'tenantId' | 'smsId' | 'code' | 'framedBy'>[];
  /** Back to the defaults, with an empty journal. */
  reset(): void;
};

/** The scenario without records: the bureaus found no one. */
const NOBODY_FOUND = 'test001@example.com';
const FRESH = {
  verdict: 'allow',
  outcomes: {},
  simulated: [],
  gateway: 'accepted',
  lenders: [],
  waitFor: null,
} as const;

export function createStandIn(): StandIn {
  const world: StandIn = {
    isFree: false,
    ...FRESH,
    asked: [],
    sent: [],
    reset: () => Object.assign(world, FRESH, { asked: [], sent: [] }),
    assess: async () => ({ verdict: world.verdict, device: 'verified' }),
    readPhone: ({ mobileNumber = '' }) => ({ kind: 'ok', to: mobileNumber }),
    newCode: () => String(100_000 + world.sent.length),
    sendCode: async ({ tenantId, smsId, code, framedBy }) => {
      await world.waitFor;
      world.sent.push({ tenantId, smsId, code, ...(framedBy && { framedBy }) });
      return world.gateway;
    },
    fetchCreditReport: async ({ consumer, bureaus }) => {
      world.asked.push(...bureaus);
      await world.waitFor;
      const statuses = bureaus.map((id) => ({
        id,
        status: world.outcomes[id] ?? ('ok' as const),
        ...(world.simulated.includes(id) && { simulated: true as const }),
      }));
      const found = statuses.filter(({ status }) => status === 'ok').map(({ id }) => id);
      const about = found.length > 0 ? consumer : { ...consumer, email: NOBODY_FOUND };
      const creditReport = statuses.some(hasAnswered)
        ? syntheticReport({ consumer: about, bureaus: found }, '2026-11-15')
        : null;
      const json = JSON.stringify(creditReport && named(creditReport, world.lenders));
      return { creditReport: creditReport && { json }, bureaus: statuses };
    },
  };
  return world;
}

function named(report: CreditReport, lenders: readonly string[]): CreditReport {
  const nameOf = (index: number, own: string | undefined) => lenders[index % lenders.length] ?? own;
  const { consumerData, previousSearches } = report;
  return {
    ...report,
    consumerData: {
      ...consumerData,
      records: consumerData.records.map((record, index) => {
        const companyName = nameOf(index, record.companyName);
        return companyName === undefined ? record : { ...record, companyName };
      }),
    },
    previousSearches: {
      ...previousSearches,
      providers: previousSearches.providers.map((provider, index) => ({
        ...provider,
        companyName: nameOf(index + 3, provider.companyName) ?? provider.companyName,
      })),
    },
  };
}
