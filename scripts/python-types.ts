// The generated part of packages/python/trefoil.py: TypedDict and Literal types, and a method for each operation. npm run sdk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Operation,
  readHelp,
  readHelpByMessage,
  readOperations,
  type Schema,
} from './sdk-operations.ts';

export const PYTHON_FILE = join(import.meta.dirname, '../packages/python/trefoil.py');
const BEGIN = /^# --- Generated from .*$/m;
const END = '# --- End of what is generated.';
const KEYWORDS = ['from', 'in', 'is', 'class', 'import', 'global', 'pass'];
const PLAIN: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
};

/** Values that Python writes otherwise than JSON. */
const PYTHON_WORDS: Record<string, string> = { null: 'None', true: 'True', false: 'False' };

export function pythonText(): string {
  const text = readFileSync(PYTHON_FILE, 'utf8');
  const begin = BEGIN.exec(text);
  const end = text.indexOf(END);
  if (begin === null || end === -1) throw new Error(`${PYTHON_FILE} has lost its marks`);
  return `${text.slice(0, begin.index)}${begin[0]}\n${generated()}\n\n${text.slice(end)}`;
}

function generated(): string {
  const { operations, schemas, events } = readOperations();
  const made = new Map<string, string>();

  const define = (name: string, schema: Schema): string => {
    if (made.has(name)) return name;
    // Taken before its fields are looked at: a schema may name itself.
    made.set(name, '');
    made.set(
      name,
      schema.properties === undefined ? `${name} = ${typeOf(schema, `${name}_`)}` : typedDict(name, schema),
    );
    return name;
  };
  const typedDict = (name: string, { properties, required = [] }: Schema): string => {
    const fields = Object.entries<Schema>(properties).map(([field, schema]) => {
      const type = typeOf(schema, `${name}${capital(field)}`);
      return `    "${field}": ${required.includes(field) ? type : `NotRequired[${type}]`},`;
    });
    return `${name} = TypedDict("${name}", {\n${fields.join('\n')}\n})`.replace('{\n\n}', '{}');
  };
  const literal = (value: unknown): string =>
    typeof value === 'string' ? JSON.stringify(value) : (PYTHON_WORDS[String(value)] ?? String(value));
  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) {
      const target = schema.$ref.split('/').pop() as string;
      return `"${define(target, schemas[target])}"`;
    }
    const { anyOf = schema.oneOf, type } = schema;
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (anyOf !== undefined)
      return `Union[${anyOf.map((one: Schema, at: number) => typeOf(one, `${name}${at}`)).join(', ')}]`;
    if (Array.isArray(type))
      return `Union[${type.map((one) => typeOf({ ...schema, type: one }, name)).join(', ')}]`;
    if (type === 'array') return `list[${typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (schema.properties !== undefined) return `"${define(name, schema)}"`;
    if (typeof schema.additionalProperties === 'object')
      return `dict[str, ${typeOf(schema.additionalProperties, `${name}Value`)}]`;
    return PLAIN[type] ?? 'Any';
  };
  const methodOf = ({
    id,
    method,
    path,
    summary,
    pathNames,
    query,
    body,
    answer,
    file,
    keyed,
  }: Operation): string => {
    const asked = Object.entries<Schema>(query.properties).map(([name, schema]) => ({
      name,
      argument: snake(name),
      type: typeOf(schema, `${capital(id)}${capital(name)}`),
      isRequired: query.required.includes(name),
    }));
    const named = asked.map(({ argument, type, isRequired }) =>
      isRequired ? `${argument}: ${type}` : `${argument}: Union[${type}, None] = None`,
    );
    if (keyed) named.push('idempotency_key: str | None = None');
    const args = [
      'self',
      ...pathNames.map((name) => `${snake(name)}: str`),
      ...(body === undefined ? [] : [`body: ${typeOf(body, `${capital(id)}Body`)}`]),
      ...(named.length > 0 ? ['*', ...named] : []),
    ];
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      name === 'tenantId' ? '{self._tenant}' : `{_q(${snake(name)})}`,
    );
    const more = [
      ...(asked.length > 0
        ? [`query={${asked.map(({ name, argument }) => `"${name}": ${argument}`).join(', ')}}`]
        : []),
      ...(body === undefined ? [] : ['body=body']),
      ...(file === undefined ? [] : [`accept="${file}"`]),
      ...(keyed ? ['keyed=True', 'idempotency_key=idempotency_key'] : []),
    ];
    // A file is the open answer, to be read by whoever asked.
    const none = file === undefined ? 'None' : 'BinaryIO';
    const result = answer === undefined ? none : typeOf(answer, `${capital(id)}Result`);
    const call = `self._call(${[`"${id}"`, `"${method}"`, `f"${url}"`, ...more].join(', ')})`;
    return [
      `    def ${snake(id)}(${args.join(', ')}) -> ${result}:`,
      `        """${summary.replace(/\.?$/, '.')}"""`,
      // Named with its type: mypy --strict lets no function return what has none.
      ...(result === 'None'
        ? [`        ${call}`]
        : [`        answer: ${result} = ${call}`, '        return answer']),
      '',
    ].join('\n');
  };

  const methods = operations.map(methodOf);
  for (const name of events) define(name, schemas[name]);
  const help = Object.entries(readHelp()).map(
    ([code, fix]) => `    ${JSON.stringify(code)}: ${JSON.stringify(fix)},`,
  );
  return [
    'HELP: dict[str, str] = {',
    ...help,
    '}',
    'HELP_BY_MESSAGE: list[tuple[str, str, str]] = [',
    ...readHelpByMessage().map((one) => `    (${one.map((text) => JSON.stringify(text)).join(', ')}),`),
    ']',
    '',
    ...made.values(),
    `WebhookEvent = Union[${events.join(', ')}]`,
    '',
    '',
    'class _Operations(_Core):',
    ...methods,
    '',
    'class _AsyncOperations(_Async):',
    ...operations.map(({ id }) => `    ${snake(id)} = _awaited(_Operations.${snake(id)})`),
  ]
    .join('\n')
    .trimEnd();
}

function capital(name: string): string {
  return name.replaceAll(/(^|[-_])(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  const made = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.includes(made) ? `${made}_` : made;
}
