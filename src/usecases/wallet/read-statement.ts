// Reading money: the statement by the page or as a whole, usage by product, and the tenant with its balance. What a line
// does to the balance is said with its sign: a hold takes from it, a post does not (the hold already did), a void gives back.
import { Refusal } from '../../domain/refusal.ts';
import type { Queryable } from '../../storage/connection/database.ts';
import {
  type Line,
  type LineFilters,
  listLines,
  listLinesForward,
  sumUsage,
  type Usage,
} from '../../storage/wallet/statements.ts';

const A_PAGE = 1_000;

export type StatementLine = {
  id: string;
  createdAt: Date;
  kind: Line['kind'];
  /** Credits moved, always positive. */
  amount: number;
  /** What it did to the balance, with its sign. */
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

export function createListTransactions(needs: { database: Queryable }) {
  return async (
    tenantId: string,
    filters: LineFilters,
    page: { size: number; token: string | null },
  ): Promise<{ items: StatementLine[]; token: string | null }> => {
    const beforeSeq = page.token === null ? null : fromToken(page.token);
    const lines = await listLines(needs.database, tenantId, filters, { beforeSeq, size: page.size + 1 });
    const shown = lines.slice(0, page.size);
    const last = shown.at(-1);
    const token = lines.length > page.size && last ? toToken(last.seq) : null;
    return { items: shown.map(toStatementLine), token };
  };
}

/** Every line of a period, oldest first, a page at a time: memory does not grow with the period. */
export function createStreamTransactions(needs: { database: Queryable }) {
  return async function* (tenantId: string, filters: LineFilters): AsyncGenerator<StatementLine[]> {
    for (let afterSeq = 0, isMore = true; isMore; ) {
      const lines = await listLinesForward(needs.database, tenantId, filters, { afterSeq, size: A_PAGE });
      if (lines.length > 0) yield lines.map(toStatementLine);
      afterSeq = lines.at(-1)?.seq ?? afterSeq;
      isMore = lines.length === A_PAGE;
    }
  };
}

export function createReadUsage(needs: { database: Queryable }) {
  return async (
    tenantId: string,
    period: { dateFrom: string; dateTo: string; timeZone: string },
  ): Promise<{ totalCredits: number; usageByProduct: Usage[] }> => {
    const usageByProduct = await sumUsage(needs.database, tenantId, period);
    return { totalCredits: usageByProduct.reduce((sum, usage) => sum + usage.credits, 0), usageByProduct };
  };
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

function toToken(seq: number): string {
  return Buffer.from(String(seq)).toString('base64url');
}

function fromToken(token: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new Refusal('validation-error', 'The pageToken is not one that this service answered.', {
      details: [{ path: '/pageToken', message: 'use the token of the previous page as it came' }],
    });
  }
  return Number(text);
}
