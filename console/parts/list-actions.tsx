// What a list offers besides its rows: a CSV with the same filters, and older rows.
import { download } from '../api/call.ts';
import { withQuery } from '../api/queries.ts';
import { ActButton } from './act-button.tsx';
import { Icon } from './icon.tsx';

export function CsvButton(props: { path: string; filters: Record<string, string>; name: string }) {
  return (
    <ActButton kind="second" act={() => download(withQuery(props.path, props.filters), props.name)}>
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
