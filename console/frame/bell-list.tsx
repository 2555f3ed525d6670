// What the bell lists: the same as "Needs attention" of the overview.
import { Link } from 'wouter';
import type { AttentionList } from '../api/shapes.ts';
import { AttentionEntries } from '../parts/attention-list.tsx';
import { Loading } from '../parts/states.tsx';
import { useTenant } from './tenant.tsx';

export function BellList({ query }: { query: { data: AttentionList | undefined; error: Error | null } }) {
  const { home } = useTenant();
  const { data, error } = query;
  return (
    <>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && <p>{error.message}</p>}
      {data?.items.length === 0 && <p>All clear.</p>}
      {data !== undefined && <AttentionEntries items={data.items} />}
      <Link href={`${home}/alerts`}>Alert settings</Link>
    </>
  );
}
