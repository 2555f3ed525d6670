// Short messages, on screen and to screen readers. They are in the top layer and shown anew each time: above every dialog. While a dialog is
// open, the page behind it is not read out; so each dialog has a place for them of its own, and the one that opened last shows them.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Notice = { text: string; tone: 'plain' | 'danger'; serial: number } | null;
let notice: Notice = null;
let clearing: ReturnType<typeof setTimeout> | undefined;
let made = 0;
/** Of the page, then of its open dialogs. */
const places: ((shown: Notice) => void)[] = [];
const NOTICE_MS = 6_000;

export function announce(text: string, tone: 'plain' | 'danger' = 'plain'): void {
  made += 1;
  notice = { text, tone, serial: made };
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    notice = null;
    show();
  }, NOTICE_MS);
  show();
}

function show(): void {
  for (const [index, place] of places.entries()) place(index === places.length - 1 ? notice : null);
}

export function Toasts() {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Notice>(null);
  // After its dialog is open: what enters the top layer later is above.
  useEffect(() => {
    places.push(setShown);
    show();
    return () => {
      places.splice(places.indexOf(setShown), 1);
      show();
    };
  }, []);
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
