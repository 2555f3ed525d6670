// The test clock of a report: moved on by a press, so that nobody waits for a code to expire.
import { post } from '../api/call.ts';
import { useForget } from '../api/queries.ts';
import { useMay, useTenant } from '../frame/tenant.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { announce } from '../parts/toast.tsx';
import { timeOfDay } from '../parts/words.ts';

/** A second more than a challenge lives. */
const STEP = 'PT5M1S';

export function AdvanceClock({ id, path }: { id: string; path: string }) {
  const { api } = useTenant();
  const may = useMay();
  const forget = useForget();
  if (!may('reports:write')) return null;
  const advance = async (): Promise<void> => {
    const { at } = await post<{ at: string }>(`${api}/test-clocks/${id}/advance`, { by: STEP });
    await forget(path);
    announce(`The test clock says ${timeOfDay(new Date(at)).slice(0, 5)}.`);
  };
  return (
    <ActButton kind="second" act={advance}>
      Advance 5 min
    </ActButton>
  );
}
