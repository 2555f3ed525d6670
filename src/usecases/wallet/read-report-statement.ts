// The statement as people read it: one item a report, which opens into its lines.
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { listFirstLines, listLinesOfReports } from '../../storage/wallet/report-statements.ts';
import type { Caller } from '../caller.ts';
import { cutPage, type Page, type Paged, seqIn } from '../page.ts';
import { type StatementLine, shownLines, toStatementLine } from './read-statement.ts';

export type StatementItem = {
  /** Of its first line. */
  id: string;
  createdAt: Date;
  /** Null for lines of no report, which are top-ups and corrections, and for whoever is kept to test mode. */
  reportId: string | null;
  /** What its lines did to the balance, signed. */
  change: number;
  spentCredits: number;
  heldCredits: number;
  /** Credits by product. */
  products: Record<string, number>;
  /** Texts that were charged. */
  texts: number;
  /** Oldest first. */
  lines: StatementLine[];
};

export type ListReportStatement = (
  caller: Caller,
  period: { from: Date | null; to: Date | null },
  page: Page,
) => Promise<Paged<StatementItem>>;

export function createListReportStatement(needs: { database: Queryable }): ListReportStatement {
  const { database } = needs;
  return async (caller, period, { size, token }) => {
    const { tenantId } = caller;
    const page = { beforeSeq: seqIn(token), size: size + 1 };
    const first = cutPage(await listFirstLines(database, tenantId, period, page), size, ({ seq }) =>
      String(seq),
    );
    const reportIds = first.items.flatMap(({ reportId }) => (reportId === null ? [] : [reportId]));
    const all = reportIds.length === 0 ? [] : await listLinesOfReports(database, tenantId, reportIds);
    const byReport = Map.groupBy(all, ({ reportId }) => reportId);
    return {
      items: first.items.map((line) => {
        const lines = line.reportId === null ? [line] : (byReport.get(line.reportId) ?? [line]);
        return shownTo(caller, toItem(lines.map(toStatementLine)));
      }),
      token: first.token,
    };
  };
}

function shownTo(caller: Caller, item: StatementItem): StatementItem {
  const lines = shownLines(caller, item.lines);
  return { ...item, reportId: lines[0]?.reportId ?? null, lines };
}

function toItem(lines: StatementLine[]): StatementItem {
  const [first] = lines;
  if (first === undefined) throw new Error('an item of the statement has a line');
  const sumOf = (...kinds: StatementLine['kind'][]): number =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
  const posts = lines.filter(({ kind }) => kind === 'post');
  const products: Record<string, number> = {};
  for (const post of posts) {
    for (const [code, credits] of Object.entries(post.products ?? {}))
      products[code] = (products[code] ?? 0) + credits;
  }
  const spentCredits = sumOf('post');
  return {
    id: first.id,
    createdAt: first.createdAt,
    reportId: first.reportId,
    change: lines.reduce((sum, { change }) => sum + change, 0),
    spentCredits,
    heldCredits: sumOf('hold') - spentCredits - sumOf('void', 'expire'),
    products,
    texts: posts.filter(({ smsId }) => smsId !== null).length,
    lines,
  };
}
