// Small components of every page: headings that take the focus, times, chips, copyable ids, buttons with a busy state.
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Status } from '../api/shapes.ts';
import { STATUSES, shortId, type Tone, when } from './words.ts';

let shownPages = 0;

/** The page's heading. It takes the focus after navigation, so that a screen reader announces the page. */
export function PageHead({
  title,
  children,
  aside,
}: {
  title: string;
  children?: ReactNode;
  aside?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} – Trefoil`;
  }, [title]);
  useLayoutEffect(() => {
    shownPages += 1;
    if (shownPages > 1) heading.current?.focus();
  }, []);
  return (
    <div className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children !== undefined && <p className="lead">{children}</p>}
      </div>
      {aside}
    </div>
  );
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`}>
      {when(at)}
    </time>
  );
}

export function Chip({ tone, shape, children }: { tone: Tone; shape?: string; children: ReactNode }) {
  return (
    <span className={`chip ${tone}`}>
      {shape !== undefined && <span aria-hidden="true">{shape} </span>}
      {children}
    </span>
  );
}

export function StatusChip({ status }: { status: Status }) {
  const { word, shape, tone } = STATUSES[status];
  return (
    <Chip tone={tone} shape={shape}>
      {word}
    </Chip>
  );
}

/** Rejected and failed calls differ in shape, not in colour alone. */
export function AnswerChip({ status }: { status: number }) {
  const [tone, shape]: [Tone, string] =
    status >= 500 ? ['danger', '✕'] : status >= 400 ? ['warn', '▲'] : ['ok', '●'];
  return (
    <Chip tone={tone} shape={shape}>
      {status}
    </Chip>
  );
}

/** Shows an id shortened and copies all of it. */
export function Id({ value, name = 'id' }: { value: string; name?: string }) {
  return (
    <button type="button" className="id" title={value} onClick={() => copy(value)}>
      {shortId(value)}
      <span className="unseen"> copy the {name}</span>
    </button>
  );
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  return (
    <button type="button" className="button second small" onClick={() => copy(text)}>
      {label}
    </button>
  );
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => announce('Copied.'),
    () => announce('The browser did not allow copying. Select the text and copy it.'),
  );
}

/** A button that calls the service, and is disabled until the answer is there. */
export function ActButton(props: {
  act: () => Promise<unknown>;
  kind?: 'second' | 'danger-button';
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
      className={`button ${props.kind ?? ''}`}
      onClick={run}
      aria-disabled={isBusy}
      disabled={props.disabled}
    >
      {props.children}
    </button>
  );
}

export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Esc does not close it. */
  isFirm?: boolean;
  /** At the side of the page, from top to bottom. */
  isDrawer?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it is removed, so that the browser restores the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={props.isDrawer ? 'drawer' : undefined}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!props.isFirm) props.onClose();
      }}
    >
      <h2 id="dialog-title">{props.title}</h2>
      {props.children}
    </dialog>
  );
}

export function Json({ value, label }: { value: unknown; label: string }) {
  return <Code text={JSON.stringify(value, null, 2)} label={label} />;
}

export function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="json" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}

/** A sentence of the documentation, with code in backticks. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  );
}

/** A table that scrolls by itself on a narrow screen. */
export function Table(props: {
  label: string;
  head: string[];
  /** Columns of numbers, aligned to the right. */
  numbers?: number[];
  children: ReactNode;
}) {
  const { label, head, numbers = [], children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={`${label}, table`}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
              <th key={index} scope="col" className={numbers.includes(index) ? 'n' : undefined}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

type Notice = { text: string; tone: 'plain' | 'danger'; serial: number } | null;
let notice: Notice = null;
let clearing: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const NOTICE_MS = 6_000;

/** Announces a short message, on screen and to screen readers. */
export function announce(text: string, tone: 'plain' | 'danger' = 'plain'): void {
  notice = { text, tone, serial: (notice?.serial ?? 0) + 1 };
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    notice = null;
    for (const tell of listeners) tell();
  }, NOTICE_MS);
  for (const tell of listeners) tell();
}

export function Notices() {
  const shown = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => notice,
  );
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown !== null && (
        <p key={shown.serial} className={shown.tone}>
          {shown.text}
        </p>
      )}
    </div>
  );
}
