// Reads a query of Prometheus as far as our alerts use the language: selectors with matchers and ranges, functions, aggregations with
// `by`, arithmetic, comparisons, `and`, `or`, `unless`. Throws where Prometheus would; returns the selectors.

export type Selector = {
  name: string;
  matchers: { label: string; op: string; value: string }[];
  range: string | null;
};
export type Query = { selectors: Selector[]; functions: string[] };

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?(?![\w.]))|(?<word>[a-zA-Z_:][\w:]*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<range>\[\d+(?:ms|[smhdwy])\])|(?<sign>=~|!~|!=|==|<=|>=|[-+*/%^<>={}(),]))/y;
const AGGREGATIONS = ['sum', 'min', 'max', 'avg', 'count', 'group', 'topk', 'bottomk'];
/** By name, whether it needs a range. */
const FUNCTIONS: Record<string, boolean> = {
  rate: true,
  increase: true,
  max_over_time: true,
  histogram_quantile: false,
  absent: false,
  time: false,
};
const BINARY = ['+', '-', '*', '/', '%', '^', '==', '!=', '<', '>', '<=', '>=', 'and', 'or', 'unless'];

export function readQuery(text: string): Query {
  const tokens = toTokens(text);
  const found: Query = { selectors: [], functions: [] };
  let at = 0;
  const fail = (wanted: string): never => {
    throw new Error(`${wanted} is wanted before ${tokens.slice(at).join(' ') || 'the end'} in ${text}`);
  };
  const take = (wanted?: string): string => {
    const token = tokens[at];
    if (token === undefined || (wanted !== undefined && token !== wanted)) return fail(wanted ?? 'a word');
    at += 1;
    return token;
  };
  const isNext = (token: string): boolean => tokens[at] === token;
  const list = (open: string, close: string, one: () => void): void => {
    take(open);
    while (!isNext(close)) {
      one();
      if (!isNext(close)) take(',');
    }
    take(close);
  };

  const selector = (name: string): void => {
    const matchers: Selector['matchers'] = [];
    if (isNext('{')) {
      list('{', '}', () => {
        const label = take();
        const op = take();
        if (!['=', '!=', '=~', '!~'].includes(op)) fail('a matcher');
        const value = take();
        if (!/^["']/.test(value)) fail('a quoted value');
        matchers.push({ label, op, value: value.slice(1, -1) });
      });
    }
    const range = tokens[at]?.startsWith('[') ? take() : null;
    found.selectors.push({ name, matchers, range });
  };
  const called = (name: string): void => {
    const needsRange = FUNCTIONS[name];
    if (needsRange === undefined) fail(`a known function, not ${name},`);
    found.functions.push(name);
    list('(', ')', expression);
    if (needsRange && found.selectors.at(-1)?.range === null) fail(`a range in ${name}`);
  };
  const aggregation = (): void => {
    const by = (): void => {
      if (isNext('by') || isNext('without')) {
        take();
        list('(', ')', () => void take());
      }
    };
    by();
    list('(', ')', expression);
    by();
  };
  const operand = (): void => {
    if (isNext('(')) {
      take('(');
      expression();
      take(')');
      return;
    }
    const token = take();
    if (/^\d/.test(token)) return;
    if (!/^[a-zA-Z_:]/.test(token)) fail('an operand');
    if (AGGREGATIONS.includes(token)) aggregation();
    else if (isNext('(')) called(token);
    else selector(token);
  };
  const expression = (): void => {
    operand();
    while (BINARY.includes(tokens[at] ?? '')) {
      take();
      operand();
    }
  };

  expression();
  if (at < tokens.length) fail('nothing more');
  return found;
}

function toTokens(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`this is no PromQL: ${text.slice(from)}`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

/** Whether a series with these labels is what the selector asks for. */
export function isSelected({ matchers }: Selector, labels: Record<string, string>): boolean {
  return matchers.every(({ label, op, value }) => {
    const own = labels[label] ?? '';
    const isEqual = op.endsWith('~') ? new RegExp(`^(?:${value})$`).test(own) : own === value;
    return op.startsWith('!') ? !isEqual : isEqual;
  });
}
