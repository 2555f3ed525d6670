// Records a step of a report for its timeline, fire and forget: it is written later, and nothing depends on it.
import type { NewReportEvent } from '../../storage/activity/report-events.ts';

/** `at`: when it happened, where that was before it is recorded. */
export type Step = Omit<NewReportEvent, 'at'> & { at?: Date };
export type NoteStep = (step: Step) => void;
