// Hooks that read the API. A query's key is its path, so that a prefix of the path invalidates what changed.
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, get } from './call.ts';

/** A refusal (4xx) is final; a fault or a lost connection is retried twice. */
export function shouldRetry(failures: number, error: Error): boolean {
  const isFinal = error instanceof ApiError && error.status < 500;
  return !isFinal && failures < 2;
}

/** `read`: instead of a plain GET of the path. `keeps`: what another path answered stays until this one has. */
export function useGet<T>(
  path: string | null,
  more: { everyMs?: number; read?: () => Promise<T>; keeps?: boolean } = {},
) {
  return useQuery({
    queryKey: [path],
    queryFn: more.read ?? (() => get<T>(path ?? '')),
    enabled: path !== null,
    ...(more.keeps && { placeholderData: keepPreviousData }),
    ...(more.everyMs !== undefined && { refetchInterval: more.everyMs }),
  });
}

/** Pages of a list, newest first; `pick` finds the rows and the token of the next page. Rows stay until those of other filters are there. */
export function useList<Answer, Row>(
  path: string | null,
  filters: Record<string, string>,
  pick: (answer: Answer) => { items: Row[]; token: string | null },
  more: { everyMs?: number } = {},
) {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    queryFn: async ({ pageParam }) =>
      pick(await get<Answer>(withQuery(path ?? '', { ...filters, pageToken: pageParam }))),
    initialPageParam: '',
    getNextPageParam: (page) => page.token,
    placeholderData: keepPreviousData,
    enabled: path !== null,
    ...(more.everyMs !== undefined && { refetchInterval: more.everyMs }),
  });
  return { ...query, rows: query.data?.pages.flatMap(({ items }) => items) };
}

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
