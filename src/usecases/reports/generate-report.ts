// Generate: one request for a consumer's credit report. It completes immediately, requires a challenge, or is blocked.
import type { ReportAnswer } from '../../domain/reports/report.ts';
import { pickWorld, type World, type Worlds } from '../../world/world.ts';
import type { Charged, GenerateInput } from './charged.ts';

export type GenerateReport = (input: GenerateInput) => Promise<Charged<ReportAnswer>>;

type Generate = (input: GenerateInput, world: World) => Promise<Charged<ReportAnswer>>;

export function createGenerateReport(needs: {
  worlds: Worlds;
  generateFree: Generate;
  generateCharged: Generate;
}): GenerateReport {
  return async (input) => {
    const world = pickWorld(needs.worlds, input.test);
    return world.isFree ? needs.generateFree(input, world) : needs.generateCharged(input, world);
  };
}
