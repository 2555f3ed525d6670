// Devices in tests: a service whose live world uses the built-in assessor, with stand-ins for the rest, and pages that register a device.
import { randomUUIDv7 } from 'node:crypto';
import type { RiskFacts } from '../../../src/domain/reports/risk-facts.ts';
import type { RiskQuestion } from '../../../src/risk/assessor.ts';
import { createAssessor } from '../../../src/risk/index.ts';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import {
  createDeviceSessionStore,
  type DeviceSessionStore,
} from '../../../src/storage/reports/device-sessions.ts';
import { createRiskFacts, createRiskKeys } from '../../../src/storage/reports/risk-facts.ts';
import { type House, openHouse, send } from '../house.ts';
import { createStandIn, type StandIn } from '../worlds/stand-in-world.ts';

export const PAGE = 'https://apply.example';
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

export type RiskHouse = {
  house: House;
  world: StandIn;
  gatherFacts: (question: RiskQuestion) => Promise<RiskFacts>;
  sessions: DeviceSessionStore;
  /** Sets the clock of challenges and devices; null returns it to the database. */
  travelTo(at: Date | null): void;
};

export async function openRiskHouse(settings: Record<string, string> = {}): Promise<RiskHouse> {
  const world = createStandIn();
  const house = await openHouse(settings, undefined, world);
  const { config } = house;
  const { database } = house.service;
  const keyring = createKeyring(config.ENCRYPTION_KEY);
  const sessions = createDeviceSessionStore({ database, keyring, ownOrigin: null });
  const { readSessionId } = sessions;
  const { gatherFacts } = createRiskFacts({
    ...{ database, keyring },
    riskKeysOf: createRiskKeys({ keyring, readSessionId }),
  });
  const assessor = createAssessor({ values: config, isProduction: false, gatherFacts });
  world.assess = (request) => assessor.assess(request);
  return {
    house,
    world,
    gatherFacts,
    sessions,
    travelTo: house.travelTo,
  };
}

/** What the script reports; `canvas` distinguishes devices. */
export function signalsOf(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    userAgent: AGENT,
    platform: 'Win32',
    languages: ['en-GB'],
    timeZone: 'Europe/London',
    screen: [1920, 1080],
    graphics: { vendor: 'Example', renderer: 'Example 3000' },
    canvas: randomUUIDv7(),
    automation: [],
    ...overrides,
  };
}

/** Registers a device as a page does; answers the session id. */
export async function openSession(
  house: House,
  signals: Record<string, unknown> = signalsOf(),
  headers: Record<string, string> = {},
  remoteAddress = '203.0.113.7',
): Promise<string> {
  const answer = await send(house, {
    method: 'POST',
    url: '/v1/fingerprints/sessions',
    headers: {
      'content-type': 'application/json',
      origin: PAGE,
      'user-agent': AGENT,
      'accept-language': 'en-GB,en',
      ...headers,
    },
    remoteAddress,
    payload: JSON.stringify({ signals }),
  });
  if (answer.status !== 201) throw new Error(`no session: ${answer.text}`);
  return answer.body.sessionId;
}
