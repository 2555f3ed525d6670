// What the demo's route files share.

import type { Credential } from './api-client.ts';
import type { ShowPage } from './frame.ts';
import type { Journey } from './journey.ts';
import type { Consent, Example } from './pages.ts';
import type { Sessions } from './sessions.ts';

export type DemoNeeds = {
  organisation: string;
  consent: Consent;
  examples: readonly Example[];
  bureaus: readonly string[];
  /** Where the API is, as a back end beside it reaches it. Asked late: a port may be known only once it is listened on. */
  baseUrl: () => string;
  /** Null when the demo tenant's secret is not here. */
  credential: () => Credential | null;
  isSecure: boolean;
  /** Resolves when the service begins to end: whoever still waits is let go. */
  closing: Promise<null>;
  nowMs: () => number;
};

/** What the route files share. */
export type Room = {
  needs: DemoNeeds;
  show: ShowPage;
  sessions: Sessions;
  journey: Journey;
  /** YYYY-MM-DD. */
  today: () => string;
};
