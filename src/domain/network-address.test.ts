import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressBytes, isReserved, networkOf, placeOf } from './network-address.ts';

test('exactly the addresses that Node accepts are parsed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 40 })), (text) => {
      assert.equal(addressBytes(text) !== null, isIP(text) !== 0, text);
    }),
    { numRuns: 2_000 },
  );
});

test('one place has one key: an IPv4 address, or the /64 of an IPv6 one', () => {
  const same = ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001'];
  assert.equal(new Set(same.map(placeOf)).size, 1);
  assert.equal(placeOf('2a00:23c4:1:1::1'), placeOf('2a00:23c4:1:1:dead:beef:0:9'));
  assert.notEqual(placeOf('2a00:23c4:1:1::1'), placeOf('2a00:23c4:1:2::1'));
  assert.equal(placeOf('::ffff:81.2.69.142'), placeOf('81.2.69.142'));
  assert.equal(placeOf('::ffff:5102:458e'), placeOf('81.2.69.142'));
});

test('neighbouring addresses share a network: 24 bits of an IPv4 address, 48 of an IPv6 one', () => {
  assert.equal(networkOf('81.2.69.142'), networkOf('81.2.69.1'));
  assert.notEqual(networkOf('81.2.69.142'), networkOf('81.2.70.142'));
  assert.equal(networkOf('2a00:23c4:1:1::1'), networkOf('2a00:23c4:1:ffff::9'));
  assert.notEqual(networkOf('2a00:23c4:1::1'), networkOf('2a00:23c4:2::1'));
});

const RESERVED = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.2.1',
  '192.168.1.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '64:ff9b::7f00:1',
  'no address',
];
const PUBLIC = [
  '1.1.1.1',
  '81.2.69.142',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2a00:23c4::1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '2001:4860:4860::8888',
];

test('reserved addresses are told apart from those that a consumer may have', () => {
  assert.deepEqual(
    RESERVED.filter((address) => !isReserved(address)),
    [],
  );
  assert.deepEqual(PUBLIC.filter(isReserved), []);
});
