// Bureau files into one credit report, and that into its JSON. Both yield to the event loop in between: a file of thousands of
// accounts takes a tenth of a second to merge and half of that to write.
import { jsonSteps } from '../domain/json-steps.ts';
import { LENDERS, type Lenders } from '../domain/lenders/registry.ts';
import { composeReport } from '../domain/merging/compose-report.ts';
import { mergeSteps } from '../domain/merging/merge-files.ts';
import type { BureauFile } from '../domain/reports/bureau-file.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import type { CreditReport, CreditReportText } from '../domain/reports/credit-report.ts';
import type { FilePart } from '../domain/reports/file-parts.ts';
import { inTurns } from '../turns/turns.ts';
import { addressIdOf } from './address-id.ts';

/** From this many entries on the JSON is written in turns; JSON.stringify is faster and fast enough below. */
const LARGE = 500;

export async function toCreditReport(
  consumer: Consumer,
  files: readonly BureauFile[],
  lenders: Lenders = LENDERS,
  asked?: readonly FilePart[],
): Promise<CreditReport> {
  return composeReport(consumer, await inTurns(mergeSteps(files, lenders, asked)), addressIdOf);
}

export async function toText(report: CreditReport): Promise<CreditReportText> {
  const { consumerData, previousSearches, residencies } = report;
  const entries = consumerData.records.length + previousSearches.providers.length + residencies.length;
  return { json: entries >= LARGE ? await inTurns(jsonSteps(report)) : JSON.stringify(report) };
}
