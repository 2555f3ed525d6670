// The workers of one service on one machine, as one of them sees them: what all must answer for is asked of all. Alone there is nobody to ask.

export type Topic = 'metrics' | 'providers' | 'ready';

export type Peers = {
  /** Workers of the service, this one included. */
  count: number;
  /** What this worker answers when one of them asks. */
  onAsked(topic: Topic, answer: () => unknown): void;
  /** The answers of all, this one's included; `missing` is how many did not answer in time. */
  askAll(topic: Topic): Promise<{ values: unknown[]; missing: number }>;
};

/** For one process: it asks itself. */
export function createAlone(): Peers {
  const answers = new Map<Topic, () => unknown>();
  return {
    count: 1,
    onAsked: (topic, answer) => void answers.set(topic, answer),
    askAll: async (topic) => ({ values: [await answers.get(topic)?.()], missing: 0 }),
  };
}
