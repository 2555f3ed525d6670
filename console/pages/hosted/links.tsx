// Links to the hosted page: made, copied, sent, and watched as the consumer goes on.
import { useState } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { useGet, useList } from '../../api/queries.ts';
import type { ConsumerSession, NewConsumerSession } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterInput, FilterSelect, useFilters } from '../../parts/filter-bar.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Menu } from '../../parts/menu.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAct } from '../../parts/use-act.ts';
import { LinkDrawer, ReportLink } from './link-drawer.tsx';
import { MakeLink } from './link-form.tsx';
import { LINK_STATES, LinkChip } from './link-words.tsx';

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
  const [made, setMade] = useState<NewConsumerSession | null>(null);
  const [cancelling, setCancelling] = useState<ConsumerSession | null>(null);
  const published = texts.data?.items.filter(({ version }) => version !== null) ?? [];
  const make = mayWrite && published.length > 0 && (
    <button type="button" className="button" onClick={() => setMaking(true)}>
      Make a link
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
    { head: 'State', phone: 'chip', cell: ({ status }) => <LinkChip status={status} /> },
    {
      head: 'Report',
      cell: (session) => <ReportLink session={session} />,
    },
    { head: 'Made', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      head: 'Expires',
      phone: 'hidden',
      cell: ({ status, expiresAt }) => (OPEN_STATES.includes(status) ? <RelativeTime at={expiresAt} /> : '–'),
    },
    {
      head: 'Actions',
      phone: 'hidden',
      cell: (session) =>
        mayWrite && OPEN_STATES.includes(session.status) ? (
          <Menu label={`Actions for ${session.externalReference ?? 'this link'}`}>
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
          onMade={(session) => {
            setMaking(false);
            setMade(session);
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

/** The one time that the link is shown: it is as good as a key. */
function LinkMade({ made, onClose }: { made: NewConsumerSession; onClose: () => void }) {
  const mail = new URLSearchParams({
    subject: 'Your credit report',
    body: `Open this link to get your credit report. It is for you alone:\n\n${made.url}`,
  });
  return (
    <Dialog title="The link is ready" onClose={onClose}>
      <p>Send it to the consumer and to nobody else. It is shown here once.</p>
      <CopyField label="Link" value={made.url} />
      <p className="hint">
        The first browser that presses Start keeps it. Opening it, as mail scanners do, uses nothing up.
      </p>
      <p className="buttons">
        <a className="button" href={`mailto:?${mail.toString().replaceAll('+', '%20')}`}>
          Write an e-mail
        </a>
        <button type="button" className="button second" onClick={onClose}>
          Done
        </button>
      </p>
    </Dialog>
  );
}
