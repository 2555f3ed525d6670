// The life of one report, from the caller's side: generate and, where a code is needed, resends and guesses until it ends. Every step is
// recorded as the service answered it.
import { randomUUID } from 'node:crypto';
import type { Verdict } from '../../../src/domain/reports/report.ts';
import type { Random } from '../../../src/world/synthetic/random.ts';
import { generateBody } from '../house.ts';
import type { StubbornClient } from '../services/stubborn-client.ts';
import { consumerFor, type Provider } from '../worlds/provider.ts';

export type Story = {
  tenantId: string;
  email: string;
  reportId: string;
  bureaus: string[];
  /** The last status that was answered. */
  status: string;
  /** What the generate said it cost. */
  cost: number;
  guesses: number;
  resends: number;
};

const BUREAUS = ['equifax', 'experian', 'transunion'];

export async function liveAStory(needs: {
  client: StubbornClient;
  provider: Provider;
  tenantId: string;
  random: Random;
  verdict: Verdict;
}): Promise<Story> {
  const { client, provider, tenantId, random, verdict } = needs;
  const path = `/${tenantId}/v1/credit-reports` as const;
  const email = `${randomUUID()}@example.com`;
  const bureaus = BUREAUS.slice(0, random.int(1, 3));
  const { status, body, text } = await client.post(
    path,
    generateBody({ ...consumerFor(verdict, email), bureaus }),
  );
  if (status !== 200) throw new Error(`a generate was answered ${status}: ${text}`);
  const { data, meta } = body;
  const story: Story = {
    tenantId,
    email,
    reportId: data.creditReportId,
    bureaus,
    status: data.status,
    cost: meta.wallet.cost,
    guesses: 0,
    resends: 0,
  };
  const challengeId = data.challenge?.challengeId;
  while (story.status === 'authentication-required' || story.status === 'retry') {
    if (story.resends < 2 && random.chance(25)) {
      const answer = await client.post(`${path}/${story.reportId}/resend-sms`, { challengeId });
      if (answer.status !== 200) throw new Error(`a resend was answered ${answer.status}: ${answer.text}`);
      story.resends += 1;
    } else {
      const code = random.chance(70) ? (lastCode(provider, email) ?? '000000') : '000000';
      const answer = await client.post(`${path}/${story.reportId}/otp-challenge`, { challengeId, code });
      if (answer.status !== 200) throw new Error(`a guess was answered ${answer.status}: ${answer.text}`);
      story.guesses += 1;
      story.status = answer.body.data.status;
    }
  }
  return story;
}

/** None when the process died before it handed the message over. */
function lastCode(provider: Provider, email: string): string | undefined {
  return provider.sends.findLast((send) => send.email === email)?.code;
}
