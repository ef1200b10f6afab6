/** What each role may do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment } from "./principal.ts";
import { permissionsOf, ROLES, type Role, rolePermits, TENANT_PERMISSIONS } from "./roles.ts";

const SCOPES = [
  "accounts:read",
  "accounts:write",
  "keys:read",
  "keys:write",
  "kyc:write",
  "payouts:write",
  "transfers:write",
];

/** Role, permission, in sandbox, in live. */
const ROWS: [Role, string, boolean, boolean][] = [
  ["owner", "tenant:close", true, true],
  ["owner", "keys:write", true, true],
  ["admin", "tenant:close", false, false],
  ["admin", "security:write", true, true],
  ["admin", "keys:write", true, true],
  ["developer", "keys:write", true, false],
  ["developer", "transfers:write", true, false],
  ["developer", "accounts:read", true, true],
  ["developer", "members:read", true, true],
  ["developer", "members:write", false, false],
  ["developer", "security:write", false, false],
  ["finance", "payouts:write", true, true],
  ["finance", "accounts:read", true, true],
  ["finance", "accounts:write", false, false],
  ["finance", "keys:write", false, false],
  ["compliance", "kyc:write", true, true],
  ["compliance", "accounts:write", true, true],
  ["compliance", "payouts:write", false, false],
  ["viewer", "accounts:read", true, true],
  ["viewer", "audit:read", true, true],
  ["viewer", "accounts:write", false, false],
  ["viewer", "tenant:write", false, false],
];
for (const [role, permission, inSandbox, inLive] of ROWS) {
  test(`role: ${role}, ${permission} -> sandbox ${inSandbox}, live ${inLive}`, () => {
    assert.equal(rolePermits(role, permission, "sandbox"), inSandbox);
    assert.equal(rolePermits(role, permission, "live"), inLive);
  });
}

test("role: the permissions that are shown -> exactly those that are permitted", () => {
  for (const role of ROLES) {
    const shown = permissionsOf(role, SCOPES);
    for (const scope of SCOPES) {
      for (const environment of ["sandbox", "live"] as Environment[]) {
        const isShown = shown.includes(`${scope}@${environment}`);
        assert.equal(isShown, rolePermits(role, scope, environment), `${role} ${scope}`);
      }
    }
    for (const permission of TENANT_PERMISSIONS) {
      assert.equal(shown.includes(permission), rolePermits(role, permission, "live"), role);
    }
  }
});

test("role: every other role -> nothing that the owner may not", () => {
  const ofOwner = new Set(permissionsOf("owner", SCOPES));
  for (const role of ROLES) {
    assert.deepEqual(
      permissionsOf(role, SCOPES).filter((one) => !ofOwner.has(one)),
      [],
    );
  }
});
