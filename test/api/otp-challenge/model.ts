// A challenge as the interface describes it, by hand: three codes may be wrong, three texts are sent, each lives for five minutes. It imports
// no rule of the service, so that a wrong rule is not compared with itself.

export type Model = {
  state: 'open' | 'passed' | 'failed';
  wrong: number;
  texts: number;
  lastTextMs: number;
};

export const openModel = (nowMs: number): Model => ({ state: 'open', wrong: 0, texts: 1, lastTextMs: nowMs });

/** At five minutes it lives; a millisecond later it does not. */
const isOver = ({ state, lastTextMs }: Model, nowMs: number): boolean =>
  state === 'open' && nowMs > lastTextMs + 300_000;

/** Moves the model; answers status and outcome in words, and the tries that are left after a wrong code. */
export function guess(model: Model, isRight: boolean, nowMs: number): { said: string; triesLeft?: number } {
  if (model.state === 'failed') return { said: '200 failed' };
  if (model.state === 'passed') return { said: '409 challenge-already-completed' };
  if (isOver(model, nowMs)) return { said: '410 challenge-expired' };
  if (isRight) {
    model.state = 'passed';
    return { said: '200 complete' };
  }
  model.wrong += 1;
  if (model.wrong < 3) return { said: '200 retry', triesLeft: 3 - model.wrong };
  model.state = 'failed';
  return { said: '200 failed' };
}

/** The same for a resend, with the texts that were sent and that are left. */
export function resend(model: Model, nowMs: number): { said: string; counts?: [sent: number, left: number] } {
  if (model.state !== 'open') return { said: '409 challenge-closed' };
  if (isOver(model, nowMs)) return { said: '410 challenge-expired' };
  if (model.texts === 3) return { said: '429 no-sends-left' };
  model.texts += 1;
  model.lastTextMs = nowMs;
  return { said: '200', counts: [model.texts, 3 - model.texts] };
}

export function statusOf(model: Model, nowMs: number): string {
  if (model.state === 'passed') return 'complete';
  if (model.state === 'failed' || isOver(model, nowMs)) return 'failed';
  return model.wrong > 0 ? 'retry' : 'authentication-required';
}
