// `trefoil bureau check` over the wire: right replies are clean, a planted change of dialect is named, nothing of a person is printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWire, WIRES } from '../support/bureaus/checked-wires.ts';
import { PLANTED } from '../support/bureaus/planted-dialects.ts';

for (const wire of WIRES) {
  test(`${wire.file} has nothing that is not written down, and every record is read`, async () => {
    const { findings, verdict, paths } = await checkWire(wire);
    assert.deepEqual(findings, []);
    assert.equal(verdict, 'read');
    assert.ok(paths.length > 40);
  });
}

for (const { what, wire, change, named, severity } of PLANTED) {
  test(`a change is named: ${what}`, async () => {
    let isChanged = false;
    const report = await checkWire(wire, {
      change: (text) => {
        const after = change(text);
        isChanged = after !== text;
        return after;
      },
    });
    assert.ok(isChanged, 'nothing was planted');
    const found = report.findings.filter((one) => named.test(`${one.path} ${one.what}`));
    assert.equal(found.length > 0, true, JSON.stringify(report.findings, null, 1));
    assert.ok(
      found.some((one) => one.severity === severity),
      JSON.stringify(found),
    );
    if (severity !== 'note') assert.equal(report.verdict, 'look');
  });
}
