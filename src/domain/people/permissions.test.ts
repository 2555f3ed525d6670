// The table of roles, row for row as it is documented, and which role may change which.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyPermission, mayAssign, PERMISSIONS_OF, ROLES, type Role } from './permissions.ts';

//                                        owner  admin  dev    fin    viewer operator
const TABLE: Record<AnyPermission, boolean[]> = {
  'reports:read': [true, true, true, false, true, false],
  'reports:live': [true, true, false, false, true, false],
  'reports:reveal': [true, true, true, false, false, false],
  'reports:erase': [true, true, false, false, false, false],
  'reports:write': [true, true, true, false, false, false],
  'credentials:manage': [true, true, true, false, false, false],
  'requests:read': [true, true, true, false, false, false],
  'wallet:read': [true, true, true, true, true, true],
  'wallet:manage': [true, false, false, true, false, false],
  'webhooks:read': [true, true, true, false, false, false],
  'webhooks:write': [true, true, true, false, false, false],
  'members:manage': [true, true, false, false, false, false],
  'audit:read': [true, true, false, false, false, true],
  'risk:read': [true, true, false, false, false, true],
  'lenders:write': [true, false, false, false, false, false],
  'hosted:write': [true, false, false, false, false, false],
  'tenant:manage': [true, false, false, false, false, false],
  'service:operate': [false, false, false, false, false, true],
};

for (const [permission, row] of Object.entries(TABLE)) {
  test(`${permission} belongs to exactly the roles of its row`, () => {
    const roles = [...ROLES, 'operator'] as const;
    const held = roles.map((role) => PERMISSIONS_OF[role].includes(permission as AnyPermission));
    assert.deepEqual(held, row);
  });
}

test('only an owner makes, changes or removes an owner', () => {
  for (const other of ROLES.filter((role) => role !== 'owner')) {
    assert.equal(mayAssign('owner', 'owner', other), true);
    assert.equal(mayAssign('owner', other, 'owner'), true);
    assert.equal(mayAssign('admin', 'owner', other), false);
    assert.equal(mayAssign('admin', other, 'owner'), false);
    assert.equal(mayAssign('admin', 'owner', null), false);
    assert.equal(mayAssign('admin', other, 'viewer'), true);
  }
});

test('a role without members:manage assigns nothing', () => {
  for (const actor of ['developer', 'finance', 'viewer'] as Role[]) {
    for (const from of [...ROLES, null])
      for (const to of [...ROLES, null]) assert.equal(mayAssign(actor, from, to), false);
  }
});
