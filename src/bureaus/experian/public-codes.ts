// Experian's codes of public information: which are judgments and which insolvencies, and how each stands. Bills of sale, inhibitions, tax
// liens, Irish records and old internal marks are neither, and are in no list here.
import type {
  InsolvencyKind,
  InsolvencyStatus,
  JudgmentKind,
  JudgmentStatus,
} from '../../domain/reports/file-parts.ts';

type Meaning =
  | { judgment: JudgmentKind; status: JudgmentStatus }
  | { insolvency: InsolvencyKind; status: InsolvencyStatus };

const judgments = (judgment: JudgmentKind, [open, satisfied, setAside]: [string, string, string]) =>
  [
    [open, { judgment, status: 'open' }],
    [satisfied, { judgment, status: 'satisfied' }],
    [setAside, { judgment, status: 'set-aside' }],
  ] satisfies [string, Meaning][];

const insolvencies = (insolvency: InsolvencyKind, status: InsolvencyStatus, list: string) =>
  list.split(' ').map((code): [string, Meaning] => [code, { insolvency, status }]);

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...judgments('county-court-judgment', ['02', '17', '16']),
  ...judgments('child-support-order', ['18', '20', '19']),
  ...judgments('high-court-judgment', ['74', '75', '76']),
  ...insolvencies('administration-order', 'in-force', '14 29 31'),
  ...insolvencies('administration-order', 'annulled', '30 36'),
  ...insolvencies('administration-order', 'ended', '40'),
  // A discharge that was rescinded, varied, revoked or suspended leaves the bankruptcy in force.
  ...insolvencies('bankruptcy', 'in-force', '38 03 24 25 48 49 51 54'),
  ...insolvencies('bankruptcy', 'petition', '32'),
  ...insolvencies('bankruptcy', 'annulled', '41 27 52 28 34'),
  ...insolvencies('bankruptcy', 'ended', '26 53 47'),
  ...insolvencies('bankruptcy-restrictions', 'in-force', '60 61'),
  ...insolvencies('income-payments', 'in-force', '62 63'),
  ...insolvencies('individual-voluntary-arrangement', 'in-force', '42 37 44 64'),
  ...insolvencies('individual-voluntary-arrangement', 'annulled', '43'),
  ...insolvencies('individual-voluntary-arrangement', 'ended', '46 45'),
  ...insolvencies('sequestration', 'in-force', '33 35'),
  ...insolvencies('debt-arrangement-scheme', 'in-force', '65'),
  ...insolvencies('debt-arrangement-scheme', 'ended', '66'),
  ...insolvencies('trust-deed', 'in-force', '70'),
  ...insolvencies('debt-relief-order', 'in-force', '72'),
  ...insolvencies('debt-relief-restrictions', 'in-force', '77 78'),
]);

export function toPublicMeaning(code: string | undefined): Meaning | undefined {
  return MEANINGS.get((code ?? '').padStart(2, '0'));
}

/** The first code of a kind and a status; of a status without a code, the one of the order itself. For the simulator. */
export function fromPublicKind(kind: JudgmentKind | InsolvencyKind, status: string): string {
  const own = [...MEANINGS].filter(
    ([, meaning]) => ('judgment' in meaning ? meaning.judgment : meaning.insolvency) === kind,
  );
  return (own.find(([, meaning]) => meaning.status === status) ?? own[0])?.[0] ?? '02';
}
