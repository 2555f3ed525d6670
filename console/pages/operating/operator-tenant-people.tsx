// For operators: who belongs to a tenant, and the invitation of its first owner.
import type { ReactNode } from 'react';
import type { TenantDetail } from '../../api/shapes.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Callout } from '../../parts/callout.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { spoken } from '../../parts/words.ts';
import { timeLeft } from '../people/member-rows.tsx';
import { InviteOwnerForm } from './operator-tenant-dialogs.tsx';

export const hasOwner = ({ members }: TenantDetail): boolean => members.some(({ role }) => role === 'owner');

/** Nobody can use a tenant without an owner: so it is asked for first. */
export function Owner({ tenant }: { tenant: TenantDetail }) {
  const act = useAct();
  const { id, invitations } = tenant;
  if (hasOwner(tenant)) return null;
  const invited = invitations.find(({ role }) => role === 'owner');
  if (invited === undefined) {
    return (
      <Callout tone="warn" title="This tenant has no owner">
        <InviteOwnerForm tenantId={id} />
      </Callout>
    );
  }
  const { email } = invited;
  const resend = () =>
    act('inviteOwner', {
      params: { tenantId: id },
      body: { email },
      changes: ['listAllTenants'],
      says: `An invitation is on its way to ${email}.`,
    });
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

export function People({ tenant }: { tenant: TenantDetail }) {
  const members = tenant.members.map((one) => ({
    key: one.personId,
    name: `${one.firstName} ${one.lastName}`,
    email: one.email,
    role: one.role,
    seen: one.lastAccessedAt === null ? 'Never active' : <RelativeTime at={one.lastAccessedAt} />,
  }));
  // One that is sent again has another id: its row stays.
  const invited = tenant.invitations.map(({ email, role, expiresAt }) => ({
    key: email,
    name: '',
    email,
    role,
    seen: (
      <>
        <Chip tone="info" word={`Invited, ${timeLeft(expiresAt)} left`} />
        <span className="unseen">
          {' '}
          until <Time at={expiresAt} />
        </span>
      </>
    ),
  }));
  return (
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
  );
}
