// The statement of a month, one line a report, which opens into its ledger lines. The lines add up to the balance; the CSV has them all.
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/queries.ts';
import type { StatementItem, StatementLine } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChip } from '../../parts/filter-bar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { CsvButton, Older } from '../../parts/list-actions.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Time } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { TableBox } from '../../parts/table.tsx';
import { number, shortId, TRANSFERS } from '../../parts/words.ts';
import { firstDay, lastDay, monthName } from '../reports/months.ts';

const HEAD = [
  { name: 'What' },
  { name: 'Change', className: 'n' },
  { name: 'Balance', className: 'n' },
  { name: 'Report' },
  { name: 'Time' },
];

export function StatementPanel({ month }: { month: string }) {
  const dates = { dateFrom: firstDay(month), dateTo: lastDay(month) };
  const items = useList('listReportStatement', { query: dates });
  return (
    <Panel
      title="Statement"
      action={<CsvButton of="listTransactions" query={dates} name="statement.csv" />}
      isBusy={items.isPlaceholderData}
    >
      <Shown query={items} data={items.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>
              No credits moved in {monthName(month)}. Top-ups and live reports appear here.
            </EmptyState>
          ) : (
            <Lines>
              {rows.map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </Lines>
          )
        }
      </Shown>
      <Older query={items} />
    </Panel>
  );
}

/** The lines of one report, whichever month they are of; the report's own page leads here. */
export function ReportLines({ reportId, onClear }: { reportId: string; onClear: () => void }) {
  const lines = useList('listTransactions', { query: { reportId } });
  return (
    <Panel
      title="Statement"
      action={
        <>
          <FilterChip label="Report" value={shortId(reportId)} onClear={onClear} />
          <CsvButton of="listTransactions" query={{ reportId }} name="statement.csv" />
        </>
      }
      isBusy={lines.isPlaceholderData}
    >
      <Shown query={lines} data={lines.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>No credits moved for this report. Test reports are free.</EmptyState>
          ) : (
            <Lines>
              {rows.map((line) => (
                <Line key={line.id} line={line} isOfReport />
              ))}
            </Lines>
          )
        }
      </Shown>
      <Older query={lines} />
    </Panel>
  );
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <TableBox label="Statement">
      <table className="data">
        <thead>
          <tr>
            {HEAD.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableBox>
  );
}

function Item({ item }: { item: StatementItem }) {
  const [isOpen, setOpen] = useState(false);
  const { lines, change, createdAt, reportId } = item;
  const last = lines.at(-1);
  return (
    <Fragment>
      <tr>
        <th scope="row" className="wrap on-phone-name">
          {lines.length > 1 ? (
            <button
              type="button"
              className="opens-row"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'down' : 'right'} />
              {wordsOf(item)}
            </button>
          ) : (
            <span className="opens-row">{wordsOf(item)}</span>
          )}
        </th>
        <td className="n on-phone-chip">{signed(change)}</td>
        <td className="n on-phone-hidden">{last !== undefined && number(last.balance)}</td>
        <td>
          <Report reportId={reportId} />
        </td>
        <td>
          <Time at={createdAt} />
        </td>
      </tr>
      {isOpen && lines.map((line) => <Line key={line.id} line={line} />)}
    </Fragment>
  );
}

/** `isOfReport`: stands by itself; otherwise it is a part of the row above. */
function Line({ line, isOfReport = false }: { line: StatementLine; isOfReport?: boolean }) {
  return (
    <tr className={isOfReport ? undefined : 'ledger-line'}>
      <td className="wrap on-phone-name">
        {TRANSFERS[line.kind] ?? line.kind}
        {line.kind === 'post' && <small> {number(line.amount)} from hold</small>}
        <Words line={line} />
      </td>
      <td className="n on-phone-chip">{signed(line.change)}</td>
      <td className="n on-phone-hidden">{number(line.balance)}</td>
      <td className="on-phone-hidden">{isOfReport && <Report reportId={line.reportId} />}</td>
      <td>
        <Time at={line.createdAt} />
      </td>
    </tr>
  );
}

/** The line of a payment refers to its id, which says nothing to a reader. */
const PAYMENT_ID = /^(payment:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function Words({ line: { reference, reason, smsId } }: { line: StatementLine }) {
  const own = PAYMENT_ID.test(reference ?? '') ? null : reference;
  const said = [smsId !== null && 'for a text', own, reason].filter(Boolean).join(' · ');
  return (
    said !== '' && (
      <small>
        {' '}
        <bdi>{said}</bdi>
      </small>
    )
  );
}

function Report({ reportId }: { reportId: string | null }) {
  const { home } = useTenant();
  const may = useMay();
  if (reportId === null) return '';
  if (!may('reports:read')) return <Id value={reportId} name="report id" />;
  return (
    <Link href={`${home}/reports/${reportId}`} className="mono">
      {shortId(reportId)}
    </Link>
  );
}

const signed = (change: number): string =>
  change > 0 ? `+${number(change)}` : number(change).replace('-', '−');
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 bureaus, 1 text`; of a line without a report its kind. */
function wordsOf({ reportId, products, texts, heldCredits, lines }: StatementItem) {
  const [first] = lines;
  // Whoever is kept to test mode is not told of which report a line is.
  if (reportId === null && lines.length === 1 && first !== undefined) {
    return (
      <>
        {TRANSFERS[first.kind] ?? first.kind}
        <Words line={first} />
      </>
    );
  }
  const bureaus = Object.keys(products).filter((code) => code.startsWith('credit-report-')).length;
  const bought = [bureaus > 0 && counted(bureaus, 'bureau'), texts > 0 && counted(texts, 'text')].filter(
    Boolean,
  );
  const held = heldCredits > 0 && `${number(heldCredits)} on hold`;
  const said = [bought.join(', '), held].filter(Boolean);
  return said.length === 0 ? 'Nothing charged' : said.join(' · ');
}
