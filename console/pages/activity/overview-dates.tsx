// The dates of the overview: which they are, and a choice of others.
import { FilterBar, FilterInput } from '../../parts/filter-bar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { dayKey } from '../../parts/words.ts';
import { spanOf } from './overview-figures.ts';

type Dates = { from: string; to: string };
/** A year that is still being typed has fewer digits. */
const EARLIEST = '2000';

/** `shown`: what the figures are of, its end excluded. `to` is empty for today. */
export function DatesButton(props: {
  dates: Dates;
  shown: Dates | undefined;
  onChoose: (dates: Dates) => void;
}) {
  const { shown, onChoose } = props;
  if (shown === undefined) return null;
  const from = props.dates.from || dayKey(shown.from);
  const to = props.dates.to || dayKey(new Date(Date.parse(shown.to) - 1));
  const choose = (first: string, last: string): void => {
    if (first < EARLIEST || last < EARLIEST) return;
    onChoose(first <= last ? { from: first, to: last } : { from: last, to: first });
  };
  const span = spanOf(shown);
  return (
    <Menu
      label={`${span}: choose other dates`}
      className="dates"
      button={
        <>
          <Icon name="calendar" />
          {span}
        </>
      }
    >
      <FilterBar>
        <FilterInput label="From" type="date" value={from} onChange={(value) => choose(value, to)} />
        <FilterInput label="To" type="date" value={to} onChange={(value) => choose(from, value)} />
      </FilterBar>
    </Menu>
  );
}
