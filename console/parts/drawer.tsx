// A drawer at the side of the page, from top to bottom. With `closeHref` it has an address of its own, and closing it goes to the one
// of the page below: back to it, if that is where it was opened.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

/** The state of an address that was opened from the page below. */
export const OPENED_ABOVE = 'opened-above';
type Ends = { closeHref: string } | { onClose: () => void };

export function Drawer(props: { title: string; children: ReactNode } & Ends) {
  const [, go] = useLocation();
  const close = (): void => {
    if ('onClose' in props) props.onClose();
    else if (history.state === OPENED_ABOVE) history.back();
    else go(props.closeHref, { replace: true });
  };
  return (
    <Dialog
      title={props.title}
      onClose={close}
      className="drawer"
      closesOutside
      aside={
        <button type="button" className="button quiet small" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      }
    >
      {props.children}
    </Dialog>
  );
}
