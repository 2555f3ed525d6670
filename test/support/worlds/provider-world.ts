// A live world that asks the stand-in provider for verdicts, bureau files and messages, over HTTP, as the real one does.
import { randomInt } from 'node:crypto';
import http from 'node:http';
import type { BureauStatus, Verdict } from '../../../src/domain/reports/report.ts';
import { syntheticReport } from '../../../src/world/scenarios.ts';
import type { World } from '../../../src/world/world.ts';

/** Prefix of the e-mail address of a consumer whose device session is not ours. */
export const UNVERIFIED_DEVICE = 'unverified-';

export function createProviderWorld(providerUrl: string): World {
  const agent = new http.Agent({ keepAlive: true });

  const ask = <Answer>(path: string, question: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = http.request(`${providerUrl}${path}`, { method: 'POST', headers, agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('error', reject);
        answer.once('end', () => resolve(JSON.parse(text)));
      });
      sent.once('error', reject).end(JSON.stringify(question));
    });

  return {
    isFree: false,
    assess: async ({ consumer }) => ({
      verdict: await ask<Verdict>('/assess', { consumer }),
      device: consumer.email?.startsWith(UNVERIFIED_DEVICE) ? 'unverified' : 'verified',
    }),
    readPhone: ({ mobileNumber = '' }) => ({ kind: 'ok', to: mobileNumber }),
    newCode: () => String(randomInt(100_000, 1_000_000)),
    sendCode: (message) => ask<'accepted' | 'refused'>('/send', message),
    fetchCreditReport: async ({ consumer, bureaus }) => {
      const statuses = await Promise.all(
        bureaus.map(async (bureau) => {
          const status = await ask<BureauStatus['status']>('/bureau', { bureau, consumer });
          return { id: bureau, status };
        }),
      );
      const answered = statuses.filter(({ status }) => status === 'ok').map(({ id }) => id);
      if (answered.length === 0) return { creditReport: null, bureaus: statuses };
      const report = syntheticReport({ consumer, bureaus: answered }, '2026-11-15');
      return { creditReport: { json: JSON.stringify(report) }, bureaus: statuses };
    },
  };
}
