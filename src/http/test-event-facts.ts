// What a made-up event says: the example of the document, with ids and times of its own, and the fields that its maker set.
import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../domain/refusal.ts';
import { type EventType, subjectName } from '../domain/webhooks/events.ts';
import { compileValidator } from './edge/validation.ts';
import { EVENT_DATA } from './schemas/webhooks/event-data.ts';

const LIST_MAX = 20;
/** As requests may write them. Words, ids and figures: a sentence about a person does not fit. */
const FORMATS: Record<string, string> = { uuid: 'any-uuid', 'date-time': 'iso-time' };
const WORD_FORMAT = 'event-word';

type Json = { [name: string]: unknown };

/** Refuses a field that the event cannot have. */
export function toFacts(type: EventType, given: object = {}): Json {
  const names = Object.keys(shapeOf(type).properties);
  if (Object.keys(given).some((name) => !names.includes(name))) throw otherFields(type, names);
  const { error } = validatorOf(type)({ data: given }) as { error?: Error };
  if (error !== undefined) throw error;
  const { properties, example } = shapeOf(type);
  const fresh = Object.entries(example)
    .filter(([name]) => name in properties || name === 'externalReference')
    .map(([name, value]) => [name, freshOf(properties[name] as Json | undefined, value)]);
  return { ...Object.fromEntries(fresh), ...given };
}

function otherFields(type: EventType, names: string[]): Refusal {
  const fields = names.length === 0 ? 'has no fields' : `has only the fields ${names.join(', ')}`;
  return new Refusal('validation-error', 'The request body is not acceptable: 1 problem. See details.', {
    details: [{ path: '/data', message: `of ${type} ${fields} to set` }],
  });
}

function freshOf(schema: Json = {}, example: unknown): unknown {
  if (schema.format === 'uuid') return randomUUIDv7();
  return schema.format === 'date-time' ? new Date().toISOString() : example;
}

/** The fields that may be set: all but the subject, the mode, and the reference, which is that of the example. */
function shapeOf(type: EventType): { properties: Json; example: Json } {
  const { fields, example } = EVENT_DATA[type];
  const {
    [subjectName(type) ?? '']: _subject,
    test: _mode,
    externalReference: _own,
    ...properties
  } = fields as Json;
  return { properties, example };
}

const validators = new Map<EventType, ReturnType<typeof compileValidator>>();

function validatorOf(type: EventType): (value: unknown) => unknown {
  let validator = validators.get(type);
  if (validator === undefined) {
    const data = inWords({
      type: 'object',
      additionalProperties: false,
      properties: shapeOf(type).properties,
    });
    const schema = { type: 'object', properties: { data } };
    validator = compileValidator({ schema, method: 'POST', url: '', httpPart: 'body' });
    validators.set(type, validator);
  }
  return validator as (value: unknown) => unknown;
}

function inWords(schema: Json): Json {
  const { properties, items, type } = schema;
  if (type === 'object')
    return {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, Json>).map(([name, one]) => [name, inWords(one)]),
      ),
    };
  if (type === 'array') return { ...schema, items: inWords(items as Json), maxItems: LIST_MAX };
  if (type !== 'string' || schema.enum !== undefined) return schema;
  return { ...schema, format: FORMATS[String(schema.format)] ?? WORD_FORMAT };
}
