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

/** A list whose filters leave nothing. */
export function NoMatch(props: { children: ReactNode; clear: () => void }) {
  return (
    <EmptyState
      action={
        <button type="button" className="button second" onClick={props.clear}>
          Clear filters
        </button>
      }
    >
      {props.children}
    </EmptyState>
  );
}
