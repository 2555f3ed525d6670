// One webhook endpoint: how it is doing, what it was sent, its settings, its secret.
import { type ReactNode, useState } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { FAILING_MS } from '../../../src/domain/webhooks/webhooks.ts';
import { useGet } from '../../api/queries.ts';
import type { Endpoint, NewEndpoint } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Callout } from '../../parts/callout.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Menu } from '../../parts/menu.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ExtendDialog, ending, lower, Overlap, RotateDialog } from '../../parts/secrets.tsx';
import { Shown } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { number, when } from '../../parts/words.ts';
import { EnableDialog, RecoverDialog, WebhookSecret } from './webhook-dialogs.tsx';
import { EndpointFacts, RecoveryProgress } from './webhook-facts.tsx';
import { EditEndpoint } from './webhook-form.tsx';
import { DeliveryLog } from './webhook-log.tsx';
import { DISABLED, events, ModeChip, nameOf, StateChip, useMayChange } from './webhook-words.tsx';

const WATCH_MS = 2_000;
const EVERY_MS = 10_000;

type Asked = 'edit' | 'rotate' | 'extend' | 'enable' | 'disable' | 'recover' | 'delete';

export function WebhookPage() {
  const { id = '', part } = useParams<{ id: string; part?: string }>();
  const { home, mode, tenantId } = useTenant();
  const [isWatched, setWatched] = useState(false);
  const query = useGet('readWebhookEndpoint', {
    params: { endpointId: id },
    everyMs: isWatched ? WATCH_MS : EVERY_MS,
  });
  const isUnderWay = (query.data?.recovery?.waiting ?? 0) > 0;
  if (isUnderWay !== isWatched) setWatched(isUnderWay);
  if (query.data !== undefined && query.data.mode !== mode) {
    const delivery = part === undefined ? '' : `/${part}`;
    return <Redirect to={`/${tenantId}/${query.data.mode}/webhooks/${id}${delivery}`} replace />;
  }
  if (query.data === undefined) {
    return (
      <>
        <PageHeader title="Webhook endpoint" crumb={[{ name: 'Webhooks', href: `${home}/webhooks` }]} />
        <Shown query={query} data={query.data}>
          {() => null}
        </Shown>
      </>
    );
  }
  return <Loaded endpoint={query.data} />;
}

function Loaded({ endpoint }: { endpoint: Endpoint }) {
  const { home } = useTenant();
  const [, go] = useLocation();
  const act = useAct();
  const mayChange = useMayChange()(endpoint);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<NewEndpoint | null>(null);
  const close = (): void => setAsked(null);
  const done = {
    params: { endpointId: endpoint.id },
    changes: ['listWebhookEndpoints' as const],
    next: close,
  };
  const sendTest = () =>
    act('sendTestEvent', {
      ...done,
      next: ({ deliveryId }) => go(`${home}/webhooks/${endpoint.id}/${deliveryId}${location.search}`),
    });
  const stopOld = () =>
    act('setWebhookOverlap', {
      ...done,
      body: { overlap: 'now' },
      says: `${ending(endpoint.oldSecret?.hint ?? '')} has stopped.`,
    });
  const name = nameOf(endpoint);
  const isDisabled = endpoint.state === 'disabled';
  const offer = (kind: Asked, text: string) => (
    <button type="button" onClick={() => setAsked(kind)}>
      {text}
    </button>
  );
  const actions: ReactNode = mayChange && (
    <>
      {!isDisabled && (
        <ActButton kind="second" act={sendTest}>
          Send a test event
        </ActButton>
      )}
      <Menu label="Actions for this endpoint">
        {offer('edit', 'Edit')}
        {offer('rotate', 'Rotate secret')}
        {!isDisabled && offer('recover', 'Recover events')}
        {isDisabled ? offer('enable', 'Enable') : offer('disable', 'Disable')}
      </Menu>
    </>
  );
  return (
    <>
      <PageHeader
        title={name}
        crumb={[{ name: 'Webhooks', href: `${home}/webhooks` }]}
        chip={
          <>
            <StateChip state={endpoint.state} /> <ModeChip mode={endpoint.mode} />
          </>
        }
        actions={actions}
      >
        <bdi>{endpoint.url}</bdi>
      </PageHeader>
      <StateBanner endpoint={endpoint} mayChange={mayChange} ask={setAsked} />
      {endpoint.oldSecret !== null && (
        <Overlap
          name={name}
          hint={endpoint.oldSecret.hint}
          mayChange={mayChange}
          onExtend={() => setAsked('extend')}
          stopNow={stopOld}
        >
          Both secrets sign: the old {lower(ending(endpoint.oldSecret.hint))} stops{' '}
          <RelativeTime at={endpoint.oldSecret.expiresAt} />
        </Overlap>
      )}
      {endpoint.recovery && (
        <RecoveryProgress recovery={endpoint.recovery} endpointId={endpoint.id} mayChange={mayChange} />
      )}
      <DeliveryLog endpoint={endpoint} mayChange={mayChange} />
      <EndpointFacts
        endpoint={endpoint}
        onEdit={mayChange ? () => setAsked('edit') : null}
        onDelete={mayChange ? () => setAsked('delete') : null}
      />
      {asked === 'edit' && <EditEndpoint endpoint={endpoint} onClose={close} />}
      {asked === 'enable' && <EnableDialog endpoint={endpoint} onClose={close} />}
      {asked === 'recover' && <RecoverDialog endpoint={endpoint} onClose={close} />}
      {asked === 'rotate' && (
        <RotateDialog
          name={name}
          oldHint={endpoint.oldSecret?.hint ?? null}
          nowHint="Receivers that have it refuse what is sent"
          send={(overlap) =>
            act('rotateWebhookEndpoint', {
              ...done,
              body: { overlap },
              next: (rotated) => {
                close();
                setMade(rotated);
              },
            })
          }
          onClose={close}
        />
      )}
      {asked === 'extend' && (
        <ExtendDialog
          hint={endpoint.oldSecret?.hint ?? ''}
          send={(overlap) => act('setWebhookOverlap', { ...done, body: { overlap } })}
          onClose={close}
        />
      )}
      {asked === 'disable' && (
        <ConfirmDialog
          title={`Disable ${name}`}
          button="Disable"
          act={() => act('disableWebhookEndpoint', { ...done, says: `${name} is disabled.` })}
          onClose={close}
        >
          <p>
            Nothing is sent to it. What happens meanwhile is kept for 30 days: enabling it asks whether to
            send that.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${name}`}
          button="Delete endpoint"
          act={() =>
            act('deleteWebhookEndpoint', {
              ...done,
              leave: () => go(`${home}/webhooks`),
              says: `${name} is deleted.`,
            })
          }
          onClose={close}
        >
          <p>What waits for it is dropped, and its secret stops signing. This cannot be undone.</p>
        </ConfirmDialog>
      )}
      {made !== null && <WebhookSecret made={made} onClose={() => setMade(null)} />}
    </>
  );
}

/** What is the matter with it, until when, and what to do. */
function StateBanner(props: {
  endpoint: Endpoint;
  mayChange: boolean;
  ask: (what: 'enable' | 'recover' | 'disable') => void;
}) {
  const { failingSince, failures, disabledReason, missed, state } = props.endpoint;
  if (state === 'disabled') {
    return (
      <Callout
        tone="danger"
        title={disabledReason === null ? 'Disabled' : DISABLED[disabledReason]}
        action={
          props.mayChange && (
            <button type="button" className="button" onClick={() => props.ask('enable')}>
              Enable
            </button>
          )
        }
      >
        Nothing is sent to it. {missed ? `${events(missed)} missed so far` : 'Nothing missed so far'}; kept
        for 30 days.
      </Callout>
    );
  }
  if (failingSince === null) return null;
  const endsAt = new Date(Date.parse(failingSince) + FAILING_MS).toISOString();
  return (
    <Callout
      tone="warn"
      title={`Failing since ${when(failingSince)}`}
      action={
        props.mayChange && (
          <span className="buttons">
            <button type="button" className="button" onClick={() => props.ask('recover')}>
              Send what it missed
            </button>
            <button type="button" className="button second" onClick={() => props.ask('disable')}>
              Disable
            </button>
          </span>
        )
      }
    >
      {failures === 1 ? '1 failed try' : `${number(failures)} failed tries`}. Unless one succeeds, it is
      disabled on {when(endsAt)}. Open a delivery below to see what it answered.
    </Callout>
  );
}
