// The test clock of a report: moved on by a press, so that nobody waits for a code to expire.
import { useMay } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { useAct } from '../../parts/use-act.ts';
import { timeOfDay } from '../../parts/words.ts';

/** A second more than a challenge lives. */
const STEP = 'PT5M1S';

export function AdvanceClock({ clockId }: { clockId: string }) {
  const may = useMay();
  const act = useAct();
  if (!may('reports:write')) return null;
  const advance = () =>
    act('advanceTestClock', {
      params: { clockId },
      body: { by: STEP },
      changes: ['readReport'],
      says: ({ at }) => `The test clock says ${timeOfDay(new Date(at)).slice(0, 5)}.`,
    });
  return (
    <ActButton kind="second" act={advance}>
      Advance 5 min
    </ActButton>
  );
}
