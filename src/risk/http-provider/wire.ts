// The provider's dialect, in the shape that session-query services share: a session id in, a review status out. Field names are
// those of public client code; address and key are settings. Never verified against a live service.

export type SessionQuery = {
  session_id: string;
  /** Our id, so that both sides can find the request. */
  request_id: string;
  event_type: 'credit_report';
  input_ip_address: string;
};

export const REVIEW_STATUSES = ['pass', 'challenge', 'review', 'reject'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export type SessionAnswer = {
  request_result: 'success';
  review_status: ReviewStatus;
  reason_code: string[];
};

/** Null when it cannot be understood: then nothing in it is used. */
export function readAnswer(body: unknown): SessionAnswer | null {
  if (typeof body !== 'object' || body === null) return null;
  const {
    request_result: result,
    review_status: status,
    reason_code: codes,
  } = body as Record<string, unknown>;
  const isStatus = REVIEW_STATUSES.some((known) => known === status);
  if (result !== 'success' || !isStatus) return null;
  return {
    request_result: 'success',
    review_status: status as ReviewStatus,
    reason_code: Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [],
  };
}
