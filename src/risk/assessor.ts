// The port: what we ask of a risk assessor. Each assessor is a folder beside this file; index.ts lists them. It is given what it
// must know as facts: it reads no database and keeps no state.
import type { Consumer } from '../domain/reports/consumer.ts';
import type { Verdict } from '../domain/reports/report.ts';
import type { RiskFacts } from '../domain/reports/risk-facts.ts';

export type RiskQuestion = {
  tenantId: string;
  reportId: string;
  /** As the caller sent it: may be anything. */
  sessionId: string;
  consumer: Consumer;
  /** Where they were gathered before: with the report's opening. */
  facts?: RiskFacts;
};

export type RiskAnswer = {
  verdict: Verdict;
  /** Unverified: the challenge is asked for and always fails (interface, "Prerequisite"); no message is sent. */
  device: 'verified' | 'unverified';
  /** Codes for owners, admins and operators, without personal data: what led to the verdict. */
  reasons: string[];
};

export type Assessor = {
  id: string;
  assess(question: RiskQuestion): Promise<RiskAnswer>;
};

/** As the registry opens it: it may hold connections until it is closed. */
export type OpenAssessor = Assessor & { close(): Promise<void> };
