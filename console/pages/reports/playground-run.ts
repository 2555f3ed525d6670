// One run of the playground: request, answer, the report's status, and the steps so far.
import { useState } from 'react';
import { ApiError, callWhole, type Header } from '../../api/call.ts';
import type { Answer, Given } from '../../api/operations.ts';
import { useForget, usePathOf } from '../../api/queries.ts';
import type { CreditReport, ReportAnswer } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { credits, STATUSES } from '../../parts/words.ts';

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
type Run = 'generateReport' | 'submitOtp' | 'resendSms';

export function useRun() {
  const { tenantId } = useTenant();
  const forget = useForget();
  const pathOf = usePathOf();
  const [said, setSaid] = useState<Said | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [reportId, setReportId] = useState<string | null>(null);
  const [steps, setSteps] = useState<string[]>([]);
  const add = (step: string): void => setSteps((before) => [...before, step]);

  /** Sends the request and keeps the answer; a refusal is an answer here too. */
  const call = async <Id extends Run>(
    id: Id,
    given: Given<Id>,
    describe: (answer: Answer<Id>) => string,
  ): Promise<Answer<Id> | null> => {
    try {
      const {
        status,
        body: answer,
        requestId,
        tookMs,
        headers: answered,
      } = await callWhole(id, given, tenantId);
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
      void forget('everything');
    }
  };
  const inWords = ({ data, meta }: Pick<ReportAnswer, 'data' | 'meta'>): string =>
    `${data.status} · ${credits(meta.wallet.cost)}`;
  const noteStatus = ({ data }: Pick<ReportAnswer, 'data'>): void => {
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
      `curl -s ${location.origin}${pathOf('listReports')} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`,
    generate: async (body: Given<'generateReport'>['body']): Promise<void> => {
      setSteps(['● Sent']);
      setOpen(null);
      setReportId(null);
      const answer = await call('generateReport', { body }, inWords);
      if (answer === null) return;
      noteStatus(answer);
      const { data } = answer;
      setReportId(data.creditReportId);
      if (data.status === 'authentication-required')
        setOpen({ reportId: data.creditReportId, challengeId: data.challenge.challengeId });
    },
    submit: async (code: string): Promise<void> => {
      if (open === null) return;
      const { challengeId, reportId } = open;
      const given = { params: { creditReportId: reportId }, body: { challengeId, code } };
      const answer = await call('submitOtp', given, inWords);
      if (answer !== null) noteStatus(answer);
    },
    resend: async (): Promise<void> => {
      if (open === null) return;
      const { challengeId, reportId } = open;
      const answer = await call(
        'resendSms',
        { params: { creditReportId: reportId }, body: { challengeId } },
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
