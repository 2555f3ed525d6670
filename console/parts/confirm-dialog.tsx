// Asks before what cannot be undone; a refusal stands in the dialog.
import { type ReactNode, useState } from 'react';
import { ActButton } from './act-button.tsx';
import { Dialog } from './dialog.tsx';

export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  button: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}) {
  const [error, setError] = useState<Error | null>(null);
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.children}
      {error !== null && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <ActButton kind="danger-button" act={props.act} onError={setError}>
          {props.button}
        </ActButton>
        <button type="button" className="button second" onClick={props.onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}
