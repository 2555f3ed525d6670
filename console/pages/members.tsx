// The people of the tenant: invited by mail, given another role, removed.
import { useState } from 'react';
import { patch, post, remove } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Invitations, Member, Members, Role } from '../api/shapes.ts';
import { usePerson, useTenant } from '../frame/tenant.tsx';
import { ActButton, announce, Chip, Dialog, PageHead, Table, Time } from '../parts/bits.tsx';
import { Field, Form, Select, SubmitButton, useForm } from '../parts/form.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { spoken } from '../parts/words.ts';

const ROLES: [Role, string][] = [
  ['owner', 'Owner: everything, and who else is an owner'],
  ['admin', 'Admin: everything but owners and the tenant itself'],
  ['developer', 'Developer: test reports, credentials, the wallet to read'],
  ['finance', 'Finance: the wallet'],
  ['viewer', 'Viewer: the list of reports and the wallet, no documents'],
];

export function MembersPage() {
  return (
    <Needs permission="members:manage" title="Members" what="members">
      <MemberList />
    </Needs>
  );
}

function MemberList() {
  const { api, access } = useTenant();
  const members = useGet<Members>(`${api}/members`);
  const [changing, setChanging] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [isInviting, setInviting] = useState(false);
  const mayTouch = (member: Member): boolean => access.role === 'owner' || member.role !== 'owner';
  return (
    <>
      <PageHead
        title="Members"
        aside={
          <button type="button" className="button" onClick={() => setInviting(true)}>
            Invite a person
          </button>
        }
      />
      <Shown query={members} data={members.data}>
        {({ items }) => (
          <Table label="Members" head={['Name', 'E-mail', 'Role', 'Second step', 'Last here', 'Actions']}>
            {items.map((member) => (
              <tr key={member.personId}>
                <th scope="row" className="wrap">{`${member.firstName} ${member.lastName}`}</th>
                <td className="wrap">{member.email}</td>
                <td>{spoken(member.role)}</td>
                <td>{member.totpEnabled ? <Chip tone="ok">On</Chip> : <Chip tone="plain">Off</Chip>}</td>
                <td>{member.lastAccessedAt === null ? 'Never' : <Time at={member.lastAccessedAt} />}</td>
                <td>
                  {mayTouch(member) && (
                    <span className="buttons nowrap">
                      <button type="button" className="button second" onClick={() => setChanging(member)}>
                        Change role<span className="unseen"> of {member.email}</span>
                      </button>
                      <button
                        type="button"
                        className="button second danger-text"
                        onClick={() => setRemoving(member)}
                      >
                        Remove<span className="unseen"> {member.email}</span>
                      </button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Shown>
      <InvitationRows />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {changing !== null && <RoleDialog member={changing} onClose={() => setChanging(null)} />}
      {removing !== null && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function InvitationRows() {
  const { api } = useTenant();
  const invitations = useGet<Invitations>(`${api}/invitations`);
  const forget = useForget();
  const takeBack = async (id: string, email: string): Promise<void> => {
    await remove(`${api}/invitations/${id}`);
    announce(`The invitation to ${email} does not work any more.`);
    await forget(`${api}/invitations`);
  };
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <Shown query={invitations} data={invitations.data}>
        {({ items }) =>
          items.length === 0 ? (
            <p>Nobody is invited right now.</p>
          ) : (
            <Table label="Invitations" head={['E-mail', 'Role', 'Works until', 'Actions']}>
              {items.map(({ id, email, role, expiresAt }) => (
                <tr key={id}>
                  <th scope="row" className="wrap">
                    {email}
                  </th>
                  <td>{spoken(role)}</td>
                  <td>
                    <Time at={expiresAt} />
                  </td>
                  <td>
                    <ActButton kind="second" act={() => takeBack(id, email)}>
                      Take back<span className="unseen"> the invitation to {email}</span>
                    </ActButton>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
    </section>
  );
}

/** Only an owner makes owners. */
function useRoles(): [string, string][] {
  const { access } = useTenant();
  return ROLES.filter(([role]) => access.role === 'owner' || role !== 'owner');
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const roles = useRoles();
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
          hint="The link in the mail works once, for seven days"
        />
        <Select form={form} name="role" label="Role" options={roles} />
        <p className="buttons">
          <SubmitButton isBusy={form.isBusy}>Send the invitation</SubmitButton>
          <button type="button" className="button second" onClick={onClose}>
            Cancel
          </button>
        </p>
      </Form>
    </Dialog>
  );
}

function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const roles = useRoles();
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
      {member.personId === profile.id && <p>This is you. You may lose this page.</p>}
      <Form form={form}>
        <Select form={form} name="role" label="Role" options={roles} />
        <p className="buttons">
          <SubmitButton isBusy={form.isBusy}>Change the role</SubmitButton>
          <button type="button" className="button second" onClick={onClose}>
            Cancel
          </button>
        </p>
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const [error, setError] = useState<Error | null>(null);
  const act = async (): Promise<void> => {
    await remove(`${api}/members/${member.personId}`);
    announce(`${member.email} is removed.`);
    onClose();
    await forget(`${api}/members`);
  };
  return (
    <Dialog title={`Remove ${member.email}`} onClose={onClose}>
      <p>
        They lose access within 5 seconds. Credentials that they made stay: revoke those that should go with
        them.
      </p>
      {error !== null && <p className="field-problem">{error.message}</p>}
      <p className="buttons">
        <ActButton kind="danger-button" act={act} onError={setError}>
          Remove {member.email}
        </ActButton>
        <button type="button" className="button second" onClick={onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}
