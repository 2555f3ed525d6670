// SMS: how many arrived and how fast, then state and cost of each. What a text says is there only where it reaches no phone.

import { Link } from 'wouter';
import { counted } from '../../../src/domain/in-words.ts';
import { useGet, useList } from '../../api/queries.ts';
import type { Message } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { type Kpi, KpiStrip } from '../../parts/charts/kpi-strip.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterSelect, useFilters } from '../../parts/filter-bar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { CsvButton } from '../../parts/list-actions.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import {
  credits,
  dayHeading,
  duration,
  NO_GATEWAY_TOOK_IT,
  number,
  shortDay,
  shortId,
  spoken,
  type Tone,
} from '../../parts/words.ts';

/** The gateway of development, whose texts are on a page. */
const OUTBOX = 'outbox';

/** `meaning` only where something is wrong. */
const STATES: Record<Message['state'], { word: string; shape: string; tone: Tone; meaning?: string }> = {
  waiting: { word: 'Waiting', shape: '○', tone: 'plain' },
  'on-its-way': { word: 'On its way', shape: '◐', tone: 'info' },
  delivered: { word: 'Delivered', shape: '●', tone: 'ok' },
  'not-delivered': {
    word: 'Not delivered',
    shape: '✕',
    tone: 'danger',
    meaning: 'The network refused it. Open its report to tell the consumer, and to send a new link.',
  },
  refused: { word: 'Not sent', shape: '✕', tone: 'danger', meaning: NO_GATEWAY_TOOK_IT },
  'given-up': {
    word: 'Given up',
    shape: '■',
    tone: 'danger',
    meaning: 'No gateway reported on it in time. Its price was released.',
  },
};

export function MessagesPage() {
  const { mode } = useTenant();
  return mode === 'test' ? <NoMessages /> : <MessageList />;
}

function NoMessages() {
  const { tenantId } = useTenant();
  const seesLive = useMay()('reports:live');
  const latest = useGet('listMessages', { query: { pageSize: '1' } });
  return (
    <>
      <PageHeader title="Messages" />
      <EmptyState
        action={
          <p className="buttons">
            {seesLive && (
              <Link className="button second" href={`/${tenantId}/live/messages`}>
                See the live messages
              </Link>
            )}
            <OutboxLink messages={latest.data?.items} />
          </p>
        }
      >
        Test mode sends no messages: its code is always 123456.
      </EmptyState>
    </>
  );
}

/** Where texts go in development. A sandbox has this page alone, which asks who reads it. */
function OutboxLink({ messages }: { messages: Message[] | undefined }) {
  const isOutbox = messages?.some(({ gateway }) => gateway === OUTBOX) ?? false;
  const health = useGet('readLiveness', { when: isOutbox }).data;
  if (health?.sandbox !== false) return null;
  return (
    <a className="button second" href="/dev/outbox" target="_blank" rel="noreferrer">
      Open the outbox
      <Icon name="external" />
    </a>
  );
}

function MessageList() {
  const { home } = useTenant();
  const [filters, set, , clear] = useFilters(['state']);
  const messages = useList('listMessages', { query: filters });
  const states = Object.entries(STATES).map(([value, { word }]): [string, string] => [value, word]);
  const hasTexts = messages.rows?.some(({ text }) => text !== undefined) ?? false;
  return (
    <ListPage
      title="Messages"
      actions={
        <>
          <OutboxLink messages={messages.rows} />
          <CsvButton of="listMessages" query={filters} name="messages.csv" />
        </>
      }
      lead={
        hasTexts
          ? 'No phone gets these texts. They are shown here for a day.'
          : 'Texts and codes are not kept, and of a number its end is shown.'
      }
      figures={<Delivery messages={filters.state === '' ? messages.rows : undefined} />}
      clear={clear}
      filters={
        <FilterSelect
          label="State"
          value={filters.state}
          options={[['', 'Any'], ...states]}
          onChange={(value) => set('state', value)}
        />
      }
      columns={columnsOf(hasTexts)}
      rows={messages.rows}
      query={messages}
      keyOf={({ id }) => id}
      hrefOf={({ reportId }) => (reportId === null ? null : `${home}/reports/${reportId}`)}
      headingOf={({ createdAt }) => dayHeading(createdAt)}
      noMatch="No messages match these filters."
      empty={<EmptyState>No messages yet. One is sent when risk asks for a code.</EmptyState>}
    />
  );
}

/** One wide column at most: two of them leave each a word a line. A row has its report by its link. */
const columnsOf = (hasTexts: boolean): Column<Message>[] => [
  { head: 'Sent', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, phone: 'name' },
  {
    head: 'Reference',
    cell: ({ externalReference, reportId }) =>
      externalReference === null ? (
        reportId !== null && <span className="mono id-end">{shortId(reportId)}</span>
      ) : (
        <bdi>{externalReference}</bdi>
      ),
  },
  { head: 'To', cell: ({ mobileEnding }) => mobileEnding !== null && `··${mobileEnding}` },
  {
    head: 'State',
    cell: ({ state }) => <Chip {...STATES[state]} />,
    phone: 'chip',
  },
  {
    head: hasTexts ? 'Text' : 'What to do',
    cell: ({ state, to, text }) =>
      [STATES[state].meaning, text !== undefined && `To ${to}: ${text}`].filter(Boolean).join(' '),
    isWrapping: true,
  },
  { head: 'Delivered after', cell: (message) => timeOf(deliveryMsOf(message)), isNumber: true },
  { head: 'Gateway', cell: ({ gateway }) => (gateway === null ? '' : spoken(gateway)) },
  {
    head: 'Cost',
    cell: ({ heldCredits, costCredits }) =>
      heldCredits > 0 ? `${number(heldCredits)} held` : credits(costCredits),
    isNumber: true,
  },
];

const timeOf = (ms: number | null): string => (ms === null ? '' : duration(ms));

function deliveryMsOf({ state, handedOverAt, settledAt }: Message): number | null {
  if (state !== 'delivered' || handedOverAt === null || settledAt === null) return null;
  return Math.max(0, Date.parse(settledAt) - Date.parse(handedOverAt));
}

/** How many of 30 days arrived; how long the latest ones took. */
function Delivery({ messages }: { messages: Message[] | undefined }) {
  const mayRead = useMay()('wallet:read');
  const stats = useGet('readStats', { query: { test: 'false' }, when: mayRead }).data;
  if (stats === undefined || stats.sum.texts.sent + stats.sum.texts.refused === 0) return null;
  const { sent, delivered, undelivered, refused } = stats.sum.texts;
  const ended = delivered + undelivered;
  const took = (messages ?? [])
    .map(deliveryMsOf)
    .filter((ms) => ms !== null)
    .sort((a, b) => a - b);
  const median = took[Math.floor((took.length - 1) / 2)];
  const kpis: Kpi[] = [
    {
      name: 'Sent in 30 days',
      value: number(sent),
      points: stats.steps.map((step) => ({ label: shortDay(step.from), value: step.texts.sent })),
    },
    {
      name: 'Delivered',
      value: ended === 0 ? '–' : `${Math.round((100 * delivered) / ended)} %`,
      note: `${number(delivered)} of ${number(ended)} with a known end`,
      isBad: ended > 0 && delivered / ended < 0.9,
    },
    {
      name: 'Time to delivery',
      value: median === undefined ? '–' : duration(median),
      note: took.length === 0 ? 'None delivered yet' : `Median of the latest ${counted(took.length, 'text')}`,
    },
    {
      name: 'Not sent',
      value: number(refused),
      note: 'No gateway took them',
      isBad: refused > 0,
    },
  ];
  return <KpiStrip kpis={kpis} />;
}
