// One run of the playground: request, answer, the report's status, and the steps so far.
import { useState } from 'react';
import { ApiError, ask, type Header } from '../api/call.ts';
import { useForget } from '../api/queries.ts';
import type { CreditReport, ReportAnswer, Resent } from '../api/shapes.ts';
import { useTenant } from '../frame/tenant.tsx';
import { credits, STATUSES } from '../parts/words.ts';

export type Said = {
  line: string;
  value: unknown;
  isRefusal: boolean;
  headers: Header[];
  /** The document, once there is one. */
  report: CreditReport | null;
  /** Problems of the request, by field. */
  wrong: { path: string; message: string }[];
};
type Open = { reportId: string; challengeId: string };

export function useRun() {
  const { api } = useTenant();
  const forget = useForget();
  const base = `${api}/credit-reports`;
  const [said, setSaid] = useState<Said | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [reportId, setReportId] = useState<string | null>(null);
  const [steps, setSteps] = useState<string[]>([]);
  const add = (step: string): void => setSteps((before) => [...before, step]);

  /** Sends the request and keeps the answer; a refusal is an answer here too. */
  const call = async <T>(path: string, body: unknown, describe: (answer: T) => string): Promise<T | null> => {
    try {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const {
        status,
        body: answer,
        requestId,
        tookMs,
        headers: answered,
      } = await ask<T>(path, { method: 'POST', body, headers });
      setSaid({
        line: `${status} · ${describe(answer)} · ${tookMs} ms · request ${requestId ?? ''}`,
        value: answer,
        isRefusal: false,
        headers: answered,
        report: documentOf(answer),
        wrong: [],
      });
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, message, details, requestId } = error;
      setSaid({
        line: `${status} · ${code} · request ${requestId ?? ''}`,
        value: { code, message, details },
        isRefusal: true,
        headers: error.headers,
        report: null,
        wrong: details,
      });
      add(`✕ refused: ${code}`);
      return null;
    } finally {
      void forget(api);
    }
  };
  const inWords = ({ data, meta }: ReportAnswer): string => `${data.status} · ${credits(meta.wallet.cost)}`;
  const noteStatus = ({ data }: ReportAnswer): void => {
    const { shape, word } = STATUSES[data.status];
    const left = data.status === 'retry' ? ` (${data.attemptsRemaining} left)` : '';
    add(`${shape} ${word}${left}`);
    if (data.status === 'authentication-required' && data.challenge.sms === 'refused')
      add('✕ Text not sent: no gateway took it');
    if (data.status !== 'retry' && data.status !== 'authentication-required') setOpen(null);
  };

  return {
    said,
    open,
    reportId,
    steps,
    asCurl: (body: string): string =>
      `curl -s ${location.origin}${base} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`,
    generate: async (body: unknown): Promise<void> => {
      setSteps(['● Sent']);
      setOpen(null);
      setReportId(null);
      const answer = await call<ReportAnswer>(base, body, inWords);
      if (answer === null) return;
      noteStatus(answer);
      const { data } = answer;
      setReportId(data.creditReportId);
      if (data.status === 'authentication-required')
        setOpen({ reportId: data.creditReportId, challengeId: data.challenge.challengeId });
    },
    submit: async (code: string): Promise<void> => {
      if (open === null) return;
      const { challengeId } = open;
      const answer = await call<ReportAnswer>(
        `${base}/${open.reportId}/otp-challenge`,
        { challengeId, code },
        inWords,
      );
      if (answer !== null) noteStatus(answer);
    },
    resend: async (): Promise<void> => {
      if (open === null) return;
      const { challengeId } = open;
      const answer = await call<Resent>(
        `${base}/${open.reportId}/resend-sms`,
        { challengeId },
        ({ data }) => `${data.sms === 'refused' ? 'not sent' : 'sent again'}, ${data.remainingSmsCount} left`,
      );
      if (answer === null) return;
      const { sms, smsSentCount, remainingSmsCount } = answer.data;
      add(
        sms === 'refused'
          ? '✕ Text not sent: no gateway took it'
          : `◐ Text ${smsSentCount} of ${smsSentCount + remainingSmsCount}`,
      );
    },
  };
}

function documentOf(answer: unknown): CreditReport | null {
  const data = (answer as Partial<ReportAnswer>).data;
  return data?.status === 'complete' ? data.creditReport : null;
}
