// A payment history, a cell a month, the oldest left. Each cell says its month; `StripTable` is the same as a table.
import { Table } from '../table.tsx';

export type StripMonth = {
  /** Such as `Nov 2026`. */
  label: string;
  /** Null: nothing is known of this month. */
  state: 'paid' | 'late-1' | 'late-2' | 'late-3' | 'default' | 'settled' | null;
  /** In place of the state's own word, such as `Arrangement to pay`. */
  word?: string | undefined;
};

const STATES: Record<NonNullable<StripMonth['state']>, string> = {
  paid: 'Paid',
  'late-1': '1 month late',
  'late-2': '2 months late',
  'late-3': '3 or more months late',
  default: 'Default',
  settled: 'Settled',
};
const wordOf = ({ state, word }: Pick<StripMonth, 'state' | 'word'>): string =>
  word ?? (state === null ? 'Not known' : STATES[state]);
const CELL = 11;
const HEIGHT = 16;

export function Strip({ label, months }: { label: string; months: StripMonth[] }) {
  const bad = months.filter(({ state }) => state !== null && state !== 'paid' && state !== 'settled').length;
  const said = `${label}: ${months.length} months, ${bad === 0 ? 'none late' : `${bad} late or in default`}`;
  return (
    <div className="strip">
      <svg
        viewBox={`0 0 ${months.length * CELL} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said}
      >
        {months.map(({ label: month, state, word }, index) => (
          <rect
            key={month}
            className={state === null ? 'month-none' : `month-${state}`}
            x={index * CELL + 1}
            y="0.5"
            width={CELL - 2}
            height={HEIGHT - 1}
            rx="2"
          >
            <title>{`${month}: ${wordOf({ state, word })}`}</title>
          </rect>
        ))}
      </svg>
      <span aria-hidden="true">
        <span>{months[0]?.label}</span>
        <span>{months.at(-1)?.label}</span>
      </span>
    </div>
  );
}

export function StripLegend() {
  return (
    <span className="legend">
      {Object.entries(STATES).map(([state, word]) => (
        <span key={state} className="key">
          <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
            <rect width="8" height="8" rx="2" className={`month-${state}`} />
          </svg>
          {word}
        </span>
      ))}
    </span>
  );
}

export function StripTable({ label, months }: { label: string; months: StripMonth[] }) {
  return (
    <Table label={label} head={['Month', 'Payment']}>
      {months
        .filter(({ state }) => state !== null)
        .map(({ label: month, state, word }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{wordOf({ state, word })}</td>
          </tr>
        ))}
    </Table>
  );
}
