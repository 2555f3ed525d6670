// The setting for a scheme file of the operator's own.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SHIPPED_SCHEME } from '../domain/agreements/motor-scheme.ts';
import { BadConfig, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'trefoil-scheme-'));
after(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const path = join(folder, 'scheme.json');
  writeFileSync(path, text);
  return path;
}

const read = (path: string) => readConfig({ MOTOR_SCHEME_FILE: path }).MOTOR_SCHEME_FILE;

test('a scheme file of the operator replaces the shipped one; without the setting there is none', () => {
  const own = { ...SHIPPED_SCHEME, version: '2027-01-05', status: 'quashed', windows: [] };
  assert.deepEqual(read(fileOf(JSON.stringify(own))), own);
  assert.equal(readConfig({}).MOTOR_SCHEME_FILE, null);
});

test('a scheme file that is missing, not JSON or wrong stops the start with a sentence, without its content', () => {
  const said = (path: string): string => {
    try {
      read(path);
    } catch (error) {
      assert.ok(error instanceof BadConfig);
      return error.message;
    }
    return assert.fail('it was taken');
  };
  assert.match(said(join(folder, 'none.json')), /^MOTOR_SCHEME_FILE names a file that cannot be read/);
  assert.match(said(fileOf('{')), /^MOTOR_SCHEME_FILE names a file that is not JSON/);
  assert.match(said(fileOf('{}')), /windows must be a list.*facts must be a list/);
});
