// For operators: the providers and how they answered in the last hour. One banner says how many are simulated.
import { useGet } from '../../api/queries.ts';
import type { Provider } from '../../api/shapes.ts';
import { Callout } from '../../parts/callout.tsx';
import { Spark } from '../../parts/charts/spark.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { Table } from '../../parts/table.tsx';
import { bureauName, number, type Tone } from '../../parts/words.ts';
import { Trail } from '../activity/audit.tsx';

const EVERY_MS = 10_000;
const STEP_MINUTES = 5;
const KINDS: Record<Provider['kind'], string> = {
  bureau: 'Bureau',
  risk: 'Risk',
  sms: 'SMS',
  mail: 'E-mail',
};
const STATES: Record<Provider['state'], { tone: Tone; word: string }> = {
  configured: { tone: 'plain', word: 'Configured' },
  simulator: { tone: 'warn', word: 'Simulated' },
  'built-in': { tone: 'plain', word: 'Built in' },
  off: { tone: 'plain', word: 'Off' },
};
/** Nothing is said of one that is closed. */
const BREAKERS: Record<string, { tone: Tone; shape: string; word: string }> = {
  'half-open': { tone: 'warn', shape: '◑', word: 'Trying again after a pause' },
  open: { tone: 'danger', shape: '■', word: 'Paused after failures' },
};
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
});

export function OperatorProvidersPage() {
  const providers = useGet('listProviders', { everyMs: EVERY_MS });
  return (
    <>
      <PageHeader title="Providers">Last hour, this server process.</PageHeader>
      <Shown query={providers} data={providers.data}>
        {({ items }) => (
          <>
            <Simulated items={items} />
            <ul className="cards">
              {items.map((provider) => (
                <ProviderCard key={provider.kind + provider.id} provider={provider} />
              ))}
            </ul>
          </>
        )}
      </Shown>
    </>
  );
}

function Simulated({ items }: { items: Provider[] }) {
  const simulated = items.filter(({ state }) => state === 'simulator');
  if (simulated.length === 0) return null;
  const title = `${simulated.length} of ${items.length} providers ${simulated.length === 1 ? 'is' : 'are'} simulated`;
  return (
    <Callout tone="warn" title={title}>
      Simulators make their answers up: {simulated.map(nameOf).join(', ')}. Enter the real credentials in the
      settings of the service to replace them.
    </Callout>
  );
}

const nameOf = ({ kind, id }: Provider): string =>
  kind === 'bureau' ? bureauName(id) : `${KINDS[kind]} (${bureauName(id)})`;

function ProviderCard({ provider }: { provider: Provider }) {
  const { kind, id, state, breaker, lastAskedAt, settings } = provider;
  const pause = breaker === null ? undefined : BREAKERS[breaker];
  const health = healthOf(provider);
  return (
    <li className="card provider">
      <h2>
        {bureauName(id)} <small>{KINDS[kind]}</small>
      </h2>
      <p className="buttons">
        <Chip {...STATES[state]} />
        {health !== null && <Chip {...health} />}
        {pause !== undefined && <Chip {...pause} />}
      </p>
      {lastAskedAt === null ? (
        <p>{kind === 'mail' ? 'Calls to the e-mail server are not counted.' : 'No calls since the start.'}</p>
      ) : (
        <>
          <LastHour provider={provider} />
          <p className="small">
            Last call <RelativeTime at={lastAskedAt} />
            {provider.lastHour.length > 0 && ': '}
            {provider.lastHour.map(({ outcome, count }) => `${number(count)} ${said(outcome)}`).join(', ')}
          </p>
        </>
      )}
      {settings.length > 0 && <ProviderSettings id={id} settings={settings} />}
    </li>
  );
}

/** Shares of the calls of the last hour without an answer that can be used. */
const SOME_FAIL = 0.01;
const MANY_FAIL = 0.1;

/** By its figures: a breaker that is closed says only that calls are still made. */
function healthOf({ history }: Provider): { tone: Tone; shape: string; word: string } | null {
  const { calls, failures } = sumsOf(history);
  if (calls === 0) return null;
  const share = failures / calls;
  if (share >= MANY_FAIL) return { tone: 'danger', shape: '✕', word: `${percent(share)} of calls fail` };
  if (share >= SOME_FAIL) return { tone: 'warn', shape: '▲', word: `${percent(share)} of calls fail` };
  return { tone: 'ok', shape: '●', word: 'Healthy' };
}

const sumsOf = (history: Provider['history']): { calls: number; failures: number } => ({
  calls: history.reduce((sum, step) => sum + step.calls, 0),
  failures: history.reduce((sum, step) => sum + step.failures, 0),
});

/** `no-trace` -> `no trace`. */
const said = (outcome: string): string => outcome.replaceAll('-', ' ');

/** Calls a minute, share of failures, slowest twentieth; each with its last hour as a line. */
function LastHour({ provider }: { provider: Provider }) {
  const { history } = provider;
  const { calls, failures } = sumsOf(history);
  const times = history.flatMap(({ p95Ms }) => (p95Ms === null ? [] : [p95Ms]));
  const points = (pick: (step: Provider['history'][number]) => number) =>
    history.map((step) => ({ label: CLOCK.format(new Date(step.from)), value: pick(step) }));
  const minutes = Math.max(1, history.length) * STEP_MINUTES;
  const figures = [
    {
      name: 'Calls a minute',
      value: oneDigit(calls / minutes),
      points: points((step) => step.calls / STEP_MINUTES),
      format: oneDigit,
      colour: 1 as const,
    },
    {
      name: 'Failed',
      value: calls === 0 ? '–' : percent(failures / calls),
      points: points((step) => (step.calls === 0 ? 0 : step.failures / step.calls)),
      format: percent,
      colour: 4 as const,
    },
    {
      name: 'Slowest 5%',
      value: times.length === 0 ? 'Not measured' : `up to ${ms(Math.max(...times))}`,
      points: times.length === 0 ? [] : points((step) => step.p95Ms ?? 0),
      format: ms,
      colour: 2 as const,
    },
  ];
  return (
    <dl className="provider-figures">
      {figures.map(({ name, value, ...line }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {line.points.length > 0 && <Spark label={`${name} of ${bureauName(provider.id)}`} {...line} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const oneDigit = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });
const percent = (share: number): string => `${oneDigit(share * 100)}%`;
const ms = (value: number): string => `${number(value)} ms`;

function ProviderSettings({ id, settings }: Pick<Provider, 'id' | 'settings'>) {
  return (
    <details>
      <summary>
        Settings<span className="unseen"> of {bureauName(id)}</span>
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
  );
}

export function OperatorAuditPage() {
  return <Trail of="listServiceAuditEntries" title="Service audit log" />;
}
