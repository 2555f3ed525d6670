// A whole service under load: a database of its own, the bureaus' simulators in one process, a simulated gateway in this one that
// hands the codes to the traffic, and as many service processes as a test starts.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { SimulatorsAnswer, SimulatorsOrder } from '../../../bench/simulators.ts';
import { startTwilioSimulator } from '../../../src/sms/twilio/simulator.ts';
import { createTestDatabase, type TestDatabase } from '../database/postgres.ts';
import { type House, openHouse, TEST_ORIGIN } from '../house.ts';
import { endAll, type ServiceProcess, type Settings, startService, untilReady } from '../processes.ts';
import { gatewaySettings, TWILIO_ACCOUNT } from '../sms-world.ts';
import { CHALLENGED } from './mixed-traffic.ts';

const WHOLE_SERVICE = join(import.meta.dirname, 'whole-service.ts');
const SIMULATORS = join(import.meta.dirname, '../../../bench/simulators.ts');
const BUREAU_LATENCY_MS = 20;
/** As high as they go: counted, and never in the way. */
const WIDE_LIMITS = {
  SMS_CHALLENGES_PER_NUMBER_HOUR: '1000',
  SMS_WRONG_CODES_PER_NUMBER_DAY: '1000',
  SMS_CHALLENGES_PER_SESSION: '1000',
  SMS_CHALLENGES_PER_ADDRESS_HOUR: '1000',
  SMS_CHALLENGES_PER_TENANT_HOUR: '10000000',
  SMS_DAILY_CREDITS_MAX: '1000000000',
};

export type WholeHouse = {
  house: House;
  settings: Settings;
  /** Every process that was ready once; the dead ones too. */
  processes: ServiceProcess[];
  living(): ServiceProcess[];
  /** Ready when this resolves. */
  start(settings?: Settings): Promise<ServiceProcess>;
  /** The last code that was texted to this number. */
  codeFor(mobileNumber: string): string | undefined;
  close(): Promise<void>;
};

export async function openWholeHouse(on?: TestDatabase): Promise<WholeHouse> {
  const database = on ?? (await createTestDatabase());
  const house = await openHouse({}, database);
  const bureaus = await startBureaus();
  const processes: ServiceProcess[] = [];
  const living = (): ServiceProcess[] => processes.filter((one) => !one.hasEnded());
  const codes = new Map<string, string>();
  const gateway = await startTwilioSimulator(TWILIO_ACCOUNT, (url) =>
    url.replace(TEST_ORIGIN, living()[0]?.origin ?? TEST_ORIGIN),
  );
  gateway.reportFirst = (message) => {
    codes.set(message.to, message.text.slice(0, 6));
    // The journal is not read here, and a soak would fill it.
    gateway.messages.length = 0;
    return ['delivered'];
  };
  const settings = {
    DATABASE_URL: database.url,
    PUBLIC_URL: TEST_ORIGIN,
    TEST_CHALLENGED: CHALLENGED,
    ...WIDE_LIMITS,
    ...bureaus.env,
    ...gatewaySettings({ twilio: gateway.url }),
  };
  return {
    house,
    settings,
    processes,
    living,
    start: async (more = {}) => {
      const one = await startService({ ...settings, ...more }, [WHOLE_SERVICE]);
      await untilReady(one);
      processes.push(one);
      return one;
    },
    codeFor: (mobileNumber) => codes.get(mobileNumber),
    close: async () => {
      await endAll();
      bureaus.child.disconnect();
      await gateway.close();
      await house.close();
      if (on === undefined) await database.drop();
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
  // They end with this process, and must not keep it alive when a test fails before it could close them.
  child.unref();
  child.channel?.unref();
  return { child, env: answer.env };
}
