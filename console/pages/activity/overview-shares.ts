// The shares of the overview, in per cent: of what has ended, and null before something has.
import type { Stats } from '../../api/shapes.ts';

type Figures = Stats['sum'];
const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);
/** Of those that ended. */
export const completed = ({ reports }: Figures): number | null =>
  share(reports.complete, reports.total - reports.waiting);
/** Of those that ended: one that waits for its code is neither right nor wrong. */
export const passed = ({ challenges: { made, passed }, reports: { waiting } }: Figures): number | null =>
  share(passed, Math.max(passed, made - waiting));
