// The live world: it pays and phones. It only brings together what the rooms below do, each behind its own port: risk judges,
// a gateway takes the text, the bureaus are asked side by side and what they answered becomes one report.
import { randomInt } from 'node:crypto';
import type { Bureau, BureauAnswer } from '../bureaus/bureau.ts';
import type { BureauFile } from '../domain/bureau-file.ts';
import type { Consumer } from '../domain/consumer.ts';
import type { BureauId, CreditReport } from '../domain/credit-report.ts';
import { type BureauStatus, hasAnswered } from '../domain/report.ts';
import type { Assessor } from '../risk/assessor.ts';
import type { HandOver, TextMessage } from '../sms/gateway.ts';
import { traced } from '../tracing/trace.ts';
import { TEST_CODE } from './test-mode.ts';
import type { Subject, World } from './world.ts';

export type Phone = { kind: 'ok'; to: string } | { kind: 'unusable'; why: string };

export type LiveNeeds = {
  assessor: Assessor;
  readPhone: (mobileNumber: string | undefined) => Phone;
  writeText: (code: string) => string;
  send: (message: TextMessage) => Promise<HandOver>;
  bureaus: ReadonlyMap<BureauId, Pick<Bureau, 'search' | 'isSimulated'>>;
  composeReport: (consumer: Consumer, files: BureauFile[]) => Promise<CreditReport>;
};

const CODE_VALIDITY_SECONDS = 300;

export function createLiveWorld(needs: LiveNeeds): World {
  return {
    isFree: false,
    assess: ({ tenantId, reportId, sessionId, consumer }) =>
      needs.assessor.assess({ tenantId, reportId, sessionId, consumer }),
    whyUnreachable: ({ mobileNumber }) => {
      const phone = needs.readPhone(mobileNumber);
      return phone.kind === 'ok' ? null : phone.why;
    },
    newCode,
    sendCode: async ({ tenantId, smsId, consumer, code }) => {
      const phone = needs.readPhone(consumer.mobileNumber);
      if (phone.kind !== 'ok') return 'refused';
      const text = needs.writeText(code);
      return needs.send({ tenantId, smsId, to: phone.to, text, validitySeconds: CODE_VALIDITY_SECONDS });
    },
    fetchCreditReport: (subject) => fetchCreditReport(needs, subject),
  };
}

/** Six digits by lot. The one code that everybody knows from test mode is never drawn. */
function newCode(): string {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return code === TEST_CODE ? newCode() : code;
}

async function fetchCreditReport(
  needs: LiveNeeds,
  { reportId, consumer, bureaus: wanted }: Subject,
): Promise<{ creditReport: CreditReport | null; bureaus: BureauStatus[] }> {
  const asked = wanted.map((id) => {
    const bureau = needs.bureaus.get(id);
    if (bureau === undefined) throw new Error(`the bureau ${id} is not connected`);
    return { id, bureau };
  });
  const answers = await Promise.all(
    asked.map(async ({ id, bureau }) => ({
      id,
      bureau,
      answer: await traced(
        `bureau ${id}`,
        { 'trefoil.bureau': id },
        () => bureau.search({ reportId, consumer }),
        ({ status }) => ({ 'trefoil.outcome': status }),
      ),
    })),
  );
  const bureaus = answers.map(({ id, bureau, answer: { status } }) => ({
    id,
    status,
    ...(bureau.isSimulated && { simulated: true as const }),
  }));
  if (!bureaus.some(hasAnswered)) return { creditReport: null, bureaus };
  const files = answers.flatMap(({ answer }) => filesOf(answer));
  return { creditReport: await needs.composeReport(consumer, files), bureaus };
}

function filesOf(answer: BureauAnswer): BureauFile[] {
  return answer.status === 'ok' ? [answer.file] : [];
}
