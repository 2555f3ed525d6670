// The accounts of a document, a row each: open ones first, with the filters of car finance and of what bureaus disagree on.
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { inOrder } from '../../../src/domain/shown/account-order.ts';
import { doubtWords } from '../../../src/domain/shown/doubt-words.ts';
import type { AccountRecord } from '../../api/shapes.ts';
import { StripLegend } from '../../parts/charts/strip.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { number } from '../../parts/words.ts';
import type { Opened } from './opened-report.ts';
import { Account } from './report-account.tsx';
import { Around } from './report-around.tsx';
import { CarFinance } from './report-cars.tsx';
import { Disagreements } from './report-disagreements.tsx';
import { ReportParts } from './report-parts.tsx';

const SHOWS = { '': 'All', cars: 'Car finance', disagreements: 'Disagreements' };
/** More are shown on request: a thousand rows would take seconds to draw. */
const ROWS_STEP = 50;

export function ReportAccounts({ opened, day: reportDay }: { opened: Opened; day: string }) {
  const { creditReport: report } = opened.read.data;
  const { records } = report.consumerData;
  const [here] = useLocation();
  const [{ show }] = useFilters(['show']);
  const words = useMemo(() => doubtWords(records), [records]);
  const doubts = new Map(records.map((record, index) => [record, words[index] ?? null]));
  const differing = records.filter(({ disagreements = [] }) => disagreements.length > 0);
  const ordered = inOrder(records);
  const [first, unpaid, empty, ended] = [ordered.first, ordered.unpaid, ordered.empty, ordered.ended].map(
    (placed) => placed.map(({ record }) => record),
  ) as [AccountRecord[], AccountRecord[], AccountRecord[], AccountRecord[]];
  const toPay = [...first, ...unpaid];
  // One row is no shorter folded, and without others there is nothing to fold it under.
  const isFolding = toPay.length > 0 && empty.length > 1;
  const choice = (
    <Tabs
      isSwitch
      label="Which accounts"
      tabs={Object.entries(SHOWS).map(([value, name]) => ({
        name,
        href: value === '' ? here : `${here}?show=${value}`,
        isCurrent: value === show,
        ...(value === 'disagreements' && { count: differing.length }),
      }))}
    />
  );
  if (show === 'cars')
    return (
      <CarFinance cars={opened.cars} doubtOf={(place) => words[place] ?? null}>
        {choice}
      </CarFinance>
    );
  if (show === 'disagreements')
    return (
      <Panel title="Where bureaus disagree" action={choice}>
        {differing.length === 0 ? (
          <EmptyState>The bureaus agree on every account.</EmptyState>
        ) : (
          <Disagreements records={differing} />
        )}
      </Panel>
    );
  return (
    <>
      <Accounts
        id="open-accounts"
        title="Open accounts"
        records={isFolding ? toPay : [...toPay, ...empty]}
        folded={isFolding ? empty : []}
        doubts={doubts}
        day={reportDay}
        aside={choice}
        hasLegend
      />
      {ended.length > 0 && (
        <Accounts
          id="ended-accounts"
          title="Settled and closed"
          records={ended}
          doubts={doubts}
          day={reportDay}
        />
      )}
      <ReportParts report={report} />
      <Around report={report} />
    </>
  );
}

function Accounts(props: {
  id: string;
  title: string;
  records: AccountRecord[];
  /** At the end, once they are asked for. */
  folded?: AccountRecord[];
  doubts: ReadonlyMap<AccountRecord, string | null>;
  day: string;
  aside?: ReactNode;
  hasLegend?: boolean;
}) {
  const { id, title, doubts, aside, folded = [] } = props;
  const [count, setCount] = useState(ROWS_STEP);
  const [isUnfolded, setUnfolded] = useState(false);
  const records = isUnfolded ? [...props.records, ...folded] : props.records;
  const shown = records.slice(0, count);
  const more = Math.min(2 * ROWS_STEP, records.length - shown.length);
  return (
    <Panel
      id={id}
      title={
        <>
          {title} <span className="count">{number(props.records.length + folded.length)}</span>
        </>
      }
      action={aside}
    >
      {records.length === 0 && <p className="in small">None on file.</p>}
      {shown.map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document is immutable
        <Account key={index} record={record} doubt={doubts.get(record) ?? null} day={props.day} />
      ))}
      {more > 0 && (
        <p className="in">
          <button type="button" className="button second small" onClick={() => setCount(count + more)}>
            Show {more} more of {number(records.length)}
          </button>
        </p>
      )}
      {more === 0 && folded.length > 0 && !isUnfolded && (
        <p className="in">
          <button type="button" className="button second small" onClick={() => setUnfolded(true)}>
            Show {folded.length} more at £0 or without a balance
          </button>
        </p>
      )}
      {props.hasLegend && (
        <footer>
          <StripLegend /> <small>Left: two years ago. Right: the month of the report.</small>
        </footer>
      )}
    </Panel>
  );
}
