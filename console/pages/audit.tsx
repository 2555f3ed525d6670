// The audit log: actor, action, object, address, before and after. Newest first, and as CSV.
import { useList } from '../api/queries.ts';
import type { AuditEntry, AuditPage as Page } from '../api/shapes.ts';
import { useTenant } from '../frame/tenant.tsx';
import { Id } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FilterBar, FilterInput, PeriodFilter, useFilters } from '../parts/filter-bar.tsx';
import { CsvButton, Older } from '../parts/list-actions.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { spoken } from '../parts/words.ts';

export function AuditPage() {
  return (
    <Needs permission="audit:read" title="Audit log" what="the audit log">
      <AuditLog />
    </Needs>
  );
}

function AuditLog() {
  const { api } = useTenant();
  return <Trail path={`${api}/audit-entries`} title="Audit log" />;
}

/** Of a tenant, or of the service itself. */
export function Trail({ path, title }: { path: string; title: string }) {
  const [filters, set] = useFilters(['action', 'dateFrom', 'dateTo']);
  const entries = useList<Page, AuditEntry>(path, filters, (answer) => answer);
  return (
    <>
      <PageHeader title={title} actions={<CsvButton path={path} filters={filters} name="audit.csv" />}>
        Entries are chained by hash: none can be changed or taken out unseen.
      </PageHeader>
      <FilterBar>
        <FilterInput
          label="Action"
          value={filters.action}
          onChange={(value) => set('action', value.toLowerCase().replaceAll(/[^a-z-]/g, '-'))}
        />
        <PeriodFilter from="dateFrom" to="dateTo" filters={filters} set={set} />
      </FilterBar>
      <Shown query={entries} data={entries.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>No entries here.</EmptyState>
          ) : (
            <Table label={title} head={['Time', 'Who', 'Did', 'To', 'From', 'Before and after']}>
              {rows.map((entry) => (
                <tr key={entry.id}>
                  <td>
                    <Time at={entry.at} />
                  </td>
                  <td className="wrap">{entry.actorName ?? spoken(entry.actorKind)}</td>
                  <td>{spoken(entry.action)}</td>
                  <td>
                    {spoken(entry.objectKind)} <Id value={entry.objectId} name={`${entry.objectKind} id`} />
                  </td>
                  <td>{entry.address ?? ''}</td>
                  <td className="wrap wide">
                    <Changes before={entry.before} after={entry.after} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
      <Older query={entries} />
    </>
  );
}

/** Before and after, field by field; each isolated, so that right-to-left names do not affect their neighbours. */
function Changes({ before, after }: { before: AuditEntry['before']; after: AuditEntry['after'] }) {
  const facts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const textOf = (of: AuditEntry['before'], fact: string): string => {
    const value = (of as Record<string, unknown> | null)?.[fact];
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return facts.map((fact) => {
    const [was, is] = [textOf(before, fact), textOf(after, fact)];
    return (
      <div key={fact}>
        <small>{fact}</small> {was !== '' && <bdi>{was}</bdi>} {was !== '' && '→'}{' '}
        {is === '' ? was !== '' && <small>nothing</small> : <bdi>{is}</bdi>}
      </div>
    );
  });
}
