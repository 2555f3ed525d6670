// A button that opens a menu below it. Esc, navigation, or leaving it closes it; Esc returns the focus to the button.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';

export function Menu(props: {
  className: string;
  /** The button's text; `prefix` is for screen readers alone. */
  name: string;
  prefix?: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => setOpen(false), [location]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for blur and Esc of its content
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
      {/* Keep the focus on the button while the mouse selects: not every browser focuses a pressed element. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is not interactive itself */}
      <div id={id} className="menu" hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        {props.children}
      </div>
    </div>
  );
}
