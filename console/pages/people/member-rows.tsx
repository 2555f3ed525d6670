// The rows of the list of members: members first, then those who are invited. What a row offers is in its menu.
import type { ReactNode } from 'react';
import type { Invitation, Member } from '../../api/shapes.ts';
import { Avatar } from '../../parts/avatar.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { spoken } from '../../parts/words.ts';

export type PersonRow = { kind: 'member'; member: Member } | { kind: 'invited'; invitation: Invitation };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** `6 days`, `3 h`: of an invitation. */
export function timeLeft(expiresAt: string): string {
  const ms = Math.max(0, Date.parse(expiresAt) - Date.now());
  const days = Math.floor(ms / DAY_MS);
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`;
  return `${Math.max(1, Math.floor(ms / HOUR_MS))} h`;
}

export function personColumns(menu: (row: PersonRow) => ReactNode): Column<PersonRow>[] {
  return [
    { head: 'Person', cell: (row) => <Person row={row} />, phone: 'name', isWrapping: true },
    {
      head: 'Role',
      cell: (row) => spoken(row.kind === 'member' ? row.member.role : row.invitation.role),
    },
    {
      head: 'Two-step verification',
      cell: (row) => row.kind === 'member' && <TwoStep isOn={row.member.totpEnabled} />,
      phone: 'hidden',
    },
    { head: 'Last active', cell: (row) => <Seen row={row} /> },
    { head: 'Actions', cell: menu, phone: 'chip' },
  ];
}

function Person({ row }: { row: PersonRow }) {
  const email = row.kind === 'member' ? row.member.email : row.invitation.email;
  const name = row.kind === 'member' ? `${row.member.firstName} ${row.member.lastName}` : '';
  return (
    <span className="person-cell">
      <Avatar name={name === '' ? email : name} />
      <span>
        {name !== '' && <bdi>{name}</bdi>} <small>{email}</small>
      </span>
    </span>
  );
}

function TwoStep({ isOn }: { isOn: boolean }) {
  return isOn ? <Chip tone="ok" word="On" /> : <Chip tone="plain" word="Off" />;
}

function Seen({ row }: { row: PersonRow }) {
  if (row.kind === 'member') {
    const { lastAccessedAt } = row.member;
    return lastAccessedAt === null ? 'Never active' : <RelativeTime at={lastAccessedAt} />;
  }
  const { expiresAt } = row.invitation;
  return (
    <>
      <Chip tone="info" word={`Invited, ${timeLeft(expiresAt)} left`} />
      <span className="unseen">
        {' '}
        Expires <Time at={expiresAt} />
      </span>
    </>
  );
}
