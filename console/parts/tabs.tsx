// Tabs that are links: each view of a page has its own address, and Back works.
import { Link } from 'wouter';

export function Tabs(props: {
  label: string;
  tabs: { name: string; href: string; count?: number; isCurrent: boolean }[];
  /** As a switch between views of the same thing, such as periods. */
  isSwitch?: boolean;
}) {
  // A switch is no landmark: a page may have several.
  const [Box, role] = props.isSwitch ? (['div', 'group'] as const) : (['nav', undefined] as const);
  return (
    <Box className={props.isSwitch ? 'switch' : 'tabs'} role={role} aria-label={props.label}>
      {props.tabs.map(({ name, href, count, isCurrent }) => (
        <Link key={name} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {name}
          {count !== undefined && <span className="count">{count}</span>}
        </Link>
      ))}
    </Box>
  );
}
