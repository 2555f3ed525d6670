// The settings of an endpoint, how far its recovery is, and the end of the page: deleting it.
import { Fragment } from 'react';
import { Link } from 'wouter';
import { counted } from '../../../src/domain/in-words.ts';
import type { Endpoint, Recovery } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Meter } from '../../parts/charts/meter.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { Pair } from '../../parts/pair.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { number, when } from '../../parts/words.ts';
import { hasAllTypes } from './webhook-words.tsx';

export function EndpointFacts(props: {
  endpoint: Endpoint;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}) {
  const { endpoint } = props;
  const { home } = useTenant();
  const { secret, publicKeys, sameAddressAs = [] } = endpoint;
  return (
    <>
      <Panel
        title="Settings"
        action={
          props.onEdit !== null && (
            <button type="button" className="button second small" onClick={props.onEdit}>
              Edit
            </button>
          )
        }
        isPadded
      >
        <dl className="pairs wide">
          <Pair name="Events">
            {hasAllTypes(endpoint) ? (
              'All types'
            ) : (
              <span className="chips">
                {endpoint.types.map((type) => (
                  <Chip key={type} tone="plain" word={type} />
                ))}
              </span>
            )}
          </Pair>
          {sameAddressAs.length > 0 && (
            <Pair name="Same address">
              {sameAddressAs.map((id, index) => (
                <Fragment key={id}>
                  <Link href={`${home}/webhooks/${id}`}>Endpoint {id.slice(-4)}</Link>
                  {index < sameAddressAs.length - 1
                    ? ', '
                    : ` ${sameAddressAs.length === 1 ? 'has' : 'have'} it too. `}
                </Fragment>
              ))}
              It gets an event once for each endpoint.
            </Pair>
          )}
          <Pair name="Order">
            {endpoint.ordered ? 'One event of a report at a time' : 'As they happen, in no set order'}
          </Pair>
          <Pair name="Rate">At most {counted(endpoint.ratePerSecond, 'request')} a second</Pair>
          <Pair name="Secret">
            <code>…{secret.hint}</code>, created <RelativeTime at={secret.createdAt} />
          </Pair>
          <Pair name="Signatures">{publicKeys.length > 0 ? 'v1 and v1a' : 'v1'}</Pair>
          {publicKeys.map((key, index) => (
            <PublicKey key={key} value={key} isOld={index > 0} />
          ))}
          <Pair name="Last success">
            <Maybe at={endpoint.lastSuccessAt} />
          </Pair>
          <Pair name="Last failure">
            <Maybe at={endpoint.lastFailureAt} />
          </Pair>
          <Pair name="Endpoint id">
            <Id value={endpoint.id} name="endpoint id" />
          </Pair>
        </dl>
      </Panel>
      {props.onDelete !== null && (
        <Panel
          title="Danger zone"
          action={
            <button type="button" className="button second small" onClick={props.onDelete}>
              Delete endpoint
            </button>
          }
        >
          <p className="in">What waits for it is dropped, and its secret stops signing.</p>
        </Panel>
      )}
    </>
  );
}

function PublicKey({ value, isOld }: { value: string; isOld: boolean }) {
  return (
    <Pair name={isOld ? 'Old public key' : 'Public key'}>
      <Id value={value} name="public key" />
    </Pair>
  );
}

function Maybe({ at }: { at: string | null }) {
  return at === null ? 'None yet' : <RelativeTime at={at} />;
}

/** Of the latest recovery; what is not sent yet can be cancelled. */
export function RecoveryProgress(props: { recovery: Recovery; endpointId: string; mayChange: boolean }) {
  const act = useAct();
  const { id, total, delivered, failed, waiting, since, until, cancelledAt } = props.recovery;
  const state = cancelledAt !== null ? 'cancelled' : waiting > 0 ? 'under way' : 'finished';
  const said = `${number(delivered)} of ${number(total)} delivered${failed > 0 ? `, ${number(failed)} not` : ''}`;
  const cancel = () =>
    act('cancelRecovery', {
      params: { endpointId: props.endpointId, recoveryId: id },
      changes: ['listWebhookEndpoints'],
      says: 'The recovery is cancelled.',
    });
  return (
    <Panel
      id="recovery"
      title={`Recovery ${state}`}
      action={
        props.mayChange &&
        state === 'under way' && (
          <ActButton kind="second" act={cancel}>
            Cancel the recovery
          </ActButton>
        )
      }
      isPadded
    >
      <div
        role="progressbar"
        aria-labelledby="recovery"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={delivered + failed}
        aria-valuetext={said}
      >
        <Meter
          name={`Events from ${when(since)} to ${when(until)}`}
          value={said}
          share={total === 0 ? 1 : (delivered + failed) / total}
        />
      </div>
    </Panel>
  );
}
