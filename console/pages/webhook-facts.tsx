// The settings of an endpoint, how far its recovery is, and the end of the page: deleting it.
import { counted } from '../../src/domain/in-words.ts';
import type { Endpoint, Recovery } from '../api/shapes.ts';
import { ActButton } from '../parts/act-button.tsx';
import { Id } from '../parts/copy-field.tsx';
import { Meter } from '../parts/meter.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { useAct } from '../parts/use-act.ts';
import { number, when } from '../parts/words.ts';
import { hasAllTypes } from './webhook-words.tsx';

export function EndpointFacts(props: {
  endpoint: Endpoint;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}) {
  const { endpoint } = props;
  const { secret, publicKeys } = endpoint;
  return (
    <>
      <section className="panel" aria-labelledby="endpoint-settings">
        <header>
          <h2 id="endpoint-settings">Settings</h2>
          {props.onEdit !== null && (
            <button type="button" className="button second small" onClick={props.onEdit}>
              Edit
            </button>
          )}
        </header>
        <div className="in">
          <dl className="pairs wide">
            <dt>Events</dt>
            <dd>
              {hasAllTypes(endpoint) ? (
                'All types'
              ) : (
                <span className="chips">
                  {endpoint.types.map((type) => (
                    <Chip key={type} tone="plain">
                      {type}
                    </Chip>
                  ))}
                </span>
              )}
            </dd>
            <dt>Order</dt>
            <dd>
              {endpoint.ordered ? 'One event of a report at a time' : 'As they happen, in no set order'}
            </dd>
            <dt>Rate</dt>
            <dd>At most {counted(endpoint.ratePerSecond, 'request')} a second</dd>
            <dt>Secret</dt>
            <dd>
              <code>…{secret.hint}</code>, created <RelativeTime at={secret.createdAt} />
            </dd>
            <dt>Signatures</dt>
            <dd>{publicKeys.length > 0 ? 'v1 and v1a' : 'v1'}</dd>
            {publicKeys.map((key, index) => (
              <PublicKey key={key} value={key} isOld={index > 0} />
            ))}
            <dt>Last success</dt>
            <dd>
              <Maybe at={endpoint.lastSuccessAt} />
            </dd>
            <dt>Last failure</dt>
            <dd>
              <Maybe at={endpoint.lastFailureAt} />
            </dd>
            <dt>Endpoint id</dt>
            <dd>
              <Id value={endpoint.id} name="endpoint id" />
            </dd>
          </dl>
        </div>
      </section>
      {props.onDelete !== null && (
        <section className="panel" aria-labelledby="danger-zone">
          <header>
            <h2 id="danger-zone">Danger zone</h2>
            <button type="button" className="button second small" onClick={props.onDelete}>
              Delete endpoint
            </button>
          </header>
          <p className="in">What waits for it is dropped, and its secret stops signing.</p>
        </section>
      )}
    </>
  );
}

function PublicKey({ value, isOld }: { value: string; isOld: boolean }) {
  return (
    <>
      <dt>{isOld ? 'Old public key' : 'Public key'}</dt>
      <dd>
        <Id value={value} name="public key" />
      </dd>
    </>
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
    <section className="panel" aria-labelledby="recovery">
      <header>
        <h2 id="recovery">Recovery {state}</h2>
        {props.mayChange && state === 'under way' && (
          <ActButton kind="second" act={cancel}>
            Cancel the recovery
          </ActButton>
        )}
      </header>
      <div className="in">
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
      </div>
    </section>
  );
}
