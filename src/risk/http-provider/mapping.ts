// Maps their answer to ours. A review by a person takes longer than a consumer waits, so it means a challenge; only a clear rejection
// blocks. Their reasons are kept only where they look like codes.
import type { RiskAnswer, RiskQuestion } from '../assessor.ts';
import type { ReviewStatus, SessionAnswer, SessionQuery } from './wire.ts';

const REASONS_MAX = 10;

const VERDICT_OF: Record<ReviewStatus, RiskAnswer['verdict']> = {
  pass: 'allow',
  challenge: 'challenge',
  review: 'challenge',
  reject: 'block',
};

export function toWire({ sessionId, reportId, consumer }: RiskQuestion): SessionQuery {
  return {
    session_id: sessionId,
    request_id: reportId,
    event_type: 'credit_report',
    input_ip_address: consumer.ipAddress,
  };
}

export function fromWire({ review_status: status, reason_code: codes }: SessionAnswer): RiskAnswer {
  const kept = codes.filter((code) => /^[a-z0-9_.-]{1,40}$/i.test(code)).slice(0, REASONS_MAX);
  return {
    verdict: VERDICT_OF[status],
    device: 'verified',
    reasons: [`provider-${status}`, ...kept.map((code) => `provider:${code}`)],
  };
}
