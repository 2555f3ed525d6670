// The dialogs that change a credential, and the one view of a new secret.
import { useState } from 'react';
import { post, put, remove, saveFile } from '../api/call.ts';
import type { Credential, NewSecret } from '../api/shapes.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { Checks, Choices } from '../parts/choices.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { DialogButtons, Form, useForm } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { announce } from '../parts/toast.tsx';

const SCOPES = [
  { value: 'reports:write', label: 'Create reports and submit codes', hint: 'reports:write' },
  { value: 'reports:read', label: 'Read and list reports', hint: 'reports:read' },
  { value: 'wallet:read', label: 'Read the wallet and its statement', hint: 'wallet:read' },
];
const MODES = [
  { value: 'live', label: 'Live and test reports' },
  { value: 'test', label: 'Test reports only', hint: 'Its calls never reach a real person' },
];
const OVERLAPS = [
  { value: 'now', label: 'Stop now', hint: 'Its tokens stop too' },
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
];

export const lower = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** Its last letters may be unknown, if the credential was created by a command. */
export const ending = (hint: string): string => (hint === '' ? 'Secret' : `Secret ending ${hint}`);

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
      ...(scopes === '' && { scopes: 'Choose at least one scope' }),
    }),
    send: async ({ name, scopes, mode }) => {
      const wanted = { name: name.trim(), scopes: scopes.split(' '), testOnly: mode === 'test' };
      await onDone(await post<NewSecret>(`${api}/credentials`, wanted));
    },
  });
  return (
    <Dialog title="Create credential" onClose={onClose}>
      <Form form={form}>
        <Field form={form} name="name" label="Name" hint="What it is for, such as Website" />
        <Checks form={form} name="scopes" label="Scopes" options={SCOPES} />
        {seesLive ? (
          <Choices
            legend="Mode"
            name="mode"
            value={form.values.mode}
            options={MODES}
            onChange={(value) => form.set('mode', value)}
          />
        ) : (
          <p>Test reports only: your role does not include live reports.</p>
        )}
        <DialogButtons form={form} onClose={onClose}>
          Create credential
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
      {credential.oldSecret !== null && <p>The {lower(ending(credential.oldSecret.hint))} stops at once.</p>}
      <OverlapForm
        legend="Keep the old secret working for"
        button="Create new secret"
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
        legend="Keep it working for"
        button="Extend"
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
      <p>Calls that use it are refused within 5 seconds. This cannot be undone.</p>
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

/** It can be closed only by the one who has stored the secret: copied it, by the button or by hand, or downloaded it. */
export function SecretDialog({ secret, onClose }: { secret: NewSecret; onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  const file = `CLIENT_ID=${secret.clientId}\nCLIENT_SECRET=${secret.clientSecret}\n`;
  const store = (): void => setStored(true);
  return (
    <Dialog title="Your new secret" onClose={onClose} isFirm>
      <p>Store it now. It is shown only once: we keep only a hash of it.</p>
      <CopyField label="Client id" value={secret.clientId} />
      <div data-secret onCopy={store}>
        <CopyField label="Client secret" value={secret.clientSecret} onCopy={store} />
      </div>
      <p className="buttons">
        <button
          type="button"
          className="button"
          disabled={!isStored}
          aria-describedby="secret-hint"
          onClick={onClose}
        >
          I have stored it
        </button>
        <button
          type="button"
          className="button second"
          onClick={() => {
            saveFile(new Blob([file]), 'trefoil.env');
            store();
          }}
        >
          <Icon name="download" />
          Download .env
        </button>
      </p>
      <p className="hint" id="secret-hint">
        {isStored ? 'You can close this now.' : 'Copy or download the secret first.'}
      </p>
    </Dialog>
  );
}
