// A list: its head stays in sight, a row is a link, columns sort where the service can, rows that are not there yet are drawn as
// skeletons. Below 760 px a row is two lines: name and chip, facts below.
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { OPENED_ABOVE } from './drawer.tsx';
import { Icon } from './icon.tsx';
import { Failed } from './states.tsx';
import { TableBox } from './table.tsx';

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** On a phone: the bold name, the chip beside it, a fact below (the default), or nothing. The first `name` is the row's link. */
  phone?: 'name' | 'chip' | 'fact' | 'hidden';
  isNumber?: boolean;
  /** Long texts break instead of widening the table. */
  isWrapping?: boolean;
  /** Takes the room that the others leave: one line, cut off where it ends. */
  isFilling?: boolean;
  /** The name by which the service sorts it. */
  sortBy?: string;
};

export type Sort = { by: string; isDescending: boolean; set: (by: string, isDescending: boolean) => void };

const SKELETON_ROWS = 8;

export type Listing<Row> = {
  label: string;
  columns: Column<Row>[];
  /** Undefined while the first ones are on their way. */
  rows: Row[] | undefined;
  /** Where the rows come from: its failure stands above them. */
  query?: { error: Error | null; refetch: () => unknown };
  keyOf: (row: Row) => string;
  hrefOf?: (row: Row) => string | null;
  /** The row whose drawer is open. */
  isCurrent?: (row: Row) => boolean;
  rowClass?: (row: Row) => string | undefined;
  /** A heading above the rows that have it in common, such as their day. */
  headingOf?: (row: Row) => string;
  sort?: Sort;
  /** Such as `1–50 of 107`. */
  count?: string;
  /** Instead of the table, if there are no rows. */
  empty?: ReactNode;
};

export function DataTable<Row>(props: Listing<Row>) {
  const { label, columns, rows, sort, query } = props;
  const failure = query?.error ? <Failed error={query.error} retry={query.refetch} /> : null;
  if (rows === undefined && failure !== null) return failure;
  if (rows?.length === 0 && props.empty !== undefined) return props.empty;
  return (
    <>
      {failure}
      <TableBox label={label}>
        <table className="data" aria-busy={rows === undefined}>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.head} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined
              ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
                  <tr key={index} className="skeleton">
                    {columns.map(({ head, phone }) => (
                      <td key={head} className={`on-phone-${phone ?? 'fact'}`}>
                        <span />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row, index) => {
                  const heading = props.headingOf?.(row);
                  const before = rows[index - 1];
                  const isNew = before === undefined || props.headingOf?.(before) !== heading;
                  return (
                    <Fragment key={props.keyOf(row)}>
                      {heading !== undefined && isNew && (
                        <tr className="row-heading">
                          <th scope="rowgroup" colSpan={columns.length}>
                            {heading}
                          </th>
                        </tr>
                      )}
                      <DataRow row={row} {...props} />
                    </Fragment>
                  );
                })}
          </tbody>
        </table>
        {rows === undefined && (
          <span className="loading unseen" role="status">
            Loading
          </span>
        )}
      </TableBox>
      {props.count !== undefined && (
        <p className="row-count" role="status">
          {props.count}
        </p>
      )}
    </>
  );
}

function HeadCell<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  const { head, sortBy, isNumber } = column;
  const className = isNumber ? 'n' : undefined;
  if (sort === undefined || sortBy === undefined) {
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    );
  }
  const isBy = sort.by === sortBy;
  const order = sort.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isBy ? order : undefined}>
      <button type="button" onClick={() => sort.set(sortBy, isBy ? !sort.isDescending : true)}>
        {head}
        {isBy && <Icon name={sort.isDescending ? 'lower' : 'up'} />}
      </button>
    </th>
  );
}

function DataRow<Row>(props: {
  row: Row;
  columns: Column<Row>[];
  hrefOf?: (row: Row) => string | null;
  isCurrent?: (row: Row) => boolean;
  rowClass?: (row: Row) => string | undefined;
}) {
  const { row, columns } = props;
  const href = props.hrefOf?.(row) ?? null;
  const named = Math.max(
    0,
    columns.findIndex(({ phone }) => phone === 'name'),
  );
  return (
    <tr className={props.rowClass?.(row)} aria-current={props.isCurrent?.(row) ? 'true' : undefined}>
      {columns.map(({ head, cell, phone = 'fact', isNumber, isWrapping, isFilling }, index) => {
        const className = [`on-phone-${phone}`, isNumber && 'n', isWrapping && 'wrap', isFilling && 'fill']
          .filter(Boolean)
          .join(' ');
        if (index !== named) {
          return (
            <td key={head} className={className}>
              {cell(row)}
            </td>
          );
        }
        return (
          <th key={head} scope="row" className={className}>
            {href === null ? (
              cell(row)
            ) : (
              <Link href={href} className="row-link" state={OPENED_ABOVE}>
                {cell(row)}
              </Link>
            )}
          </th>
        );
      })}
    </tr>
  );
}
