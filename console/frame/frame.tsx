// The frame around every page: mode, tenant, navigation, person. The mode is the page's colour, not only a word.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { post } from '../api/call.ts';
import { announce, Notices } from '../parts/bits.tsx';
import { CallsDrawer } from './calls-drawer.tsx';
import { CommandBox } from './command-box.tsx';
import { Menu } from './menu.tsx';
import { OPERATOR_PAGES, PAGES } from './pages.ts';
import { signOut } from './session.tsx';
import { type Mode, type TenantView, usePerson } from './tenant.tsx';

export const LAST_TENANT = 'trefoil-tenant';

export function Frame({
  tenant,
  page,
  children,
}: {
  tenant: TenantView | null;
  page: string;
  children: ReactNode;
}) {
  const mode = tenant?.mode ?? 'none';
  return (
    <div className={`frame mode-${mode}`}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top">
        <Link href="/" className="brand">
          <Leaf />
          Trefoil
        </Link>
        <TenantSwitch tenant={tenant} page={page} />
        {tenant !== null && <ModeSwitch tenant={tenant} page={page} />}
        <span className="grow" />
        <CommandBox tenant={tenant} />
        <AccountMenu />
      </header>
      <Navigation page={page}>
        {tenant === null ? <OperatorNav page={page} /> : <TenantNav tenant={tenant} page={page} />}
      </Navigation>
      <main id="main" tabIndex={-1}>
        <Offline />
        {children}
        <CallsDrawer />
      </main>
      <Notices />
    </div>
  );
}

/** A row that scrolls sideways on a narrow screen: the current page is scrolled into view. */
function Navigation({ page, children }: { page: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation changes the current entry
  useEffect(() => {
    const show = (): void => {
      const current = row.current?.querySelector<HTMLElement>('[aria-current]');
      if (!row.current || !current) return;
      row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
    };
    show();
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [page]);
  return (
    <nav aria-label="Main" ref={row}>
      {children}
    </nav>
  );
}

function Leaf() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <circle cx="12" cy="7" r="5" />
      <circle cx="7" cy="14" r="5" />
      <circle cx="17" cy="14" r="5" />
      <path d="M11 14h2l1 9h-4z" />
    </svg>
  );
}

/** Links, not a select: with a select the first arrow key would already leave the page. */
function TenantSwitch({ tenant, page }: { tenant: TenantView | null; page: string }) {
  const { tenants, isOperator } = usePerson();
  if (tenants.length === 0 && tenant === null) return null;
  const own = tenants.find(({ id }) => id === tenant?.tenantId);
  const nobodys = isOperator ? 'All tenants (operator)' : 'Choose a tenant';
  const guest = tenant === null ? nobodys : `Tenant ${tenant.tenantId.slice(0, 8)}…`;
  const choose = (id: string): void => {
    localStorage.setItem(LAST_TENANT, id);
    // Fire and forget: it only updates which tenant was used last.
    post('/v1/my/tenants/select', { tenantId: id }).catch(() => {});
  };
  return (
    <Menu className="tenant" prefix="Tenant:" name={own?.name ?? guest}>
      {isOperator && <Link href="/operator/tenants">All tenants (operator)</Link>}
      {tenants.map(({ id, name }) => (
        <Link
          key={id}
          href={`/${id}/${tenant?.mode ?? 'test'}/${tenant === null ? 'overview' : page}`}
          aria-current={id === tenant?.tenantId ? 'true' : undefined}
          onClick={() => choose(id)}
        >
          <bdi>{name}</bdi>
        </Link>
      ))}
    </Menu>
  );
}

function ModeSwitch({ tenant, page }: { tenant: TenantView; page: string }) {
  const modes: [Mode, string][] = [
    ['test', 'TEST'],
    ['live', 'Live'],
  ];
  return (
    <fieldset className="modes">
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

function TenantNav({ tenant, page }: { tenant: TenantView; page: string }) {
  const { isOperator } = usePerson();
  const seen = PAGES.filter(({ needs }) => tenant.access.permissions.includes(needs));
  const groups = [...new Set(seen.map(({ group }) => group))];
  return (
    <>
      {groups.map((group) => (
        <div key={group} className="group">
          {group !== '' && <p>{group}</p>}
          <ul>
            {seen
              .filter((entry) => entry.group === group)
              .map(({ path, name }) => (
                <li key={path}>
                  <Link href={`${tenant.home}/${path}`} aria-current={path === page ? 'page' : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            {group === 'Developers' && (
              <li>
                <a href="/reference/">
                  Reference <span aria-hidden="true">↗</span>
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
      {isOperator && OPERATOR_PAGES.length > 0 && <OperatorNav page="" />}
    </>
  );
}

function OperatorNav({ page }: { page: string }) {
  const { isOperator, tenants } = usePerson();
  if (!isOperator) {
    return (
      <ul>
        <li>
          <Link href="/">{tenants.length > 0 ? 'Back to the tenant' : 'Start'}</Link>
        </li>
      </ul>
    );
  }
  return (
    <div className="group">
      <p>Operator</p>
      <ul>
        {OPERATOR_PAGES.map(({ path, name }) => (
          <li key={path}>
            <Link href={`/operator/${path}`} aria-current={path === page ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AccountMenu() {
  const { profile } = usePerson();
  const leave = (isEverywhere: boolean) => () => {
    signOut(isEverywhere).catch((error: Error) => announce(error.message, 'danger'));
  };
  return (
    <Menu className="account" name={`${profile.firstName} ${profile.lastName}`}>
      <p>{profile.email}</p>
      <Link href="/me">Account</Link>
      <button type="button" onClick={leave(false)}>
        Sign out
      </button>
      <button type="button" onClick={leave(true)}>
        Sign out everywhere
      </button>
    </Menu>
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
        <p className="banner warn">You are offline. What you see is as of {since}, London time.</p>
      )}
    </div>
  );
}
