// For operators: the providers and how they answered. A simulator is clearly marked.
import { useGet } from '../api/queries.ts';
import type { Provider, Providers } from '../api/shapes.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { bureauName, number, spoken, type Tone } from '../parts/words.ts';
import { Trail } from './audit.tsx';

const EVERY_MS = 10_000;
const KINDS: Record<Provider['kind'], string> = { bureau: 'Bureau', risk: 'Risk', sms: 'SMS', mail: 'Mail' };
const BREAKERS: Record<string, { tone: Tone; shape: string; word: string }> = {
  closed: { tone: 'ok', shape: '●', word: 'Asked as usual' },
  'half-open': { tone: 'warn', shape: '◑', word: 'Tried again after a pause' },
  open: { tone: 'danger', shape: '■', word: 'Not asked: it failed too often' },
};

export function OperatorProvidersPage() {
  const providers = useGet<Providers>('/v1/operator/providers', { everyMs: EVERY_MS });
  return (
    <>
      <PageHeader title="Providers">
        How it went is of the last hour, in the process that answered this page.
      </PageHeader>
      <Shown query={providers} data={providers.data}>
        {({ items }) => (
          <ul className="cards">
            {items.map((provider) => (
              <ProviderCard key={provider.kind + provider.id} provider={provider} />
            ))}
          </ul>
        )}
      </Shown>
    </>
  );
}

function ProviderCard({ provider }: { provider: Provider }) {
  const { kind, id, state, breaker, lastHour, lastAskedAt, settings } = provider;
  const fuse = breaker === null ? undefined : BREAKERS[breaker];
  return (
    <li className="card">
      <h2>
        {KINDS[kind]}: {bureauName(id)}
      </h2>
      {state === 'simulator' ? (
        <p className="big-simulator">SIMULATOR</p>
      ) : (
        <p>
          <Chip tone={state === 'off' ? 'plain' : 'ok'}>{spoken(state)}</Chip>
        </p>
      )}
      {fuse !== undefined && (
        <p>
          <Chip tone={fuse.tone} shape={fuse.shape}>
            {fuse.word}
          </Chip>
        </p>
      )}
      <p>
        {lastAskedAt === null ? (
          'Not asked yet.'
        ) : (
          <>
            Last asked <Time at={lastAskedAt} />.{' '}
            {lastHour.map(({ outcome, count }) => `${spoken(outcome)} ${number(count)}`).join(', ')}
          </>
        )}
      </p>
      {settings.length > 0 && (
        <details>
          <summary>
            Settings<span className="unseen"> of {id}</span>
          </summary>
          <Table label={`Settings of ${id}`} head={['Name', 'Value']}>
            {settings.map(({ name, help, isSecret, isSet, value }) => (
              <tr key={name}>
                <th scope="row" className="wrap">
                  {name} <small>{help}</small>
                </th>
                <td className="wrap">{isSecret ? (isSet ? 'Set' : 'Not set') : (value ?? 'Not set')}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </li>
  );
}

export function OperatorAuditPage() {
  return <Trail path="/v1/operator/audit-entries" title="Service audit log" />;
}
