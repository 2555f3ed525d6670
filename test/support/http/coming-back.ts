// A caller that comes back when it is told to: the service is busy, and has done nothing.
import { DatabaseUnavailable } from '../../../src/storage/engine/connection/database.ts';
import { until } from '../waiting.ts';

/** The first answer other than 503, of a request or of a use case. */
export async function comingBack<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined;
  await until('the service is not busy', async () => {
    answer = await ask().catch(busyOrThrow);
    return answer !== undefined && !isBusy(answer);
  });
  return answer as Answer;
}

function busyOrThrow(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable) || error.mayBeDone) throw error;
}

function isBusy(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 503;
}
