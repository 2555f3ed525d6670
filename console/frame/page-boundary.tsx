// Around a page: what is shown until its file is loaded, and what if it cannot be, for instance because a newer version of the console was
// installed meanwhile.
import { Component, type ReactNode, Suspense } from 'react';
import { PageHeader } from '../parts/page-header.tsx';
import { Failed, Loading } from '../parts/states.tsx';

export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error !== null) {
      const error = new Error('The console may have been updated. Load the page again.');
      return (
        <>
          <PageHeader title="This page could not be opened" />
          <Failed error={error} retry={() => location.reload()} />
        </>
      );
    }
    return <Suspense fallback={<Waiting />}>{this.props.children}</Suspense>;
  }
}

/** Not a page heading: the focus goes to the page's own. */
export function Waiting() {
  return (
    <>
      <h1 className="unseen">Loading</h1>
      <Loading />
    </>
  );
}
