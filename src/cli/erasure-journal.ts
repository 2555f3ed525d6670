// The list of erasures, in a file that the operator keeps apart from the backups of the database: a backup from before an erasure still
// holds the person, and after a restore the list says what to erase again. Ids only, no personal data.
import { appendFileSync, readFileSync } from 'node:fs';
import { isUuid } from '../domain/ids.ts';
import { CommandRefused } from './command.ts';

export type ErasedReport = { tenantId: string; reportId: string };

/** Flushed to the disk when this returns. */
export function noteErasures(file: string, erased: ErasedReport[]): void {
  const lines = erased.map(
    ({ tenantId, reportId }) => `${new Date().toISOString()} ${tenantId} ${reportId}\n`,
  );
  appendFileSync(file, lines.join(''), { mode: 0o600, flush: true });
}

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
