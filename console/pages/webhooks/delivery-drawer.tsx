// One delivery in a drawer: what was sent, with which headers, what came of each try, and sending it again.
import { Link, useLocation } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Delivery, DeliveryDetail } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Callout } from '../../parts/callout.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Pair } from '../../parts/pair.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { AnswerChip, Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { number, shortId } from '../../parts/words.ts';
import { REASONS, ResultChip } from './webhook-words.tsx';

const WATCH_MS = 2_000;

type Given = { id: string; endpointId: string; mayReplay: boolean; here: string; query: string };

export function DeliveryDrawer(props: Given & { row: Delivery | undefined }) {
  const { id, endpointId, row } = props;
  const detail = useGet('readDelivery', { params: { endpointId, deliveryId: id }, everyMs: WATCH_MS });
  const title = detail.data?.type ?? row?.type ?? 'Delivery';
  return (
    <Drawer title={title} closeHref={`${props.here}${props.query}`}>
      <Shown query={detail} data={detail.data}>
        {(delivery) => <Detail delivery={delivery} {...props} />}
      </Shown>
    </Drawer>
  );
}

function Detail(props: Given & { delivery: DeliveryDetail }) {
  const { delivery, endpointId, here, query } = props;
  const act = useAct();
  const [, go] = useLocation();
  const replay = () =>
    act('replayEvent', {
      params: { endpointId },
      body: { eventId: delivery.eventId },
      changes: ['listDeliveries'],
      next: ({ deliveryId }) => go(`${here}/${deliveryId}${query}`, { replace: true, state: history.state }),
      says: 'The event is sent again.',
    });
  return (
    <>
      <p className="lead">
        <ResultChip delivery={delivery} /> <Time at={delivery.createdAt} />
        {delivery.lastMs !== null && ` · ${number(delivery.lastMs)} ms`}
        {delivery.replay && delivery.type !== 'ping' && ' · sent again'}
      </p>
      {delivery.reason !== null && (
        <Callout tone="warn" title={REASONS[delivery.reason] ?? delivery.reason} />
      )}
      {delivery.dueAt !== null && delivery.attempts > 0 && (
        <p>
          Next try: <RelativeTime at={delivery.dueAt} />
        </p>
      )}
      {props.mayReplay && delivery.body !== null && (
        <p className="buttons">
          <ActButton kind="second" act={replay}>
            <Icon name="replay" />
            Replay
          </ActButton>
        </p>
      )}
      <Facts delivery={delivery} />
      <section aria-labelledby="delivery-body">
        <h3 id="delivery-body">Event body</h3>
        {delivery.body === null ? (
          <p>Events are kept for 30 days, and this one is older.</p>
        ) : (
          <CodeBlock label="Event body, as JSON" value={delivery.body} />
        )}
      </section>
      <section aria-labelledby="delivery-headers">
        <h3 id="delivery-headers">Request headers</h3>
        <CodeBlock label="Request headers, as text" text={headersOf(delivery)} copyLabel={null} />
        <p className="small">The signature is made at each try, and not kept.</p>
      </section>
      <section aria-labelledby="delivery-tries">
        <h3 id="delivery-tries">Tries</h3>
        {delivery.tries.length === 0 && <p>Not tried yet.</p>}
        {delivery.tries.map((one) => (
          <Try key={one.number} one={one} />
        ))}
      </section>
    </>
  );
}

function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const { home } = useTenant();
  const may = useMay();
  const { data } = (delivery.body ?? {}) as { data?: { creditReportId?: string } };
  return (
    <dl className="pairs">
      <Pair name="Event id">
        <code>{delivery.eventId}</code> <CopyButton text={delivery.eventId} label="Copy the id" />
      </Pair>
      {data?.creditReportId !== undefined && (
        <Pair name="Report">
          {may('reports:read') ? (
            <Link href={`${home}/reports/${data.creditReportId}`}>{shortId(data.creditReportId)}</Link>
          ) : (
            shortId(data.creditReportId)
          )}
        </Pair>
      )}
    </dl>
  );
}

/** As of the last try; the time is the signed one to within a second. */
function headersOf({ eventId, tries, createdAt }: DeliveryDetail): string {
  const at = tries.at(-1)?.at ?? createdAt;
  return [
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(Date.parse(at) / 1000)}`,
    'webhook-signature: v1,…',
  ].join('\n');
}

function Try({ one }: { one: DeliveryDetail['tries'][number] }) {
  return (
    <div className="try">
      <p>
        <strong>Try {one.number}</strong>{' '}
        {one.status === null ? (
          <Chip tone="danger" shape="✕" word="No answer" />
        ) : (
          <AnswerChip status={one.status} />
        )}{' '}
        <Time at={one.at} /> · {number(one.ms)} ms
      </p>
      {one.problem !== null && <p>{one.problem}</p>}
      {one.answer !== null && one.answer !== '' && (
        <CodeBlock label={`Answer to try ${one.number}`} text={one.answer} copyLabel={null} />
      )}
    </div>
  );
}
