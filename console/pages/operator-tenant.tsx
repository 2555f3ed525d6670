// For operators: one tenant, with its owner, spending, prices, settings and members; at the end the switch. Never the content of a report.
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { post, put } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { TenantDetail } from '../api/shapes.ts';
import { ActButton } from '../parts/act-button.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Callout } from '../parts/callout.tsx';
import { Id } from '../parts/copy-field.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { KpiStrip } from '../parts/kpi-strip.tsx';
import { Meter } from '../parts/meter.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime, Time } from '../parts/relative-time.tsx';
import { SettingsRow } from '../parts/settings-row.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { announce } from '../parts/toast.tsx';
import { credits, number, pounds, spoken } from '../parts/words.ts';
import { timeLeft } from './member-rows.tsx';
import {
  InviteOwnerForm,
  OnOff,
  PricesDialog,
  SwitchDialog,
  TENANTS_API,
  TopUpDialog,
} from './operator-tenant-dialogs.tsx';
import { OriginsForm, RetentionForm } from './tenant-forms.tsx';
import { ORIGINS_ABOUT, RETENTION_ABOUT } from './tenant-settings.tsx';

const CRUMB = [{ name: 'Tenants', href: '/operator/tenants' }];
type Asked = 'top-up' | 'prices' | 'switch';

export function OperatorTenantPage() {
  const { id = '' } = useParams<{ id: string }>();
  const tenant = useGet<TenantDetail>(`${TENANTS_API}/${encodeURIComponent(id)}`);
  if (tenant.data === undefined) {
    return (
      <>
        <PageHeader title="Tenant" crumb={CRUMB} />
        {tenant.error === null ? <Loading /> : <Failed error={tenant.error} retry={tenant.refetch} />}
      </>
    );
  }
  return <TenantView tenant={tenant.data} />;
}

function TenantView({ tenant }: { tenant: TenantDetail }) {
  const forget = useForget();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  const refresh = (): Promise<void> => forget(TENANTS_API);
  const done = async (text: string): Promise<void> => {
    close();
    announce(text);
    await refresh();
  };
  const { id, name, isEnabled } = tenant;
  const dialog = { tenant, onClose: close, onDone: done };
  return (
    <>
      <PageHeader
        title={name}
        crumb={CRUMB}
        chip={<OnOff isEnabled={isEnabled} />}
        actions={
          <>
            <Link className="button second" href={`/${id}/live/wallet`}>
              Open the wallet
            </Link>
            <button type="button" className="button" onClick={() => setAsked('top-up')}>
              Add credits
            </button>
          </>
        }
      >
        Created <RelativeTime at={tenant.createdAt} /> · <Id value={id} name="tenant id" />
      </PageHeader>
      <Owner tenant={tenant} onChanged={refresh} />
      <Figures tenant={tenant} />
      <div className="halves">
        <Spending tenant={tenant} />
        <Panel
          title="Prices"
          action={
            <button type="button" className="button second small" onClick={() => setAsked('prices')}>
              Change prices
            </button>
          }
        >
          <Table label="Prices" head={['Product', 'Price', 'List price']} numbers={[1, 2]}>
            {tenant.prices.map((price) => (
              <tr key={price.code}>
                <th scope="row" className="wrap">
                  {price.name}
                </th>
                <td className="n">{number(price.credits)}</td>
                <td className="n">{number(price.defaultCredits)}</td>
              </tr>
            ))}
          </Table>
        </Panel>
      </div>
      <People tenant={tenant} />
      <div className="settings panel">
        <SettingsRow title="Retention" about={RETENTION_ABOUT}>
          <RetentionForm
            key={tenant.retentionDays}
            days={tenant.retentionDays}
            send={async (retentionDays) => {
              await put(`${TENANTS_API}/${id}/retention`, { retentionDays });
              await refresh();
            }}
          />
        </SettingsRow>
        <SettingsRow title="Allowed origins" about={ORIGINS_ABOUT}>
          <OriginsForm
            origins={tenant.allowedOrigins}
            send={async (allowedOrigins) => {
              await put(`${TENANTS_API}/${id}/origins`, { allowedOrigins });
              await refresh();
            }}
          />
        </SettingsRow>
        <SettingsRow
          title={isEnabled ? 'Switch off' : 'Switch on'}
          about={
            isEnabled
              ? 'Refuses all API calls and locks its members out. Nothing is deleted.'
              : 'Accepts API calls again and lets its members in.'
          }
          isDanger
        >
          <button
            type="button"
            className={isEnabled ? 'button second danger-text' : 'button second'}
            onClick={() => setAsked('switch')}
          >
            {isEnabled ? 'Switch off this tenant' : 'Switch on this tenant'}
          </button>
        </SettingsRow>
      </div>
      {asked === 'top-up' && <TopUpDialog {...dialog} />}
      {asked === 'prices' && <PricesDialog {...dialog} />}
      {asked === 'switch' && <SwitchDialog {...dialog} />}
    </>
  );
}

function Panel(props: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        <h2>{props.title}</h2>
        {props.action}
      </header>
      {props.children}
    </section>
  );
}

/** Nobody can use a tenant without an owner: so it is asked for first. */
function Owner({ tenant, onChanged }: { tenant: TenantDetail; onChanged: () => Promise<void> }) {
  const { id, members, invitations } = tenant;
  if (members.some(({ role }) => role === 'owner')) return null;
  const invited = invitations.find(({ role }) => role === 'owner');
  const told = async (email: string): Promise<void> => {
    announce(`An invitation is on its way to ${email}.`);
    await onChanged();
  };
  if (invited === undefined) {
    return (
      <Callout tone="warn" title="This tenant has no owner">
        <InviteOwnerForm tenantId={id} onDone={told} />
      </Callout>
    );
  }
  const { email } = invited;
  const resend = async (): Promise<void> => {
    await post(`${TENANTS_API}/${id}/owners`, { email });
    await told(email);
  };
  return (
    <Callout
      tone="info"
      title="The owner is invited"
      action={
        <ActButton kind="second" act={resend}>
          Resend invitation
        </ActButton>
      }
    >
      {email} has not accepted yet: {timeLeft(invited.expiresAt)} left.
    </Callout>
  );
}

function Figures({ tenant }: { tenant: TenantDetail }) {
  const { balance, held, spend, members } = tenant;
  return (
    <KpiStrip
      kpis={[
        { name: 'Balance', value: number(balance), unit: 'credits', note: pounds(balance) },
        { name: 'On hold', value: number(held), unit: 'credits', note: pounds(held) },
        {
          name: 'Spent in 30 days',
          value: number(spend.credits),
          unit: 'credits',
          note: pounds(spend.credits),
        },
        { name: 'Members', value: number(members.length) },
      ]}
    />
  );
}

function Spending({ tenant }: { tenant: TenantDetail }) {
  const { spend, prices } = tenant;
  const most = Math.max(1, ...spend.byProduct.map((one) => one.credits));
  return (
    <Panel title="Spent in the last 30 days">
      <div className="in meters">
        {spend.byProduct.length === 0 && <p>Nothing was spent in the last 30 days.</p>}
        {spend.byProduct.map((one) => (
          <Meter
            key={one.productCode}
            name={`${prices.find(({ code }) => code === one.productCode)?.name ?? spoken(one.productCode)} × ${number(one.count)}`}
            value={credits(one.credits)}
            share={one.credits / most}
          />
        ))}
      </div>
    </Panel>
  );
}

type Person = { key: string; name: string; email: string; role: string; seen: ReactNode };
const PEOPLE: Column<Person>[] = [
  {
    head: 'Person',
    phone: 'name',
    isWrapping: true,
    cell: ({ name, email }) => (
      <span className="person-cell">
        <Avatar name={name === '' ? email : name} />
        <span>
          {name !== '' && <bdi>{name}</bdi>} <small>{email}</small>
        </span>
      </span>
    ),
  },
  { head: 'Role', cell: ({ role }) => spoken(role), phone: 'chip' },
  { head: 'Last active', cell: ({ seen }) => seen },
];

function People({ tenant }: { tenant: TenantDetail }) {
  const members = tenant.members.map((one) => ({
    key: one.personId,
    name: `${one.firstName} ${one.lastName}`,
    email: one.email,
    role: one.role,
    seen: one.lastAccessedAt === null ? 'Never active' : <RelativeTime at={one.lastAccessedAt} />,
  }));
  const invited = tenant.invitations.map(({ id, email, role, expiresAt }) => ({
    key: id,
    name: '',
    email,
    role,
    seen: (
      <>
        <Chip tone="info">Invited, {timeLeft(expiresAt)} left</Chip>
        <span className="unseen">
          {' '}
          until <Time at={expiresAt} />
        </span>
      </>
    ),
  }));
  return (
    <Panel title="Members">
      <DataTable
        label="Members"
        columns={PEOPLE}
        rows={[...members, ...invited]}
        keyOf={({ key }) => key}
        empty={
          <div className="in">
            <EmptyState>Nobody belongs to this tenant yet.</EmptyState>
          </div>
        }
      />
    </Panel>
  );
}
