// The test world: no bureau is asked, no phone rings, nothing is charged, and no socket is opened.
// Interface, "Test mode": the fixed code, the branch by challengeOptions, the scenario by the e-mail's prefix.
import { syntheticReport } from './scenarios.ts';
import type { World } from './world.ts';

export const TEST_CODE = '123456';

export function createTestWorld(needs: { nowMs: () => number }): World {
  return {
    isFree: true,
    // Gap: test mode without challengeOptions means `allow`.
    assess: async ({ wantedVerdict }) => ({ verdict: wantedVerdict ?? 'allow', device: 'verified' }),
    readPhone: ({ mobileNumber = '' }) => ({ kind: 'ok', to: mobileNumber }),
    newCode: () => TEST_CODE,
    sendCode: async () => 'accepted',
    fetchCreditReport: async ({ consumer, bureaus }) => {
      const today = new Date(needs.nowMs()).toISOString().slice(0, 10);
      return {
        creditReport: syntheticReport({ consumer, bureaus }, today),
        bureaus: bureaus.map((id) => ({ id, status: 'ok' })),
      };
    },
  };
}
