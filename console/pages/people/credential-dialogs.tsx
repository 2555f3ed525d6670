// The dialogs that create and revoke a credential.
import type { Credential, NewSecret } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { Checks, Choices } from '../../parts/choices.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ending, lower } from '../../parts/secrets.tsx';
import { useAct } from '../../parts/use-act.ts';

const SCOPES = [
  { value: 'reports:write', label: 'Create reports and submit codes', hint: 'reports:write' },
  { value: 'reports:read', label: 'Read and list reports', hint: 'reports:read' },
  { value: 'wallet:read', label: 'Read the wallet and its statement', hint: 'wallet:read' },
];
/** Nobody gives a credential what they may not do themselves. */
const OWNER_SCOPES = [
  { value: 'lenders:write', label: "Set the tenant's own lenders", hint: 'lenders:write' },
  {
    value: 'hosted:write',
    label: 'Change consent texts and branding of the hosted page',
    hint: 'hosted:write',
  },
];
const MODES = [
  { value: 'live', label: 'Live and test reports' },
  { value: 'test', label: 'Test reports only', hint: 'Its calls never reach a real person' },
];
type Scope = Credential['scopes'][number];
type DialogProps = { onClose: () => void };

export function CreateDialog({ onClose, onMade }: DialogProps & { onMade: (made: NewSecret) => void }) {
  const act = useAct();
  const may = useMay();
  const seesLive = may('reports:live');
  const scopes = may('lenders:write') ? [...SCOPES, ...OWNER_SCOPES] : SCOPES;
  const form = useForm({
    id: 'credential',
    initial: {
      name: '',
      scopes: SCOPES.map(({ value }) => value).join(' '),
      mode: seesLive ? 'live' : 'test',
    },
    check: ({ name, scopes }): Record<string, string> => ({
      ...(name.trim() === '' && { name: 'Enter a name that says what it is for' }),
      ...(scopes === '' && { scopes: 'Choose at least one scope' }),
    }),
    send: ({ name, scopes, mode }) =>
      act('createCredential', {
        body: { name: name.trim(), scopes: scopes.split(' ') as Scope[], testOnly: mode === 'test' },
        changes: ['listCredentials'],
        next: onMade,
      }),
  });
  return (
    <FormDialog title="Create credential" form={form} button="Create credential" onClose={onClose}>
      <Field form={form} name="name" label="Name" hint="What it is for, such as Website" />
      <Checks form={form} name="scopes" label="Scopes" options={scopes} />
      {seesLive ? (
        <Choices
          legend="Mode"
          name="mode"
          value={form.values.mode}
          options={MODES}
          onChange={(value) => form.set('mode', value)}
        />
      ) : (
        <p>Test reports only: your role does not include live reports.</p>
      )}
    </FormDialog>
  );
}

export function RevokeDialog({ credential, onClose }: DialogProps & { credential: Credential }) {
  const act = useAct();
  const revoke = () =>
    act('revokeCredential', {
      params: { credentialId: credential.id },
      changes: ['listCredentials'],
      next: onClose,
      says: `${credential.name} is revoked.`,
    });
  return (
    <ConfirmDialog
      title={`Revoke ${credential.name}`}
      button={`Revoke ${lower(ending(credential.secret.hint))}`}
      act={revoke}
      onClose={onClose}
    >
      <p>Calls that use it are refused within 5 seconds. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
