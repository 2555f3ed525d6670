// Links to the hosted page: made, copied, sent, and watched as the consumer goes on.
import { useState } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { useGet, useList } from '../../api/queries.ts';
import type { ConsumerSession } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterInput, FilterSelect, useFilters } from '../../parts/filter-bar.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Menu } from '../../parts/menu.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAct } from '../../parts/use-act.ts';
import { LinkDrawer, ReportLink } from './link-drawer.tsx';
import { MakeLink } from './link-form.tsx';
import { LinkMade, type Made, SendDialog } from './link-send.tsx';
import { LINK_STATES, LinkChip, WhereNow } from './link-words.tsx';

/** Often, so that a link can be watched while the consumer is on the telephone. */
const EVERY_MS = 3_000;
const OPEN_STATES = ['created', 'opened', 'consented', 'failed'];

export function LinksPage() {
  const { mode, home } = useTenant();
  const { id } = useParams<{ id?: string }>();
  const search = useSearch();
  const query = search === '' ? '' : `?${search}`;
  const mayWrite = useMay()('reports:write');
  const act = useAct();
  const [filters, set, , clear] = useFilters(['status', 'externalReference']);
  const texts = useGet('listConsentTexts');
  const list = useList('listConsumerSessions', {
    query: { ...filters, test: String(mode === 'test') },
    everyMs: EVERY_MS,
  });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [sending, setSending] = useState<ConsumerSession | null>(null);
  const [cancelling, setCancelling] = useState<ConsumerSession | null>(null);
  const published = texts.data?.items.filter(({ version }) => version !== null) ?? [];
  const make = mayWrite && published.length > 0 && (
    <button type="button" className="button" onClick={() => setMaking(true)}>
      Create link
    </button>
  );
  const columns: Column<ConsumerSession>[] = [
    {
      head: 'Link',
      phone: 'name',
      isWrapping: true,
      cell: (session) => (
        <Link href={`${home}/links/${session.id}${query}`}>
          <bdi>{session.externalReference ?? 'No reference'}</bdi>
        </Link>
      ),
    },
    {
      head: 'State',
      phone: 'chip',
      cell: (session) => (
        <>
          <LinkChip status={session.status} /> <WhereNow session={session} />
        </>
      ),
    },
    {
      head: 'Report',
      cell: (session) => <ReportLink session={session} />,
    },
    { head: 'Made', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      head: 'Expires',
      phone: 'hidden',
      // One that has ended expires no more.
      cell: ({ expiresAt, endedAt }) => (endedAt === null ? <RelativeTime at={expiresAt} /> : '–'),
    },
    {
      head: 'Actions',
      phone: 'hidden',
      cell: (session) =>
        mayWrite && OPEN_STATES.includes(session.status) ? (
          <Menu label={`Actions for ${session.externalReference ?? 'this link'}`}>
            {session.status === 'created' && (
              <button type="button" onClick={() => setSending(session)}>
                Send the link
              </button>
            )}
            <button type="button" onClick={() => setCancelling(session)}>
              Cancel the link
            </button>
          </Menu>
        ) : null,
    },
  ];
  return (
    <ListPage
      title="Links"
      actions={make}
      lead="A link leads one consumer to a page of yours, from consent to report. Nothing is charged before they agree."
      clear={clear}
      filters={
        <>
          <FilterSelect
            label="State"
            value={filters.status}
            options={LINK_STATES}
            onChange={(value) => set('status', value)}
          />
          <FilterInput
            label="Reference"
            value={filters.externalReference}
            onChange={(value) => set('externalReference', value)}
          />
        </>
      }
      columns={columns}
      rows={list.rows}
      query={list}
      keyOf={({ id }) => id}
      noMatch="No link matches these filters."
      empty={<NoLinks hasText={published.length > 0} />}
    >
      {isMaking && (
        <MakeLink
          texts={published}
          onClose={() => setMaking(false)}
          onMade={(link) => {
            setMaking(false);
            setMade(link);
          }}
        />
      )}
      {id !== undefined && (
        <LinkDrawer
          key={id}
          id={id}
          row={list.rows?.find((session) => session.id === id)}
          everyMs={EVERY_MS}
          closeHref={`${home}/links${query}`}
        />
      )}
      {made !== null && <LinkMade made={made} onClose={() => setMade(null)} />}
      {sending !== null && <SendDialog session={sending} onClose={() => setSending(null)} />}
      {cancelling !== null && (
        <ConfirmDialog
          title="Cancel this link"
          button="Cancel the link"
          onClose={() => setCancelling(null)}
          act={() =>
            act('cancelConsumerSession', {
              params: { consumerSessionId: cancelling.id },
              changes: ['listConsumerSessions'],
              next: () => setCancelling(null),
              says: 'The link is cancelled.',
            })
          }
        >
          <p>It stops working at once, also for a consumer who has started. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </ListPage>
  );
}

function NoLinks({ hasText }: { hasText: boolean }) {
  const { home } = useTenant();
  if (hasText) return <EmptyState>No links yet. Make one and open it yourself.</EmptyState>;
  return (
    <EmptyState
      action={
        <Link className="button" href={`${home}/consent`}>
          Write a consent text
        </Link>
      }
    >
      No links yet. A link shows a consent text: write one and publish it first.
    </EmptyState>
  );
}
