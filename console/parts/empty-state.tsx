// Where there is nothing: a sentence, a button, an example.
import type { ReactNode } from 'react';

export function EmptyState(props: { children: ReactNode; action?: ReactNode; example?: ReactNode }) {
  return (
    <div className="empty">
      <p>{props.children}</p>
      {props.action}
      {props.example}
    </div>
  );
}
