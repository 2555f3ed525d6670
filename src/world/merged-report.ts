// Bureau files into one credit report, with turns for others in between: a file of thousands of accounts takes a tenth of a second
// to merge and half of that to write as JSON, and nobody else should wait that long.
import type { BureauFile } from '../domain/bureau-file.ts';
import type { Consumer } from '../domain/consumer.ts';
import type { CreditReport } from '../domain/credit-report.ts';
import { jsonSteps } from '../domain/json-text.ts';
import { composeReport } from '../domain/merging/compose-report.ts';
import { mergeSteps } from '../domain/merging/merge-files.ts';
import { inTurns } from '../turns/turns.ts';
import { addressIdOf } from './address-id.ts';

/** From so many entries on it is written here and in turns; an everyday report is written where it is needed, in no time. */
const LARGE = 500;

export async function toCreditReport(
  consumer: Consumer,
  files: readonly BureauFile[],
): Promise<CreditReport> {
  const report = composeReport(consumer, await inTurns(mergeSteps(files)), addressIdOf);
  const { consumerData, previousSearches, residencies } = report;
  const entries = consumerData.records.length + previousSearches.providers.length + residencies.length;
  if (entries >= LARGE) await inTurns(jsonSteps(report));
  return report;
}
