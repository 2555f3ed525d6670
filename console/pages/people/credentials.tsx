// Credentials: created with a secret that is shown once, rotated with an overlap to avoid downtime, revoked.
import { useEffect, useState } from 'react';
import { useGet } from '../../api/queries.ts';
import type { Credential, NewSecret } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { Id } from '../../parts/copy-field.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useFilters } from '../../parts/filter-bar.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Menu } from '../../parts/menu.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ExtendDialog, ending, lower, Overlap, RotateDialog, SecretDialog } from '../../parts/secrets.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { CreateDialog, RevokeDialog } from './credential-dialogs.tsx';

type Asked = { kind: 'create' } | { kind: 'rotate' | 'extend' | 'revoke'; credential: Credential };

export function CredentialsPage() {
  const list = useGet('listCredentials');
  const act = useAct();
  const [asked, setAsked] = useState<Asked | null>(null);
  // From the search box, which leads to the dialog.
  const [begun, setBegun] = useFilters(['do']);
  useEffect(() => {
    if (begun.do === 'create') setAsked({ kind: 'create' });
  }, [begun.do]);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const close = (): void => {
    setAsked(null);
    if (begun.do !== '') setBegun('do', '');
  };
  const show = (made: NewSecret): void => {
    close();
    setSecret(made);
  };
  const create = (
    <button type="button" className="button" onClick={() => setAsked({ kind: 'create' })}>
      Create credential
    </button>
  );
  const items = list.data?.items;
  return (
    <ListPage
      title="Credentials"
      actions={create}
      lead="For server-to-server calls."
      above={items?.map((credential) => (
        <OldSecret key={credential.id} credential={credential} ask={setAsked} />
      ))}
      columns={columns((credential) => <RowMenu credential={credential} ask={setAsked} />)}
      rows={items}
      query={list}
      keyOf={({ id }) => id}
      rowClass={() => 'tall'}
      empty={<EmptyState>No credentials yet. Create one to make your first call.</EmptyState>}
    >
      {asked?.kind === 'create' && <CreateDialog onClose={close} onMade={show} />}
      {asked?.kind === 'rotate' && (
        <RotateDialog
          name={asked.credential.name}
          oldHint={asked.credential.oldSecret?.hint ?? null}
          nowHint="Its tokens stop too"
          send={(overlap) =>
            act('rotateCredential', {
              params: { credentialId: asked.credential.id },
              body: { overlap },
              changes: ['listCredentials'],
              next: show,
            })
          }
          onClose={close}
        />
      )}
      {asked?.kind === 'extend' && (
        <ExtendDialog
          hint={asked.credential.oldSecret?.hint ?? ''}
          send={(overlap) =>
            act('setOverlap', {
              params: { credentialId: asked.credential.id },
              body: { overlap },
              changes: ['listCredentials'],
              next: close,
            })
          }
          onClose={close}
        />
      )}
      {asked?.kind === 'revoke' && <RevokeDialog credential={asked.credential} onClose={close} />}
      {secret !== null && (
        <SecretDialog
          id={{ label: 'Client id', value: secret.clientId }}
          secret={{ label: 'Client secret', value: secret.clientSecret }}
          file={`CLIENT_ID=${secret.clientId}\nCLIENT_SECRET=${secret.clientSecret}\n`}
          onClose={() => setSecret(null)}
        >
          Store it now. It is shown only once: we keep only a hash of it.
        </SecretDialog>
      )}
    </ListPage>
  );
}

function columns(menu: Column<Credential>['cell']): Column<Credential>[] {
  return [
    { head: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, phone: 'name', isWrapping: true },
    { head: 'Mode', cell: (credential) => <Mode credential={credential} /> },
    {
      head: 'Scopes',
      cell: ({ scopes }) => (
        <span className="chips">
          {scopes.map((scope) => (
            <Chip key={scope} tone="plain" word={scope} />
          ))}
        </span>
      ),
      isWrapping: true,
    },
    {
      head: 'Last used',
      cell: ({ secret: { lastUsedAt, lastUsedAddress } }) =>
        lastUsedAt === null ? (
          'Never used'
        ) : (
          <span title={`From ${lastUsedAddress ?? 'an unknown address'}`}>
            <RelativeTime at={lastUsedAt} />
          </span>
        ),
    },
    { head: 'Client id', cell: ({ clientId }) => <Id value={clientId} name="client id" />, phone: 'hidden' },
    {
      head: 'Secret',
      cell: ({ secret }) => (secret.hint === '' ? 'Ending unknown' : <code>…{secret.hint}</code>),
      phone: 'hidden',
    },
    {
      head: 'Created by',
      cell: ({ ownerName }) => <bdi>{ownerName}</bdi>,
      phone: 'hidden',
      isWrapping: true,
    },
    { head: 'Actions', cell: menu, phone: 'chip' },
  ];
}

function Mode({ credential: { revokedAt, testOnly } }: { credential: Credential }) {
  if (revokedAt !== null) {
    return <Chip tone="danger" shape="■" word="Revoked" />;
  }
  return testOnly ? <Chip tone="test" word="Test only" /> : <Chip tone="ok" word="Live and test" />;
}

/** Whoever rotates it is shown its secret: they may do all that it may. */
function useMayRotate(): (credential: Credential) => boolean {
  const may = useMay();
  return ({ scopes }) => scopes.every((scope) => may(scope));
}

function useMayChange(): (credential: Credential) => boolean {
  const seesLive = useMay()('reports:live');
  return ({ revokedAt, testOnly }) => revokedAt === null && (testOnly || seesLive);
}

function RowMenu({ credential, ask }: { credential: Credential; ask: (asked: Asked) => void }) {
  const mayRotate = useMayRotate()(credential);
  if (!useMayChange()(credential)) return null;
  return (
    <Menu label={`Actions for ${credential.name}`}>
      {mayRotate && (
        <button type="button" onClick={() => ask({ kind: 'rotate', credential })}>
          Rotate secret
        </button>
      )}
      <button type="button" onClick={() => ask({ kind: 'revoke', credential })}>
        Revoke
      </button>
    </Menu>
  );
}

/** While two secrets work: which one stops, when, and whether it is still in use. */
function OldSecret({ credential, ask }: { credential: Credential; ask: (asked: Asked) => void }) {
  const act = useAct();
  const mayChange = useMayChange()(credential);
  const { name, oldSecret, revokedAt } = credential;
  if (oldSecret === null || revokedAt !== null) return null;
  const stopNow = () =>
    act('setOverlap', {
      params: { credentialId: credential.id },
      body: { overlap: 'now' },
      changes: ['listCredentials'],
      says: `${ending(oldSecret.hint)} has stopped.`,
    });
  return (
    <Overlap
      name={name}
      hint={oldSecret.hint}
      mayChange={mayChange}
      onExtend={() => ask({ kind: 'extend', credential })}
      stopNow={stopNow}
    >
      <bdi>{name}</bdi>: the old {lower(ending(oldSecret.hint))} stops{' '}
      <RelativeTime at={oldSecret.expiresAt} />,{' '}
      {oldSecret.lastUsedAt === null ? (
        'not used since'
      ) : (
        <>
          last used <RelativeTime at={oldSecret.lastUsedAt} />
        </>
      )}
    </Overlap>
  );
}
