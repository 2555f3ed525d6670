// One subject of a page of settings: what it is at the left, its form or facts at the right.
import { type ReactNode, useId } from 'react';

export function SettingsRow(props: {
  title: string;
  /** One or two sentences below the title. */
  about?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="settings-row" aria-labelledby={id}>
      <div>
        <h2 id={id}>{props.title}</h2>
        {props.about !== undefined && <p className="hint">{props.about}</p>}
      </div>
      <div>{props.children}</div>
    </section>
  );
}
