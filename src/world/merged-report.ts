// Bureau files into one credit report, with turns for others in between: a file of thousands of accounts takes a tenth of a second
// to merge, and nobody else should wait that long.
import { setImmediate } from 'node:timers/promises';
import type { BureauFile } from '../domain/bureau-file.ts';
import { composeReport } from '../domain/compose-report.ts';
import type { Consumer } from '../domain/consumer.ts';
import type { CreditReport } from '../domain/credit-report.ts';
import { mergeSteps } from '../domain/merge-files.ts';
import { addressIdOf } from './address-id.ts';

export async function toCreditReport(
  consumer: Consumer,
  files: readonly BureauFile[],
): Promise<CreditReport> {
  const steps = mergeSteps(files);
  let turnEndsAt = performance.now() + TURN_MS;
  let step = steps.next();
  while (step.done !== true) {
    // An everyday file is merged in less than one turn and never waits.
    if (performance.now() >= turnEndsAt) {
      await setImmediate();
      turnEndsAt = performance.now() + TURN_MS;
    }
    step = steps.next();
  }
  return composeReport(consumer, step.value, addressIdOf);
}

const TURN_MS = 5;
