// The registry of assessors: the setting RISK_ASSESSOR names one of these. A new one is a folder and a line.
import type { RiskFacts } from '../domain/reports/risk-facts.ts';
import type { OpenAssessor, RiskQuestion } from './assessor.ts';
import { createBuiltInAssessor } from './built-in/assessor.ts';
import { thresholdsOf } from './built-in/decide.ts';
import { createHttpAssessor } from './http-provider/assessor.ts';
import { createProviderClient } from './http-provider/client.ts';
import type { RiskValues } from './settings.ts';

type AssessorNeeds = {
  values: RiskValues;
  isProduction: boolean;
  /** Call it once for each request: it also uses up the device session and counts the request. */
  gatherFacts: (question: RiskQuestion) => Promise<RiskFacts>;
};

export const ASSESSORS: Record<RiskValues['RISK_ASSESSOR'], (needs: AssessorNeeds) => OpenAssessor> = {
  'built-in': ({ values, gatherFacts, isProduction }) =>
    createBuiltInAssessor({ gatherFacts, thresholds: thresholdsOf(values), isProduction }),
  'http-provider': ({ values, gatherFacts }) => {
    const { RISK_HTTP_URL: url, RISK_HTTP_KEY: key } = values;
    if (url === null || key === null) throw new Error('the settings were not checked');
    return createHttpAssessor({ gatherFacts, client: createProviderClient({ url, key }) });
  },
};

export function createAssessor(needs: AssessorNeeds): OpenAssessor {
  return ASSESSORS[needs.values.RISK_ASSESSOR](needs);
}
