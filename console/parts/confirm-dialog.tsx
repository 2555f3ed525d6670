// Asks before it is done, in red what cannot be undone; a refusal stands in the dialog.
import { type ReactNode, useState } from 'react';
import { ActButton } from './act-button.tsx';
import { Dialog } from './dialog.tsx';

export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  /** Null while it cannot be done. */
  button: string | null;
  act: () => Promise<unknown>;
  onClose: () => void;
  isHarmless?: boolean;
  isReady?: boolean;
}) {
  const { button, isHarmless = false, isReady = true } = props;
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
        {button !== null && (
          <ActButton
            {...(!isHarmless && { kind: 'danger-button' })}
            act={props.act}
            onError={setError}
            disabled={!isReady}
          >
            {button}
          </ActButton>
        )}
        <button type="button" className="button second" onClick={props.onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}
