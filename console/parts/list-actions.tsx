// What a list offers besides its rows: a CSV with the same filters, and older rows.
import { download } from '../api/call.ts';
import { type ListId, usePathOf } from '../api/queries.ts';
import { ActButton } from './act-button.tsx';
import { Icon } from './icon.tsx';

type Downloaded = Exclude<ListId, 'listDeliveries'>;

export function CsvButton(props: { of: Downloaded; query: Record<string, string>; name: string }) {
  const pathOf = usePathOf();
  return (
    <ActButton kind="second" act={() => download(pathOf(props.of, { query: props.query }), props.name)}>
      <Icon name="download" />
      Download CSV
    </ActButton>
  );
}

export function Older(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const { query } = props;
  if (!query.hasNextPage) return null;
  return (
    <p className="older">
      <button
        type="button"
        className="button second"
        aria-disabled={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        Show older
      </button>
    </p>
  );
}
