// The person's own account: profile, two-step verification, password, appearance, sessions.
import { useState } from 'react';
import type { Answer } from '../../api/operations.ts';
import { useGet } from '../../api/queries.ts';
import { usePerson } from '../../frame/tenant.tsx';
import { applyTheme, readTheme, type Theme } from '../../frame/theme.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pair } from '../../parts/pair.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime, Time } from '../../parts/relative-time.tsx';
import { SettingsRow } from '../../parts/settings-row.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { TwoStep } from './two-step.tsx';

const PASSWORD_MIN = 12;

export function AccountPage() {
  const { profile } = usePerson();
  const [theme, setTheme] = useState(readTheme());
  const choose = (value: string): void => {
    applyTheme(value as Theme);
    setTheme(value as Theme);
  };
  return (
    <>
      <PageHeader title="Account" />
      <div className="settings panel">
        <SettingsRow title="Profile">
          <dl className="pairs">
            <Pair name="Name">{`${profile.firstName} ${profile.lastName}`}</Pair>
            <Pair name="E-mail address">{profile.email}</Pair>
            <Pair name="Joined">
              <Time at={profile.createdAt} />
            </Pair>
          </dl>
        </SettingsRow>
        <TwoStep />
        <Password />
        <SettingsRow title="Appearance" about="In this browser.">
          <Choices
            legend="Colours"
            name="theme"
            value={theme}
            options={[
              { value: 'system', label: 'Match system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={choose}
          />
        </SettingsRow>
      </div>
      <SessionTable />
    </>
  );
}

/** The browser's common name; the whole user agent is in the title. */
function browserOf(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent)?.[1] ?? 'Another browser';
  const system = /(Windows|iPhone|iPad|Android|Mac OS X|Linux)/.exec(userAgent)?.[1];
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser;
  return system === undefined ? name : `${name} on ${system}`;
}

function Password() {
  const act = useAct();
  const form = useForm({
    id: 'password',
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }): Record<string, string> => ({
      ...(currentPassword === '' && { currentPassword: 'Enter your current password' }),
      ...(newPassword.length < PASSWORD_MIN && {
        newPassword: `Enter a new password of at least ${PASSWORD_MIN} characters`,
      }),
    }),
    send: (body, { reset }) =>
      act('changeMyPassword', {
        body,
        changes: ['listMySessions'],
        next: reset,
        says: 'Your password is changed. All other sessions have ended.',
      }),
  });
  return (
    <SettingsRow title="Password" about="Changing it signs you out everywhere else.">
      <Form form={form} label="Password">
        <Field
          form={form}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <Field
          form={form}
          name="newPassword"
          label="New password"
          hint={`At least ${PASSWORD_MIN} characters, and not a common one`}
          type="password"
          autoComplete="new-password"
        />
        <SubmitButton isBusy={form.isBusy} isSecond>
          Change password
        </SubmitButton>
      </Form>
    </SettingsRow>
  );
}

type Session = Answer<'listMySessions'>['items'][number];

function SessionTable() {
  const sessions = useGet('listMySessions');
  const act = useAct();
  const end = (sessionId: string) =>
    act('endMySession', {
      params: { sessionId },
      changes: ['listMySessions'],
      says: 'That session has ended.',
    });
  const columns: Column<Session>[] = [
    {
      head: 'Browser',
      cell: ({ userAgent }) => <span title={userAgent}>{browserOf(userAgent)}</span>,
      phone: 'name',
    },
    { head: 'Address', cell: ({ address }) => address },
    { head: 'Signed in', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, phone: 'hidden' },
    { head: 'Last active', cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
    {
      head: 'Two-step verification',
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Yes' : 'No'),
      phone: 'hidden',
    },
    {
      head: 'Actions',
      cell: ({ id, isCurrent, address }) =>
        isCurrent ? (
          <Chip tone="ok" word="This session" />
        ) : (
          <ActButton kind="second" act={() => end(id)}>
            Sign out<span className="unseen"> the session from {address}</span>
          </ActButton>
        ),
      phone: 'chip',
    },
  ];
  return (
    <Panel title="Where you are signed in">
      <DataTable
        label="Sessions"
        columns={columns}
        rows={sessions.data?.items}
        query={sessions}
        keyOf={({ id }) => id}
      />
    </Panel>
  );
}
