// Secrets that are shown once and rotated with an overlap: of credentials and of webhook endpoints.
import { type ReactNode, useState } from 'react';
import { saveFile } from '../api/call.ts';
import type { Overlap as Period } from '../api/shapes.ts';
import { ActButton } from './act-button.tsx';
import { Choices } from './choices.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { useForm } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Icon } from './icon.tsx';

const OVERLAPS = [
  { value: 'now', label: 'Stop now' },
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
];

export const lower = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** Its last letters may be unknown, if it was created by a command. */
export const ending = (hint: string): string => (hint === '' ? 'Secret' : `Secret ending ${hint}`);

type Asks = { send: (overlap: Period) => Promise<unknown>; onClose: () => void };

function OverlapDialog(
  props: Asks & {
    title: string;
    about?: ReactNode;
    legend: string;
    button: string;
    options: typeof OVERLAPS;
  },
) {
  const { legend, options, send, ...dialog } = props;
  const form = useForm({
    id: 'overlap',
    initial: { overlap: '24h' as Period },
    send: ({ overlap }) => send(overlap),
  });
  return (
    <FormDialog form={form} {...dialog}>
      <Choices
        legend={legend}
        name="overlap"
        value={form.values.overlap}
        options={options}
        onChange={(value) => form.set('overlap', value)}
      />
    </FormDialog>
  );
}

/** `nowHint`: what stopping at once means. */
export function RotateDialog(props: Asks & { name: string; oldHint: string | null; nowHint: string }) {
  const { name, oldHint, nowHint, ...asks } = props;
  const options = OVERLAPS.map((one) => (one.value === 'now' ? { ...one, hint: nowHint } : one));
  return (
    <OverlapDialog
      title={`Rotate the secret of ${name}`}
      about={oldHint !== null && <p>The {lower(ending(oldHint))} stops at once.</p>}
      legend="Keep the old secret working for"
      button="Create new secret"
      options={options}
      {...asks}
    />
  );
}

export function ExtendDialog({ hint, ...asks }: Asks & { hint: string }) {
  return (
    <OverlapDialog
      title={`Extend the ${lower(ending(hint))}`}
      legend="Keep it working for"
      button="Extend"
      options={OVERLAPS.filter(({ value }) => value !== 'now')}
      {...asks}
    />
  );
}

/** While two secrets work: which one stops and when (`children`), and how to move that. */
export function Overlap(props: {
  name: string;
  hint: string;
  children: ReactNode;
  mayChange: boolean;
  onExtend: () => void;
  stopNow: () => Promise<unknown>;
}) {
  return (
    <div className="overlap">
      <Icon name="clock" />
      <p>{props.children}</p>
      {props.mayChange && (
        <p className="buttons">
          <button type="button" className="button second small" onClick={props.onExtend}>
            Extend<span className="unseen"> the old secret of {props.name}</span>
          </button>
          <ActButton kind="second" act={props.stopNow}>
            Stop {lower(ending(props.hint))} now
          </ActButton>
        </p>
      )}
    </div>
  );
}

const STORED = {
  shown: 'Copy or download the secret first.',
  refused: 'The browser did not allow copying. Select the secret and copy it, or download it.',
  stored: 'You can close this now.',
};

/** It can be closed only by the one who has stored the secret: copied it, by the button or by hand, or downloaded it. */
export function SecretDialog(props: {
  /** Why now. */
  children: ReactNode;
  /** Shown above the secret. */
  id?: { label: string; value: string };
  secret: { label: string; value: string };
  /** The content of the .env file. */
  file: string;
  onClose: () => void;
}) {
  const [state, setState] = useState<keyof typeof STORED>('shown');
  const store = (): void => setState('stored');
  // A refusal after it was copied once takes nothing back.
  const copied = (isCopied: boolean): void =>
    setState((now) => (isCopied || now === 'stored' ? 'stored' : 'refused'));
  return (
    <Dialog title="Your new secret" onClose={props.onClose} isFirm>
      <p>{props.children}</p>
      {props.id !== undefined && <CopyField {...props.id} />}
      <div data-secret onCopy={store}>
        <CopyField {...props.secret} onCopy={copied} />
      </div>
      <p className="buttons">
        <button
          type="button"
          className="button"
          disabled={state !== 'stored'}
          aria-describedby="secret-hint"
          onClick={props.onClose}
        >
          I have stored it
        </button>
        <button
          type="button"
          className="button second"
          onClick={() => {
            saveFile(new Blob([props.file]), 'trefoil.env');
            store();
          }}
        >
          <Icon name="download" />
          Download .env
        </button>
      </p>
      <p className="hint" id="secret-hint">
        {STORED[state]}
      </p>
    </Dialog>
  );
}
