// Values that have broken parsers, databases, prototypes or logs before. A text contains the canary, so that it can be searched for in logs
// and error bodies; a raw value is inserted into the JSON as written here.

/** Must be in no log line and in no error. */
export const CANARY = 'zq7canary';

/** Texts for any text field. */
export const TEXTS: Record<string, string> = {
  NUL: 'a\u0000b',
  'high surrogate': 'a\ud800b',
  'low surrogate': 'a\udc00b',
  'surrogates the wrong way round': '\udc00\ud800',
  'U+FFFF': '\uffff',
  'U+FFFE': '\ufffe',
  'a noncharacter': '\ufdd0',
  'beyond the basic plane': '\u{10ffff}',
  'composed letter': '\u00e9',
  'decomposed letter': 'e\u0301',
  'a tower of accents': `Z${'\u0301\u0316'.repeat(20)}`,
  'text turned round': '\u202etxt.exe',
  'isolated direction': '\u2066x\u2069',
  'left-to-right mark': '\u200e',
  'zero width': '\u200b\u200d',
  'byte order mark': '\ufeff',
  'line separator': '\u2028',
  'escape sequence': '\u001b[31mred\u001b[0m',
  'bell and delete': '\u0007\u007f',
  'C1 control': '\u0085\u009b',
  'forged log line': '\r\n{"level":50,"msg":"forged"}',
  'tab and vertical tab': '\t\u000b',
  SQL: "'; drop table reports; --",
  'dollar quotes': '$$; select 1 $$',
  backslashes: '\\u0000\\x00\\',
  'percent signs': '%00%s%n%ff',
  HTML: '<script>alert(1)</script>',
  templates: '{{7*7}}#{7*7}<%= 7*7 %>',
  'a path': '../../etc/passwd',
  'Arabic digits': '\u0661\u0662\u0663',
  'dotted capital I': '\u0130\u0131',
  'a family': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'a long text': 'x'.repeat(5_000),
  'a very long text': 'é'.repeat(100_000),
};

/** Texts that must be exactly these. */
export const WORDS: string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '-0',
  '1e400',
  '2023-02-29',
  '1900-02-29',
  '0000-00-00',
  '0001-01-01',
  '10000-01-01',
  '+010000-01-01',
  '9999-12-31T23:59:60Z',
  '2026-11-15T09:30:00+99:99',
  '::ffff:203.0.113.7',
  '::',
  '0x7f.1',
  '+000000000000000',
  '\u0130@\u0131',
];

const nested = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Raw JSON: numbers beyond a double, keys of a prototype, and malformed JSON. */
export const RAW: Record<string, string | Buffer> = {
  '1e400': '1e400',
  '-1e400': '-1e400',
  'minus zero': '-0',
  '2^53': '9007199254740992',
  '2^53 + 1': '9007199254740993',
  'a thousand digits': '9'.repeat(1_000),
  null: 'null',
  true: 'true',
  'an empty list': '[]',
  'an empty object': '{}',
  'a list of lists': nested('[', '', ']', 40),
  'a deep list': nested('[', '', ']', 100_000),
  'a deep object': nested('{"a":', '1', '}', 40_000),
  __proto__: `{"__proto__":{"polluted":"${CANARY}"}}`,
  'escaped __proto__': `{"__pr\\u006fto__":{"polluted":"${CANARY}"}}`,
  constructor: `{"constructor":{"prototype":{"polluted":"${CANARY}"}}}`,
  'a false toString': '{"toString":1,"valueOf":1,"toJSON":1,"length":1e9,"then":1}',
  'a reference': '{"$ref":"#","$id":"x"}',
  'the same key twice': `{"a":1,"a":"${CANARY}"}`,
  NaN: 'NaN',
  Infinity: '-Infinity',
  undefined: 'undefined',
  'a number with a leading zero': '01',
  'an unfinished text': `"${CANARY}`,
  'a comment': '1/**/',
  'a raw NUL': Buffer.from(`"${CANARY}\0"`),
  'a raw line feed': `"${CANARY}\n"`,
  'half an escape': '"\\u12"',
  'a byte that is not UTF-8': Buffer.from([0x22, 0xff, 0x22]),
  'an overlong NUL': Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  'a surrogate in UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'beyond Unicode': Buffer.from([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]),
  'UTF-16': Buffer.from(`"${CANARY}"`, 'utf16le'),
  'a byte order mark': Buffer.from([0xef, 0xbb, 0xbf, 0x31]),
};

/** Raw path segments. */
export const IN_ADDRESS: Record<string, string> = {
  NUL: '%00',
  'a byte that is not UTF-8': '%ff',
  'a surrogate in UTF-8': '%ED%A0%80',
  'an overlong slash': '%c0%af',
  'half an escape': '%',
  'a broken escape': '%zz',
  'an escape of an escape': '%2500',
  'a slash': '%2f',
  'a way up': '%2e%2e%2f%2e%2e',
  'a line feed': '%0d%0ax-forged:%201',
  'a direction mark': '%E2%80%AE',
  U_FFFF: '%EF%BF%BF',
  'a word of prototypes': '__proto__',
  SQL: '%27%20or%201%3D1%20--',
  blanks: '%20+%09',
  'a semicolon': ';a=b',
  stars: '**',
  '5,000 characters': 'a'.repeat(5_000),
  '5,000 escapes': '%41'.repeat(1_600),
};

/** Internal wording, ours or a library's, that no answer may contain. */
export const LEAKS =
  /\bajv\b|instancePath|schemaPath|must match pattern|must NOT have|must have required|must be (string|object|array|equal)|syntax error at|SyntaxError|Unexpected (token|end)|in JSON at|at Object\.|at async |\.ts:\d|node_modules|node:internal|\/src\/|FST_ERR|fastify|oidc-provider|\bkoa\b|postgres|\bpg_|relation "|violates|invalid byte sequence|invalid input syntax|22021|22P0[25]|\bstack\b|ECONN|EPIPE|Zod|TypeBox/i;
