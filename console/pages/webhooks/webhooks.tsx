// Webhook endpoints: where events are sent to, and how that goes.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Endpoint, NewEndpoint } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { number } from '../../parts/words.ts';
import { WebhookSecret } from './webhook-dialogs.tsx';
import { CreateEndpoint } from './webhook-form.tsx';
import { hasAllTypes, ModeChip, nameOf, StateChip } from './webhook-words.tsx';

const EVERY_MS = 15_000;

export function WebhooksPage() {
  const { tenantId } = useTenant();
  const mayWrite = useMay()('webhooks:write');
  const [, go] = useLocation();
  const list = useGet('listWebhookEndpoints', { everyMs: EVERY_MS });
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<NewEndpoint | null>(null);
  const hrefOf = ({ id, mode }: Endpoint): string => `/${tenantId}/${mode}/webhooks/${id}`;
  const create = mayWrite && (
    <button type="button" className="button" onClick={() => setAdding(true)}>
      Add endpoint
    </button>
  );
  return (
    <ListPage
      title="Webhooks"
      label="Webhook endpoints"
      actions={create}
      lead="What happens to reports, texts and the wallet is sent to these addresses, signed."
      columns={COLUMNS}
      rows={list.data?.items}
      query={list}
      keyOf={({ id }) => id}
      hrefOf={hrefOf}
      rowClass={({ mode }) => (mode === 'test' ? 'tall test-row' : 'tall')}
      empty={
        <EmptyState
          action={<a href="/docs/webhooks">Read about webhooks</a>}
          example="The page has every event, and receivers in Node and Python to paste."
        >
          No endpoints yet. Add one, and send it a test event.
        </EmptyState>
      }
    >
      {isAdding && (
        <CreateEndpoint
          onClose={() => setAdding(false)}
          onMade={(endpoint) => {
            setAdding(false);
            setMade(endpoint);
          }}
        />
      )}
      {made !== null && <WebhookSecret made={made} onClose={() => go(hrefOf(made.endpoint))} />}
    </ListPage>
  );
}

const COLUMNS: Column<Endpoint>[] = [
  {
    head: 'Endpoint',
    phone: 'name',
    isWrapping: true,
    cell: (endpoint) => <bdi>{nameOf(endpoint)}</bdi>,
  },
  { head: 'State', phone: 'chip', cell: ({ state }) => <StateChip state={state} /> },
  { head: 'Mode', cell: ({ mode }) => <ModeChip mode={mode} /> },
  { head: 'Address', cell: ({ url }) => <bdi className="one-line">{url}</bdi> },
  {
    head: 'Events',
    cell: (endpoint) =>
      hasAllTypes(endpoint)
        ? 'All types'
        : `${endpoint.types.length} ${endpoint.types.length === 1 ? 'type' : 'types'}`,
  },
  {
    head: 'Last delivery',
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null ? 'No delivery yet' : <RelativeTime at={lastSuccessAt} />,
  },
  {
    head: 'Failed tries',
    isNumber: true,
    phone: 'hidden',
    cell: ({ failures }) => number(failures),
  },
];
