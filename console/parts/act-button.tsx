// A button that calls the service, and is disabled until the answer is there.
import { type ReactNode, useState } from 'react';
import { announce } from './toast.tsx';

export function ActButton(props: {
  act: () => Promise<unknown>;
  /** `entry`: in a menu. */
  kind?: 'second' | 'second small' | 'danger-button' | 'entry';
  children: ReactNode;
  onError?: (error: Error) => void;
  disabled?: boolean;
}) {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await props.act();
    } catch (error) {
      if (props.onError) props.onError(error as Error);
      else announce((error as Error).message, 'danger');
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={props.kind === 'entry' ? undefined : `button ${props.kind ?? ''}`}
      onClick={run}
      aria-disabled={isBusy}
      disabled={props.disabled}
    >
      {props.children}
    </button>
  );
}
