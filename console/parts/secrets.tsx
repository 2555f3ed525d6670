// Secrets that are shown once and rotated with an overlap: of credentials and of webhook endpoints.
import { type ReactNode, useState } from 'react';
import { saveFile } from '../api/call.ts';
import type { Overlap as Period } from '../api/shapes.ts';
import { ActButton } from './act-button.tsx';
import { Choices } from './choices.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { DialogButtons, Form, useForm } from './form.tsx';
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

function OverlapForm(props: {
  legend: string;
  button: string;
  send: (overlap: Period) => Promise<unknown>;
  onClose: () => void;
  /** What stopping at once means. */
  nowHint?: string;
  isLonger?: boolean;
}) {
  const form = useForm({
    id: 'overlap',
    initial: { overlap: '24h' as Period },
    send: ({ overlap }) => props.send(overlap),
  });
  const [now, ...longer] = OVERLAPS.map((one, index) =>
    index === 0 && props.nowHint !== undefined ? { ...one, hint: props.nowHint } : one,
  );
  return (
    <Form form={form}>
      <Choices
        legend={props.legend}
        name="overlap"
        value={form.values.overlap}
        options={props.isLonger || now === undefined ? longer : [now, ...longer]}
        onChange={(value) => form.set('overlap', value)}
      />
      <DialogButtons form={form} onClose={props.onClose}>
        {props.button}
      </DialogButtons>
    </Form>
  );
}

type Asks = { send: (overlap: Period) => Promise<unknown>; onClose: () => void };

export function RotateDialog(props: Asks & { name: string; oldHint: string | null; nowHint?: string }) {
  return (
    <Dialog title={`Rotate the secret of ${props.name}`} onClose={props.onClose}>
      {props.oldHint !== null && <p>The {lower(ending(props.oldHint))} stops at once.</p>}
      <OverlapForm legend="Keep the old secret working for" button="Create new secret" {...props} />
    </Dialog>
  );
}

export function ExtendDialog(props: Asks & { hint: string }) {
  return (
    <Dialog title={`Extend the ${lower(ending(props.hint))}`} onClose={props.onClose}>
      <OverlapForm legend="Keep it working for" button="Extend" isLonger {...props} />
    </Dialog>
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
  const [isStored, setStored] = useState(false);
  const store = (): void => setStored(true);
  return (
    <Dialog title="Your new secret" onClose={props.onClose} isFirm>
      <p>{props.children}</p>
      {props.id !== undefined && <CopyField {...props.id} />}
      <div data-secret onCopy={store}>
        <CopyField {...props.secret} onCopy={store} />
      </div>
      <p className="buttons">
        <button
          type="button"
          className="button"
          disabled={!isStored}
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
        {isStored ? 'You can close this now.' : 'Copy or download the secret first.'}
      </p>
    </Dialog>
  );
}
