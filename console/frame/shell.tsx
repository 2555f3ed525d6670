// The frame around every page: at the side the tenant and the navigation, on top the crumb, the search, the mode and the person. Both
// stay in sight. The mode is the page's colour, not only a word. On a phone the top is one row and the side opens over the page.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Avatar } from '../parts/avatar.tsx';
import { Callout } from '../parts/callout.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { CrumbPlace } from '../parts/page-header.tsx';
import { announce, Toasts } from '../parts/toast.tsx';
import { Bell } from './bell.tsx';
import { CommandBox } from './command-box.tsx';
import { Navigation, TenantSwitch } from './navigation.tsx';
import { PAGES } from './pages.ts';
import { signOut } from './session.tsx';
import { modifier, useShortcut } from './shortcut.ts';
import { type Mode, TenantContext, type TenantView, usePerson } from './tenant.tsx';

const CallsDrawer = lazy(async () => ({ default: (await import('./calls-drawer.tsx')).CallsDrawer }));

export function Shell(props: { tenant: TenantView | null; page: string; children: ReactNode }) {
  const { tenant, page, children } = props;
  const [crumb, setCrumb] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'search' | 'calls' | null>(null);
  useShortcut('k', () => setOpen('search'));
  useShortcut('`', () => setOpen('calls'));
  const close = (): void => setOpen(null);
  // Where another tenant or mode opens: the same page, if each tenant has it.
  const there = PAGES.some(({ path }) => path === page) ? page : 'overview';
  const search = (
    <button
      type="button"
      className="search"
      onClick={() => setOpen('search')}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="search" />
      <span>Search for a report, request or page</span> <kbd>{modifier()}K</kbd>
    </button>
  );
  const calls = (
    <button
      type="button"
      className="button quiet small"
      title={`API calls on this page (${modifier()}\`)`}
      aria-label="API calls on this page"
      aria-keyshortcuts="Control+` Meta+`"
      onClick={() => setOpen('calls')}
    >
      <Icon name="code" />
    </button>
  );
  return (
    <div className={`frame mode-${tenant?.mode ?? 'none'}`}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Side>
        <TenantSwitch tenant={tenant} page={there} />
        <div className="side-tools">
          {search}
          {calls}
        </div>
        <Navigation tenant={tenant} page={page} />
        <div className="side-tools person">
          <PersonLinks />
        </div>
      </Side>
      <header className="top">
        <button
          type="button"
          className="button quiet small opens-side"
          popoverTarget="side"
          aria-label="Menu"
        >
          <Icon name="menu" />
        </button>
        <p className="crumb" ref={setCrumb} />
        {search}
        {tenant !== null && <ModeSwitch tenant={tenant} page={there} />}
        {calls}
        {tenant !== null && (
          <TenantContext value={tenant}>
            <Bell key={tenant.tenantId} />
          </TenantContext>
        )}
        <PersonMenu />
      </header>
      <main id="main" tabIndex={-1}>
        <Offline />
        <CrumbPlace value={crumb}>{children}</CrumbPlace>
      </main>
      {open === 'search' && <CommandBox tenant={tenant} onClose={close} />}
      <Suspense>{open === 'calls' && <CallsDrawer onClose={close} />}</Suspense>
      <Toasts />
    </div>
  );
}

/** A popover on a phone; elsewhere the styles show it always. */
function Side({ children }: { children: ReactNode }) {
  const side = useRef<HTMLElement>(null);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => {
    side.current?.hidePopover();
  }, [location]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a button is a click
    <aside
      id="side"
      aria-label="Tenant and pages"
      className="side"
      popover="auto"
      ref={side}
      onClick={({ target }) => {
        if ((target as Element).closest('.side-tools button')) side.current?.hidePopover();
      }}
    >
      {children}
    </aside>
  );
}

function ModeSwitch({ tenant, page }: { tenant: TenantView; page: string }) {
  const modes: [Mode, string][] = [
    ['test', 'Test'],
    ['live', 'Live'],
  ];
  return (
    <fieldset className="switch modes">
      <legend className="unseen">Mode</legend>
      {modes.map(([mode, name]) => (
        <Link
          key={mode}
          href={`/${tenant.tenantId}/${mode}/${page}`}
          className={mode}
          aria-current={mode === tenant.mode ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </fieldset>
  );
}

function PersonMenu() {
  const { firstName, lastName } = usePerson().profile;
  return (
    <Menu
      className="person"
      label={`${firstName} ${lastName}`}
      button={<Avatar name={`${firstName} ${lastName}`} />}
    >
      <PersonLinks />
    </Menu>
  );
}

function PersonLinks() {
  const { profile } = usePerson();
  const leave = (isEverywhere: boolean) => () => {
    signOut(isEverywhere).catch((error: Error) => announce(error.message, 'danger'));
  };
  return (
    <>
      <p>{profile.email}</p>
      <Link href="/me">
        <Icon name="person" />
        Account
      </Link>
      <button type="button" onClick={leave(false)}>
        <Icon name="leave" />
        Sign out
      </button>
      <button type="button" onClick={leave(true)}>
        <Icon name="stop" />
        Sign out everywhere
      </button>
    </>
  );
}

function Offline() {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    const off = (): void => setSince(new Date().toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }));
    const on = (): void => setSince(null);
    addEventListener('offline', off);
    addEventListener('online', on);
    return () => {
      removeEventListener('offline', off);
      removeEventListener('online', on);
    };
  }, []);
  return (
    <div role="status">
      {since !== null && (
        <Callout tone="warn">You are offline. What you see is as of {since}, London time.</Callout>
      )}
    </div>
  );
}
