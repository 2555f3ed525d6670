// Which addresses of PostgreSQL are valid, and how one with several hosts is split.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlPerHost } from './postgres-url.ts';
import { BadSetting, postgresUrl } from './setting.ts';

const ROWS: [string, string[] | null][] = [
  ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db']],
  ['postgresql://a/db', ['postgresql://a/db']],
  ['postgres://u@localhost/db?host=%2Frun%2Fpg', ['postgres://u@localhost/db?host=%2Frun%2Fpg']],
  ['postgres://u:p@a:1,b:2/db?x=1', ['postgres://u:p@a:1/db?x=1', 'postgres://u:p@b:2/db?x=1']],
  ['postgres://a,b,c/db', ['postgres://a/db', 'postgres://b/db', 'postgres://c/db']],
  ['postgres://u:p,q@a,b/db', ['postgres://u:p,q@a/db', 'postgres://u:p,q@b/db']],
  ['postgres://[::1]:1,[::2]:2/db', ['postgres://[::1]:1/db', 'postgres://[::2]:2/db']],
  ['postgres://a/db?options=x,y', ['postgres://a/db?options=x,y']],
  ['postgres://u@/db', null],
  ['postgres://a,/db', null],
  ['postgres://,/db', null],
  ['postgres://a:x,b:2/db', null],
  ['mysql://a,b/db', null],
  ['a,b', null],
];

test('an address with several hosts becomes one address for each host, with everything else the same', () => {
  for (const [url, expected] of ROWS) assert.deepEqual(urlPerHost(url), expected, url);
});

test('only an address of a server that takes writes is valid', () => {
  for (const fine of ['', '?target_session_attrs=read-write', '?target_session_attrs=primary']) {
    assert.equal(postgresUrl(`postgres://a,b/db${fine}`), `postgres://a,b/db${fine}`);
  }
  for (const wrong of ['any', 'read-only', 'standby', 'prefer-standby', '']) {
    assert.throws(() => postgresUrl(`postgres://a,b/db?target_session_attrs=${wrong}`), BadSetting, wrong);
  }
});
