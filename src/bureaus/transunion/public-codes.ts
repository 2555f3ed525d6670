// TransUnion's codes of courts, insolvencies and notices, in words. The bureau's own tables come first; these few are what public replies
// show (JG, SS, BO, TD, A, C), and the others are our simulator's own.
import type { CodeTables } from './codes.ts';

type Row = { code: string; description: string };
const rows = (list: string): Row[] =>
  list.split(' | ').map((one) => {
    const [code = '', ...words] = one.split(' ');
    return { code, description: words.join(' ') };
  });

export const PUBLIC_TABLES = {
  courttype: rows('0 County Court | 1 High Court | 2 Sheriff Court'),
  judgmentstatus: rows('JG Judgment | SS Satisfied | SA Set Aside'),
  insolvencytype: rows(
    'BO Bankruptcy Order | TD Trust Deed | DR Debt Relief Order | IV Individual Voluntary Arrangement | AO Administration Order | SQ Sequestration | DS Debt Arrangement Scheme',
  ),
  insolvencystatus: rows('A Active | D Discharged | N Annulled'),
  insolvencyrestrictiontype: rows(
    'BRO Bankruptcy Restrictions Order | BRU Bankruptcy Restrictions Undertaking | IBRO Interim Bankruptcy Restrictions Order | DRRO Debt Relief Restrictions Order | DRRU Debt Relief Restrictions Undertaking',
  ),
  noticetype: rows('C Correction | D Dispute'),
  // Of real-time accounts: not the tables of `accs`.
  acctype: rows('ST Short Term Loan'),
  accstatus: rows('OP Open | CL Closed | DF Default'),
} as const;
export type PublicTable = keyof typeof PUBLIC_TABLES;

/** Empty where the code is in no list. */
export function wordsOf(tables: CodeTables | null, table: PublicTable, code: string | undefined): string {
  if (code === undefined) return '';
  const said = tables?.tables.get(table)?.get(code);
  return said ?? PUBLIC_TABLES[table].find((row) => row.code === code)?.description ?? '';
}

export function codeOf(table: PublicTable, words: string): string {
  return PUBLIC_TABLES[table].find(({ description }) => description === words)?.code ?? '';
}
