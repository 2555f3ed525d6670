// The members of the tenant and those who are invited: invite by e-mail, change a role, remove.
import { useEffect, useState } from 'react';
import { useGet } from '../../api/queries.ts';
import type { Invitation, Member } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useAct } from '../../parts/use-act.ts';
import { InviteDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx';
import { type PersonRow, personColumns } from './member-rows.tsx';

type Asked = { kind: 'invite' } | { kind: 'role' | 'remove'; member: Member };

export function MembersPage() {
  const members = useGet('listMembers');
  const invitations = useGet('listInvitations');
  const [asked, setAsked] = useState<Asked | null>(null);
  // From the search box, which leads to the dialog.
  const [begun, setBegun] = useFilters(['do']);
  useEffect(() => {
    if (begun.do === 'invite') setAsked({ kind: 'invite' });
  }, [begun.do]);
  const close = (): void => {
    setAsked(null);
    if (begun.do !== '') setBegun('do', '');
  };
  return (
    <ListPage
      title="Members"
      actions={
        <button type="button" className="button" onClick={() => setAsked({ kind: 'invite' })}>
          Invite a person
        </button>
      }
      columns={personColumns((row) => <RowMenu row={row} ask={setAsked} />)}
      rows={rowsOf(members.data?.items, invitations.data?.items)}
      query={members.error === null ? invitations : members}
      // An invitation that is sent again has another id: its row, its open menu and the focus stay.
      keyOf={(row) => (row.kind === 'member' ? row.member.personId : row.invitation.email)}
      empty={null}
    >
      {asked?.kind === 'invite' && <InviteDialog onClose={close} />}
      {asked?.kind === 'role' && <RoleDialog member={asked.member} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveDialog member={asked.member} onClose={close} />}
    </ListPage>
  );
}

function rowsOf(members: Member[] | undefined, invited: Invitation[] | undefined): PersonRow[] | undefined {
  if (members === undefined || invited === undefined) return undefined;
  return [
    ...members.map((member) => ({ kind: 'member' as const, member })),
    ...invited.map((invitation) => ({ kind: 'invited' as const, invitation })),
  ];
}

/** Only an owner touches owners and their invitations. */
function RowMenu({ row, ask }: { row: PersonRow; ask: (asked: Asked) => void }) {
  const { access } = useTenant();
  const { role, email } = row.kind === 'member' ? row.member : row.invitation;
  if (access.role !== 'owner' && role === 'owner') return null;
  return (
    <Menu label={`Actions for ${email}`}>
      {row.kind === 'member' ? (
        <>
          <button type="button" onClick={() => ask({ kind: 'role', member: row.member })}>
            Change role
          </button>
          <button type="button" onClick={() => ask({ kind: 'remove', member: row.member })}>
            Remove
          </button>
        </>
      ) : (
        <InvitationActions invitation={row.invitation} />
      )}
    </Menu>
  );
}

function InvitationActions({ invitation }: { invitation: Invitation }) {
  const act = useAct();
  const { id, email, role } = invitation;
  const resend = () =>
    act('inviteMember', {
      body: { email, role },
      changes: ['listInvitations'],
      says: `A new invitation is on its way to ${email}. The earlier link no longer works.`,
    });
  const cancel = () =>
    act('revokeInvitation', {
      params: { invitationId: id },
      changes: ['listInvitations'],
      says: `The invitation to ${email} no longer works.`,
    });
  return (
    <>
      <ActButton kind="entry" act={resend}>
        Resend
      </ActButton>
      <ActButton kind="entry" act={cancel}>
        Cancel invitation
      </ActButton>
    </>
  );
}
