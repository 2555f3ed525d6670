// What a page shows while loading, without permission, or after a failure. Data loaded before stays visible.
import type { ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import type { PageEntry } from '../frame/pages.ts';
import { useTenant } from '../frame/tenant.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';
import { spoken } from './words.ts';

type Query = { isPending: boolean; error: Error | null; refetch: () => unknown; fetchStatus: string };

/** Appears after a short delay: a fast load shows no spinner. */
export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="unseen">Loading</span>
      <span />
      <span />
      <span />
    </div>
  );
}

export function Failed({ error, retry }: { error: Error; retry?: () => unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="problem-box" role="alert">
      <p>
        <strong>This could not be loaded.</strong> {error.message}
      </p>
      {requestId !== null && (
        <p className="small">
          Request <code>{requestId}</code>
        </p>
      )}
      {retry !== undefined && (
        <button type="button" className="button second" onClick={() => retry()}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The data once loaded; after a failure the error above the stale data. `waiting`: of the shape that the data will have. */
export function Shown<T>(props: {
  query: Query;
  data: T | undefined;
  waiting?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { query, data } = props;
  return (
    <>
      {query.error !== null && <Failed error={query.error} retry={query.refetch} />}
      {data !== undefined ? props.children(data) : query.error === null && (props.waiting ?? <Loading />)}
    </>
  );
}

/** The page if the role permits it; otherwise whom to ask. */
export function Needs(props: { page: PageEntry; children: ReactNode }) {
  const { access } = useTenant();
  if (access.permissions.includes(props.page.needs)) return props.children;
  return (
    <>
      <PageHeader title={props.page.name} />
      <EmptyState>
        Your role ({spoken(access.role ?? 'none')}) cannot see {props.page.what}. Ask an owner of this tenant
        for a role that can.
      </EmptyState>
    </>
  );
}
