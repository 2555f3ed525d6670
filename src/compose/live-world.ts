// The live world of this configuration: the assessor, the gateways and the bureaus put together. A bureau without an address is
// simulated, and everything that is simulated is marked so.
import type { FastifyBaseLogger } from 'fastify';
import { openBureaus } from '../bureaus/open.ts';
import type { Config } from '../config/config.ts';
import type { Lenders } from '../domain/lenders/registry.ts';
import type { BureauId } from '../domain/reports/credit-report.ts';
import type { Assessor } from '../risk/assessor.ts';
import { createAssessor } from '../risk/index.ts';
import type { Sms } from '../sms/index.ts';
import type { RiskFactsStore } from '../storage/reports/risk-facts.ts';
import type { SmsMessageStore } from '../storage/reports/sms-messages.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createLiveWorld } from '../world/live.ts';
import type { RecordIds } from '../world/record-ids.ts';
import type { UnderWay } from '../world/under-way.ts';
import type { World } from '../world/world.ts';

export type LiveParts = {
  config: Config;
  logger: FastifyBaseLogger;
  metrics: Metrics;
  sms: Sms;
  riskFacts: RiskFactsStore;
  /** For a world that sends messages without the configured gateways; those record the hand-over themselves. */
  recordHandOver: SmsMessageStore['recordHandOver'];
  recordIds: RecordIds;
  underWay: UnderWay;
  /** The clock that every process shares. */
  nowMs: () => number;
  /** The registry that a tenant's reports are merged and named by. */
  lendersOf: (tenantId: string) => Promise<Lenders>;
};

export type Live = {
  world: World;
  /** Bureaus that a simulator answers for. */
  simulatedBureaus: BureauId[];
  close(): Promise<void>;
};

export async function openLive(parts: LiveParts): Promise<Live> {
  const { config, logger, metrics, sms, riskFacts, recordIds, underWay, nowMs, lendersOf } = parts;
  const opened = await openBureaus({
    settings: config,
    onOutcome: (bureau, outcome, tookMs) => metrics.countBureau(bureau, outcome, tookMs / 1000),
    onBreaker: (bureau, state) => logger.warn({ bureau, state }, 'the circuit of a bureau has changed'),
    onFault: (bureau, fault) => logger.error({ bureau, fault }, 'an answer of a bureau could not be handled'),
    onNotice: (bureau, notice) => logger.warn({ bureau, notice }, 'a bureau has a notice for the operator'),
  });
  // Read at each scrape, so that a breaker that has never changed is shown too.
  metrics.watchBreakers(() => [...opened.bureaus].map(([id, bureau]) => [id, bureau.breaker()]));
  const assessor = createAssessor({
    values: config,
    isProduction: config.NODE_ENV === 'production',
    gatherFacts: riskFacts.gatherFacts,
  });
  const counted: Assessor = {
    id: assessor.id,
    async assess(question) {
      const answer = await assessor.assess(question);
      metrics.countRisk(answer.verdict);
      return answer;
    },
  };
  const { bureaus } = opened;
  const world = createLiveWorld({ assessor: counted, sms, bureaus, recordIds, underWay, nowMs, lendersOf });
  const close = async (): Promise<void> => void (await Promise.all([opened.close(), assessor.close()]));
  return { world, simulatedBureaus: opened.simulators.map(({ id }) => id), close };
}
