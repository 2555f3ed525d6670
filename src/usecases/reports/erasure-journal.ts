// The list of erasures, in a file that the operator keeps apart from the backups of the database: a backup from before an erasure still
// holds the person, and after a restore the list says what to erase again (`reports erase-again`). Ids only, no personal data.
import { appendFileSync } from 'node:fs';

export type ErasedReport = { tenantId: string; reportId: string };

/** Flushed to the disk when this returns. */
export function noteErasures(file: string, erased: ErasedReport[]): void {
  const lines = erased.map(
    ({ tenantId, reportId }) => `${new Date().toISOString()} ${tenantId} ${reportId}\n`,
  );
  appendFileSync(file, lines.join(''), { mode: 0o600, flush: true });
}
