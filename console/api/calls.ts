// The calls that the console made: method, address, answer, time. Never a body.
import { useSyncExternalStore } from 'react';

export type MadeCall = {
  method: string;
  path: string;
  status: number;
  tookMs: number;
  requestId: string | null;
  /** The page that was open when it was made. */
  page: string;
  times: number;
};

const KEPT_MAX = 200;
/** The newest first; the same call made again is one line. */
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
