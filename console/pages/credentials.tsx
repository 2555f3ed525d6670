// Credentials: made with a secret that is shown once, rotated with an overlap so that nothing stands still, stopped for good.
import { useState } from 'react';
import { post, put, remove, saveFile } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Credential, Credentials, NewSecret } from '../api/shapes.ts';
import { useTenant } from '../frame/tenant.tsx';
import { ActButton, announce, Chip, CopyButton, Dialog, Id, PageHead, Time } from '../parts/bits.tsx';
import { Choices, Field, Form, SubmitButton, useForm } from '../parts/form.tsx';
import { Empty, Needs, Shown } from '../parts/states.tsx';

const SCOPES = [
  ['reports:write', 'Make reports, submit codes'],
  ['reports:read', 'Read reports back, list them'],
  ['wallet:read', 'Read the wallet and the statement'],
] as const;
const OVERLAPS = [
  { value: 'now', label: 'Stop now', hint: 'Tokens bought with it stop too' },
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
];

type Asked = { kind: 'create' } | { kind: 'rotate' | 'extend' | 'revoke'; credential: Credential };

export function CredentialsPage() {
  return (
    <Needs permission="credentials:manage" title="Credentials" what="credentials">
      <CredentialList />
    </Needs>
  );
}

function CredentialList() {
  const { api } = useTenant();
  const list = useGet<Credentials>(`${api}/credentials`);
  const forget = useForget();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const close = (): void => setAsked(null);
  const done = async (made: NewSecret | null): Promise<void> => {
    close();
    setSecret(made);
    await forget(`${api}/credentials`);
  };
  return (
    <>
      <PageHead
        title="Credentials"
        aside={
          <button type="button" className="button" onClick={() => setAsked({ kind: 'create' })}>
            Make a credential
          </button>
        }
      >
        Programs call the API with them. People sign in instead.
      </PageHead>
      <Shown query={list} data={list.data}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No credentials yet. Your first call needs one.</Empty>
          ) : (
            <ul className="stack">
              {items.map((credential) => (
                <Row key={credential.id} credential={credential} ask={setAsked} />
              ))}
            </ul>
          )
        }
      </Shown>
      {asked?.kind === 'create' && <CreateDialog onClose={close} onDone={done} />}
      {asked?.kind === 'rotate' && (
        <RotateDialog credential={asked.credential} onClose={close} onDone={done} />
      )}
      {asked?.kind === 'extend' && (
        <ExtendDialog credential={asked.credential} onClose={close} onDone={done} />
      )}
      {asked?.kind === 'revoke' && (
        <RevokeDialog credential={asked.credential} onClose={close} onDone={done} />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function Row({ credential, ask }: { credential: Credential; ask: (asked: Asked) => void }) {
  const { api } = useTenant();
  const forget = useForget();
  const { name, clientId, scopes, ownerName, revokedAt, secret, oldSecret } = credential;
  const stopNow = async (): Promise<void> => {
    await put(`${api}/credentials/${credential.id}/overlap`, { overlap: 'now' });
    announce(`The secret ending ${oldSecret?.hint} has stopped.`);
    await forget(`${api}/credentials`);
  };
  return (
    <li className="card">
      <div className="section-head">
        <h2>
          {name}{' '}
          {revokedAt !== null && (
            <Chip tone="danger" shape="■">
              Revoked
            </Chip>
          )}
        </h2>
        {revokedAt === null && (
          <p className="buttons">
            <button
              type="button"
              className="button second"
              onClick={() => ask({ kind: 'rotate', credential })}
            >
              Rotate the secret<span className="unseen"> of {name}</span>
            </button>
            <button
              type="button"
              className="button second danger-text"
              onClick={() => ask({ kind: 'revoke', credential })}
            >
              Revoke<span className="unseen"> {name}</span>
            </button>
          </p>
        )}
      </div>
      <p className="small">
        <Id value={clientId} name="client id" /> {scopes.join(' · ')} · made by {ownerName}
      </p>
      <p>
        {oldSecret !== null && <Chip tone="ok">New</Chip>} Secret ending <code>{secret.hint}</code>,{' '}
        <LastUse use={secret} />
      </p>
      {revokedAt !== null && (
        <p>
          Stopped <Time at={revokedAt} />
        </p>
      )}
      {revokedAt === null && oldSecret !== null && (
        <div className="old-secret">
          <p>
            <Chip tone="warn" shape="◑">
              Old
            </Chip>{' '}
            Secret ending <code>{oldSecret.hint}</code> stops <Time at={oldSecret.expiresAt} />,{' '}
            <LastUse use={oldSecret} />
          </p>
          <p className="buttons">
            <button
              type="button"
              className="button second"
              onClick={() => ask({ kind: 'extend', credential })}
            >
              Extend
            </button>
            <ActButton kind="second" act={stopNow}>
              Stop secret ending {oldSecret.hint} now
            </ActButton>
          </p>
        </div>
      )}
    </li>
  );
}

function LastUse({ use }: { use: { lastUsedAt: string | null; lastUsedAddress: string | null } }) {
  if (use.lastUsedAt === null) return 'not used yet';
  return (
    <>
      last used <Time at={use.lastUsedAt} /> from {use.lastUsedAddress ?? 'an unknown address'}
    </>
  );
}

type DialogProps = { onClose: () => void; onDone: (made: NewSecret | null) => Promise<void> };

function CreateDialog({ onClose, onDone }: DialogProps) {
  const { api } = useTenant();
  const [scopes, setScopes] = useState<string[]>(SCOPES.map(([scope]) => scope));
  const form = useForm({
    id: 'credential',
    initial: { name: '' },
    check: ({ name }): Record<string, string> => ({
      ...(name.trim() === '' && { name: 'Enter a name that says what it is for' }),
      ...(scopes.length === 0 && { '': 'Choose at least one thing that it may do' }),
    }),
    send: async ({ name }) =>
      onDone(await post<NewSecret>(`${api}/credentials`, { name: name.trim(), scopes })),
  });
  const toggle = (scope: string): void =>
    setScopes((before) =>
      before.includes(scope) ? before.filter((one) => one !== scope) : [...before, scope],
    );
  return (
    <Dialog title="Make a credential" onClose={onClose}>
      <Form form={form}>
        <Field form={form} name="name" label="Name" hint="What it is for, such as Website" />
        <fieldset>
          <legend>What it may do</legend>
          {SCOPES.map(([scope, label]) => (
            <label key={scope} className="choice">
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              <span>
                {label}
                <small>{scope}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="buttons">
          <SubmitButton isBusy={form.isBusy}>Make it</SubmitButton>
          <button type="button" className="button second" onClick={onClose}>
            Cancel
          </button>
        </p>
      </Form>
    </Dialog>
  );
}

function OverlapForm(props: {
  legend: string;
  button: string;
  send: (overlap: string) => Promise<unknown>;
  onClose: () => void;
  isLonger?: boolean;
}) {
  const form = useForm({
    id: 'overlap',
    initial: { overlap: '24h' },
    check: (): Record<string, string> => ({}),
    send: ({ overlap }) => props.send(overlap),
  });
  return (
    <Form form={form}>
      <Choices
        legend={props.legend}
        name="overlap"
        value={form.values.overlap}
        options={props.isLonger ? OVERLAPS.slice(1) : OVERLAPS}
        onChange={(value) => form.set('overlap', value)}
      />
      <p className="buttons">
        <SubmitButton isBusy={form.isBusy}>{props.button}</SubmitButton>
        <button type="button" className="button second" onClick={props.onClose}>
          Cancel
        </button>
      </p>
    </Form>
  );
}

function RotateDialog({ credential, onClose, onDone }: DialogProps & { credential: Credential }) {
  const { api } = useTenant();
  return (
    <Dialog title={`Rotate the secret of ${credential.name}`} onClose={onClose}>
      {credential.oldSecret !== null && (
        <p>The old secret ending {credential.oldSecret.hint} stops at once.</p>
      )}
      <OverlapForm
        legend="Keep the old secret working for"
        button="Make a new secret"
        send={async (overlap) =>
          onDone(await post<NewSecret>(`${api}/credentials/${credential.id}/rotate`, { overlap }))
        }
        onClose={onClose}
      />
    </Dialog>
  );
}

function ExtendDialog({ credential, onClose, onDone }: DialogProps & { credential: Credential }) {
  const { api } = useTenant();
  return (
    <Dialog title={`Extend the secret ending ${credential.oldSecret?.hint}`} onClose={onClose}>
      <OverlapForm
        legend="From now, it works for"
        button="Extend it"
        isLonger
        send={async (overlap) => {
          await put(`${api}/credentials/${credential.id}/overlap`, { overlap });
          await onDone(null);
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

function RevokeDialog({ credential, onClose, onDone }: DialogProps & { credential: Credential }) {
  const { api } = useTenant();
  const [error, setError] = useState<Error | null>(null);
  const revoke = async (): Promise<void> => {
    await remove(`${api}/credentials/${credential.id}`);
    announce(`${credential.name} is revoked.`);
    await onDone(null);
  };
  return (
    <Dialog title={`Revoke ${credential.name}`} onClose={onClose}>
      <p>Programs that use it are refused within 5 seconds. It cannot be undone.</p>
      {error !== null && <p className="field-problem">{error.message}</p>}
      <p className="buttons">
        <ActButton kind="danger-button" act={revoke} onError={setError}>
          Revoke secret ending {credential.secret.hint}
        </ActButton>
        <button type="button" className="button second" onClick={onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}

function SecretDialog({ secret, onClose }: { secret: NewSecret; onClose: () => void }) {
  const file = `CLIENT_ID=${secret.clientId}\nCLIENT_SECRET=${secret.clientSecret}\n`;
  return (
    <Dialog title="The new secret" onClose={onClose} isFirm>
      <p>It is shown this once. Store it now: we keep only a hash of it.</p>
      <dl className="secret">
        <dt>Client id</dt>
        <dd>
          <code>{secret.clientId}</code>
        </dd>
        <dt>Client secret</dt>
        <dd>
          <code data-secret>{secret.clientSecret}</code>
        </dd>
      </dl>
      <p className="buttons">
        <CopyButton text={secret.clientSecret} label="Copy the secret" />
        <button
          type="button"
          className="button second small"
          onClick={() => saveFile(new Blob([file]), 'trefoil.env')}
        >
          Download .env
        </button>
      </p>
      <button type="button" className="button" onClick={onClose}>
        I have stored it
      </button>
    </Dialog>
  );
}
