// What consumers asked of the firm on the hosted page: complaints, and requests to erase their data. Opened, read and closed here; the
// answer itself is the firm's own letter.
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { idEndOf } from '../../../src/domain/hosted/consumer-request.ts';
import { useCall, useList } from '../../api/queries.ts';
import type { ConsumerRequest } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Id } from '../../parts/copy-field.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterInput, FilterSelect, useFilters } from '../../parts/filter-bar.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Pairs } from '../../parts/pair.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';

const KINDS: Record<ConsumerRequest['kind'], string> = {
  complaint: 'Complaint',
  erasure: 'Erasure request',
};
const OUTCOMES = { accepted: 'Accepted', rejected: 'Rejected' } as const;
const SOON_MS = 7 * 24 * 60 * 60 * 1000;

export function ComplaintsPage() {
  const { mode } = useTenant();
  const [filters, set, , clear] = useFilters(['status', 'kind', 'number']);
  const isWhole = filters.number === '' || idEndOf(filters.number) !== null;
  const { number, ...others } = filters;
  const list = useList('listConsumerRequests', {
    query: { ...others, ...(isWhole && { number }), test: String(mode === 'test') },
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = list.rows?.find(({ id }) => id === openId);
  const columns: Column<ConsumerRequest>[] = [
    {
      head: 'Number',
      phone: 'name',
      cell: (request) => (
        <button type="button" className="link" onClick={() => setOpenId(request.id)}>
          {request.number}
        </button>
      ),
    },
    { head: 'Kind', cell: ({ kind }) => KINDS[kind] },
    { head: 'State', phone: 'chip', cell: (request) => <StateChip request={request} /> },
    { head: 'Received', cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
    { head: 'Answer by', cell: ({ outcome, dueAt }) => (outcome === null ? <Time at={dueAt} /> : '–') },
  ];
  return (
    <ListPage
      title="Complaints"
      lead="Complaints and erasure requests that consumers sent you from the hosted page. Answer each within 30 days."
      clear={clear}
      filters={
        <>
          <FilterInput
            label="Number"
            value={filters.number}
            {...(!isWhole && { hint: 'Eight letters and digits, such as 7KQ4-M2XP' })}
            onChange={(value) => set('number', value)}
          />
          <FilterSelect
            label="State"
            value={filters.status}
            options={[
              ['open', 'Open'],
              ['closed', 'Closed'],
            ]}
            onChange={(value) => set('status', value)}
          />
          <FilterSelect
            label="Kind"
            value={filters.kind}
            options={Object.entries(KINDS)}
            onChange={(value) => set('kind', value)}
          />
        </>
      }
      columns={columns}
      rows={list.rows}
      query={list}
      keyOf={({ id }) => id}
      noMatch="Nothing matches these filters."
      empty={<EmptyState>No consumer has complained or asked for an erasure.</EmptyState>}
    >
      {opened !== undefined && (
        <RequestDrawer key={opened.id} request={opened} onClose={() => setOpenId(null)} />
      )}
    </ListPage>
  );
}

function StateChip({ request: { outcome, dueAt } }: { request: ConsumerRequest }) {
  if (outcome !== null) return <Chip tone="plain" shape="■" word={OUTCOMES[outcome]} />;
  const leftMs = Date.parse(dueAt) - Date.now();
  if (leftMs < 0) return <Chip tone="danger" shape="✕" word="Overdue" />;
  return <Chip tone={leftMs < SOON_MS ? 'warn' : 'info'} shape="○" word="Open" />;
}

function RequestDrawer({ request, onClose }: { request: ConsumerRequest; onClose: () => void }) {
  const { home } = useTenant();
  const may = useMay();
  const { kind, creditReportId, outcome } = request;
  const rows: [string, ReactNode][] = [
    ['Kind', KINDS[kind]],
    ['State', <StateChip key="state" request={request} />],
    ['Received', <Time key="received" at={request.receivedAt} />],
    ['Answer by', <Time key="due" at={request.dueAt} />],
    ...(request.closedAt === null
      ? []
      : [['Closed', <Time key="closed" at={request.closedAt} />] as [string, ReactNode]]),
    [
      'Sent by',
      request.fromKnownBrowser
        ? 'The browser that started the link'
        : 'Somebody who has the link: make sure who they are',
    ],
    [
      'Report',
      creditReportId === null ? (
        'None'
      ) : (
        <Link key="report" href={`${home}/reports/${creditReportId}`}>
          Open the report
        </Link>
      ),
    ],
    [
      'Link',
      <Link key="link" href={`${home}/links/${request.consumerSessionId}`}>
        Open the link
      </Link>,
    ],
    ['Id', <Id key="id" value={request.id} name="id" />],
  ];
  return (
    <Drawer title={`${KINDS[kind]} ${request.number}`} onClose={onClose}>
      <Pairs rows={rows} />
      {may('reports:reveal') && <Words id={request.id} />}
      {may('reports:reveal') && outcome === null && <Closing request={request} />}
    </Drawer>
  );
}

/** Shown on a press, because each reading is an entry of the audit log. */
function Words({ id }: { id: string }) {
  const call = useCall();
  const [read, setRead] = useState<{ text: string | null; contact: string | null } | null>(null);
  if (read === null)
    return (
      <>
        <p className="hint">Reading it is noted in the audit log.</p>
        <p className="buttons">
          <ActButton
            kind="second"
            act={async () =>
              setRead(await call('readConsumerRequest', { params: { consumerRequestId: id } }))
            }
          >
            Read what they wrote
          </ActButton>
        </p>
      </>
    );
  if (read.contact === null) return <p>What they wrote was erased.</p>;
  return (
    <>
      <h3>What they wrote</h3>
      <pre dir="auto">{read.text || 'Nothing'}</pre>
      <h3>How to answer them</h3>
      <p dir="auto">{read.contact}</p>
    </>
  );
}

function Closing({ request: { id, kind } }: { request: ConsumerRequest }) {
  const act = useAct();
  const close = (outcome: 'accepted' | 'rejected') => () =>
    act('closeConsumerRequest', {
      params: { consumerRequestId: id },
      body: { outcome },
      changes: ['listConsumerRequests', 'readAttention'],
      says: 'It is closed.',
    });
  return (
    <>
      <h3>Close it</h3>
      <p className="hint">
        Once you have answered them: nothing is sent from here.
        {kind === 'erasure' && ' Erase the report first, from its own page; that closes this too.'}
      </p>
      <p className="buttons">
        <ActButton kind="second" act={close('accepted')}>
          Close as accepted
        </ActButton>
        <ActButton kind="second" act={close('rejected')}>
          Close as rejected
        </ActButton>
      </p>
    </>
  );
}
