// Credentials: created with a secret that is shown once, rotated with an overlap to avoid downtime, revoked.
import { useState } from 'react';
import { put } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { Credential, Credentials, NewSecret } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { Id } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { announce } from '../parts/toast.tsx';
import {
  CreateDialog,
  ExtendDialog,
  ending,
  lower,
  RevokeDialog,
  RotateDialog,
  SecretDialog,
} from './credential-dialogs.tsx';

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
      <PageHeader
        title="Credentials"
        actions={
          <button type="button" className="button" onClick={() => setAsked({ kind: 'create' })}>
            Make a credential
          </button>
        }
      >
        Programs call the API with them. People sign in instead.
      </PageHeader>
      <Shown query={list} data={list.data}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No credentials yet. Your first call needs one.</EmptyState>
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
  const { name, clientId, scopes, testOnly, ownerName, revokedAt, secret, oldSecret } = credential;
  const seesLive = useMay()('reports:live');
  const mayChange = revokedAt === null && (testOnly || seesLive);
  const stopNow = async (): Promise<void> => {
    await put(`${api}/credentials/${credential.id}/overlap`, { overlap: 'now' });
    announce(`${ending(oldSecret?.hint ?? '')} has stopped.`);
    await forget(`${api}/credentials`);
  };
  return (
    <li className="card">
      <div className="section-head">
        <h2>
          <bdi>{name}</bdi> {testOnly && <Chip tone="test">TEST only</Chip>}{' '}
          {revokedAt !== null && (
            <Chip tone="danger" shape="■">
              Revoked
            </Chip>
          )}
        </h2>
        {mayChange && (
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
        <Id value={clientId} name="client id" /> {scopes.join(' · ')} · made by <bdi>{ownerName}</bdi>
      </p>
      <p>
        {oldSecret !== null && <Chip tone="ok">New</Chip>} {ending(secret.hint)}, <LastUse use={secret} />
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
            {ending(oldSecret.hint)} stops <Time at={oldSecret.expiresAt} />, <LastUse use={oldSecret} />
          </p>
          {mayChange && (
            <p className="buttons">
              <button
                type="button"
                className="button second"
                onClick={() => ask({ kind: 'extend', credential })}
              >
                Extend<span className="unseen"> the old secret of {name}</span>
              </button>
              <ActButton kind="second" act={stopNow}>
                Stop {lower(ending(oldSecret.hint))} now
              </ActButton>
            </p>
          )}
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
