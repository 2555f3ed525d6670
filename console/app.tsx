// The routes. Everything below needs a signed-in person; most of it a tenant, in test or in live mode.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { ApiError, call, pathOf } from './api/call.ts';
import { useGet } from './api/queries.ts';
import type { Access } from './api/shapes.ts';
import { PAGE_OF } from './frame/lazy-pages.ts';
import { PageBoundary, Waiting } from './frame/page-boundary.tsx';
import { PAGES } from './frame/pages.ts';
import { SessionGuard, SignedIn, SignedOut, signInAddress } from './frame/session.tsx';
import { Shell } from './frame/shell.tsx';
import {
  LAST_MODE,
  LAST_TENANT,
  type Mode,
  PersonContext,
  TenantContext,
  type TenantView,
  usePerson,
} from './frame/tenant.tsx';
import { EmptyState } from './parts/empty-state.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Failed, Loading, Needs } from './parts/states.tsx';

/** The pages of a tenant that show one thing by its id. */
const WITH_ID = ['reports', 'requests', 'webhooks', 'consent', 'links', 'settings'];
/** Of these, the ones that show a part of it, in a drawer. */
const WITH_PART = ['webhooks'];
/** Of these, the ones that show it in a drawer above the list. */
const IN_DRAWER = ['requests', 'links'];
type OnTenantParams = { tenantId: string; mode: string; page: string; id?: string; part?: string };

export function App() {
  return (
    <Switch>
      <Route path="/signed-in" component={SignedIn} />
      <Route path="/signed-out" component={SignedOut} />
      <Route>
        <WithPerson />
      </Route>
    </Switch>
  );
}

/** The tenant in the address, or the one that was open last. */
function firstTenant(): string {
  const named = /^\/app\/([0-9a-f-]{36})\//i.exec(location.pathname)?.[1];
  return named ?? localStorage.getItem(LAST_TENANT) ?? '';
}

/** One call before the first page: the person, their tenants, and what they may do on the one that opens. */
function useConsole() {
  const client = useQueryClient();
  const [tenant] = useState(firstTenant);
  const given = { query: { tenant } };
  return useQuery({
    queryKey: [pathOf('openConsole', given)],
    queryFn: async () => {
      const facts = await call('openConsole', given);
      if (facts.access !== null) client.setQueryData([pathOf('readAccess', {}, tenant)], facts.access);
      return facts;
    },
  });
}

function WithPerson() {
  const { data: person, error } = useConsole();
  if (person === undefined) {
    return (
      <main className="alone">
        <SessionGuard isIn={false} />
        <h1>Trefoil</h1>
        {error === null || ('status' in error && error.status === 401) ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => location.reload()} />
        )}
      </main>
    );
  }
  return (
    <PersonContext value={person}>
      <SessionGuard isIn />
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        <Route path="/me">
          <Account />
        </Route>
        <Route path="/operator/:page/:id?">
          {({ page, id }) => <ForOperator key={`${page}/${id}`} page={page} id={id ?? null} />}
        </Route>
        <Route<OnTenantParams> path="/:tenantId/:mode/:page/:id?/:part?">
          {({ tenantId, mode, page, id, part }) =>
            part !== undefined && !WITH_PART.includes(page) ? (
              <Nowhere />
            ) : (
              <OnTenant key={tenantId} {...{ tenantId, mode, page }} id={id ?? null} />
            )
          }
        </Route>
        <Route>
          <Nowhere />
        </Route>
      </Switch>
    </PersonContext>
  );
}

/** The tenant that was open last, or the only one. */
function Home() {
  const { tenants, isOperator } = usePerson();
  const last = localStorage.getItem(LAST_TENANT);
  const tenant = tenants.find(({ id }) => id === last) ?? tenants[0];
  if (tenant !== undefined) return <Redirect to={`/${tenant.id}/test/overview`} replace />;
  if (isOperator) return <Redirect to="/operator/tenants" replace />;
  return (
    <Shell tenant={null} page="">
      <PageHeader title="No tenant yet" />
      <EmptyState>You are not a member of a tenant yet. Ask an owner to invite you.</EmptyState>
    </Shell>
  );
}

const viewOf = (tenantId: string, mode: Mode, access: Access): TenantView => ({
  tenantId,
  mode,
  access,
  api: `/${tenantId}/v1`,
  home: `/${tenantId}/${mode}`,
});

function OnTenant(given: { tenantId: string; mode: string; page: string; id: string | null }) {
  const { tenantId, page, id } = given;
  const mode: Mode | null = given.mode === 'test' || given.mode === 'live' ? given.mode : null;
  const access = useGet('readAccess', { tenantId });
  const isIn = access.data !== undefined;
  useEffect(() => {
    if (!isIn || mode === null) return;
    localStorage.setItem(LAST_TENANT, tenantId);
    localStorage.setItem(LAST_MODE, mode);
  }, [isIn, tenantId, mode]);
  const isWhole = id !== null && !IN_DRAWER.includes(page);
  const Page = PAGE_OF[isWhole ? `${page}/` : page];
  const entry = PAGES.find(({ path }) => path === page);
  if (mode === null || Page === undefined || entry === undefined || (id !== null && !WITH_ID.includes(page)))
    return <Nowhere />;
  if (access.data === undefined) {
    return (
      <Shell tenant={null} page="">
        {access.error === null ? (
          <Waiting />
        ) : (
          <Closed tenantId={tenantId} error={access.error} retry={access.refetch} />
        )}
      </Shell>
    );
  }
  const tenant = viewOf(tenantId, mode, access.data);
  return (
    <TenantContext value={tenant}>
      <Shell tenant={tenant} page={page}>
        {/* Keyed by mode: no state of one mode may leak into the other. */}
        <PageBoundary key={`${mode}/${page}/${isWhole ? id : ''}`}>
          <Needs page={entry}>
            <Page />
          </Needs>
        </PageBoundary>
      </Shell>
    </TenantContext>
  );
}

/** The person's own page, in the frame of the tenant that they come from. */
function Account() {
  const { tenants } = usePerson();
  const last = tenants.find(({ id }) => id === localStorage.getItem(LAST_TENANT));
  const access = useGet('readAccess', { tenantId: last?.id ?? '', when: last !== undefined });
  const mode: Mode = localStorage.getItem(LAST_MODE) === 'live' ? 'live' : 'test';
  const tenant = last === undefined || access.data === undefined ? null : viewOf(last.id, mode, access.data);
  const Page = PAGE_OF.me as NonNullable<(typeof PAGE_OF)[string]>;
  return (
    <Shell tenant={tenant} page="me">
      <PageBoundary>
        <Page />
      </PageBoundary>
    </Shell>
  );
}

/** Why a tenant does not open. For a member the only reason is the second factor that it requires. */
function Closed({ tenantId, error, retry }: { tenantId: string; error: Error; retry: () => unknown }) {
  const { tenants, profile } = usePerson();
  const isMember = tenants.some(({ id }) => id === tenantId);
  if (!isMember || !(error instanceof ApiError && error.status === 403)) {
    return (
      <>
        <PageHeader title="You have no access to this tenant" />
        <Failed error={error} retry={retry} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="This tenant requires two-step verification" />
      {profile.totpEnabled ? (
        <EmptyState
          action={
            <a className="button" href={signInAddress(location.pathname)}>
              Sign in with a code
            </a>
          }
        >
          You signed in without a code from your authenticator app. Sign in again, with one.
        </EmptyState>
      ) : (
        <EmptyState
          action={
            <Link className="button" href="/me">
              Set up an authenticator
            </Link>
          }
        >
          Its owners require everyone to sign in with a code from an authenticator app. Set yours up in your
          account, then come back.
        </EmptyState>
      )}
    </>
  );
}

function ForOperator({ page, id }: { page: string; id: string | null }) {
  const { isOperator } = usePerson();
  const Page = PAGE_OF[id === null ? `operator/${page}` : `operator/${page}/`];
  if (Page === undefined) return <Nowhere />;
  return (
    <Shell tenant={null} page={page}>
      {isOperator ? (
        <PageBoundary>
          <Page />
        </PageBoundary>
      ) : (
        <>
          <PageHeader title="For operators" />
          <EmptyState>Only operators of the service can open this page.</EmptyState>
        </>
      )}
    </Shell>
  );
}

function Nowhere() {
  return (
    <Shell tenant={null} page="">
      <PageHeader title="There is no such page" />
      <EmptyState>
        The address may be mistyped. <a href="/app">Go to the overview</a>
      </EmptyState>
    </Shell>
  );
}
