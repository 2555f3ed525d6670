// For operators: one tenant, with its owner, spending, prices, payments, settings and members; at the end the switch. Never the content of a report.
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { TenantDetail } from '../../api/shapes.ts';
import { KpiStrip } from '../../parts/charts/kpi-strip.tsx';
import { Meter } from '../../parts/charts/meter.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { credits, number, pounds, spoken } from '../../parts/words.ts';
import { OriginsForm, RetentionForm } from '../people/tenant-forms.tsx';
import { ORIGINS_ABOUT, RETENTION_ABOUT } from '../people/tenant-settings.tsx';
import { OnOff, PricesDialog, SwitchDialog, TopUpDialog } from './operator-tenant-dialogs.tsx';
import { TenantPayments } from './operator-tenant-payments.tsx';
import { hasOwner, Owner, People } from './operator-tenant-people.tsx';

const CRUMB = [{ name: 'Tenants', href: '/operator/tenants' }];
type Asked = 'top-up' | 'prices' | 'switch';

export function OperatorTenantPage() {
  const { id = '' } = useParams<{ id: string }>();
  const tenant = useGet('readTenantDetail', { params: { tenantId: id } });
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
  const act = useAct();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, name, isEnabled } = tenant;
  const params = { tenantId: id };
  const dialog = { tenant, onClose: () => setAsked(null) };
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
            <button
              type="button"
              className={hasOwner(tenant) ? 'button' : 'button second'}
              onClick={() => setAsked('top-up')}
            >
              Add credits
            </button>
          </>
        }
      >
        Created <RelativeTime at={tenant.createdAt} /> · <Id value={id} name="tenant id" />
      </PageHeader>
      <Owner tenant={tenant} />
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
      <TenantPayments tenant={tenant} />
      <Panel title="Members">
        <People tenant={tenant} />
      </Panel>
      <div className="settings panel">
        <SettingsRow title="Retention" about={RETENTION_ABOUT}>
          <RetentionForm
            days={tenant.retentionDays}
            send={(retentionDays, after) =>
              act('setTenantRetention', {
                params,
                body: { retentionDays },
                changes: ['listAllTenants'],
                ...after,
              })
            }
          />
        </SettingsRow>
        <SettingsRow title="Allowed origins" about={ORIGINS_ABOUT}>
          <OriginsForm
            origins={tenant.allowedOrigins}
            send={(allowedOrigins, says) =>
              act('setTenantOrigins', {
                params,
                body: { allowedOrigins },
                changes: ['listAllTenants'],
                says,
              })
            }
          />
        </SettingsRow>
      </div>
      <div className="settings panel">
        <SettingsRow
          title={isEnabled ? 'Switch off' : 'Switch on'}
          about={
            isEnabled
              ? 'Refuses all API calls and locks its members out. Nothing is deleted.'
              : 'Accepts API calls again and lets its members in.'
          }
        >
          <button type="button" className="button second" onClick={() => setAsked('switch')}>
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
