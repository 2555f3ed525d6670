// The filters of a list. They are in the URL of the page; text waits for a pause before it is asked for; all are cleared at once.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Icon } from './icon.tsx';
import { daysAgo } from './words.ts';

const PAUSE_MS = 250;

export type SetFilters<Name extends string> = (values: Partial<Record<Name, string>>) => void;

/** The filters in the URL, how one is set, how several are set at once, and how all are taken away, if any is set. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (name: Name, value: string) => void, SetFilters<Name>, (() => void) | null] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const setAll: SetFilters<Name> = (wanted) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(wanted)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const set = (name: Name, value: string): void => setAll({ [name]: value } as Partial<Record<Name, string>>);
  const clear = (): void =>
    setAll(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>);
  return [values, set, setAll, Object.values(values).some(Boolean) ? clear : null];
}

/** `clear`: at least one filter is set, and this takes all of them away. */
export function FilterBar({ children, clear }: { children: ReactNode; clear?: (() => void) | null }) {
  return (
    <fieldset className="filters">
      <legend className="unseen">Filters</legend>
      {children}
      {clear && (
        <button type="button" className="button quiet" onClick={clear}>
          Clear filters
        </button>
      )}
    </fieldset>
  );
}

/** One filter that is set, with a way to take it away. */
export function FilterChip({ label, value, onClear }: { label: string; value: string; onClear: () => void }) {
  return (
    <button type="button" className="button second filter-chip" onClick={onClear}>
      {label}: <bdi>{value}</bdi> <Icon name="close" />
      <span className="unseen">, take away</span>
    </button>
  );
}

export function FilterSelect(props: {
  label: string;
  value: string;
  options: [value: string, label: string][];
  onChange: (value: string) => void;
}) {
  return (
    <label>
      {props.label}
      <select
        value={props.value}
        className={props.value === '' ? undefined : 'is-set'}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Shows what is typed at once, and passes it on after a pause. */
export function FilterInput(props: {
  label: string;
  value: string;
  /** Below the field, while it says why nothing is asked for. */
  hint?: string;
  type?: 'date' | 'text';
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(props.value);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A value that arrives from the URL does not overwrite what is being typed.
  useEffect(() => {
    if (waiting.current === undefined) setText(props.value);
  }, [props.value]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const change = (value: string): void => {
    setText(value);
    clearTimeout(waiting.current);
    if (props.type === 'date') props.onChange(value);
    else
      waiting.current = setTimeout(() => {
        waiting.current = undefined;
        props.onChange(value);
      }, PAUSE_MS);
  };
  return (
    <label>
      {props.label}
      <input
        type={props.type ?? 'text'}
        className={props.value === '' ? undefined : 'is-set'}
        value={text}
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
      />
      {props.hint !== undefined && <small>{props.hint}</small>}
    </label>
  );
}

/** A date range, under the list's own parameter names; the presets end today. */
export function PeriodFilter<Name extends string>(props: {
  from: Name;
  to: Name;
  filters: Record<Name, string>;
  set: (name: Name, value: string) => void;
  /** With it there are presets. */
  setAll?: SetFilters<Name>;
}) {
  const { from, to, filters, set, setAll } = props;
  return (
    <>
      {setAll !== undefined && (
        <Presets
          from={filters[from]}
          to={filters[to]}
          onChoose={(start) => setAll({ [from]: start, [to]: '' } as Partial<Record<Name, string>>)}
        />
      )}
      <FilterInput label="From" type="date" value={filters[from]} onChange={(value) => set(from, value)} />
      <FilterInput label="To" type="date" value={filters[to]} onChange={(value) => set(to, value)} />
    </>
  );
}

const PRESETS: [name: string, days: number | null][] = [
  ['Today', 1],
  ['7 days', 7],
  ['30 days', 30],
  ['Any time', null],
];

function Presets({ from, to, onChoose }: { from: string; to: string; onChoose: (start: string) => void }) {
  return (
    <span className="switch">
      {PRESETS.map(([name, days]) => {
        const start = days === null ? '' : daysAgo(days - 1);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={to === '' && from === start}
            onClick={() => onChoose(start)}
          >
            {name}
          </button>
        );
      })}
    </span>
  );
}
