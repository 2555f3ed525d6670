// Short messages, on screen and to screen readers. They are in the top layer and shown anew each time: above every dialog.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

type Notice = { text: string; tone: 'plain' | 'danger'; serial: number } | null;
let notice: Notice = null;
let clearing: ReturnType<typeof setTimeout> | undefined;
let made = 0;
const listeners = new Set<() => void>();
const NOTICE_MS = 6_000;

export function announce(text: string, tone: 'plain' | 'danger' = 'plain'): void {
  made += 1;
  notice = { text, tone, serial: made };
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    notice = null;
    for (const tell of listeners) tell();
  }, NOTICE_MS);
  for (const tell of listeners) tell();
}

export function Toasts() {
  const box = useRef<HTMLDivElement>(null);
  const shown = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => notice,
  );
  const serial = shown?.serial;
  useLayoutEffect(() => {
    box.current?.hidePopover();
    if (serial !== undefined) box.current?.showPopover();
  }, [serial]);
  return (
    <div className="toasts" role="status" aria-live="polite" popover="manual" ref={box}>
      {shown !== null && (
        <p key={shown.serial} className={shown.tone}>
          {shown.text}
        </p>
      )}
    </div>
  );
}
