// A fleet with the configured live world: the bureaus' simulators in one process, and a simulated SMS gateway in the test's own, which
// hands the codes to the traffic.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { SimulatorsAnswer, SimulatorsOrder } from '../../../bench/simulators.ts';
import { startTwilioSimulator } from '../../../src/sms/twilio/simulator.ts';
import { TEST_ORIGIN } from '../house.ts';
import type { Settings } from '../processes.ts';
import { gatewaySettings, TWILIO_ACCOUNT } from '../worlds/sms-world.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { CHALLENGED } from './mixed-traffic.ts';

const SIMULATORS = join(import.meta.dirname, '../../../bench/simulators.ts');
const BUREAU_LATENCY_MS = 20;
/** At their maximum: counted, and never reached. */
const WIDE_LIMITS = {
  SMS_CHALLENGES_PER_NUMBER_HOUR: '1000',
  SMS_WRONG_CODES_PER_NUMBER_DAY: '1000',
  SMS_CHALLENGES_PER_SESSION: '1000',
  SMS_CHALLENGES_PER_ADDRESS_HOUR: '1000',
  SMS_CHALLENGES_PER_TENANT_HOUR: '10000000',
  SMS_DAILY_CREDITS_MAX: '1000000000',
};

export type WholeHouse = Fleet & {
  /** The last code that was texted to this number. */
  codeFor(mobileNumber: string): string | undefined;
};

export async function openWholeHouse(): Promise<WholeHouse> {
  const outside = await openOutside(() => fleet.living()[0]?.origin ?? TEST_ORIGIN);
  const fleet = await openFleet({ world: 'configured', settings: outside.settings });
  const close = async (): Promise<void> => {
    await fleet.close();
    await outside.close();
  };
  return { ...fleet, codeFor: outside.codeFor, close };
}

export type Outside = Pick<WholeHouse, 'codeFor' | 'close'> & { settings: Settings };

/** What the service asks, and the settings by which it finds it. Receipts go to `origin`. */
export async function openOutside(origin: () => string): Promise<Outside> {
  const bureaus = await startBureaus();
  const codes = new Map<string, string>();
  const gateway = await startTwilioSimulator(TWILIO_ACCOUNT, (url) => url.replace(TEST_ORIGIN, origin()));
  gateway.reportFirst = (message) => {
    codes.set(message.to, message.text.slice(0, 6));
    // Nothing reads the journal here, and a soak would fill it.
    gateway.messages.length = 0;
    return ['delivered'];
  };
  return {
    settings: {
      TEST_CHALLENGED: CHALLENGED,
      ...WIDE_LIMITS,
      ...bureaus.env,
      ...gatewaySettings({ twilio: gateway.url }),
    },
    codeFor: (mobileNumber) => codes.get(mobileNumber),
    close: async () => {
      bureaus.child.disconnect();
      await gateway.close();
    },
  };
}

async function startBureaus(): Promise<{ child: ChildProcess; env: Settings }> {
  const child = fork(SIMULATORS);
  const answer = await new Promise<SimulatorsAnswer>((resolve, reject) => {
    child.once('message', (message) => resolve(message as SimulatorsAnswer));
    child.once('exit', (code) => reject(new Error(`the simulators ended with code ${code}`)));
    child.send({ latencyMs: BUREAU_LATENCY_MS } satisfies SimulatorsOrder);
  });
  // It ends with this process, and does not keep it alive when a test fails before close().
  child.unref();
  child.channel?.unref();
  return { child, env: answer.env };
}
