// What the demo's route files share.

import type { GenerateRequest } from '@trefoil/sdk';
import type { ShowPage } from './frame.ts';
import type { Journey } from './journey.ts';
import type { Consent, Example } from './pages.ts';
import type { Sessions } from './sessions.ts';

/** What the demo's back end calls the service with. */
export type Credential = { tenantId: string; clientId: string; clientSecret: string };

export type DemoNeeds = {
  organisation: string;
  consent: Consent;
  examples: readonly Example[];
  bureaus: readonly GenerateRequest['bureaus'][number][];
  /** Where this machine reaches the API. A function: the port may be known only once the service listens. */
  baseUrl: () => string;
  /** Null when the demo tenant's secret is not on this machine. */
  credential: () => Credential | null;
  isSecure: boolean;
  /** Resolves when the service shuts down, which ends all waiting requests. */
  closing: Promise<null>;
  nowMs: () => number;
};

export type Room = {
  needs: DemoNeeds;
  show: ShowPage;
  sessions: Sessions;
  journey: Journey;
  /** YYYY-MM-DD. */
  today: () => string;
};
