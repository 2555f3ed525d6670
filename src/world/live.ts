// The live world: real bureaus, real phones, real money. It is not connected yet, and says so instead of pretending;
// nothing is stored, sent or charged for a request that it refuses.
import { Refusal } from '../domain/refusal.ts';
import type { World } from './world.ts';

export function createLiveWorld(): World {
  const refuse = (): never => {
    throw new Refusal(
      'service-unavailable',
      'Live mode is not available on this service yet. Send "test": true to use test mode.',
    );
  };
  return {
    assess: async () => refuse(),
    newCode: refuse,
    sendCode: async () => refuse(),
    fetchCreditReport: async () => refuse(),
  };
}
