// The second assessor: a device-risk service decides. Whether the device session is valid is still checked here, before the service
// is asked. A service that does not answer costs the consumer a challenge, never the report.
import type { RiskFacts } from '../../domain/reports/risk-facts.ts';
import type { OpenAssessor, RiskQuestion } from '../assessor.ts';
import type { ProviderClient } from './client.ts';
import { fromWire, toWire } from './mapping.ts';

export function createHttpAssessor(needs: {
  gatherFacts: (question: RiskQuestion) => Promise<RiskFacts>;
  client: ProviderClient;
}): OpenAssessor {
  return {
    id: 'http-provider',
    async assess(question) {
      const { session } = question.facts ?? (await needs.gatherFacts(question));
      if (session !== 'verified') {
        return { verdict: 'challenge', device: 'unverified', reasons: [`session-${session}`] };
      }
      const answer = await needs.client.query(toWire(question));
      if (answer === null)
        return { verdict: 'challenge', device: 'verified', reasons: ['provider-unavailable'] };
      return fromWire(answer);
    },
    close: () => needs.client.close(),
  };
}
