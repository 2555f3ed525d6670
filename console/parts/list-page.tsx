// A list and what belongs to it: filters, the rows or why there are none, older rows. `ListPage` is one with the head of a page.
import type { ReactNode } from 'react';
import { DataTable, type Listing } from './data-table.tsx';
import { NoMatch } from './empty-state.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Older } from './list-actions.tsx';
import { PageHeader } from './page-header.tsx';

type Listed<Row> = Omit<Listing<Row>, 'query' | 'empty'> & {
  query: NonNullable<Listing<Row>['query']> & Partial<Parameters<typeof Older>[0]['query']>;
  filters?: ReactNode;
  /** Takes all filters away; null if none is set. */
  clear?: (() => void) | null;
  /** Between the filters and the rows. */
  above?: ReactNode;
  /** Instead of rows: there are none at all, or none that match the filters. */
  empty: ReactNode;
  noMatch?: string;
};

export function List<Row>({ filters, clear = null, above, noMatch = '', ...rest }: Listed<Row>) {
  const { hasNextPage = false, isFetchingNextPage = false, fetchNextPage = () => {} } = rest.query;
  return (
    <>
      {filters !== undefined && <FilterBar clear={clear}>{filters}</FilterBar>}
      {above}
      <DataTable {...rest} empty={clear === null ? rest.empty : <NoMatch clear={clear}>{noMatch}</NoMatch>} />
      <Older query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </>
  );
}

export function ListPage<Row>(
  props: Omit<Listed<Row>, 'label'> & {
    title: string;
    /** What the table is called, if not as the page. */
    label?: string;
    lead?: ReactNode;
    actions?: ReactNode;
    /** Between the head and the filters. */
    figures?: ReactNode;
    /** Dialogs and drawers. */
    children?: ReactNode;
  },
) {
  const { title, label = title, lead, actions, figures, children, ...rest } = props;
  return (
    <>
      <PageHeader title={title} actions={actions}>
        {lead}
      </PageHeader>
      {figures}
      <List label={label} {...rest} />
      {children}
    </>
  );
}
