// The audit log: a sentence an entry, with address, before and after on opening. Newest first, and as CSV.
import { Link } from 'wouter';
import { useGet, useList } from '../../api/queries.ts';
import type { AuditEntry } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChip, FilterSelect, PeriodFilter, useFilters } from '../../parts/filter-bar.tsx';
import { CsvButton } from '../../parts/list-actions.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Pair } from '../../parts/pair.tsx';
import { ClockTime } from '../../parts/relative-time.tsx';
import { dayHeading, shortId, spoken } from '../../parts/words.ts';
import { ALL_CHOICES, factName, factValue, namedIn, TENANT_CHOICES, verbOf } from './audit-words.ts';

const FILTERS = ['action', 'actorId', 'objectId', 'dateFrom', 'dateTo'] as const;
/** Names by the id of a person or a credential. */
type Names = ReadonlyMap<string, string>;

export function AuditPage() {
  const { home } = useTenant();
  const may = useMay();
  const members = useGet('listMembers', { when: may('members:manage') });
  const credentials = useGet('listCredentials', { when: may('credentials:manage') });
  const people = (members.data?.items ?? []).map(({ personId, firstName, lastName }): [string, string] => [
    personId,
    `${firstName} ${lastName}`,
  ]);
  // An entry names an invitation by its id alone; who it went to is known while it is open.
  const invitations = useGet('listInvitations', { when: may('members:manage') });
  const invited = (invitations.data?.items ?? []).map(({ id, email }): [string, string] => [id, email]);
  const programs = (credentials.data?.items ?? []).map(({ id, name }): [string, string] => [id, name]);
  return (
    <Trail
      of="listAuditEntries"
      title="Audit log"
      actions={TENANT_CHOICES}
      people={people}
      names={new Map([...people, ...invited, ...programs])}
      reportHref={(id) => `${home}/reports/${id}`}
    />
  );
}

/** Of a tenant, or of the service itself. */
export function Trail(props: {
  of: 'listAuditEntries' | 'listServiceAuditEntries';
  title: string;
  actions?: [value: string, label: string][];
  people?: [id: string, name: string][];
  names?: Names;
  reportHref?: (id: string) => string;
}) {
  const { of, title, actions = ALL_CHOICES, people = [], names = new Map() } = props;
  const [filters, set, setAll, clear] = useFilters(FILTERS);
  const entries = useList(of, { query: filters });
  const nameOf = (id: string): string => names.get(id) ?? shortId(id);
  const columns: Column<AuditEntry>[] = [
    { head: 'Time', cell: ({ at }) => <ClockTime at={at} /> },
    {
      head: 'What happened',
      cell: (entry) => (
        <details className="entry">
          <summary>
            <Sentence entry={entry} names={names} />
          </summary>
          <Details
            entry={entry}
            reportHref={props.reportHref}
            onActor={() => set('actorId', entry.actorId ?? '')}
            onObject={() => set('objectId', entry.objectId)}
          />
        </details>
      ),
      phone: 'name',
      isWrapping: true,
    },
    { head: 'IP address', cell: ({ address }) => address ?? '' },
  ];
  return (
    <ListPage
      title={title}
      actions={<CsvButton of={of} query={filters} name="audit.csv" />}
      lead="Entries are chained by hash: none can be changed or taken out unseen."
      clear={clear}
      filters={
        <>
          <FilterSelect
            label="Action"
            value={filters.action}
            options={[['', 'Any'], ...actions]}
            onChange={(value) => set('action', value)}
          />
          {people.length > 0 && (
            <FilterSelect
              label="Person"
              value={people.some(([id]) => id === filters.actorId) ? filters.actorId : ''}
              options={[['', 'Anybody'], ...people]}
              onChange={(value) => set('actorId', value)}
            />
          )}
          {filters.actorId !== '' && !people.some(([id]) => id === filters.actorId) && (
            <FilterChip label="Done by" value={nameOf(filters.actorId)} onClear={() => set('actorId', '')} />
          )}
          {filters.objectId !== '' && (
            <FilterChip
              label="Done to"
              value={nameOf(filters.objectId)}
              onClear={() => set('objectId', '')}
            />
          )}
          <PeriodFilter from="dateFrom" to="dateTo" filters={filters} set={set} setAll={setAll} />
        </>
      }
      columns={columns}
      rows={entries.rows}
      query={entries}
      keyOf={({ id }) => id}
      headingOf={({ at }) => dayHeading(at)}
      noMatch="No entries match these filters."
      empty={<EmptyState>No entries yet.</EmptyState>}
    />
  );
}

/** Names are isolated, so that right-to-left ones do not affect the words beside them. */
function Sentence({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { start, hasObject, end } = verbOf(entry);
  const known = namedIn(entry) ?? names.get(entry.objectId);
  return (
    <>
      <bdi>{entry.actorName ?? spoken(entry.actorKind)}</bdi> {start}
      {hasObject &&
        (known === undefined && entry.objectKind === 'invitation' ? (
          'a person'
        ) : (
          <>
            {known === undefined && `${entry.objectKind.replaceAll('-', ' ')} `}
            <strong>
              <bdi>{known ?? shortId(entry.objectId)}</bdi>
            </strong>
          </>
        ))}
      {end}
    </>
  );
}

function Details(props: {
  entry: AuditEntry;
  reportHref: ((id: string) => string) | undefined;
  onActor: () => void;
  onObject: () => void;
}) {
  const { entry, reportHref } = props;
  return (
    <div className="entry-details">
      <dl className="pairs">
        <Changes before={entry.before} after={entry.after} />
        <Pair name={`${spoken(entry.objectKind)} id`}>
          <code>{entry.objectId}</code>
        </Pair>
        {entry.address !== null && <Pair name="IP address">{entry.address}</Pair>}
      </dl>
      <p className="buttons">
        {entry.objectKind === 'report' && reportHref !== undefined && (
          <Link className="button second small" href={reportHref(entry.objectId)}>
            Open the report
          </Link>
        )}
        {entry.actorId !== null && (
          <button type="button" className="button second small" onClick={props.onActor}>
            Only by this {entry.actorKind === 'credential' ? 'credential' : 'person'}
          </button>
        )}
        <button type="button" className="button second small" onClick={props.onObject}>
          Only about this {entry.objectKind.replaceAll('-', ' ')}
        </button>
        <CopyButton text={entry.objectId} label="Copy the id" />
      </p>
    </div>
  );
}

/** Before and after, field by field. */
function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const [was, is] = [before, after].map((facts) => (facts ?? {}) as Record<string, unknown>);
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return names.map((name) => {
    const [old, now] = [factValue(was?.[name]), factValue(is?.[name])];
    return (
      <Pair key={name} name={factName(name)}>
        {old !== '' && (
          <>
            <bdi>{old}</bdi> →{' '}
          </>
        )}
        {now === '' ? old !== '' && <small>nothing</small> : <bdi>{now}</bdi>}
      </Pair>
    );
  });
}
