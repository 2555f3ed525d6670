// A whole live journey: a device session, a generate with three bureaus, the text, its code, the report, the gateway's receipt. The service is
// the real one with simulated bureaus; the gateway is a simulator that this process runs, whose texts have the codes.
import assert from 'node:assert/strict';
import type { SimulatedMessage, Simulator } from '../../../src/sms/simulator.ts';
import { startTwilioSimulator } from '../../../src/sms/twilio/simulator.ts';
import { generateBody } from '../http/generate-body.ts';
import { gatewaySettings, TWILIO_ACCOUNT } from '../worlds/sms-world.ts';

const PLENTY = '1000';
const PLENTY_OF_EACH = '5000,5000,5000';

/** Every consumer is challenged. What is counted against abuse is counted, and never too much. */
const SETTINGS = {
  RISK_PEOPLE_PER_DEVICE_MAX: PLENTY_OF_EACH,
  RISK_DEVICES_PER_PERSON_MAX: PLENTY_OF_EACH,
  RISK_PEOPLE_PER_NUMBER_MAX: PLENTY_OF_EACH,
  RISK_REQUESTS_PER_ADDRESS_MAX: PLENTY_OF_EACH,
  RISK_ALLOW_KNOWN: 'false',
  SMS_CHALLENGES_PER_NUMBER_HOUR: PLENTY,
  SMS_WRONG_CODES_PER_NUMBER_DAY: PLENTY,
  SMS_CHALLENGES_PER_SESSION: PLENTY,
  SMS_CHALLENGES_PER_ADDRESS_HOUR: PLENTY,
  SMS_CHALLENGES_PER_TENANT_HOUR: '1000000',
  SMS_DAILY_CREDITS_MAX: '1000000000',
};

/** Sends JSON and answers it; a path is of the whole service. */
export type Ask = (path: string, body: unknown) => Promise<{ status: number; body: unknown }>;

export type Journeys = {
  /** For the service. */
  settings: Record<string, string>;
  /** Resolves when the report is complete and the gateway has reported the text; answers the report's id. */
  make(ask: Ask, tenantId: string, turn: number, about?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
};

/** `report`: brings a receipt to the service; answers the status. */
export async function openJourneys(
  report: (simulator: Simulator, message: SimulatedMessage) => Promise<number>,
): Promise<Journeys> {
  const gateway = await startTwilioSimulator(TWILIO_ACCOUNT);
  return {
    settings: { ...SETTINGS, ...gatewaySettings({ twilio: gateway.url }) },
    async make(ask, tenantId, turn, about = {}) {
      const device = await fine<{ sessionId: string }>(ask('/v1/fingerprints/sessions', {}));
      const mobileNumber = `+447700900${String(turn % 1_000).padStart(3, '0')}`;
      const body = generateBody({
        ...{ test: undefined, ...device, mobileNumber, ...about },
        ipAddress: `2001:db8:${(turn >> 16).toString(16)}:${(turn & 0xffff).toString(16)}::1`,
      });
      const base = `/${tenantId}/v1/credit-reports`;
      const asked = await fine<Challenged>(ask(base, body));
      const { creditReportId, challenge } = asked.data;
      assert.equal(asked.data.status, 'authentication-required');
      const at = gateway.messages.findLastIndex(({ to }) => to === mobileNumber);
      const [message] = gateway.messages.splice(at, 1);
      if (at === -1 || message === undefined) assert.fail('no text was sent');
      const code = /^\d{6}/.exec(message.text)?.[0] ?? assert.fail('a text begins with its code');
      const guess = { challengeId: challenge.challengeId, code };
      const [done, receipt] = await Promise.all([
        fine<Challenged>(ask(`${base}/${creditReportId}/otp-challenge`, guess)),
        report(gateway, message),
      ]);
      assert.equal(done.data.status, 'complete');
      assert.ok(receipt < 300, `a receipt was answered ${receipt}`);
      return creditReportId;
    },
    close: () => gateway.close(),
  };
}

type Challenged = { data: { status: string; creditReportId: string; challenge: { challengeId: string } } };

async function fine<Body>(answered: ReturnType<Ask>): Promise<Body> {
  const { status, body } = await answered;
  assert.ok(status === 200 || status === 201, JSON.stringify(body));
  return body as Body;
}
