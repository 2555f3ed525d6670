// Hooks that read the API by the ids of its operations. A query's key is its path, so that a prefix of the path invalidates what changed.
import {
  keepPreviousData,
  notifyManager,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useContext } from 'react';
import { TenantContext } from '../frame/tenant.tsx';
import { ApiError, call, pathOf, startOf } from './call.ts';
import type { Answer, Given, OperationId, Query, Rest } from './operations.ts';
import type { AttentionItem } from './shapes.ts';

/** A refusal (4xx) is final; a fault or a lost connection is retried twice. */
export function shouldRetry(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < 2;
}

/** The tenant of the page, for the operations on one; empty outside a tenant. */
const useTenantId = (): string => useContext(TenantContext)?.tenantId ?? '';

export type Call = <Id extends OperationId>(id: Id, ...given: Rest<Given<Id>>) => Promise<Answer<Id>>;

/** Calls an operation, on the tenant of the page. */
export function useCall(): Call {
  const tenantId = useTenantId();
  return (id, ...[given]) => call(id, given, tenantId);
}

/** The address of an operation, for a link or a download. */
export function usePathOf(): <Id extends OperationId>(id: Id, ...given: Rest<Given<Id>>) => string {
  const tenantId = useTenantId();
  return (id, ...[given]) => pathOf(id, given, tenantId);
}

/** `when`: false while it must not be asked. `tenantId`: where there is no page of the tenant. `keepsOld`: under another path the data of the old one stays until the new is there. */
type Reading = { when?: boolean; tenantId?: string; everyMs?: number; keepsOld?: boolean };

export function useGet<Id extends OperationId>(id: Id, ...[given]: Rest<Given<Id> & Reading>) {
  const own = useTenantId();
  const { when = true, tenantId = own, everyMs, keepsOld }: Reading = given ?? {};
  return useQuery({
    queryKey: [pathOf(id, given, tenantId)],
    queryFn: () => call(id, given, tenantId),
    enabled: when,
    ...(keepsOld && { placeholderData: keepPreviousData }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

const ATTENTION_MS = 30_000;

/** One query for the bell and the overview: they never say different things. That simulators are in use is a note, not an alarm. */
export function useAttention() {
  const { data, error, refetch } = useGet('readAttention', { everyMs: ATTENTION_MS });
  return {
    error,
    refetch,
    items: data?.items.filter((item): item is AttentionItem => item.kind !== 'simulators-in-use'),
    note: data?.items.find(({ kind }) => kind === 'simulators-in-use')?.message,
  };
}

/** How many rows there are; if it is capped, at least so many. */
type Total = { count: number; isCapped: boolean };
type Page<Row> = { items: Row[]; token: string | null; total?: Total };
export type RowOf<Id extends OperationId> =
  Answer<Id> extends Page<infer Row> ? Row : Answer<Id> extends { data: Page<infer Row> } ? Row : never;
/** The operations that answer page by page. */
export type ListId = { [Id in OperationId]: RowOf<Id> extends never ? never : Id }[OperationId];

/** Pages of a list, newest first. Under new filters the rows stay until the new ones are there. */
export function useList<Id extends ListId>(id: Id, given: Given<Id> & { everyMs?: number }) {
  const tenantId = useTenantId();
  const { query: filters, everyMs }: { query?: Query; everyMs?: number } = given;
  const query = useInfiniteQuery({
    queryKey: [pathOf(id, given, tenantId), 'pages'],
    queryFn: async ({ pageParam }) => {
      const answer = await call(id, { ...given, query: { ...filters, pageToken: pageParam } }, tenantId);
      return ('data' in (answer as object) ? (answer as { data: unknown }).data : answer) as Page<RowOf<Id>>;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.token,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  return {
    ...query,
    rows: query.data?.pages.flatMap(({ items }) => items),
    total: query.data?.pages[0]?.total,
  };
}

/** What has changed: what begins with the path of one of these operations, as far as that is known without parameters. */
export type Changed = OperationId | 'everything';

/** Has what changed read again, and waits for it. */
export function useForget(): (...changed: Changed[]) => Promise<void> {
  const client = useQueryClient();
  const tenantId = useTenantId();
  return async (...changed) => {
    const starts = changed.map((id) => (id === 'everything' ? '' : startOf(id, tenantId)));
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && starts.some((start) => path.startsWith(start)),
    });
    // The pages are told of it in a turn of its own.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  };
}
