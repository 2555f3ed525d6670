// `trefoil bureau check` over the wire: right replies are clean, a planted change of dialect is named, nothing of a person is printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBureau } from '../../src/bureaus/checking/check-bureau.ts';
import { DIALECTS } from '../../src/bureaus/simulation/dialect.ts';
import { PERSONAS } from '../../src/bureaus/simulation/population/personas.ts';
import type { SimulatedPerson } from '../../src/bureaus/simulation/population/simulated-file.ts';
import type { Consumer } from '../../src/domain/reports/consumer.ts';
import { DEFAULT_BUREAU_SETTINGS } from '../support/bureaus/bureau-bench.ts';
import { checkWire, WIRES } from '../support/bureaus/checked-wires.ts';
import { PLANTED, renamed } from '../support/bureaus/planted-dialects.ts';
import { TRIED_BUREAUS } from '../support/bureaus/tried-bureaus.ts';
import { readTwin } from '../support/bureaus/wire-twins.ts';

for (const wire of WIRES) {
  test(`${wire.file} has no element, value or code that is not written down`, async () => {
    const { findings, paths } = await checkWire(wire);
    assert.deepEqual(
      findings.filter(({ path }) => path !== ''),
      [],
    );
    assert.ok(paths.length > 40);
    assert.deepEqual(
      paths.filter(({ use }) => use === 'unknown'),
      [],
    );
  });

  test(`${wire.file} is read whole: no record is lost, and there is nothing to look at`, async () => {
    const { findings, verdict } = await checkWire(wire);
    assert.deepEqual(findings, []);
    assert.equal(verdict, 'read');
  });
}

for (const { what, wire, change, named, severity } of PLANTED) {
  test(`a change is named: ${what}`, async () => {
    let isChanged = false;
    const report = await checkWire(wire, (text) => {
      const after = change(text);
      isChanged = after !== text;
      return after;
    });
    assert.ok(isChanged, 'nothing was planted');
    const found = report.findings.filter((one) => named.test(`${one.path} ${one.what}`));
    assert.ok(
      found.some((one) => one.severity === severity),
      JSON.stringify(report.findings, null, 1),
    );
    if (severity !== 'note') assert.equal(report.verdict, 'look');
  });
}

test('a table of codes by another name, and one whose rows have other attributes, are named', async () => {
  const tables = readTwin('transunion-lookup-reply.xml');
  const pathsOf = async (changed: string) => {
    assert.notEqual(changed, tables);
    const { findings } = await checkWire(WIRES[0], undefined, { tables: changed });
    return findings.map(({ path }) => path);
  };
  assert.ok(
    (await pathsOf(tables.replace('id="accounttype"', 'id="acctypes"'))).includes('table accounttype'),
  );
  const rows = await pathsOf(tables.replaceAll(' value="', ' code="'));
  assert.ok(rows.some((path) => path.endsWith('/row[]/@value')));
});

test('a token by another name is named, and no search is made without it', async () => {
  const wire = WIRES.find(({ bureau }) => bureau === 'experian') ?? assert.fail();
  const { findings, verdict, replies } = await checkWire(wire, undefined, {
    token: '{"accessToken":"secret"}',
  });
  assert.ok(findings.some(({ path, severity }) => path === 'token/access_token' && severity === 'fails'));
  assert.equal(verdict, 'refused');
  assert.deepEqual(
    replies.map(({ kind }) => kind),
    ['token'],
  );
  assert.doesNotMatch(JSON.stringify(findings), /secret/);
});

/** Their inside is not written down: the names of scores and of household flags, hundreds of them. */
const NOT_WRITTEN_DOWN = /^(E5S\d+|NDHHO)$/;

for (const file of ['transunion-public.xml', 'experian-ordinary.json', 'equifax-single-match.xml'] as const) {
  test(`${file}: whichever name is changed, for whatever other one, is named`, async () => {
    const wire = WIRES.find((one) => one.file === file) ?? assert.fail();
    const text = readTwin(file);
    const elements = [...text.matchAll(/<([A-Za-z]\w*)(?=[\s>/])|"(\w+)"\s*:/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    const attributes = [...text.matchAll(/ (\w+)="/g)].map(([, name]) => `@${name}`);
    const names = [...new Set([...elements, ...attributes])].filter(
      (name) => !/^(CCYY|MM|DD|@version|@encoding)$/.test(name) && !NOT_WRITTEN_DOWN.test(name),
    );
    const unnamed: string[] = [];
    for (const name of names) {
      const { findings } = await checkWire(wire, renamed(name, name.startsWith('@') ? '@zqvort' : 'zqvort'));
      if (!findings.some(({ path }) => path.includes('zqvort') || path.includes(name))) unnamed.push(name);
    }
    assert.ok(names.length > 60);
    assert.deepEqual(unnamed, []);
  });
}

for (const { name, entry } of TRIED_BUREAUS) {
  for (const dialect of DIALECTS) {
    test(`the simulator of ${name} writes nothing to look at, dialect ${dialect}`, async () => {
      for (const { person } of PERSONAS.filter(({ about }) => /default|car finance/.test(about))) {
        const report = await checkBureau({
          bureau: entry.id,
          entries: [entry],
          consumer: toConsumer(person),
          settings: { ...DEFAULT_BUREAU_SETTINGS, SIMULATED_BUREAUS_DIALECT: dialect },
        });
        const { findings, verdict, answer } = report;
        assert.equal(answer.outcome, 'ok');
        // Only `others` has elements that nobody knows, and no adapter needs them; `thin` leaves out what a schema does not require.
        const isExpected = ({ severity, what }: (typeof findings)[number]) =>
          dialect === 'thin' ? /^never came/.test(what) : dialect === 'others' && severity === 'note';
        assert.deepEqual(
          findings.filter((finding) => !isExpected(finding)),
          [],
        );
        if (dialect !== 'thin') assert.equal(verdict, 'read');
      }
    });
  }
}

function toConsumer({ title, forename, surname, dateOfBirth, addresses }: SimulatedPerson): Consumer {
  return {
    ...{ title, firstName: forename, lastName: surname, dateOfBirth, ipAddress: '192.0.2.7' },
    addresses: addresses.map(({ address }) => ({ ukAddress: address })),
  };
}
