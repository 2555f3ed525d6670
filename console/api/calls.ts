// The API calls that the console made: method, path, status, time. Never a body.
import { useSyncExternalStore } from 'react';

export type MadeCall = {
  method: string;
  path: string;
  status: number;
  tookMs: number;
  requestId: string | null;
  /** The page that was open at the time. */
  page: string;
  times: number;
};

const KEPT_MAX = 200;
/** Newest first; repeats of the same call are one entry with a count. */
let calls: MadeCall[] = [];
const listeners = new Set<() => void>();

export function noteCall(call: Omit<MadeCall, 'times'>): void {
  const isSame = ({ method, path }: MadeCall): boolean => method === call.method && path === call.path;
  const times = (calls.find(isSame)?.times ?? 0) + 1;
  calls = [{ ...call, times }, ...calls.filter((one) => !isSame(one))].slice(0, KEPT_MAX);
  for (const tell of listeners) tell();
}

export function useMadeCalls(): MadeCall[] {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => calls,
  );
}
