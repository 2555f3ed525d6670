// The first page: a guide whose ticks are live until the first live report is there, then the balance and what needs somebody.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useGet } from '../api/queries.ts';
import type { Credentials, ListedReport, ReportPage, TenantFacts } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { Chip, Code, CopyButton, PageHead, StatusChip, Time } from '../parts/bits.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { credits, pounds, shortId } from '../parts/words.ts';
import { requestOf } from './scenarios.ts';

const WATCH_MS = 3_000;
const LOW_CREDITS = 5_000;
const CHALLENGED = ['authentication-required', 'retry'];

export function OverviewPage() {
  return (
    <Needs permission="wallet:read" title="Overview" what="the overview">
      <Overview />
    </Needs>
  );
}

function Overview() {
  const { api, mode } = useTenant();
  const may = useMay();
  const tenant = useGet<TenantFacts>(api);
  return (
    <>
      <PageHead title={mode === 'test' && may('reports:write') ? 'Make your first call' : 'Overview'} />
      {mode === 'test' && may('reports:write') && <FirstDay />}
      <Shown query={tenant} data={tenant.data}>
        {({ name, balance, held }) => (
          <>
            <h2>{name}</h2>
            <dl className="facts">
              <div>
                <dt>Balance</dt>
                <dd>
                  {credits(balance)} <small>{pounds(balance)}</small>
                </dd>
              </div>
              <div>
                <dt>Held</dt>
                <dd>{credits(held)}</dd>
              </div>
            </dl>
            <Attention balance={balance} />
          </>
        )}
      </Shown>
      {may('reports:read') && (mode === 'test' || may('reports:live')) && <Newest />}
    </>
  );
}

function FirstDay() {
  const { api, tenantId, home } = useTenant();
  const may = useMay();
  const reports = useGet<ReportPage>(`${api}/credit-reports?test=true&pageSize=20`, { everyMs: WATCH_MS });
  const keys = useGet<Credentials>(may('credentials:manage') ? `${api}/credentials` : null);
  const items = reports.data?.data.items ?? [];
  const first = items[items.length - 1];
  const hasKey = (keys.data?.items ?? []).some(({ revokedAt }) => revokedAt === null);
  const token = `TOKEN=$(curl -s ${location.origin}/v1/oauth/token -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  const body = JSON.stringify(JSON.parse(requestOf('default', 'allow')));
  const call = `curl -s ${location.origin}/${tenantId}/v1/credit-reports -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body}'`;
  return (
    <ol className="guide">
      <Step isDone={hasKey} title="Copy this">
        <p>
          {hasKey ? (
            'A credential is there.'
          ) : (
            <Link href={`${home}/credentials`}>Make a credential first.</Link>
          )}{' '}
          Its tokens work for 15 minutes.
        </p>
        <Code text={`${token}\n${call}`} label="The call" />
        <CopyButton text={`${token}\n${call}`} label="Copy the call" />
      </Step>
      <Step isDone={first !== undefined} title="See it arrive">
        {first === undefined ? (
          <p className="waiting">Waiting for your first request…</p>
        ) : (
          <ReportLine report={items[0] ?? first} />
        )}
      </Step>
      <Step isDone={items.some(({ status }) => CHALLENGED.includes(status))} title="Try the code step">
        <Link href={`${home}/playground?branch=challenge`}>Open the playground on the branch Challenge</Link>
      </Step>
    </ol>
  );
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  return (
    <li className="card">
      <h2>
        {title}{' '}
        {isDone && (
          <Chip tone="ok" shape="✓">
            Done
          </Chip>
        )}
      </h2>
      {children}
    </li>
  );
}

function ReportLine({ report }: { report: ListedReport }) {
  const { home } = useTenant();
  return (
    <p>
      <StatusChip status={report.status} />{' '}
      <Link href={`${home}/reports/${report.creditReportId}`}>{shortId(report.creditReportId)}</Link>{' '}
      <Time at={report.createdAt} /> {report.externalReference ?? ''}
    </p>
  );
}

function Attention({ balance }: { balance: number }) {
  const { api, home } = useTenant();
  const may = useMay();
  const keys = useGet<Credentials>(may('credentials:manage') ? `${api}/credentials` : null);
  const overlaps = (keys.data?.items ?? []).flatMap(({ name, oldSecret }) =>
    oldSecret === null ? [] : [{ name, ...oldSecret }],
  );
  const isLow = balance < LOW_CREDITS;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {!isLow && overlaps.length === 0 && <p>Nothing needs you.</p>}
      <ul className="plain-list">
        {isLow && (
          <li>
            <Chip tone="warn" shape="◑">
              Low balance
            </Chip>{' '}
            {credits(balance)} are left. Reports are refused when they run out.{' '}
            <Link href={`${home}/wallet`}>Open the wallet</Link>
          </li>
        )}
        {overlaps.map(({ name, hint, expiresAt }) => (
          <li key={name + hint}>
            <Chip tone="warn" shape="◑">
              Old secret
            </Chip>{' '}
            The old secret of {name} ending {hint} stops <Time at={expiresAt} />.{' '}
            <Link href={`${home}/credentials`}>Open credentials</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Newest() {
  const { api, mode } = useTenant();
  const reports = useGet<ReportPage>(`${api}/credit-reports?test=${mode === 'test'}&pageSize=5`);
  return (
    <section aria-labelledby="newest">
      <h2 id="newest">Newest reports</h2>
      <Shown query={reports} data={reports.data}>
        {({ data }) =>
          data.items.length === 0 ? (
            <p>No {mode} reports yet.</p>
          ) : (
            data.items.map((report) => <ReportLine key={report.creditReportId} report={report} />)
          )
        }
      </Shown>
    </section>
  );
}
