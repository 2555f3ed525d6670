// The end of a session. Before anything is shown, the browser is redirected to the sign-in; later a dialog covers the page, and the
// sign-in happens in another window, so that input is kept.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, whenSessionEnds } from '../api/call.ts';
import { Dialog } from '../parts/dialog.tsx';

const CHANNEL = 'trefoil-session';

export function signInAddress(returnTo: string): string {
  return `/v1/auth/login?returnTo=${encodeURIComponent(returnTo)}`;
}

export async function signOut(isEverywhere: boolean): Promise<void> {
  await call('signOut', { query: { everywhere: String(isEverywhere) } });
  tellOthers('ended');
  location.assign('/app/signed-out');
}

function tellOthers(what: 'ended' | 'begun'): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(what);
  channel.close();
}

/** `isIn`: a page is shown already and must not be lost. */
export function SessionGuard({ isIn }: { isIn: boolean }) {
  const [isEnded, setEnded] = useState(false);
  const client = useQueryClient();
  useEffect(() => {
    whenSessionEnds(() => {
      if (isIn) setEnded(true);
      else location.assign(signInAddress(location.pathname + location.search));
    });
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      setEnded(data === 'ended');
      if (data === 'begun') void client.invalidateQueries();
    };
    return () => channel.close();
  }, [isIn, client]);
  if (!isEnded) return null;
  return (
    <Dialog title="Your session has ended" onClose={() => {}} isFirm>
      <p>Sign in again in another window. This page stays as it is, with what you typed.</p>
      <a className="button" href={signInAddress('/app/signed-in')} target="_blank" rel="noopener opener">
        Sign in
      </a>
    </Dialog>
  );
}

export function SignedIn() {
  useEffect(() => {
    document.title = 'You are signed in – Trefoil';
    tellOthers('begun');
    window.close();
  }, []);
  return (
    <main className="alone">
      <h1>You are signed in</h1>
      <p>Go back to the window that you came from.</p>
      <a href="/app">Open the console here</a>
    </main>
  );
}

export function SignedOut() {
  useEffect(() => {
    document.title = 'You are signed out – Trefoil';
  }, []);
  return (
    <main className="alone">
      <h1>You are signed out</h1>
      <p>This browser is no longer signed in.</p>
      <a className="button" href={signInAddress('/app')}>
        Sign in
      </a>
    </main>
  );
}
