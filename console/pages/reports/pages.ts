// The pages of this room, in one script.
import '../../frame/shared-later.ts';

export { PlaygroundPage } from './playground.tsx';
export { ReportPage } from './report.tsx';
export { ReportsPage } from './reports.tsx';
