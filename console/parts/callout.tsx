// A box that says what is the matter and what to do.
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function Callout(props: {
  tone: 'info' | 'warn' | 'danger' | 'test';
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Told by screen readers at once. */
  isAlert?: boolean;
}) {
  return (
    <div className={`callout ${props.tone}`} role={props.isAlert ? 'alert' : undefined}>
      <Icon name={props.tone === 'info' || props.tone === 'test' ? 'info' : 'warning'} />
      <div>
        {props.title !== undefined && <strong>{props.title}</strong>}
        {props.children !== undefined && <div>{props.children}</div>}
      </div>
      {props.action}
    </div>
  );
}
