// The generated part of packages/php/Trefoil.php: a method for each operation, with the shapes of what is sent. npm run sdk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Operation,
  readHelp,
  readHelpByMessage,
  readOperations,
  type Schema,
} from './sdk-operations.ts';

export const PHP_FILE = join(import.meta.dirname, '../packages/php/Trefoil.php');
const BEGIN = /^\/\/ --- Generated from .*$/m;
const END = '// --- End of what is generated.';
const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'null',
};

export function phpText(): string {
  const text = readFileSync(PHP_FILE, 'utf8');
  const begin = BEGIN.exec(text);
  const end = text.indexOf(END);
  if (begin === null || end === -1) throw new Error(`${PHP_FILE} has lost its marks`);
  return `${text.slice(0, begin.index)}${begin[0]}\n${generated()}\n\n${text.slice(end)}`;
}

function generated(): string {
  const { operations, schemas } = readOperations();
  const help = Object.entries(readHelp()).map(([code, fix]) => `        ${quoted(code)} => ${quoted(fix)},`);
  const methods = operations.map((operation) => methodOf(operation, schemas));
  return [
    'abstract class Operations extends Core',
    '{',
    '    public const HELP = [',
    ...help,
    '    ];',
    '    public const HELP_BY_MESSAGE = [',
    ...readHelpByMessage().map((one) => `        [${one.map(quoted).join(', ')}],`),
    '    ];',
    '',
    methods.join('\n\n'),
    '}',
  ].join('\n');
}

function methodOf(operation: Operation, schemas: Record<string, Schema>): string {
  const { id, method, path, summary, pathNames, query, body, answer, file, keyed } = operation;
  const asked = Object.entries<Schema>(query.properties).map(([name, schema]) => ({
    name,
    type: plainType(schema, schemas),
    isRequired: query.required.includes(name),
  }));
  const args = [
    ...pathNames.map((name) => `string $${name}`),
    ...(body === undefined ? [] : ['array $body']),
    ...asked.filter(({ isRequired }) => isRequired).map(({ name, type }) => `${type} $${name}`),
    ...asked.filter(({ isRequired }) => !isRequired).map(({ name, type }) => `?${type} $${name} = null`),
    ...(keyed ? ['?string $idempotencyKey = null'] : []),
  ];
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'tenantId' ? `' . $this->tenant . '` : `' . rawurlencode($${name}) . '`,
  );
  const more = [
    ...(asked.length > 0 ? [`query: [${asked.map(({ name }) => `'${name}' => $${name}`).join(', ')}]`] : []),
    ...(body === undefined ? [] : ['body: $body']),
    ...(file === undefined ? [] : [`accept: '${file}'`]),
    ...(keyed ? ['keyed: true', 'idempotencyKey: $idempotencyKey'] : []),
  ];
  const call = `$this->call('${id}', '${method}', ${`'${url}'`.replace(/ \. ''$/, '')}${more.map((one) => `, ${one}`).join('')})`;
  const none = file === undefined ? 'void' : 'string';
  const result = answer === undefined ? none : 'array';
  const about = [
    `     * ${summary.replace(/\.?$/, '.')}`,
    ...(body === undefined ? [] : ['     *', `     * @param ${shapeOf(body, schemas)} $body`]),
    ...(result === 'array' ? ['     * @return array<string, mixed>'] : []),
  ];
  return [
    '    /**',
    ...about,
    '     */',
    `    public function ${id}(${args.join(', ')}): ${result}`,
    '    {',
    `        ${result === 'void' ? '' : 'return '}${call};`,
    '    }',
  ].join('\n');
}

/** Of a parameter in the address: always one plain value. */
function plainType(schema: Schema, schemas: Record<string, Schema>): string {
  if (schema.$ref !== undefined) return plainType(schemas[schema.$ref.split('/').pop() as string], schemas);
  return PLAIN[schema.type] ?? 'string';
}

/** As editors and PHPStan read it. */
function shapeOf(schema: Schema, schemas: Record<string, Schema>): string {
  if (schema.$ref !== undefined) return shapeOf(schemas[schema.$ref.split('/').pop() as string], schemas);
  const { anyOf = schema.oneOf, type } = schema;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join('|');
  if (anyOf !== undefined) return anyOf.map((one: Schema) => shapeOf(one, schemas)).join('|');
  if (Array.isArray(type)) return type.map((one) => shapeOf({ ...schema, type: one }, schemas)).join('|');
  if (type === 'array') return `list<${shapeOf(schema.items ?? {}, schemas)}>`;
  if (schema.properties !== undefined) {
    const fields = Object.entries<Schema>(schema.properties).map(
      ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeOf(field, schemas)}`,
    );
    return `array{${fields.join(', ')}}`;
  }
  return type === 'object' ? 'array<string, mixed>' : (PLAIN[type] ?? 'mixed');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
