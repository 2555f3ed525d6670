// The settings of a tenant: name, retention, allowed origins, two-step verification. Owners change them, admins see them.
import { useGet } from '../../api/queries.ts';
import type { TenantSettings } from '../../api/shapes.ts';
import { useMay, useTenant } from '../../frame/tenant.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Shown } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { BrandingRows } from '../hosted/branding-form.tsx';
import { OriginsForm, RetentionForm } from './tenant-forms.tsx';
import { TenantSecurity } from './tenant-security.tsx';

export const RETENTION_ABOUT =
  'How long the documents and personal data of reports are kept, counted from when each report was made.';
export const ORIGINS_ABOUT =
  'The websites whose device sessions count towards the risk assessment. Any website, if there are none.';

const RETURN_ABOUT =
  'The websites that the hosted page may send a consumer back to, as exact https origins. None, if there are none.';
const EMBED_ABOUT =
  'The websites that may show the hosted page in a frame, as exact https origins. None, if there are none.';

export function TenantSettingsPage() {
  const { tenantId } = useTenant();
  const settings = useGet('readSettings');
  return (
    <>
      <PageHeader title="Settings">
        Tenant id <Id value={tenantId} name="tenant id" />
      </PageHeader>
      <div className="settings panel">
        <Shown query={settings} data={settings.data}>
          {(data) => <SettingsForms settings={data} />}
        </Shown>
        <BrandingRows />
        <TenantSecurity />
      </div>
    </>
  );
}

function SettingsForms({ settings }: { settings: TenantSettings }) {
  const act = useAct();
  const isOwner = useMay()('tenant:manage');
  const { name, retentionDays, allowedOrigins, returnOrigins, embedOrigins } = settings;
  const send = (body: Partial<TenantSettings>, after: { next?: () => void; says: string }) =>
    // The menu of tenants shows the name too.
    act('changeSettings', { body, changes: ['readSettings', 'openConsole'], ...after });
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
      <SettingsRow title="Return origins" about={RETURN_ABOUT}>
        <OriginsForm
          name="returnOrigins"
          label="Return origins"
          origins={returnOrigins}
          send={(origins, says) => send({ returnOrigins: origins }, { says })}
        />
      </SettingsRow>
      <SettingsRow title="Embedding origins" about={EMBED_ABOUT}>
        <OriginsForm
          name="embedOrigins"
          label="Embedding origins"
          origins={embedOrigins}
          send={(origins, says) => send({ embedOrigins: origins }, { says })}
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
