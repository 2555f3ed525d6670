// The side of the frame: which tenant, and its pages with icons.
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { call } from '../api/call.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { showWithin } from '../parts/show-within.ts';
import { loadPage } from './lazy-pages.ts';
import { BUILD, OPERATOR_PAGES, PAGES } from './pages.ts';
import { LAST_TENANT, type TenantView, usePerson } from './tenant.tsx';

/** Links, not a select: with a select the first arrow key would already leave the page. */
export function TenantSwitch({ tenant, page }: { tenant: TenantView | null; page: string }) {
  const { tenants, isOperator } = usePerson();
  const own = tenants.find(({ id }) => id === tenant?.tenantId);
  const guest = tenant === null ? null : `Tenant ${tenant.tenantId.slice(0, 8)}…`;
  const name = own?.name ?? guest ?? (isOperator ? 'All tenants' : 'Choose a tenant');
  if (tenants.length === 0 && tenant === null) return <Brand name="Trefoil" />;
  const choose = (id: string): void => {
    localStorage.setItem(LAST_TENANT, id);
    // Fire and forget: it only updates which tenant was used last.
    call('selectTenant', { body: { tenantId: id } }).catch(() => {});
  };
  return (
    <Menu className="tenant" label={`Tenant: ${name}`} button={<Brand name={name} isSwitch />}>
      {isOperator && <Link href="/operator/tenants">All tenants (operator)</Link>}
      {tenants.map(({ id, name: other }) => (
        <Link
          key={id}
          href={`/${id}/${tenant?.mode ?? 'test'}/${page}`}
          aria-current={id === tenant?.tenantId ? 'true' : undefined}
          onClick={() => choose(id)}
        >
          <bdi>{other}</bdi>
        </Link>
      ))}
    </Menu>
  );
}

function Brand({ name, isSwitch = false }: { name: string; isSwitch?: boolean }) {
  return (
    <span className="brand">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <circle cx="12" cy="7" r="5" />
        <circle cx="7" cy="14" r="5" />
        <circle cx="17" cy="14" r="5" />
        <path d="M11 14h2l1 9h-4z" />
      </svg>
      <bdi>{name}</bdi>
      {isSwitch && <Icon name="switch" />}
    </span>
  );
}

export function Navigation({ tenant, page }: { tenant: TenantView | null; page: string }) {
  const { isOperator, tenants } = usePerson();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation changes the current entry
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current]');
    const side = list.current?.closest('.side');
    if (entry && side) showWithin(side, entry);
  }, [page]);
  return (
    <nav aria-label="Main" ref={list}>
      {tenant !== null && <TenantPages tenant={tenant} page={page} />}
      {isOperator && <OperatorPages page={tenant === null ? page : ''} />}
      {tenant === null && !isOperator && (
        <ul>
          <Entry href="/" name={tenants.length > 0 ? 'Back to the tenant' : 'Start'} icon="overview" />
        </ul>
      )}
    </nav>
  );
}

function TenantPages({ tenant, page }: { tenant: TenantView; page: string }) {
  const seen = PAGES.filter(({ needs }) => tenant.access.permissions.includes(needs));
  const groups = [...new Set(seen.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group}>
      {group !== '' && <p>{group}</p>}
      <ul>
        {seen
          .filter((entry) => entry.group === group)
          .map(({ path, name, icon }) => (
            <Entry
              key={path}
              {...{ name, icon }}
              href={`${tenant.home}/${path}`}
              isCurrent={path === page}
              load={() => loadPage(path)}
            />
          ))}
        {group === BUILD && (
          <>
            <Outside href="/docs" name="Docs" />
            <Outside href="/reference/" name="Reference" />
          </>
        )}
      </ul>
    </div>
  ));
}

function Outside({ href, name }: { href: string; name: string }) {
  return (
    <li>
      <a href={href}>
        <Icon name="reference" />
        {name}
        <Icon name="external" />
      </a>
    </li>
  );
}

function OperatorPages({ page }: { page: string }) {
  return (
    <div>
      <p>Operator</p>
      <ul>
        {OPERATOR_PAGES.map(({ path, name, icon }) => (
          <Entry
            key={path}
            {...{ name, icon }}
            href={`/operator/${path}`}
            isCurrent={path === page}
            load={() => loadPage(`operator/${path}`)}
          />
        ))}
      </ul>
    </div>
  );
}

/** Its page is loaded when somebody is about to open it. */
function Entry(props: {
  href: string;
  name: string;
  icon: IconName;
  isCurrent?: boolean;
  load?: () => unknown;
}) {
  return (
    <li>
      <Link
        href={props.href}
        aria-current={props.isCurrent ? 'page' : undefined}
        onPointerEnter={() => props.load?.()}
        onFocus={() => props.load?.()}
      >
        <Icon name={props.icon} />
        {props.name}
      </Link>
    </li>
  );
}
