// The dialogs to invite a member, change a role or remove one.
import { useState } from 'react';
import { patch, post, remove } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Credentials, Member, Role } from '../api/shapes.ts';
import { usePerson, useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { Choice, Choices } from '../parts/choices.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { DialogButtons, Form, useForm } from '../parts/form.tsx';
import { Shown } from '../parts/states.tsx';
import { announce } from '../parts/toast.tsx';
import { spoken } from '../parts/words.ts';

const ROLES: { value: Role; label: string; hint: string }[] = [
  { value: 'owner', label: 'Owner', hint: 'Everything, including owners and settings' },
  { value: 'admin', label: 'Admin', hint: 'Everything except owners and settings' },
  { value: 'developer', label: 'Developer', hint: 'Test reports, credentials, requests; reads the wallet' },
  { value: 'finance', label: 'Finance', hint: 'The wallet and its statement' },
  { value: 'viewer', label: 'Viewer', hint: 'The list of reports and the wallet, no documents' },
];

/** Only an owner makes owners. */
function RoleChoices({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const { access } = useTenant();
  return (
    <Choices
      legend="Role"
      name="role"
      value={value}
      options={ROLES.filter((role) => access.role === 'owner' || role.value !== 'owner')}
      onChange={onChange}
      isCards
    />
  );
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const form = useForm({
    id: 'invite',
    initial: { email: '', role: 'developer' },
    check: ({ email }): Record<string, string> =>
      /^\S+@\S+\.\S+$/.test(email.trim())
        ? {}
        : { email: 'Enter an e-mail address, such as name@example.com' },
    send: async ({ email, role }) => {
      await post(`${api}/invitations`, { email: email.trim(), role });
      announce(`An invitation is on its way to ${email.trim()}.`);
      onClose();
      await forget(`${api}/invitations`);
    },
  });
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <Form form={form}>
        <Field
          form={form}
          name="email"
          label="E-mail address"
          type="email"
          hint="The link works once, for seven days"
        />
        <RoleChoices value={form.values.role} onChange={(role) => form.set('role', role)} />
        <DialogButtons form={form} onClose={onClose}>
          Send invitation
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const { profile } = usePerson();
  const form = useForm({
    id: 'role',
    initial: { role: member.role as string },
    check: (): Record<string, string> => ({}),
    send: async ({ role }) => {
      await patch(`${api}/members/${member.personId}`, { role });
      announce(`${member.email} is now ${spoken(role)}.`);
      onClose();
      await forget(api);
    },
  });
  return (
    <Dialog title={`Change the role of ${member.email}`} onClose={onClose}>
      {member.personId === profile.id && <p>This is your own role. You may lose access to this page.</p>}
      <Form form={form}>
        <RoleChoices value={form.values.role} onChange={(role) => form.set('role', role)} />
        <DialogButtons form={form} onClose={onClose}>
          Change role
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

/** Credentials outlive the member who made them: so the dialog lists them and asks whether to revoke. */
export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const credentials = useGet<Credentials>(`${api}/credentials`);
  const [isRevoking, setRevoking] = useState(true);
  const [error, setError] = useState<Error | null>(null);
  const theirs = credentials.data?.items.filter(
    ({ ownerId, revokedAt }) => ownerId === member.personId && revokedAt === null,
  );
  const count = theirs?.length ?? 0;
  const act = async (): Promise<void> => {
    const revokes = isRevoking && count > 0;
    await remove(`${api}/members/${member.personId}?revokeCredentials=${revokes}`);
    announce(`${member.email} is removed${revokes ? `, with ${numbered(count)}` : ''}.`);
    onClose();
    await forget(api);
  };
  return (
    <Dialog title={`Remove ${member.email}`} onClose={onClose}>
      <p>They lose access within 5 seconds.</p>
      <Shown query={credentials} data={theirs}>
        {(list) =>
          list.length === 0 ? (
            <p>They created no credential that still works.</p>
          ) : (
            <>
              <p>
                They created {numbered(list.length)}:{' '}
                {list.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    <bdi>{name}</bdi>
                  </span>
                ))}
                .
              </p>
              <Choice
                option={{
                  label: list.length === 1 ? 'Revoke it too' : 'Revoke them too',
                  hint: 'They may know the secret. Calls that use it are refused within 5 seconds.',
                }}
              >
                <input
                  type="checkbox"
                  checked={isRevoking}
                  onChange={(event) => setRevoking(event.target.checked)}
                />
              </Choice>
            </>
          )
        }
      </Shown>
      {error !== null && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <ActButton kind="danger-button" act={act} onError={setError} disabled={theirs === undefined}>
          Remove {member.email}
        </ActButton>
        <button type="button" className="button second" onClick={onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}

const numbered = (count: number): string => `${count} ${count === 1 ? 'credential' : 'credentials'}`;
