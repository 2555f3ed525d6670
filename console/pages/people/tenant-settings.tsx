// The settings of a tenant on three tabs: general ones, the hosted page, security. Owners change them, admins see them.
import { useParams } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { TenantSettings } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Shown } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useAct } from '../../parts/use-act.ts';
import { SetUpPage } from '../hosted/set-up.tsx';
import { HostedOriginsForm, OriginsForm, RetentionForm } from './tenant-forms.tsx';
import { TenantSecurity } from './tenant-security.tsx';

export const RETENTION_ABOUT =
  'How long the documents and personal data of reports are kept, counted from when each report was made.';
export const ORIGINS_ABOUT =
  'The websites whose device sessions count towards the risk assessment. Any website, if there are none.';

const SITES_ABOUT =
  'The websites that your page may send a consumer back to, and those that may show it in a frame. None, if there are none.';

/** By the last part of the address; the first has none. */
const TABS = { general: 'General', hosted: 'Hosted page', security: 'Security' } as const;

export function TenantSettingsPage() {
  const { tenantId, home } = useTenant();
  const { id = 'general' } = useParams<{ id?: string }>();
  return (
    <>
      <PageHeader title="Settings">
        Tenant id <Id value={tenantId} name="tenant id" />
      </PageHeader>
      <Tabs
        label="Settings"
        tabs={Object.entries(TABS).map(([tab, name]) => ({
          name,
          href: tab === 'general' ? `${home}/settings` : `${home}/settings/${tab}`,
          isCurrent: tab === id,
        }))}
      />
      {id === 'general' && <General />}
      {id === 'hosted' && <HostedPage />}
      {id === 'security' && (
        <div className="settings panel">
          <TenantSecurity />
        </div>
      )}
      {!Object.hasOwn(TABS, id) && <p>There is no such page of settings.</p>}
    </>
  );
}

function General() {
  const settings = useGet('readSettings');
  return (
    <div className="settings panel">
      <Shown query={settings} data={settings.data}>
        {(data) => <GeneralForms settings={data} />}
      </Shown>
    </div>
  );
}

function HostedPage() {
  const settings = useGet('readSettings');
  const isOwner = useMay()('tenant:manage');
  const send = useSend();
  return (
    <>
      <SetUpPage />
      {isOwner && (
        <div className="settings panel">
          <Shown query={settings} data={settings.data}>
            {(data) => (
              <SettingsRow title="Your websites" about={SITES_ABOUT}>
                <HostedOriginsForm settings={data} send={send} />
              </SettingsRow>
            )}
          </Shown>
        </div>
      )}
    </>
  );
}

function useSend() {
  const act = useAct();
  return (body: Partial<TenantSettings>, after: { next?: () => void; says: string }) =>
    // The menu of tenants shows the name too.
    act('changeSettings', { body, changes: ['readSettings', 'openConsole'], ...after });
}

function GeneralForms({ settings }: { settings: TenantSettings }) {
  const isOwner = useMay()('tenant:manage');
  const { name, retentionDays, allowedOrigins } = settings;
  const send = useSend();
  if (!isOwner) {
    return (
      <>
        <SettingsRow title="Name">{name}</SettingsRow>
        <SettingsRow title="Retention" about={RETENTION_ABOUT}>
          {retentionDays} days
        </SettingsRow>
        <SettingsRow title="Allowed origins" about={ORIGINS_ABOUT}>
          {allowedOrigins.length === 0 ? 'Any website' : allowedOrigins.join(', ')}
          <p className="small">An owner can change these settings.</p>
        </SettingsRow>
      </>
    );
  }
  return (
    <>
      <SettingsRow title="Name" about="Shown in the console and in invitations.">
        <NameForm name={name} send={send} />
      </SettingsRow>
      <SettingsRow title="Retention" about={RETENTION_ABOUT}>
        <RetentionForm days={retentionDays} send={(days, after) => send({ retentionDays: days }, after)} />
      </SettingsRow>
      <SettingsRow title="Allowed origins" about={ORIGINS_ABOUT}>
        <OriginsForm
          origins={allowedOrigins}
          send={(origins, says) => send({ allowedOrigins: origins }, { says })}
        />
      </SettingsRow>
    </>
  );
}

function NameForm(props: {
  name: string;
  send: (change: { name: string }, after: { says: string }) => Promise<unknown>;
}) {
  const form = useForm({
    id: 'name',
    initial: { name: props.name },
    check: ({ name }): Record<string, string> =>
      name.trim() === '' ? { name: 'Enter the name of the tenant' } : {},
    send: ({ name }) => props.send({ name: name.trim() }, { says: 'The name is saved.' }),
  });
  return (
    <Form form={form} label="Name">
      <Field form={form} name="name" label="Name of the tenant" />
      <SubmitButton isBusy={form.isBusy} isSecond>
        Save name
      </SubmitButton>
    </Form>
  );
}
