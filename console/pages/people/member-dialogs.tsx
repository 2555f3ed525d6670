// The dialogs to invite a member, change a role or remove one.
import { useState } from 'react';
import { useGet } from '../../api/queries.ts';
import type { Member, Role } from '../../api/shapes.ts';
import { usePerson, useTenant } from '../../frame/tenant.tsx';
import { Choice, Choices } from '../../parts/choices.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Shown } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { spoken } from '../../parts/words.ts';

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
  const act = useAct();
  const form = useForm({
    id: 'invite',
    initial: { email: '', role: 'developer' as Role },
    check: ({ email }): Record<string, string> =>
      /^\S+@\S+\.\S+$/.test(email.trim())
        ? {}
        : { email: 'Enter an e-mail address, such as name@example.com' },
    send: ({ email, role }) =>
      act('inviteMember', {
        body: { email: email.trim(), role },
        changes: ['listInvitations'],
        next: onClose,
        says: `An invitation is on its way to ${email.trim()}.`,
      }),
  });
  return (
    <FormDialog title="Invite a person" form={form} button="Send invitation" onClose={onClose}>
      <Field
        form={form}
        name="email"
        label="E-mail address"
        type="email"
        hint="The link works once, for seven days"
      />
      <RoleChoices value={form.values.role} onChange={(role) => form.set('role', role)} />
    </FormDialog>
  );
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const act = useAct();
  const { profile } = usePerson();
  const form = useForm({
    id: 'role',
    initial: { role: member.role },
    send: ({ role }) =>
      act('changeRole', {
        params: { personId: member.personId },
        body: { role },
        changes: ['everything'],
        next: onClose,
        says: `${member.email} is now ${spoken(role)}.`,
      }),
  });
  return (
    <FormDialog
      title={`Change the role of ${member.email}`}
      form={form}
      button="Change role"
      onClose={onClose}
      about={
        member.personId === profile.id && <p>This is your own role. You may lose access to this page.</p>
      }
    >
      <RoleChoices value={form.values.role} onChange={(role) => form.set('role', role)} />
    </FormDialog>
  );
}

/** Credentials outlive the member who made them: so the dialog lists them and asks whether to revoke. */
export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const act = useAct();
  const credentials = useGet('listCredentials');
  const [isRevoking, setRevoking] = useState(true);
  const theirs = credentials.data?.items.filter(
    ({ ownerId, revokedAt }) => ownerId === member.personId && revokedAt === null,
  );
  const count = theirs?.length ?? 0;
  const revokes = isRevoking && count > 0;
  const removeMember = () =>
    act('removeMember', {
      params: { personId: member.personId },
      query: { revokeCredentials: String(revokes) },
      changes: ['everything'],
      next: onClose,
      says: `${member.email} is removed${revokes ? `, with ${numbered(count)}` : ''}.`,
    });
  return (
    <ConfirmDialog
      title={`Remove ${member.email}`}
      button={`Remove ${member.email}`}
      act={removeMember}
      isReady={theirs !== undefined}
      onClose={onClose}
    >
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
    </ConfirmDialog>
  );
}

const numbered = (count: number): string => `${count} ${count === 1 ? 'credential' : 'credentials'}`;
