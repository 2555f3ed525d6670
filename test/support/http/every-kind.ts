// One report of every kind, for the tests that read reports back and list them.
import { type Client, type House, openChallenge } from '../house.ts';

const RIGHT = '123456';
const WRONG = '0';

/** One report of every kind, by its name. The clock ends where the expired ones have just expired. */
export async function createEveryKind(
  house: House,
  client: Client,
  startMs: number,
): Promise<Record<string, string>> {
  const create = async (overrides: Record<string, unknown> = {}): Promise<string> =>
    (await client.generate(overrides)).body.data.creditReportId;
  const opened = async (...codes: string[]) => {
    const { reportId, challengeId } = await openChallenge(client);
    for (const code of codes) await client.submit(reportId, challengeId, code);
    return reportId;
  };
  house.travelTo(new Date(startMs));
  const early = { expired: await opened(), expiredAfterRetry: await opened(WRONG) };
  house.travelTo(new Date(startMs + 300_001));
  return {
    ...early,
    complete: await create(),
    completeByCode: await opened(WRONG, RIGHT),
    waiting: await opened(),
    blocked: await create({ challengeOptions: { status: 'block' } }),
    retry: await opened(WRONG),
    failed: await opened(WRONG, WRONG, WRONG),
  };
}

/** Which of them read as which status. */
export const BY_STATUS: Record<string, string[]> = {
  complete: ['complete', 'completeByCode'],
  'authentication-required': ['waiting'],
  blocked: ['blocked'],
  retry: ['retry'],
  failed: ['failed', 'expired', 'expiredAfterRetry'],
};
