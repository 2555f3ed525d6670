// A button that opens a menu below it, in the top layer: no table or dialog cuts it off. Esc, navigation, a choice or leaving it closes
// it; Esc and a choice return the focus to the button. Arrow keys walk through it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Icon } from './icon.tsx';

const GAP = 4;
const EDGE = 8;

export function Menu(props: {
  /** What a screen reader calls the button; without `button` it is the three dots. */
  label: string;
  button?: ReactNode;
  className?: string;
  /** Links and buttons; paragraphs between them are headings. */
  children: ReactNode;
  onOpen?: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const [location] = useLocation();
  const close = (): void => {
    // The top layer gives the focus back only if nothing else was open in it.
    if (menu.current?.contains(document.activeElement)) button.current?.focus();
    menu.current?.hidePopover();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => {
    menu.current?.hidePopover();
  }, [location]);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In a field they change its value.
    if (step === undefined || event.target instanceof HTMLInputElement) return;
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at((at + step) % items.length)?.focus();
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for blur and keys of its content
    <div
      className={`opens ${props.className ?? ''}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) menu.current?.hidePopover();
      }}
      onKeyDown={(event) => {
        if (isOpen) walk(event);
      }}
    >
      <button
        type="button"
        ref={button}
        className={props.button === undefined ? 'button quiet small' : 'opener'}
        aria-label={props.label}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {props.button ?? <Icon name="more" />}
      </button>
      <div
        id={id}
        ref={menu}
        popover="auto"
        className="menu"
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState !== 'open') return;
          props.onOpen?.();
          if (button.current && menu.current) place(button.current, menu.current);
        }}
        // On the way down, before the entry acts: a dialog that it opens gives the focus back to the button, not to a hidden entry.
        onClickCapture={({ target }) => {
          if ((target as Element).closest('a, button')) close();
        }}
      >
        {props.children}
      </div>
    </div>
  );
}

/** Below the button, within the screen; above it where there is no room below. */
function place(button: HTMLElement, menu: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const isLeft = at.left + width + EDGE <= innerWidth;
  const left = isLeft ? at.left : Math.max(EDGE, at.right - width);
  const hasRoom = at.bottom + GAP + height + EDGE <= innerHeight;
  const top = hasRoom ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
