// A document that a person has opened, and the reasons to open one.
import type { MotorAgreements, ReportAnswer, SeenReason } from '../../api/shapes.ts';

export const REASONS: Record<SeenReason, string> = {
  casework: 'Work on the case',
  'consumer-asked': 'The consumer asked',
  complaint: 'A complaint or a dispute',
  fault: 'Looking into a fault',
  audit: 'An audit',
};

export type Opened = {
  /** The answer without its agreements, as `cars` has them. */
  read: ReportAnswer & { data: { status: 'complete' } };
  cars: MotorAgreements;
  /** As the query has it; empty in test mode. */
  reason: string;
  atMs: number;
};
