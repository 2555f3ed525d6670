// A dialog in the middle of the page. It returns the focus to what opened it.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Toasts } from './toast.tsx';

export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Neither Esc nor a back gesture closes it. */
  isFirm?: boolean;
  /** A press beside it closes it. */
  closesOutside?: boolean;
  className?: string;
  /** Stands beside the title. */
  aside?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it is removed, so that the browser restores the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={props.className}
      aria-labelledby={id}
      {...(props.closesOutside && { closedby: 'any' })}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!props.isFirm) props.onClose();
      }}
      // A browser lets a page refuse Esc once; a second one would close it without asking.
      onKeyDown={(event) => {
        if (props.isFirm && event.key === 'Escape') event.preventDefault();
      }}
      onClose={({ target, currentTarget }) => {
        const isClosed = target === currentTarget && currentTarget.isConnected;
        if (props.isFirm && isClosed) currentTarget.showModal();
      }}
    >
      {props.aside === undefined ? (
        <h2 id={id}>{props.title}</h2>
      ) : (
        <header className="section-head">
          <h2 id={id}>{props.title}</h2>
          {props.aside}
        </header>
      )}
      {props.children}
      <Toasts />
    </dialog>
  );
}
