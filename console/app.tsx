// The routes. Everything below needs a signed-in person; most of it a tenant, in test or in live mode.
import type { ReactNode } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { ApiError } from './api/call.ts';
import { useGet } from './api/queries.ts';
import type { Access, MyAccess, Profile, Tenants } from './api/shapes.ts';
import { Frame, LAST_TENANT } from './frame/frame.tsx';
import { SessionGuard, SignedIn, SignedOut, signInAddress } from './frame/session.tsx';
import { type Mode, PersonContext, TenantContext, usePerson } from './frame/tenant.tsx';
import { AccountPage } from './pages/account.tsx';
import { AuditPage } from './pages/audit.tsx';
import { CredentialsPage } from './pages/credentials.tsx';
import { MembersPage } from './pages/members.tsx';
import { MessagesPage } from './pages/messages.tsx';
import { OperatorAuditPage, OperatorProvidersPage } from './pages/operator-providers.tsx';
import { OperatorTenantsPage } from './pages/operator-tenants.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { PlaygroundPage } from './pages/playground.tsx';
import { ReportPage } from './pages/report.tsx';
import { ReportsPage } from './pages/reports.tsx';
import { RequestsPage } from './pages/requests.tsx';
import { WalletPage } from './pages/wallet.tsx';
import { PageHead } from './parts/bits.tsx';
import { Empty, Failed, Loading } from './parts/states.tsx';

const PAGE_OF: Record<string, () => ReactNode> = {
  overview: OverviewPage,
  reports: ReportsPage,
  playground: PlaygroundPage,
  wallet: WalletPage,
  credentials: CredentialsPage,
  members: MembersPage,
  messages: MessagesPage,
  requests: RequestsPage,
  audit: AuditPage,
};

const OPERATOR_PAGE_OF: Record<string, () => ReactNode> = {
  tenants: OperatorTenantsPage,
  providers: OperatorProvidersPage,
  audit: OperatorAuditPage,
};

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

function WithPerson() {
  const profile = useGet<Profile>('/v1/my/profile');
  const more = profile.data === undefined ? null : '/v1/my/';
  const access = useGet<MyAccess>(more && `${more}access`);
  const tenants = useGet<Tenants>(more && `${more}tenants?pageSize=100`);
  const isIn = profile.data !== undefined && access.data !== undefined && tenants.data !== undefined;
  const error = profile.error ?? access.error ?? tenants.error;
  if (!isIn) {
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
  const person = { profile: profile.data, isOperator: access.data.isOperator, tenants: tenants.data.items };
  return (
    <PersonContext value={person}>
      <SessionGuard isIn />
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        <Route path="/me">
          <Frame tenant={null} page="me">
            <AccountPage />
          </Frame>
        </Route>
        <Route path="/operator/:page">{({ page }) => <ForOperator key={page} page={page} />}</Route>
        <Route path="/:tenantId/:mode/:page/:id?">
          {({ tenantId, mode, page, id }) => (
            <OnTenant key={tenantId} {...{ tenantId, mode, page }} id={id ?? null} />
          )}
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
    <Frame tenant={null} page="">
      <PageHead title="No tenant yet" />
      <Empty>You belong to no tenant. Ask an owner for an invitation to your address.</Empty>
    </Frame>
  );
}

function OnTenant(given: { tenantId: string; mode: string; page: string; id: string | null }) {
  const { tenantId, page, id } = given;
  const mode: Mode | null = given.mode === 'test' || given.mode === 'live' ? given.mode : null;
  const access = useGet<Access>(`/${encodeURIComponent(tenantId)}/v1/access`);
  const Page = id !== null && page === 'reports' ? ReportPage : PAGE_OF[page];
  if (mode === null || Page === undefined || (id !== null && page !== 'reports')) return <Nowhere />;
  if (access.data === undefined) {
    return (
      <Frame tenant={null} page="">
        {access.error === null ? (
          <>
            {/* Not a page heading: the focus goes to the next page's. */}
            <h1 className="unseen">Loading</h1>
            <Loading />
          </>
        ) : (
          <Closed tenantId={tenantId} error={access.error} retry={access.refetch} />
        )}
      </Frame>
    );
  }
  const tenant = {
    tenantId,
    mode,
    access: access.data,
    api: `/${tenantId}/v1`,
    home: `/${tenantId}/${mode}`,
  };
  return (
    <TenantContext value={tenant}>
      <Frame tenant={tenant} page={page}>
        {/* Keyed by mode: no state of one mode may leak into the other. */}
        <Page key={`${mode}/${page}/${id}`} />
      </Frame>
    </TenantContext>
  );
}

/** Why a tenant does not open. For a member the only reason is the second factor that it requires. */
function Closed({ tenantId, error, retry }: { tenantId: string; error: Error; retry: () => unknown }) {
  const { tenants, profile } = usePerson();
  const isMember = tenants.some(({ id }) => id === tenantId);
  if (!isMember || !(error instanceof ApiError && error.status === 403)) {
    return (
      <>
        <PageHead title="This tenant is closed to you" />
        <Failed error={error} retry={retry} />
      </>
    );
  }
  return (
    <>
      <PageHead title="This tenant asks for a second step" />
      {profile.totpEnabled ? (
        <Empty
          action={
            <a className="button" href={signInAddress(location.pathname)}>
              Sign in with a code
            </a>
          }
        >
          You signed in without a code from your authenticator app. Sign in again, with one.
        </Empty>
      ) : (
        <Empty
          action={
            <Link className="button" href="/me">
              Set up an authenticator
            </Link>
          }
        >
          Its owners want everybody to sign in with a code from an authenticator app. Set yours up under
          Account; then this tenant opens.
        </Empty>
      )}
    </>
  );
}

function ForOperator({ page }: { page: string }) {
  const { isOperator } = usePerson();
  const Page = OPERATOR_PAGE_OF[page];
  if (Page === undefined) return <Nowhere />;
  return (
    <Frame tenant={null} page={page}>
      {isOperator ? (
        <Page />
      ) : (
        <>
          <PageHead title="For operators" />
          <Empty>This is for those who run the service. Ask one of them.</Empty>
        </>
      )}
    </Frame>
  );
}

function Nowhere() {
  return (
    <Frame tenant={null} page="">
      <PageHead title="There is no such page" />
      <Empty>
        The address may be mistyped. <a href="/app">Go to the overview</a>
      </Empty>
    </Frame>
  );
}
