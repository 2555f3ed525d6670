import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import type { ReportAnswer } from '../domain/reports/report.ts';
import { envelope, reportEnvelope } from './envelope.ts';

const document = {
  person: { firstName: 'Zoë', lastName: 'O"Neil', dateOfBirth: '1980-01-02' },
  residencies: [],
  consumerData: { records: [] },
  previousSearches: { providers: [] },
};
const creditReport = { json: JSON.stringify(document) };
const bureaus = [{ id: 'equifax' as const, status: 'ok' as const }];
const ANSWERS: ReportAnswer[] = [
  { status: 'complete', challengeType: 'none', creditReportId: 'a', creditReport, bureaus, costCredits: 100 },
  { status: 'complete', creditReportId: 'b', creditReport, bureaus: [], costCredits: 0 },
  { status: 'blocked', creditReportId: 'c', reason: 'risk-assessment' },
  {
    status: 'retry',
    creditReportId: 'd',
    errorMessage: 'The code is wrong.',
    attemptsRemaining: 1,
    challenge: {
      challengeId: 'e',
      expiresAt: '2026-11-16T09:00:00.000Z',
      attemptsRemaining: 1,
      remainingSmsCount: 2,
      sms: 'accepted',
    },
  },
];

for (const answer of ANSWERS) {
  test(`an answer that is ${answer.status} (${answer.creditReportId}) is the same bytes as its envelope`, () => {
    const reply = { elapsedTime: 12.6, type: () => reply } as unknown as FastifyReply;
    const wallet = { balance: 5, cost: 3 };
    const data = 'creditReport' in answer ? { ...answer, creditReport: document } : answer;
    assert.equal(reportEnvelope(reply, answer, wallet), JSON.stringify(envelope(reply, data, wallet)));
  });
}
