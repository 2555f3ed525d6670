// A panel: its title, what stands at the end of its head, and its content. A table fills it; text and charts are padded.
import { type ReactNode, useId } from 'react';

export function Panel(props: {
  title: ReactNode;
  /** Of its title, where something else is labelled by it. */
  id?: string;
  action?: ReactNode;
  /** What it shows is of the choice before. */
  isBusy?: boolean;
  isPadded?: boolean;
  children: ReactNode;
}) {
  const made = useId();
  const id = props.id ?? made;
  return (
    <section className="panel" aria-labelledby={id} aria-busy={props.isBusy}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.action}
      </header>
      {props.isPadded ? <div className="in">{props.children}</div> : props.children}
    </section>
  );
}
