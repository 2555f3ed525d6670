// The second assessor: a device-risk service judges. Whether the session is ours to believe is still decided here, before anyone
// is asked; and a service that does not answer costs the consumer a challenge, never the report.
import type { RiskFacts } from '../../domain/risk-facts.ts';
import type { Assessor, RiskQuestion } from '../assessor.ts';
import type { ProviderClient } from './client.ts';
import { fromWire, toWire } from './mapping.ts';

export function createHttpAssessor(needs: {
  gatherFacts: (question: RiskQuestion) => Promise<RiskFacts>;
  client: ProviderClient;
}): Assessor {
  return {
    id: 'http-provider',
    async assess(question) {
      const { session } = await needs.gatherFacts(question);
      if (session !== 'verified') {
        return { verdict: 'challenge', device: 'unverified', reasons: [`session-${session}`] };
      }
      const answer = await needs.client.query(toWire(question));
      if (answer === null)
        return { verdict: 'challenge', device: 'verified', reasons: ['provider-unavailable'] };
      return fromWire(answer);
    },
  };
}
