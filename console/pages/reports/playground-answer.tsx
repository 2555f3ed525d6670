// The answer in the playground: as JSON, as the accounts of the report, or its headers.

import { useSearchParams } from 'wouter';
import { lenderOf } from '../../../src/domain/shown/report-view.ts';
import { pounds } from '../../../src/domain/shown/report-words.ts';
import type { CreditReport } from '../../api/shapes.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { number, spoken } from '../../parts/words.ts';
import type { Said } from './playground-run.ts';

/** The report's own page has all. */
const RECORDS_MAX = 20;
const VIEWS = ['Response', 'Report', 'Headers'] as const;

/** As JSON, as a report, or its headers. */
export function Answer({ said }: { said: Said }) {
  const [params] = useSearchParams();
  const view = VIEWS.find((name) => name.toLowerCase() === params.get('view')) ?? 'Response';
  const hrefOf = (name: string): string => {
    const next = new URLSearchParams(params);
    next.set('view', name.toLowerCase());
    return `?${next}`;
  };
  return (
    <>
      <Tabs
        label="Views of the answer"
        tabs={VIEWS.map((name) => ({ name, href: hrefOf(name), isCurrent: name === view }))}
      />
      {view === 'Response' && <CodeBlock value={said.value} label="The answer as JSON" />}
      {view === 'Headers' && (
        <Table label="Headers of the answer" head={['Header', 'Value']}>
          {said.headers.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className="wrap">{value}</td>
            </tr>
          ))}
        </Table>
      )}
      {view === 'Report' && <Records report={said.report} />}
    </>
  );
}

/** The accounts of the document; its own page says all. */
function Records({ report }: { report: CreditReport | null }) {
  if (report === null) return <EmptyState>This answer has no report.</EmptyState>;
  const { records } = report.consumerData;
  if (records.length === 0) return <EmptyState>No records are on file.</EmptyState>;
  return (
    <Table label="Accounts of the report" head={['Lender', 'Account', 'Status', 'Left to pay']} numbers={[3]}>
      {records.slice(0, RECORDS_MAX).map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the records of an answer never move
        <tr key={index}>
          <th scope="row" className="wrap">
            <bdi>{lenderOf(record)}</bdi>
          </th>
          <td>{spoken(record.accountType)}</td>
          <td>{spoken(record.accountStatus)}</td>
          <td className="n">{record.balance === undefined ? '' : pounds(record.balance)}</td>
        </tr>
      ))}
      {records.length > RECORDS_MAX && (
        <tr>
          <td colSpan={4}>and {number(records.length - RECORDS_MAX)} more</td>
        </tr>
      )}
    </Table>
  );
}
