// Scenes for crash tests: one request each with its set-up, sent to the process that is to die, and what its caller knows from the answer.
import { randomUUID } from 'node:crypto';
import type { Verdict } from '../../../src/domain/reports/report.ts';
import type { ReportAnswer, ReportPath } from '../answers.ts';
import type { Story } from '../consumers/consumer-stories.ts';
import {
  createTenant,
  generateBody,
  type House,
  openHouse,
  send,
  sql,
  type Tenant,
  tokenOf,
} from '../house.ts';
import { WRONG_CODE } from '../money.ts';
import { call, jsonPost, type ServiceProcess, until, wordsOf } from '../processes.ts';
import { consumerFor, type Provider } from '../worlds/provider.ts';
import { createProviderWorld, UNVERIFIED_DEVICE } from '../worlds/provider-world.ts';
import { createHasten } from './stubborn-client.ts';

/** `act` sends to a process, or a composed service, that does not die. */
export type Stage = { house: House; provider: Provider; act: Act };
export type Act = (scene: Scene) => Promise<ReportAnswer>;

export type Scene = {
  tenant: Tenant;
  token: string;
  fundedCredits: number;
  path: ReportPath;
  key: string;
  body: Record<string, unknown>;
  /** The caller's record of the report, updated from the answer; null when no report was made. */
  tell(answer: ReportAnswer): Story | null;
};

const BUREAUS = ['equifax', 'experian', 'transunion'];
const FUNDED = 1_000;
export const REFUSED_BY_GATEWAY = 'refused-';

export const SCENES = {
  'a generate that is allowed': (stage) => generate(stage, 'allow'),
  'a generate that is blocked': (stage) => generate(stage, 'block'),
  'a generate that is challenged': (stage) => generate(stage, 'challenge'),
  'a generate whose message no gateway takes': (stage) => generate(stage, 'challenge', REFUSED_BY_GATEWAY),
  'a generate on an unverified device': (stage) => generate(stage, 'challenge', UNVERIFIED_DEVICE),
  'a generate on an empty wallet': async (stage) => {
    const scene = await generate(stage, 'allow', '', 0);
    return { ...scene, tell: () => null };
  },
  'a generate whose message cannot be paid for': async (stage) => {
    const scene = await generate(stage, 'challenge', '', 339);
    return { ...scene, tell: (answer) => (answer.status === 200 ? scene.tell(answer) : null) };
  },
  'a generate that was made and not answered': unanswered,
  'a generate whose process died': abandoned,
  'a right code': (stage) => guess(stage, 0, ({ provider }, email) => provider.lastCode(email)),
  'a wrong code': (stage) => guess(stage, 0, () => WRONG_CODE),
  'a third wrong code': (stage) => guess(stage, 2, () => WRONG_CODE),
  'a code on an unverified device': (stage) => guess(stage, 0, () => WRONG_CODE, UNVERIFIED_DEVICE),
  'a resend': resend,
} as const satisfies Record<string, (stage: Stage) => Promise<Scene>>;

export type SceneName = keyof typeof SCENES;

async function generate(
  { house }: Stage,
  verdict: Verdict,
  prefix = '',
  fundedCredits = FUNDED,
): Promise<Scene> {
  const tenant = await createTenant(house, { balanceCredits: fundedCredits });
  const email = `${prefix}${randomUUID()}@example.com`;
  return {
    tenant,
    token: await tokenOf(house, tenant),
    fundedCredits,
    path: `/${tenant.tenantId}/v1/credit-reports`,
    key: randomUUID(),
    body: generateBody({ ...consumerFor(verdict, email), bureaus: BUREAUS }),
    tell: ({ body }) => ({
      tenantId: tenant.tenantId,
      email,
      reportId: body.data.creditReportId,
      bureaus: BUREAUS,
      status: body.data.status,
      cost: body.meta.wallet.cost,
      guesses: 0,
      resends: 0,
    }),
  };
}

/** The state after a process died before its last step. */
async function unanswered(stage: Stage): Promise<Scene> {
  const scene = await generate(stage, 'allow');
  await set(stage, scene);
  await sql(
    stage.house,
    `update idempotency_keys set answer = null, leased_until = clock_timestamp() where tenant_id = $1`,
    [scene.tenant.tenantId],
  );
  return scene;
}

/** The state after a process died while it asked the bureaus; only the key's lease has expired. */
async function abandoned(stage: Stage): Promise<Scene> {
  const { house, provider } = stage;
  const scene = await generate(stage, 'allow');
  const asked = Promise.withResolvers<void>();
  const assess = (): Promise<never> => {
    asked.resolve();
    return new Promise(() => {});
  };
  const dying = await openHouse({}, house.database, { ...createProviderWorld(provider.url), assess });
  // Nobody answers it: the deadline of the call comes long after, and counts for nothing by then.
  actIn(dying)(scene).catch(asked.reject);
  await asked.promise;
  await dying.close();
  await sql(house, 'update idempotency_keys set leased_until = clock_timestamp() where tenant_id = $1', [
    scene.tenant.tenantId,
  ]);
  return scene;
}

async function challenged(stage: Stage, prefix = '') {
  const scene = await generate(stage, 'challenge', prefix);
  const answer = await set(stage, scene);
  const story = scene.tell(answer) as Story;
  const challengeId: string = answer.body.data.challenge.challengeId;
  return { scene, story, challengeId, path: `${scene.path}/${story.reportId}` as const };
}

async function guess(
  stage: Stage,
  wrongBefore: number,
  codeFor: (stage: Stage, email: string) => string,
  prefix = '',
): Promise<Scene> {
  const { scene, story, challengeId, path } = await challenged(stage, prefix);
  const otp: Scene = { ...scene, path: `${path}/otp-challenge` };
  for (let n = 0; n < wrongBefore; n += 1) {
    await set(stage, { ...otp, key: randomUUID(), body: { challengeId, code: WRONG_CODE } });
  }
  return {
    ...otp,
    key: randomUUID(),
    body: { challengeId, code: codeFor(stage, story.email) },
    tell: ({ body }) => ({ ...story, status: body.data.status, guesses: wrongBefore + 1 }),
  };
}

async function resend(stage: Stage): Promise<Scene> {
  const { scene, story, challengeId, path } = await challenged(stage);
  return {
    ...scene,
    path: `${path}/resend-sms`,
    key: randomUUID(),
    body: { challengeId },
    tell: ({ body }) => ({ ...story, resends: body.data.smsSentCount - 1 }),
  };
}

/** Rejects when the process dies before it has answered. */
export function actOn(process: ServiceProcess, timeoutMs = 30_000): Act {
  return ({ path, token, body, key }) => {
    const request = jsonPost(path, token, body);
    const headers = { ...request.headers, 'idempotency-key': key };
    return call(process.origin, { ...request, headers, timeoutMs }).catch((error: Error) => {
      throw process.hasEnded()
        ? new Error(`${error.message}; the process had ended. ${wordsOf(process)}`)
        : error;
    });
  };
}

export function actIn(house: House, remoteAddress = '127.0.0.1'): Act {
  return ({ path, token, body, key }) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    return send(house, { method: 'POST', url: path, headers, payload: body, remoteAddress });
  };
}

async function set({ act }: Stage, scene: Scene): Promise<ReportAnswer> {
  const answer = await act(scene);
  if (answer.status !== 200) throw new Error(`the scene could not be set: ${answer.text}`);
  return answer;
}

/** Retries with the same key until the answer is definite; expires what a dead request left leased. */
export async function untilDefinite(
  house: House,
  act: Act,
  scene: Scene,
  first: ReportAnswer,
  onAgain: () => void = () => {},
): Promise<ReportAnswer> {
  const hasten = createHasten(house, scene.tenant.tenantId);
  let answer = first;
  await until('a definite answer', async () => {
    if (answer.status < 500 && answer.body.code !== 'request-in-progress') return true;
    if (answer.status !== 503 && answer.status !== 409)
      throw new Error(`answered ${answer.status}: ${answer.text}`);
    await hasten(scene.path, scene.key);
    await house.service.clearUp();
    onAgain();
    answer = await act(scene);
    return false;
  });
  return answer;
}
