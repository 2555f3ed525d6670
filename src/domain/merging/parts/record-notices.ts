// Notices of correction and dispute about one record, of every bureau that has one.
import type { FileNotice } from '../../reports/bureau-file.ts';
import type { BureauId } from '../../reports/credit-report.ts';
import type { Notice } from '../../reports/file-parts.ts';

/** A bureau's notices about a record, with the bureau's name; absent where there is none. */
export function noticesOf(
  sources: readonly { bureau: BureauId; record: { notices?: FileNotice[] | undefined } }[],
): Notice[] | undefined {
  const all = sources.flatMap(({ bureau, record }) =>
    (record.notices ?? []).map((one) => ({ id: bureau, ...one })),
  );
  return all.length === 0 ? undefined : all;
}
