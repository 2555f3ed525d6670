// A drawer at the side of the page, from top to bottom. With `closeHref` it has an address of its own, and closing it goes to the one
// of the page below.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

type Ends = { closeHref: string } | { onClose: () => void };

export function Drawer(props: { title: string; children: ReactNode } & Ends) {
  const [, go] = useLocation();
  const close = (): void => ('onClose' in props ? props.onClose() : go(props.closeHref));
  return (
    <Dialog
      title={props.title}
      onClose={close}
      className="drawer"
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
