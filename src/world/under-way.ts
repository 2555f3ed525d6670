// Which bureaus are being asked at this moment, for the page on which a consumer waits. Of this process alone: another one says that it
// is asking, which is true and less.
import type { BureauId } from '../domain/reports/credit-report.ts';
import { type BureauStatus, hasAnswered } from '../domain/reports/report.ts';

type SearchState = 'asking' | 'answered' | 'silent';

export type UnderWay = {
  /** Of a report that is being made here; null of any other. */
  of(reportId: string): ReadonlyMap<BureauId, SearchState> | null;
  begin(reportId: string, bureaus: readonly BureauId[]): void;
  note(reportId: string, bureau: Pick<BureauStatus, 'id' | 'status'>): void;
  end(reportId: string): void;
};

export function createUnderWay(): UnderWay {
  const reports = new Map<string, Map<BureauId, SearchState>>();
  return {
    of: (reportId) => reports.get(reportId) ?? null,
    begin: (reportId, bureaus) => void reports.set(reportId, new Map(bureaus.map((id) => [id, 'asking']))),
    note: (reportId, bureau) =>
      void reports.get(reportId)?.set(bureau.id, hasAnswered(bureau) ? 'answered' : 'silent'),
    end: (reportId) => void reports.delete(reportId),
  };
}
