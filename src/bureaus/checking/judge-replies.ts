// The replies of a check, each parsed once more and compared with the shape that is written down: elements, values, codes, namespaces,
// and whether every record that came was read.
import type { Consumer } from '../../domain/reports/consumer.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import type { BureauAnswer } from '../bureau.ts';
import { readJson } from '../reading/json.ts';
import { at, many, wireText } from '../reading/wire-values.ts';
import { readXml } from '../reading/xml.ts';
import type { Caught } from './catch-replies.ts';
import { type ComparingNeeds, compareShapes } from './compare-shapes.ts';
import { type Declared, namesIn, type WireShape } from './declared.ts';
import type { Compared, Finding } from './findings.ts';
import { namespacesOf } from './namespaces.ts';
import { createPrintable, type Printable, wordsOf } from './printable.ts';
import { type Seen, shapeOf } from './shape-of.ts';

type JudgedReplies = Compared & {
  /** The search was answered with what was asked for: no fault, no page of something else. */
  isReadable: boolean;
};

type Needs = { bureau: BureauId; consumer: Consumer; shape: WireShape; answer: BureauAnswer };
type Parsed = { kind: Caught['kind']; text: string; tree: unknown; declared: Declared };

export async function judgeReplies(replies: Caught[], needs: Needs): Promise<JudgedReplies> {
  const parsed = (await Promise.all(replies.map((reply) => parse(reply, needs.shape)))).filter(
    (one) => one !== null,
  );
  const tables = tablesIn(parsed);
  const judged = parsed.map((one) => judge(one, tables, needs));
  return {
    isReadable: parsed.some(({ kind }) => kind === 'search'),
    findings: judged.flatMap(({ findings }) => findings),
    paths: judged.flatMap(({ paths }) => paths),
  };
}

/** Null for a fault, an HTTP error and what is neither XML nor JSON. */
async function parse({ kind, status, text }: Caught, shape: WireShape): Promise<Parsed | null> {
  const isXml = /^\s*</.test(text.replace('\ufeff', ''));
  const search = isXml ? shape.search.xml : shape.search.json;
  const declared = { search, 'look-up': shape.lookUp, token: shape.token }[kind];
  if (status < 200 || status > 299 || declared === undefined) return null;
  const whole = await (isXml ? readXml(text) : readJson(text)).catch(() => null);
  const tree = kind === 'search' && !isXml && shape.unwrap !== undefined ? shape.unwrap(whole) : whole;
  if (tree === null || typeof tree !== 'object') return null;
  if (kind === 'token') return { kind, text, tree: { token: tree }, declared };
  const body = at(tree, 'Envelope', 'Body');
  const isOther = isXml && (body === undefined || at(body, 'Fault') !== undefined);
  return isOther ? null : { kind, text, tree, declared };
}

function judge(
  { kind, text, tree, declared }: Parsed,
  tables: ComparingNeeds['tables'],
  needs: Needs,
): Compared {
  const { shape, consumer, bureau } = needs;
  const seen = shapeOf(tree);
  const words = new Set<string>();
  collectWords(declared, seen, shape, words);
  const print = createPrintable({ known: new Set(namesIn(declared)), consumer, words });
  const folder = `src/bureaus/${bureau}/`;
  const { findings, paths } = compareShapes(declared, seen, { shape, print, tables, folder });
  if (kind === 'search') {
    findings.push(...judgeNamespaces(text, shape, print), ...judgeCounts(seen, paths, needs));
  }
  if (kind === 'look-up') findings.push(...judgeTables(tables, shape));
  return { findings, paths };
}

/** Of every text that is not declared as a code. */
function collectWords(
  declared: Declared | undefined,
  seen: Seen,
  shape: WireShape,
  words: Set<string>,
): void {
  if ((declared?.codes ?? null) === null) {
    for (const value of seen.values.keys()) for (const word of wordsOf(value)) words.add(word);
  }
  for (const [onWire, child] of seen.children) {
    const inner = declared?.children.find(({ name }) => shape.isName(onWire, name));
    collectWords(inner, child, shape, words);
  }
}

function judgeNamespaces(text: string, { namespace }: WireShape, print: Printable): Finding[] {
  const found = namespace === undefined ? null : namespacesOf(text, namespace.free);
  if (namespace === undefined || found === null) return [];
  const say = (what: string): Finding => ({
    severity: 'look',
    path: 'Envelope/Body',
    what,
    todo: 'Compare with the schema of your contract: another namespace is often another version.',
  });
  const wanted = namespace.inside === 'same' ? found.message : '';
  const others = [...found.inside].filter((uri) => uri !== wanted);
  return [
    ...(namespace.message.test(found.message)
      ? []
      : [
          say(
            `The namespace of the message is ${print.namespace(found.message)}, and ${namespace.words} is expected.`,
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          say(
            `Elements inside the message are in ${others.map(print.namespace).join(', ')}; ${wanted === '' ? 'no namespace' : 'that of the message'} is expected.`,
          ),
        ]),
  ];
}

function judgeCounts(seen: Seen, paths: Compared['paths'], { shape, answer }: Needs): Finding[] {
  if (answer.status !== 'ok') return [];
  const timesOf = (records: RegExp) =>
    paths
      .filter(({ path, use }) => use !== 'unknown' && records.test(path.replaceAll('[]', '')))
      .reduce((sum, { times }) => sum + times, 0);
  const { accounts, leftOut = [] } = answer.file;
  const read = leftOut.reduce((sum, one) => sum + one.accounts, accounts.length);
  const came = timesOf(shape.accounts);
  const lost: Finding = {
    severity: 'look',
    path: '',
    what: `${came} accounts came. The adapter read ${accounts.length} and left out ${read - accounts.length}.`,
    todo: 'The rest was lost. Report it with this output.',
  };
  const short = shape.counters.filter(
    ({ figure, records }) => figureAt(seen, figure, shape) > timesOf(records),
  );
  return [
    ...(read < came ? [lost] : []),
    ...short.map(
      ({ figure, records, of }): Finding => ({
        severity: 'look',
        path: figure,
        what: `says more ${of} than came (${timesOf(records)}).`,
        todo: 'Look for an unknown element in their place, and ask the bureau whether your contract limits their number.',
      }),
    ),
  ];
}

/** The sum of the figures at a path; 0 where there is none. */
function figureAt(seen: Seen, path: string, { isName }: WireShape): number {
  const places = path
    .split('/')
    .reduce(
      (all, step) =>
        all.flatMap((one) =>
          [...one.children].flatMap(([name, child]) => (isName(name, step) ? [child] : [])),
        ),
      [seen],
    );
  const values = places.flatMap((place) => [...place.values]);
  return values.reduce(
    (sum, [value, times]) => sum + (/^\d{1,6}$/.test(value) ? Number(value) * times : 0),
    0,
  );
}

function judgeTables(tables: ComparingNeeds['tables'], shape: WireShape): Finding[] {
  const lacking = (shape.tables ?? []).filter((name) => (tables.get(name) ?? []).length === 0);
  return lacking.map((name) => ({
    severity: 'look',
    path: `table ${name}`,
    what: 'did not come with the look-up, or is empty.',
    todo: 'Its codes are read by the list that is built in. Ask the bureau under which name your contract has it.',
  }));
}

/** The bureau's own lists of codes, where a look-up brought them. */
function tablesIn(parsed: Parsed[]): Map<string, string[]> {
  const trees = parsed.flatMap(({ kind, tree }) => (kind === 'look-up' ? [tree] : []));
  const tables = trees.flatMap((tree) =>
    many(at(tree, 'Envelope', 'Body', 'LookupData07aResponse'), 'LookupDataResult', 'table'),
  );
  return new Map(
    tables.map((table) => [
      wireText(at(table, '@id'))?.toLowerCase() ?? '',
      many(table, 'row').flatMap((row) => wireText(at(row, '@value')) ?? []),
    ]),
  );
}
