// The head of a page: its title with a chip, one line of facts, its actions; and the crumb, which stands in the top of the frame. The
// heading takes the focus after navigation, so that a screen reader announces the page.
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

/** The place in the top of the frame that the crumb is written into. */
export const CrumbPlace = createContext<HTMLElement | null>(null);

let shownPages = 0;
let hasComeBack = false;
addEventListener('popstate', () => {
  hasComeBack = true;
});
// The router dispatches it; a step back may have closed a drawer, which is no new page.
addEventListener('pushState', () => {
  hasComeBack = false;
});

export function PageHeader(props: {
  title: string;
  /** The pages above this one. */
  crumb?: { name: string; href: string }[];
  chip?: ReactNode;
  /** Buttons and links; one of them at most is primary. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { title, crumb = [], chip, actions, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useContext(CrumbPlace);
  useLayoutEffect(() => {
    document.title = `${title} – Trefoil`;
  }, [title]);
  useLayoutEffect(() => {
    shownPages += 1;
    if (shownPages > 1) {
      // A new page begins at its top; the browser restores the place of one that somebody comes back to.
      if (!hasComeBack) scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    hasComeBack = false;
  }, []);
  return (
    <div className="page-head">
      {place !== null && createPortal(<Crumb above={crumb} title={title} />, place)}
      <div className="page-title">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {chip}
        </div>
        {children && <p className="lead">{children}</p>}
      </div>
      {actions !== undefined && <div className="buttons">{actions}</div>}
    </div>
  );
}

function Crumb({ above, title }: { above: { name: string; href: string }[]; title: string }) {
  return (
    <>
      {above.map(({ name, href }) => (
        <span key={href}>
          <Link href={href}>{name}</Link> <Icon name="right" />{' '}
        </span>
      ))}
      {/* The heading says it. */}
      <b aria-hidden="true">{title}</b>
    </>
  );
}
