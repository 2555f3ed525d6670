// What every list has: filters in the URL, a CSV with the same filters, and paging to older rows.
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { download } from '../api/call.ts';
import { withQuery } from '../api/queries.ts';
import { ActButton } from './bits.tsx';

/** The filters of a list, in the URL of the page. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (name: Name, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const set = (name: Name, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [values, set];
}

export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <fieldset className="filters">
      <legend className="unseen">Filters</legend>
      {children}
    </fieldset>
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
      <select value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

export function FilterInput(props: {
  label: string;
  value: string;
  type?: 'date' | 'text';
  onChange: (value: string) => void;
}) {
  return (
    <label>
      {props.label}
      <input
        type={props.type ?? 'text'}
        value={props.value}
        autoComplete="off"
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}

/** A date range, under the list's own parameter names. */
export function PeriodFilter<Name extends string>(props: {
  from: Name;
  to: Name;
  filters: Record<Name, string>;
  set: (name: Name, value: string) => void;
}) {
  const { from, to, filters, set } = props;
  return (
    <>
      <FilterInput label="From" type="date" value={filters[from]} onChange={(value) => set(from, value)} />
      <FilterInput label="To" type="date" value={filters[to]} onChange={(value) => set(to, value)} />
    </>
  );
}

export function CsvButton({
  path,
  filters,
  name,
}: {
  path: string;
  filters: Record<string, string>;
  name: string;
}) {
  return (
    <ActButton kind="second" act={() => download(withQuery(path, filters), name)}>
      Download CSV
    </ActButton>
  );
}

export function Older(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const { query } = props;
  if (!query.hasNextPage) return null;
  return (
    <p className="older">
      <button
        type="button"
        className="button second"
        aria-disabled={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        Show older
      </button>
    </p>
  );
}
