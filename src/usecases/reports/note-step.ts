// Records a step of a report for its timeline, fire and forget: it is written later, and nothing depends on it.
import type { NewReportEvent } from '../../storage/activity/report-events.ts';

export type Step = Omit<NewReportEvent, 'at'>;
export type NoteStep = (step: Step) => void;
