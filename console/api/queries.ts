// Hooks that read the API. A query's key is its path, so that a prefix of the path invalidates what changed.
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, get } from './call.ts';
import type { AttentionList } from './shapes.ts';

/** A refusal (4xx) is final; a fault or a lost connection is retried twice. */
export function shouldRetry(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < 2;
}

/** `read`: instead of a plain GET of the path. `keepsOld`: under a new path the data of the old one stays until the new is there. */
export function useGet<T>(
  path: string | null,
  more: { everyMs?: number; read?: () => Promise<T>; keepsOld?: boolean } = {},
) {
  return useQuery({
    queryKey: [path],
    queryFn: more.read ?? (() => get<T>(path ?? '')),
    enabled: path !== null,
    ...(more.keepsOld && { placeholderData: keepPreviousData }),
    ...(more.everyMs !== undefined && { refetchInterval: more.everyMs }),
  });
}

const ATTENTION_MS = 30_000;

/** One query for the bell and the overview: they never say different things. */
export const useAttention = (api: string) =>
  useGet<AttentionList>(`${api}/attention`, { everyMs: ATTENTION_MS });

/**
 * Pages of a list, newest first; `pick` finds the rows and the token of the next page. Under new filters the rows stay until the new
 * ones are there.
 */
export function useList<Answer, Row>(
  path: string | null,
  filters: Record<string, string>,
  pick: (answer: Answer) => { items: Row[]; token: string | null; total?: Total },
  more: { everyMs?: number } = {},
) {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    queryFn: async ({ pageParam }) =>
      pick(await get<Answer>(withQuery(path ?? '', { ...filters, pageToken: pageParam }))),
    initialPageParam: '',
    getNextPageParam: (page) => page.token,
    enabled: path !== null,
    placeholderData: keepPreviousData,
    ...(more.everyMs !== undefined && { refetchInterval: more.everyMs }),
  });
  return {
    ...query,
    rows: query.data?.pages.flatMap(({ items }) => items),
    total: query.data?.pages[0]?.total,
  };
}

/** How many rows there are; if it is capped, at least so many. */
type Total = { count: number; isCapped: boolean };

export function withQuery(path: string, filters: Record<string, string>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

export function useForget(): (start: string) => Promise<void> {
  const client = useQueryClient();
  return (start) => forget(client, start);
}

export async function forget(client: QueryClient, start: string): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(start),
  });
}
