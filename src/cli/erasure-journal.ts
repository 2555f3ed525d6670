// Reads the journal of erasures that usecases/reports/erasure-journal.ts writes, for `reports erase-again`.
import { readFileSync } from 'node:fs';
import { isUuid } from '../domain/ids.ts';
import type { ErasedReport } from '../usecases/reports/erasure-journal.ts';
import { CommandRefused } from './command.ts';

export function readErasures(file: string): ErasedReport[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [, tenantId = '', reportId = ''] = line.trim().split(/\s+/);
      if (!isUuid(tenantId) || !isUuid(reportId))
        throw new CommandRefused(
          `Line ${index + 1} of the journal is not a time and two ids. Nothing was erased.`,
        );
      return { tenantId, reportId };
    });
}
