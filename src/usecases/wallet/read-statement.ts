// Reading money: the statement by the page or as a stream, and usage by product. The change of a line is signed: a hold takes from the
// balance, a post does not (the hold already did), a void gives back.
import type { Queryable } from '../../storage/engine/connection/database.ts';
import {
  type Line,
  type LineFilters,
  listLines,
  listLinesForward,
  sumUsage,
  type Usage,
} from '../../storage/wallet/statements.ts';
import { isKeptToTest, type Kept } from '../caller.ts';
import { cutPage, type Page, type Paged, seqIn } from '../page.ts';

const LINES_PER_PAGE = 1_000;

export type StatementLine = {
  id: string;
  createdAt: Date;
  kind: Line['kind'];
  /** Credits moved, always positive. */
  amount: number;
  /** The effect on the balance, signed. */
  change: number;
  balance: number;
  reportId: string | null;
  smsId: string | null;
  credentialId: string | null;
  personId: string | null;
  reference: string | null;
  reason: string | null;
  /** Of a post: credits by product. */
  products: Record<string, number> | null;
};

type Reader = Kept & { tenantId: string };

export type ListTransactions = (
  caller: Reader,
  filters: LineFilters,
  page: Page,
) => Promise<Paged<StatementLine>>;

export function createListTransactions(needs: { database: Queryable }): ListTransactions {
  return async (caller, filters, { size, token }) => {
    const page = { beforeSeq: seqIn(token), size: size + 1 };
    const lines = await listLines(needs.database, caller.tenantId, filters, page);
    return cutPage(shownLines(caller, lines.map(toStatementLine), filters), size, ({ id }) => id);
  };
}

/** Every line of a period, oldest first, a page at a time: memory does not grow with the period. */
export type StreamTransactions = (caller: Reader, filters: LineFilters) => AsyncIterable<StatementLine[]>;

export function createStreamTransactions(needs: { database: Queryable }): StreamTransactions {
  return async function* (caller, filters) {
    for (let afterSeq = 0, isMore = true; isMore; ) {
      const lines = await listLinesForward(needs.database, caller.tenantId, filters, {
        afterSeq,
        size: LINES_PER_PAGE,
      });
      if (lines.length > 0) yield shownLines(caller, lines.map(toStatementLine), filters);
      afterSeq = lines.at(-1)?.seq ?? afterSeq;
      isMore = lines.length === LINES_PER_PAGE;
    }
  };
}

export type ReadUsage = (
  tenantId: string,
  period: { dateFrom: string; dateTo: string; timeZone: string },
) => Promise<{ totalCredits: number; usageByProduct: Usage[] }>;

export function createReadUsage(needs: { database: Queryable }): ReadUsage {
  return async (tenantId, period) => {
    const usageByProduct = await sumUsage(needs.database, tenantId, period);
    return { totalCredits: usageByProduct.reduce((sum, usage) => sum + usage.credits, 0), usageByProduct };
  };
}

/** A caller kept to test mode sees what was spent, but not for which live report. */
export function shownLines(
  caller: Reader,
  lines: StatementLine[],
  asked: { reportId: string | null } = { reportId: null },
): StatementLine[] {
  if (!isKeptToTest(caller)) return lines;
  if (asked.reportId !== null) return [];
  return lines.map((line) => ({ ...line, reportId: null, smsId: null }));
}

export function toStatementLine(line: Line): StatementLine {
  const sign = line.toAccount === 'available' ? 1 : line.fromAccount === 'available' ? -1 : 0;
  return {
    id: String(line.seq),
    createdAt: line.createdAt,
    kind: line.kind,
    amount: line.amount,
    change: sign * line.amount,
    balance: line.availableAfter,
    reportId: line.reportId,
    smsId: line.smsId,
    credentialId: line.credentialId,
    personId: line.personId,
    reference: line.reference,
    reason: line.reason,
    products: line.lines === null ? null : JSON.parse(line.lines),
  };
}
