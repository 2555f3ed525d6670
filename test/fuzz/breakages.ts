// Mutations that make a valid request invalid in one place. Each must be refused with a 4xx: accepting one is a hole in the validation, and a
// 5xx means there was none.
import { isIP } from 'node:net';
import { BUILDING_FIELDS } from '../../src/http/schemas/reports/generate.ts';
import { FORMATS } from '../../src/http/schemas/text.ts';
import { type Call, type Draft, toCall } from './calls.ts';
import { type Json, operationOf, operations, type Schema } from './contract.ts';

/** Built lazily: a large request can be broken in thousands of places. */
export type Broken = { what: string; call: () => Call };

const BAD: Record<string, string[]> = {
  date: ['2023-02-29', '0000-00-00', '10000-01-01', '12/04/1985', '1985-4-12'],
  'iso-time': ['yesterday', '2023-02-29T00:00:00Z', '2026-11-15T09:30:00', '2026-11-15T25:00:00Z'],
  email: ['no-at-sign', 'two@at@signs', '@', 'a b@example.com', 'name@'],
  uri: ['no-address', '//example.com/a', 'ftp://example.com/a', 'https://', 'https://user@example.com/a'],
  'ip-address': ['256.1.1.1', '1.2.3', '::g', 'fe80::1%eth0', '1.2.3.4/8', 'localhost'],
};
/** Formats that the document tells by a pattern. */
const FORMAT_OF = new Map(
  ['ip-address', 'iso-time'].map((name) => [FORMATS[name]?.documented.pattern, name] as const),
);
const BLANK = '   ';
const OTHER_TYPES: [string, Json][] = [
  ['null', null],
  ['number', 5],
  ['boolean', true],
  ['string', 'text'],
  ['array', []],
  ['object', {}],
];

/** One mutation, by two numbers: the part of the request, and the place in it. Bodies have the most places. */
export function breakage(draft: Draft, part: number, place: number): Broken {
  const [address, query, headers, body] = brokenParts(draft);
  const parts = [address, query, headers, body, body, body].filter((some) => some.length > 0);
  const some = parts[part % parts.length] ?? [];
  const found = some[place % some.length];
  if (found === undefined) throw new Error(`${draft.id} cannot be broken`);
  return found;
}

export function allBreakages(draft: Draft): Broken[] {
  return brokenParts(draft).flat();
}

function brokenParts(draft: Draft): [Broken[], Broken[], Broken[], Broken[]] {
  const { body } = operationOf(draft.id);
  const inBody = body === null ? [] : draft.id === 'issueToken' ? brokenForm(draft) : brokenBody(draft);
  return [brokenAddress(draft), brokenQuery(draft), brokenHeaders(draft), inBody];
}

function brokenAddress(draft: Draft): Broken[] {
  const { path: template } = operationOf(draft.id);
  const isNotTaken = (method: string): boolean =>
    !operations.some((operation) => operation.path === template && operation.method === method);
  const call = toCall(draft);
  const [path = ''] = call.url.split('?');
  const params = Object.keys(draft.params).flatMap((name) =>
    ['0199d1c2-7a44-7c31-9f0e-3f6d5d1f0aff', 'not-a-uuid', "' or 1=1 --", '%', '../..'].map((value) => ({
      what: `${name} = ${value}`,
      call: () => toCall({ ...draft, params: { ...draft.params, [name]: value } }),
    })),
  );
  return [
    ...params,
    ...['PUT', 'PATCH', 'DELETE'].filter(isNotTaken).map((method) => ({
      what: `method ${method}`,
      call: () => ({ ...call, method }),
    })),
    { what: 'an address that there is not', call: () => ({ ...call, url: `${path}/nothing/here` }) },
    { what: 'half an escape in the address', call: () => ({ ...call, url: `${path}%` }) },
  ];
}

function brokenQuery(draft: Draft): Broken[] {
  const own = operationOf(draft.id).parameters.filter((parameter) => parameter.in === 'query');
  return own.flatMap(({ name, schema }) => {
    const values: Json[] = [...badTexts(schema), ['first', 'second']];
    if (schema.type === 'integer')
      values.push(schema.minimum - 1, schema.maximum + 1, '5.5', '05', '1e1', 'five', '');
    if (schema.type === 'boolean') values.push('yes', '1', 'TRUE', '');
    if (name === 'pageToken') values.push('!!', 'bm90LWEtdG9rZW4', '99999999999999999999.x');
    return values.map((value) => ({
      what: `query ${name} = ${value}`,
      call: () => toCall({ ...draft, query: { ...draft.query, [name]: value } }),
    }));
  });
}

function brokenHeaders(draft: Draft): Broken[] {
  const withHeaders = (what: string, headers: Record<string, string>, dropped?: string) => {
    const kept = Object.entries(draft.headers).filter(([name]) => name !== dropped);
    return { what, call: () => toCall({ ...draft, headers: { ...Object.fromEntries(kept), ...headers } }) };
  };
  const { needsToken, parameters, body } = operationOf(draft.id);
  const broken: Broken[] = [];
  if (needsToken) {
    const token = draft.headers.authorization?.split(' ')[1] ?? '';
    broken.push(withHeaders('no token', {}, 'authorization'));
    const cut = token.slice(0, -3);
    for (const value of [`Basic ${token}`, 'Bearer', 'Bearer x.y.z', token, `Bearer ${cut}`]) {
      broken.push(withHeaders('a wrong token', { authorization: value }));
    }
  }
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) {
    broken.push(withHeaders('a key that is too long', { 'Idempotency-Key': 'k'.repeat(256) }));
  }
  if (body !== null) {
    broken.push(withHeaders('no content type', {}, 'content-type'));
    for (const type of ['text/plain', 'application/xml', 'application/jsonp', 'application', 'text/json']) {
      broken.push(withHeaders(`content type ${type}`, { 'content-type': type }));
    }
  }
  return broken;
}

function brokenForm(draft: Draft): Broken[] {
  const { grant_type: _grant, ...rest } = draft.body;
  const forms: [string, Json][] = [
    ['no grant_type', rest],
    ['another grant_type', { ...draft.body, grant_type: 'password' }],
    ['an unknown scope', { ...draft.body, scope: 'everything' }],
    ['a wrong secret', { ...draft.body, client_id: 'client-x', client_secret: 'wrong' }],
  ];
  return forms.map(([what, body]) => ({ what, call: () => toCall({ ...draft, body }) }));
}

function brokenBody(draft: Draft): Broken[] {
  const schema = operationOf(draft.id).body?.schema ?? {};
  const call = toCall(draft);
  const whole = String(call.payload);
  const payloads: [string, string | undefined][] = [
    ['a body cut short', whole.slice(0, -1)],
    ['a body with more behind it', `${whole}x`],
    ['a body in quotes', `'${whole}'`],
    ['an empty body', ''],
    ['a body of blanks', '  \n'],
  ];
  const changes = [...brokenValues(schema, draft.body, ''), ...brokenRules(draft.body)];
  return [
    ...changes.map(([what, body]) => ({ what, call: () => toCall({ ...draft, body }) })),
    ...payloads.map(([what, payload]) => ({ what, call: () => ({ ...call, payload }) })),
  ];
}

type Change = [what: string, value: Json];

/** Every variant of the value with one thing wrong with it or with something in it. */
function brokenValues(schema: Schema, value: Json, path: string): Change[] {
  // A text or null has both.
  const types: unknown[] = [schema.type].flat();
  const isOther = ([type]: [string, Json]): boolean =>
    !types.includes(type) && !(type === 'number' && types.includes('integer'));
  const changes: Change[] = OTHER_TYPES.filter(isOther).map(([type, other]) => [`${path} is ${type}`, other]);
  if (schema.type === 'integer') {
    changes.push([`${path} is half a number`, 5.5]);
    if (schema.maximum !== undefined) changes.push([`${path} is too large`, schema.maximum + 1]);
    if (schema.minimum !== undefined) changes.push([`${path} is too small`, schema.minimum - 1]);
  }
  if (typeof value === 'string') {
    changes.push(...badTexts(schema, value).map((bad): Change => [`${path} = ${bad.slice(0, 40)}`, bad]));
  } else if (Array.isArray(value)) {
    const { minItems, maxItems, uniqueItems } = schema;
    if (minItems > 0) changes.push([`${path} is empty`, []]);
    if (maxItems > 0) changes.push([`${path} is too long`, Array(maxItems + 1).fill(value[0])]);
    if (uniqueItems) changes.push([`${path} repeats`, [value[0], value[0]]]);
    for (const [index, item] of value.entries()) {
      const inner = brokenValues(schema.items, item, `${path}/${index}`);
      changes.push(...inner.map(([what, bad]): Change => [what, value.with(index, bad)]));
    }
  } else if (typeof value === 'object' && value !== null) {
    changes.push(...brokenFields(schema, value, path));
  }
  return changes;
}

function brokenFields(schema: Schema, value: Json, path: string): Change[] {
  const changes: Change[] = [];
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  for (const name of schema.required ?? []) changes.push([`${path} lacks ${name}`, without(name)]);
  const alternatives: readonly string[] = schema.title === 'GivenUkAddress' ? BUILDING_FIELDS : [];
  if (alternatives.length > 0)
    changes.push([`${path} lacks all of ${alternatives}`, without(...alternatives)]);
  for (const [name, field] of Object.entries<Schema>(schema.properties ?? {})) {
    if (value[name] === undefined) continue;
    const inner = brokenValues(field, value[name], `${path}/${name}`);
    changes.push(...inner.map(([what, bad]): Change => [what, { ...value, [name]: bad }]));
  }
  return changes;
}

/** Rules that the schema cannot express, or that relate fields. */
function brokenRules(body: Json): Change[] {
  if (body?.dateOfBirth === undefined) return [];
  const { test: _test, ...live } = body;
  const challengeOptions = { status: 'allow' };
  return [
    ['challengeOptions in live mode', { ...live, challengeOptions }],
    ['challengeOptions with test false', { ...body, test: false, challengeOptions }],
    ['born before 1900', { ...body, dateOfBirth: '1899-12-31' }],
    ['not born yet', { ...body, dateOfBirth: '2999-01-01' }],
  ];
}

function badTexts(schema: Schema, good = ''): string[] {
  if (schema.type !== 'string') return [];
  if (schema.enum !== undefined) return ['not-one-of-these', '', `${schema.enum[0]} `];
  const format = schema.format ?? FORMAT_OF.get(schema.pattern);
  if (format === 'uuid') return [];
  const texts = BAD[format] ?? [];
  const { minLength = 0, maxLength, pattern } = schema;
  const isMade = pattern !== undefined && !pattern.includes('(?=');
  return [
    ...texts,
    ...(format !== undefined || minLength > 0 ? [''] : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
    ...(pattern?.includes('(?=') ? [BLANK, 'bell \u0007', 'turned \u202e round'] : []),
    ...(pattern?.includes('(?=') && !pattern.includes('[\\s\\S]') ? ['line\nbreak'] : []),
    ...(isMade ? ['???', BLANK, `${good}!`, `!${good}`, good.slice(0, 3)] : []).filter(
      (text) => !isGoodItself(text, format, pattern),
    ),
    ...(['date', 'ip-address'].includes(format) ? [`${good}!`, ` ${good}`] : []),
  ];
}

/** What is made of a good text may be good too, as `::0` of an address is. Asked of Node and of the document, not of what is tested. */
function isGoodItself(text: string, format: string | undefined, pattern: string): boolean {
  return format === 'ip-address' ? isIP(text) !== 0 : new RegExp(pattern).test(text);
}
