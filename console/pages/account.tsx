// The person's own account: profile, password, second factor, sessions, theme.
import { useState } from 'react';
import { post, remove } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Sessions } from '../api/shapes.ts';
import { usePerson } from '../frame/tenant.tsx';
import { applyTheme, readTheme, type Theme } from '../frame/theme.ts';
import { ActButton } from '../parts/act-button.tsx';
import { Choices } from '../parts/choices.tsx';
import { Field } from '../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../parts/form.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { announce } from '../parts/toast.tsx';
import { SecondStep } from './second-step.tsx';

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
      <section className="card" aria-labelledby="profile">
        <h2 id="profile">Profile</h2>
        <dl className="pairs">
          <dt>Name</dt>
          <dd>{`${profile.firstName} ${profile.lastName}`}</dd>
          <dt>E-mail address</dt>
          <dd>{profile.email}</dd>
          <dt>Since</dt>
          <dd>
            <Time at={profile.createdAt} />
          </dd>
        </dl>
      </section>
      <SecondStep />
      <Password />
      <SessionTable />
      <section className="card" aria-labelledby="look">
        <h2 id="look">Look</h2>
        <Choices
          legend="Colours in this browser"
          name="theme"
          value={theme}
          options={[
            { value: 'system', label: 'As the system says' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={choose}
        />
      </section>
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
  const forget = useForget();
  const form = useForm({
    id: 'password',
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }): Record<string, string> => ({
      ...(currentPassword === '' && { currentPassword: 'Enter your password of now' }),
      ...(newPassword.length < PASSWORD_MIN && {
        newPassword: `Enter a new password of at least ${PASSWORD_MIN} characters`,
      }),
    }),
    send: async (values) => {
      await post('/v1/my/password', values);
      form.reset();
      announce('The new password works. Every other session has ended.');
      await forget('/v1/my/sessions');
    },
  });
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Form form={form} label="Password">
        <Field
          form={form}
          name="currentPassword"
          label="Password of now"
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
        <SubmitButton isBusy={form.isBusy}>Change the password</SubmitButton>
      </Form>
    </section>
  );
}

function SessionTable() {
  const sessions = useGet<Sessions>('/v1/my/sessions');
  const forget = useForget();
  const end = async (id: string): Promise<void> => {
    await remove(`/v1/my/sessions/${id}`);
    announce('That session is over.');
    await forget('/v1/my/sessions');
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <Shown query={sessions} data={sessions.data}>
        {({ items }) => (
          <Table
            label="Sessions"
            head={['Browser', 'Address', 'Since', 'Last seen', 'Second step', 'Actions']}
          >
            {items.map((session) => (
              <tr key={session.id}>
                <td title={session.userAgent}>{browserOf(session.userAgent)}</td>
                <td>{session.address}</td>
                <td>
                  <Time at={session.createdAt} />
                </td>
                <td>
                  <Time at={session.lastSeenAt} />
                </td>
                <td>{session.hasSecondFactor ? 'Yes' : 'No'}</td>
                <td>
                  {session.isCurrent ? (
                    <Chip tone="ok">This one</Chip>
                  ) : (
                    <ActButton kind="second" act={() => end(session.id)}>
                      Sign out<span className="unseen"> the session from {session.address}</span>
                    </ActButton>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Shown>
    </section>
  );
}
