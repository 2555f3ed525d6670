// Steps to do, with a bar that says how many are done. It is true by itself: the page gives what is done.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

export function Checklist(props: {
  title: string;
  steps: { title: string; isDone: boolean; href?: string; more?: ReactNode }[];
}) {
  const done = props.steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="checklist" aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        <span className="small">
          {done} of {props.steps.length} done
        </span>
        <progress value={done} max={props.steps.length} aria-label={props.title} />
      </header>
      <ol>
        {props.steps.map(({ title, isDone, href, more }) => (
          <li key={title} className={isDone ? 'done' : undefined}>
            <span className="tick">{isDone && <Icon name="check" />}</span>
            <div>
              {href === undefined ? title : <Link href={href}>{title}</Link>}
              <span className="unseen">{isDone ? ', done' : ', to do'}</span>
              {more}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
