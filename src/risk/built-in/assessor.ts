// The built-in assessor: gathers the facts, has them judged. It asks nobody outside.
import { isReserved } from '../../domain/network-address.ts';
import type { RiskFacts } from '../../domain/risk-facts.ts';
import type { Assessor, RiskQuestion } from '../assessor.ts';
import { decide, type Thresholds } from './decide.ts';

export function createBuiltInAssessor(needs: {
  gatherFacts: (question: RiskQuestion) => Promise<RiskFacts>;
  thresholds: Thresholds;
  /** In development everybody's address is a private one. */
  isProduction: boolean;
}): Assessor {
  return {
    id: 'built-in',
    async assess(question) {
      const facts = await needs.gatherFacts(question);
      const isReservedAddress = needs.isProduction && isReserved(question.consumer.ipAddress);
      return decide({ ...facts, isReservedAddress }, needs.thresholds);
    },
  };
}
