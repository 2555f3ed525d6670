// The dialogs that change a credential, and the one view of a new secret.
import { useState } from 'react';
import { post, put, remove, saveFile } from '../api/call.ts';
import type { Credential, NewSecret } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { Checks, Choices } from '../parts/choices.tsx';
import { CopyButton } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { DialogButtons, Form, useForm } from '../parts/form.tsx';
import { announce } from '../parts/toast.tsx';

const SCOPES = [
  { value: 'reports:write', label: 'Make reports, submit codes', hint: 'reports:write' },
  { value: 'reports:read', label: 'Read reports back, list them', hint: 'reports:read' },
  { value: 'wallet:read', label: 'Read the wallet and the statement', hint: 'wallet:read' },
];
const MODES = [
  { value: 'live', label: 'Live and test reports' },
  { value: 'test', label: 'Test reports only', hint: 'Nothing that it calls can reach a real person' },
];
const OVERLAPS = [
  { value: 'now', label: 'Stop now', hint: 'Tokens bought with it stop too' },
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
];

export const lower = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** The last letters of a secret may be unknown, if the credential was made by a command. */
export const ending = (hint: string): string =>
  hint === '' ? 'Secret of unknown ending' : `Secret ending ${hint}`;

type DialogProps = { onClose: () => void; onDone: (made: NewSecret | null) => Promise<void> };

export function CreateDialog({ onClose, onDone }: DialogProps) {
  const { api } = useTenant();
  const seesLive = useMay()('reports:live');
  const form = useForm({
    id: 'credential',
    initial: {
      name: '',
      scopes: SCOPES.map(({ value }) => value).join(' '),
      mode: seesLive ? 'live' : 'test',
    },
    check: ({ name, scopes }): Record<string, string> => ({
      ...(name.trim() === '' && { name: 'Enter a name that says what it is for' }),
      ...(scopes === '' && { scopes: 'Choose at least one thing that it may do' }),
    }),
    send: async ({ name, scopes, mode }) => {
      const wanted = { name: name.trim(), scopes: scopes.split(' '), testOnly: mode === 'test' };
      await onDone(await post<NewSecret>(`${api}/credentials`, wanted));
    },
  });
  return (
    <Dialog title="Make a credential" onClose={onClose}>
      <Form form={form}>
        <Field form={form} name="name" label="Name" hint="What it is for, such as Website" />
        <Checks form={form} name="scopes" label="What it may do" options={SCOPES} />
        {seesLive ? (
          <Choices
            legend="For which reports"
            name="mode"
            value={form.values.mode}
            options={MODES}
            onChange={(value) => form.set('mode', value)}
          />
        ) : (
          <p>It is for test reports only, as your role is.</p>
        )}
        <DialogButtons form={form} onClose={onClose}>
          Make it
        </DialogButtons>
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
      <DialogButtons form={form} onClose={props.onClose}>
        {props.button}
      </DialogButtons>
    </Form>
  );
}

export function RotateDialog({ credential, onClose, onDone }: DialogProps & { credential: Credential }) {
  const { api } = useTenant();
  return (
    <Dialog title={`Rotate the secret of ${credential.name}`} onClose={onClose}>
      {credential.oldSecret !== null && (
        <p>The older one stops at once: {lower(ending(credential.oldSecret.hint))}.</p>
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

export function ExtendDialog({ credential, onClose, onDone }: DialogProps & { credential: Credential }) {
  const { api } = useTenant();
  return (
    <Dialog title={`Extend the ${lower(ending(credential.oldSecret?.hint ?? ''))}`} onClose={onClose}>
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

export function RevokeDialog({ credential, onClose, onDone }: DialogProps & { credential: Credential }) {
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
      {error !== null && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <ActButton kind="danger-button" act={revoke} onError={setError}>
          Revoke {lower(ending(credential.secret.hint))}
        </ActButton>
        <button type="button" className="button second" onClick={onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}

export function SecretDialog({ secret, onClose }: { secret: NewSecret; onClose: () => void }) {
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
