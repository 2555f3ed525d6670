// The notation of a shape, and the namespaces and names that are compared with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declare, namesIn } from './declared.ts';
import { namespacesOf } from './namespaces.ts';
import { isNear } from './near-names.ts';

test('a shape is written as text and read as a tree', () => {
  const [a, b, c] = declare('a!{@x+:date y^=list* z{...}} b|c+{d:money}').children;
  assert.deepEqual(
    [a?.name, a?.use, b?.name, c?.name, b?.use, c?.use],
    ['a', 'needed', 'b', 'c', 'read', 'read'],
  );
  const [x, y, z] = a?.children ?? [];
  assert.deepEqual([x?.name, x?.use, x?.kind], ['@x', 'read', 'date']);
  assert.deepEqual([y?.use, y?.codes], ['usual', { list: 'list', isEach: true }]);
  assert.deepEqual([z?.use, z?.isOpen, a?.isOpen], ['known', true, false]);
  assert.deepEqual([b?.children, c?.children.map(({ kind }) => kind)], [c?.children, ['money']]);
  assert.deepEqual(namesIn(declare('a{b} c')), ['', 'a', 'b', 'c']);
});

test('the namespaces of a message are found by prefix and by default, in comments they are not', () => {
  const soap = (inner: string) =>
    `<?xml version="1.0"?><s:Envelope xmlns:s="urn:soap"><!-- <s:Body xmlns="urn:no"/> --><s:Header/><s:Body>${inner}</s:Body></s:Envelope>`;
  const read = (inner: string) => {
    const found = namespacesOf(soap(inner));
    return found === null ? null : [found.message, ...found.inside];
  };
  assert.deepEqual(read('<m xmlns="urn:one"><a><b/></a></m>'), ['urn:one', 'urn:one']);
  assert.deepEqual(read('<n:m xmlns:n="urn:two"><a x="1>2"/></n:m>'), ['urn:two', '']);
  assert.deepEqual(read("<n:m xmlns:n='urn:two'><a xmlns='urn:three'/><n:b/></n:m>"), [
    'urn:two',
    'urn:three',
    'urn:two',
  ]);
  assert.equal(read(''), null);
});

test('a name is near to another one that was changed a little', () => {
  const near = [
    'balance balanc',
    'balance Balance',
    'acctypecode acctype',
    'CAISDetails caisDetail',
    '@m @m',
    'addressID address_id',
  ];
  const far = ['balance limit', 'dob hho', 'name code', 'limit linkx', 'acc ah', 'startdate balance'];
  for (const pair of near) assert.ok(isNear(...(pair.split(' ') as [string, string])), pair);
  for (const pair of far) assert.ok(!isNear(...(pair.split(' ') as [string, string])), pair);
});
