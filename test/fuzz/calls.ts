// Requests generated from the operations of the OpenAPI document: a draft is a request in parts, so that one part can be broken; a call is
// what is sent.
import { type Agent, request as httpRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { PERMISSIONS } from '../../src/domain/people/permissions.ts';
import { publishedText } from '../support/consumers/hosted.ts';
import { type Answer, type Client, createTenant, type House, send, sql, toAnswer } from '../support/house.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { arbitraryOf, type Known } from './arbitraries.ts';
import { type Json, type Operation, operationOf, operations, type Schema } from './contract.ts';

export type Draft = {
  /** Of its operation. */
  id: string;
  params: Record<string, string>;
  query: Record<string, Json>;
  headers: Record<string, string>;
  body: Json;
};

export type Call = {
  operation: Operation;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
};

/** Ids of things that exist. */
export type Places = {
  client: Client;
  reportIds: string[];
  challengeIds: string[];
  pageToken: string;
  /** Published, of the client's tenant. */
  consentTextId: string;
  /** A person who may do all that a credential may not, on their own tenant, which they may disable. */
  staff: { token: string; tenantId: string };
};

const RETURN_URL = 'https://apply.example/done';

/** A published consent text, on a tenant that lets the page go back to RETURN_URL. */
export async function consentPlace(house: House, tenantId: string): Promise<string> {
  await sql(house, `update tenants set return_origins = '{https://apply.example}' where id = $1`, [tenantId]);
  return publishedText(house, tenantId);
}

/** Signed in as owner and operator. */
export async function staffOf(house: House): Promise<Places['staff']> {
  const { tenantId } = await createTenant(house);
  const person = await createPerson(house, { tenantId, isOperator: true });
  const browser = await signIn(openBrowser(house), person);
  return { token: browser.cookies.get('__Host-access') ?? '', tenantId };
}

/** The caller: a person where only people may call. Operations with their own password or codes are left out. */
function callerFor({ path }: Operation, { client, staff }: Places): Places['staff'] {
  const isForStaff = /\/(members|invitations|credentials|security|audit-entries|operator)\b/.test(path);
  return isForStaff ? staff : { token: client.token, tenantId: client.tenant.tenantId };
}

export function drafts(places: Places): fc.Arbitrary<Draft> {
  return fc.oneof(
    ...operations.filter(isOurs).map((operation) => ({
      weight: weightOf(operation),
      arbitrary: draftOf(operation, places),
    })),
  );
}

/** The authorization endpoint is the OpenID provider's, and tested with it. */
const isOurs = ({ id }: Operation): boolean => id !== 'authorize';

/** Operations with more fields get more requests. */
function weightOf({ body, parameters }: Operation): number {
  return 1 + (body === null ? 0 : Object.keys(body.schema.properties ?? {}).length) + 2 * parameters.length;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Rules between filters of a list, which the document tells in words. */
function areTogether({ bureau, bureauAnswer, referenceStart }: Record<string, Json>): boolean {
  return bureau === undefined ? bureauAnswer === undefined : referenceStart === undefined;
}

export function draftOf(operation: Operation, places: Places): fc.Arbitrary<Draft> {
  if (operation.id === 'issueToken') return tokenDraft(operation, places);
  const caller = callerFor(operation, places);
  const known: Known = {
    tenantId: fc.constant(caller.tenantId),
    // A top-up is above zero.
    amount: fc.integer({ min: 1, max: 1_000 }),
    creditReportId: fc.constantFrom(...places.reportIds),
    challengeId: fc.oneof(fc.constantFrom(...places.challengeIds), fc.uuid()),
    // In the request log it is the code of an error, which the schema lists.
    ...(operation.id !== 'listRequests' && {
      code: fc.oneof(fc.constant('123456'), fc.string({ minLength: 1 }).filter(isPlain)),
    }),
    pageToken: fc.constant(places.pageToken),
    // A period of statistics has at most 400 steps.
    from: fc.constant(daysAgo(5)),
    to: fc.constant(daysAgo(1)),
    allowedOrigins: fc.subarray(['https://apply.example', 'http://localhost:3000', 'https://a.example:8443']),
    // Only those on the lists of the tenant are taken; and a text must be published.
    consentTextId: fc.constant(places.consentTextId),
    returnUrl: fc.constant(RETURN_URL),
    // Any other text must be a picture.
    logo: fc.constant(null),
    embedOrigins: fc.constant([]),
    returnOrigins: fc.subarray(['https://apply.example', 'https://a.example:8443']),
    // A clock goes two years at most, and one of a report must be there.
    at: fc.constant(daysAgo(5)),
    ...(operation.id === 'advanceTestClock' && { by: fc.constantFrom('PT5M1S', 'P1D', 'PT0.5S') }),
    testOptions: fc.constantFrom({}, { sms: 'refused' }, { bureaus: { experian: 'timeout' }, delayMs: 0 }),
    csv: fc.constantFrom('name\nMarlowick', 'name,brands\r\nMarlowick,"Wick; Marlow"\r\n'),
    // A long poll would wait for it.
    wait: fc.constant(0),
    // The feed of events, which goes on after one of them.
    after: fc.constant('latest'),
    returnTo: fc.constantFrom('/app', '/reference/?x=1#y'),
    // A period must not end before it begins.
    dateFrom: fc.constantFrom('2000-01-01', '2024-02-29', '2026-10-25'),
    dateTo: fc.constantFrom('2026-10-25', '2026-12-31', '2999-12-31'),
    timeZone: fc.constantFrom('Europe/London', 'UTC', 'America/New_York', 'Etc/GMT+3'),
    // Live mode is refused here; most requests should get further than that.
    test: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.boolean() }),
    // A few keys are reused, and replay the answer to their first request.
    'Idempotency-Key': fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('first', 'second') },
      { weight: 9, arbitrary: HEADER_TEXT },
    ),
  };
  const some = (place: string) => {
    // The single page of tenants has no next page, so there is no valid token for it.
    const isGood = (name: string) => name !== 'pageToken' || operation.id === 'listReports';
    const own = operation.parameters.filter((parameter) => parameter.in === place && isGood(parameter.name));
    // A client resolves these two in a path, and asks for another address.
    const isSent = (value: Json) => place !== 'path' || (value !== '.' && value !== '..');
    const fields = own.map(({ name, schema }) => [
      name,
      (known[name] ?? arbitraryOf(schema, known)).filter(isSent),
    ]);
    const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name);
    const model: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(fields);
    return fc.record(model, { requiredKeys, noNullPrototype: true }).filter(areTogether);
  };
  return fc
    .record({
      params: some('path'),
      query: some('query'),
      headers: some('header'),
      body: operation.body === null ? fc.constant(undefined) : arbitraryOf(operation.body.schema, known),
    })
    .map(({ headers, ...rest }) => ({
      id: operation.id,
      ...rest,
      headers: {
        ...headers,
        ...(operation.needsToken && { authorization: `Bearer ${caller.token}` }),
        ...(operation.body !== null && { 'content-type': operation.body.type }),
      },
    })) as fc.Arbitrary<Draft>;
}

/** A valid request with every field, from the document's examples. */
export function fullDraft(id: string, places: Places): Draft {
  const { client, reportIds, challengeIds } = places;
  const { clientId, clientSecret } = client.tenant;
  const { token, tenantId } = callerFor(operationOf(id), places);
  const [creditReportId = '', challengeId = ''] = [reportIds[0], challengeIds[0]];
  const { body, needsToken, path } = operationOf(id);
  const bodies: Record<string, Json> = {
    issueToken: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    submitOtp: { challengeId, code: '000000' },
    resendSms: { challengeId },
    selectTenant: { tenantId },
    registerDevice: {},
  };
  return {
    id,
    params: {
      ...(path.includes('{tenantId}') && { tenantId }),
      ...(path.includes('{creditReportId}') && { creditReportId }),
    },
    query: {},
    headers: {
      ...(needsToken && { authorization: `Bearer ${token}` }),
      ...(body !== null && { 'content-type': body.type }),
    },
    body: body === null ? undefined : (bodies[id] ?? exampleBody(id, body)),
  };
}

/** Field by field where each field has an example, so that every field is there; otherwise the example of the whole. */
function exampleBody(id: string, body: { schema: Schema; example: Json }): Json {
  const isByField = id === 'generateReport' || id === 'resolvePrice';
  return isByField ? { ...exampleOf(body.schema), test: true } : body.example;
}

function exampleOf(schema: Schema): Json {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.type === 'array') return [exampleOf(schema.items)];
  const fields = Object.entries<Schema>(schema.properties);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
}

const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');
const HEADER_TEXT = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 255 })
  .filter((text) => text.trim() === text && text !== '');

/** A client authenticates in the header or in the form, not in both. */
function tokenDraft(operation: Operation, { client }: Places): fc.Arbitrary<Draft> {
  const { clientId, clientSecret } = client.tenant;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const scope = fc.shuffledSubarray([...PERMISSIONS], { minLength: 1 }).map((names) => names.join(' '));
  return fc
    .record({ inForm: fc.boolean(), scope: fc.option(scope, { nil: undefined }) })
    .map(({ inForm, scope: wanted }) => ({
      id: operation.id,
      params: {},
      query: {},
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(!inForm && { authorization: basic }),
      },
      body: {
        grant_type: 'client_credentials',
        ...(wanted !== undefined && { scope: wanted }),
        ...(inForm && { client_id: clientId, client_secret: clientSecret }),
      },
    }));
}

export function toCall({ id, params, query, headers, body }: Draft): Call {
  const operation = operationOf(id);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  const isForm = operation.body?.type === 'application/x-www-form-urlencoded';
  return {
    operation,
    method: operation.method,
    url: search.length === 0 ? path : `${path}?${search.join('&')}`,
    headers,
    payload:
      body === undefined ? undefined : isForm ? new URLSearchParams(body).toString() : JSON.stringify(body),
  };
}

export type Send = (call: Call) => Promise<Answer>;

export function inProcess(house: House): Send {
  return ({ method, url, headers, payload }) =>
    send(house, { method: method as 'GET', url, headers, ...(payload !== undefined && { payload }) });
}

/** Over a socket, with Node's HTTP client. */
export function overSocket(port: number, agent: Agent): Send {
  return ({ method, url, headers, payload }) =>
    new Promise((resolve, reject) => {
      const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        agent,
        method,
        path: url,
        headers: { ...headers, ...length },
      });
      request.on('error', reject);
      request.on('response', async (response) => {
        const text = await readText(response).catch(reject);
        if (text !== undefined) resolve(toAnswer(response.statusCode ?? 0, response.headers, text));
      });
      request.end(payload);
    });
}
