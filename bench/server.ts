// The measured servers, each as a process: `bare` (the framework alone), `edge` (our app with a no-op store), `service` (our app on its
// database), `live` (the same, asking bureaus over HTTP) and `journey` (that, with devices and texts). Its parent sends over IPC which to be; it answers its port, and later, on request,
// its CPU time and how many reports lacked a bureau. With `workers` it is so many processes behind one port, as with WEB_CONCURRENCY.
import cluster, { type Worker } from 'node:cluster';
import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { Ajv } from 'ajv';
import fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { compose } from '../src/compose/compose.ts';
import { type Live, type LiveParts, openLive } from '../src/compose/live-world.ts';
import { readConfig } from '../src/config/config.ts';
import { GenerateRequest } from '../src/http/schemas/reports/generate.ts';
import { FORMATS } from '../src/http/schemas/text.ts';
import { HEAP_GROWTH } from '../src/main.ts';
import type { ReportStore } from '../src/storage/reports/reports.ts';
import type { IdentifyCaller } from '../src/usecases/people/identify-caller.ts';
import type { World } from '../src/world/world.ts';
import { inPlaceOfLive } from '../test/support/worlds/live-in-place.ts';
import { createStandIn } from '../test/support/worlds/stand-in-world.ts';
import { endProfile, startProfile } from './profiler.ts';

export type Order =
  | { kind: 'bare'; generateAnswer: string; profileAnswer: string; clientSecret?: string }
  | {
      kind: 'service' | 'edge' | 'token' | 'live' | 'journey';
      env: Record<string, string>;
      profileAnswer: string;
      workers?: number;
    };

/** The size of our header and claims. */
const TOKEN_CLAIMS_BYTES = 550;

/** `mainMs`: of the main thread alone. */
export type Spent = { cpuMs: number; mainMs: number; shortReports: number };

let shortReports = 0;
setFlagsFromString(HEAP_GROWTH);

process.once('message', async (order: Order) => {
  if (cluster.isPrimary && 'workers' in order && order.workers !== undefined)
    return process.send?.({ port: await serveByWorkers(order, order.workers) });
  const app = order.kind === 'bare' ? bareApp(order) : await ourApp(order);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.addresses()[0];
  process.send?.({ port: typeof address === 'object' ? address.port : 0 });
  process.on('message', async (message) => {
    if (message === 'profile') return process.send?.(await startProfile());
    if (message === 'profiled') return process.send?.(await endProfile());
    const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
    const cpuMs = (all.user + all.system) / 1000;
    process.send?.({ cpuMs, mainMs: (main.user + main.system) / 1000, shortReports } satisfies Spent);
  });
});
process.on('disconnect', () => process.exit(0));

/** Answers the port that they share. */
async function serveByWorkers(order: Order, count: number): Promise<number> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const portOf = (worker: Worker): Promise<number> =>
    new Promise((resolve) => {
      worker.once('message', ({ port }: { port: number }) => resolve(port));
      worker.once('online', () => worker.send(order));
    });
  const ports = await Promise.all(Array.from({ length: count }, () => portOf(cluster.fork())));
  return ports[0] ?? 0;
}

/** Parses, validates and answers the same bytes, and does nothing else. */
function bareApp(order: Extract<Order, { kind: 'bare' }>): FastifyInstance {
  const app = fastify();
  const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.isValid);
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
  const json = 'application/json; charset=utf-8';
  app.post('/generate', { schema: { body: GenerateRequest } }, async (_request, reply) =>
    reply.type(json).send(order.generateAnswer),
  );
  app.get('/profile', async (_request, reply) => reply.type(json).send(order.profileAnswer));
  addBareToken(app, order.clientSecret ?? '');
  return app;
}

/** The cryptography of a token and nothing else: the secret's keyed hash, and one signature over as many bytes as a token has. */
function addBareToken(app: FastifyInstance, clientSecret: string): void {
  const hashKey = createSecretKey(randomBytes(32));
  const hashOf = (secret: string): Buffer => createHmac('sha256', hashKey).update(secret).digest();
  const stored = hashOf(clientSecret);
  const { privateKey } = generateKeyPairSync('ed25519');
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/v1/oauth/token', async (request, reply) => {
    const basic = Buffer.from(
      (request.headers.authorization ?? '').slice('Basic '.length),
      'base64',
    ).toString();
    if (!timingSafeEqual(hashOf(basic.slice(basic.indexOf(':') + 1)), stored)) return reply.code(401).send();
    const claims = Buffer.alloc(TOKEN_CLAIMS_BYTES, 'x').toString('base64url');
    const signature = sign(null, Buffer.from(claims), privateKey).toString('base64url');
    const access_token = `${claims}.${signature}`;
    return reply.send({ access_token, token_type: 'Bearer', expires_in: 900 });
  });
}

/** The real service; `edge` has a no-op store, `token` is the token check and nothing else. */
async function ourApp(order: Exclude<Order, { kind: 'bare' }>): Promise<FastifyInstance> {
  const output = pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 });
  const { app, identifyCaller } = await compose({
    config: readConfig(order.env),
    connection: { connectionString: order.env.DATABASE_URL },
    logger: pino({ level: 'info' }, output),
    writeLogLine: (line) => output.write(line),
    openLive: LIVE[order.kind] ?? (async (parts) => inPlaceOfLive(createStandIn(), parts)),
    ...(order.kind === 'edge' && { reports: forgetfulStore() }),
  });
  return order.kind === 'token' ? tokenApp(identifyCaller, order.profileAnswer) : app;
}

const LIVE: Partial<Record<Order['kind'], typeof openLive>> = { live: openTrusting, journey: openLive };

/** The live world as configured, except for the device: there is none here, so every consumer is allowed. */
async function openTrusting(parts: LiveParts): Promise<Live> {
  const live = await openLive(parts);
  const fetchCreditReport: World['fetchCreditReport'] = async (subject) => {
    const fetched = await live.world.fetchCreditReport(subject);
    if (fetched.bureaus.some(({ status }) => status !== 'ok')) shortReports += 1;
    return fetched;
  };
  const assess: World['assess'] = async () => ({ verdict: 'allow', device: 'verified' });
  return { ...live, world: { ...live.world, assess, fetchCreditReport } };
}

function tokenApp(identifyCaller: IdentifyCaller, answer: string): FastifyInstance {
  const app = fastify();
  app.addHook('onRequest', async (request) => {
    await identifyCaller(request.headers.authorization?.slice('Bearer '.length) ?? '');
  });
  app.get('/profile', async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
  return app;
}

function forgetfulStore(): ReportStore {
  const unused = (): never => {
    throw new Error('the edge benchmark only generates');
  };
  return {
    insertReport: async () => ({ atMs: Date.now(), sentAtMs: null, balanceCredits: 0 }),
    findReport: unused,
    completeReport: unused,
    purgeReports: unused,
  };
}
