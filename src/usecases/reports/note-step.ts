// Where a use case says that a step of a report happened, for its timeline. Nobody waits for it, and none of it is needed to go on.
import type { NewReportEvent } from '../../storage/activity/report-events.ts';

export type Step = Omit<NewReportEvent, 'at'>;
export type NoteStep = (step: Step) => void;
