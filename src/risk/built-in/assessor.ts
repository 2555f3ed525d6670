// The built-in assessor: gathers the facts and decides on them. It asks no service outside.
import { isReserved } from '../../domain/network-address.ts';
import type { RiskFacts } from '../../domain/reports/risk-facts.ts';
import type { OpenAssessor, RiskQuestion } from '../assessor.ts';
import type { RiskRule } from '../settings.ts';
import { decide, type Thresholds } from './decide.ts';

/** On a developer's machine addresses are private and browsers are driven by tests: there these rules are in shadow mode. */
const DEVELOPMENT_SHADOW: RiskRule[] = ['reserved-address', 'address-differs', 'automation'];

export function createBuiltInAssessor(needs: {
  gatherFacts: (question: RiskQuestion) => Promise<RiskFacts>;
  thresholds: Thresholds;
  isProduction: boolean;
}): OpenAssessor {
  const { gatherFacts, thresholds, isProduction } = needs;
  const shadow = isProduction ? thresholds.shadow : [...thresholds.shadow, ...DEVELOPMENT_SHADOW];
  return {
    id: 'built-in',
    async assess(question) {
      const facts = question.facts ?? (await gatherFacts(question));
      const isReservedAddress = isReserved(question.consumer.ipAddress);
      return decide({ ...facts, isReservedAddress }, { ...thresholds, shadow });
    },
    close: async () => {},
  };
}
