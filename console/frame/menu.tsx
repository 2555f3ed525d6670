// A button that opens what is below it. Esc, another page, or leaving it closes it; Esc gives the focus back to the button.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';

export function Menu(props: {
  className: string;
  /** What the button says; `prefix` is for screen readers alone. */
  name: string;
  prefix?: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [location]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus or Esc left what is in it
    <div
      className={`opens ${props.className}`}
      ref={box}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <button
        type="button"
        className="button second"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {props.prefix !== undefined && <span className="unseen">{props.prefix} </span>}
        <bdi className="who">{props.name}</bdi>
      </button>
      {/* The focus stays on the button while the mouse chooses: not every browser gives it to what is pressed. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it takes nothing itself */}
      <div id={id} className="menu" hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        {props.children}
      </div>
    </div>
  );
}
