// The members of the tenant: invite by mail, change a role, remove.
import { useState } from 'react';
import { remove } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Invitations, Member, Members } from '../api/shapes.ts';
import { useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { announce } from '../parts/toast.tsx';
import { spoken } from '../parts/words.ts';
import { InviteDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx';
import { TenantSecurity } from './tenant-security.tsx';

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
      <PageHeader
        title="Members"
        actions={
          <button type="button" className="button" onClick={() => setInviting(true)}>
            Invite a person
          </button>
        }
      />
      <Shown query={members} data={members.data}>
        {({ items }) => (
          <Table label="Members" head={['Name', 'E-mail', 'Role', 'Second step', 'Last active', 'Actions']}>
            {items.map((member) => (
              <tr key={member.personId}>
                <th scope="row" className="wrap">{`${member.firstName} ${member.lastName}`}</th>
                <td className="wrap wide">{member.email}</td>
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
      <TenantSecurity members={members.data?.items ?? []} />
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
