// Consumers and their devices whose every field is a canary, and bureaus that know all of them.
import { BUREAUS } from '../../../src/bureaus/index.ts';
import type { SimulatedBureau } from '../../../src/bureaus/simulation/population/simulated-file.ts';
import { type SimulatorServer, startSimulator } from '../../../src/bureaus/simulation/server.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import type { Random } from '../../../src/world/synthetic/random.ts';
import { generateBody } from '../house.ts';
import { type BureauDoor, openBureauDoor } from '../http/doors.ts';
import type { Canaries } from './canaries.ts';

export const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

/** A request about a new consumer. */
export function consumerOf(
  canaries: Canaries,
  n: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const word = (field: string): string => `${canaries.word(field)}x${n.toString(36)}`;
  return generateBody({
    sessionId: word('Session'),
    ipAddress: canaries.consumer.ipAddress(n),
    title: canaries.word('Title'),
    firstName: word('First'),
    middleName: word('Middle'),
    lastName: `${word('Last')} "O'Brien" ünï`,
    dateOfBirth: canaries.consumer.dateOfBirth,
    email: `${word('Mail')}@example.com`,
    mobileNumber: canaries.consumer.mobileNumber(n),
    externalReference: `${word('Reference')}/a b`,
    addresses: [
      {
        type: canaries.word('Type'),
        ukAddress: {
          subBuildingName: word('Flat'),
          buildingName: word('Building'),
          buildingNumber: '12',
          thoroughfare: word('Street'),
          district: word('District'),
          townOrCity: word('Town'),
          county: word('County'),
          country: canaries.word('Country'),
          postcode: canaries.consumer.postcode,
        },
      },
    ],
    ...more,
  });
}

/** What the fingerprint script reports about one of their devices. */
export function deviceOf(canaries: Canaries, n: number): Record<string, unknown> {
  return {
    userAgent: `${AGENT} ${canaries.word('Agent')}`,
    platform: 'Win32',
    languages: ['en-GB', canaries.word('Tongue')],
    timeZone: 'Europe/London',
    screen: [1920, 1080],
    graphics: { vendor: canaries.word('Vendor'), renderer: canaries.word('Renderer') },
    canvas: `${canaries.word('Canvas')}${n}`,
    automation: [],
  };
}

export type CanaryBureau = { simulator: SimulatorServer; door: BureauDoor };

/** Every bureau behind a fault-injecting proxy, and the settings of a service that asks them. */
export async function openCanaryBureaus(
  canaries: Canaries,
  chance: Random,
): Promise<{ bureaus: CanaryBureau[]; settings: Record<string, string> }> {
  const bureaus: CanaryBureau[] = [];
  const settings: Record<string, string> = {};
  for (const entry of BUREAUS) {
    const people = knowingEveryone(canaries, chance, entry.id);
    const simulator = await startSimulator(entry.createSimulator({ people, nowMs: Date.now }));
    const door = await openBureauDoor(simulator.url);
    bureaus.push({ simulator, door });
    for (const [name, value] of Object.entries(entry.simulatedSettings(door.url)))
      settings[name] = String(value);
  }
  return { bureaus, settings };
}

/** The file is about the consumer that is asked for, with canaries in the fields that a bureau adds. */
function knowingEveryone(canaries: Canaries, chance: Random, bureau: BureauId): SimulatedBureau {
  return {
    find: ({ forename, surname, dateOfBirth, postcode }) => {
      if (chance.chance(10)) return { kind: 'nobody' };
      const street = { thoroughfare: canaries.word('Street'), townOrCity: canaries.word('Town'), postcode };
      const address = { buildingNumber: '12', ...street };
      if (chance.chance(5)) return { kind: 'ambiguous', candidates: [address, address] };
      const person = { id: 'x', title: 'Ms', forename, surname, dateOfBirth };
      const account = {
        agreementId: '1',
        holder: { title: 'Ms', forename, surname },
        addressIndex: 0,
        lenderName: canaries.word('Lender'),
        lenderType: 'bank',
        accountNumber: canaries.word('Number').slice(0, 18),
        type: 'credit-card',
        status: 'open',
        startDate: '2019-07-03',
        lastUpdated: '2026-10-18',
        balancePounds: 100,
        isJoint: false,
        history: [0, 1],
      } as const;
      const file = {
        bureau,
        person: { ...person, addresses: [{ id: 'home', address, monthsAtAddress: 55 }] },
        accounts: [{ ...account, history: [...account.history] }],
        searches: [],
      };
      return { kind: 'found', file };
    },
  };
}
