/**
 * Who may call which operation, against a table that people read and review: which kinds of credential each
 * declaration takes, the scope that it needs, and what credentials with few scopes may do, as the checks of
 * every call decide it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { assertGolden } from "../../test/support/golden.ts";
import { agentCaller, keyCaller, sessionCaller, tokenCaller } from "../../test/world/callers.ts";
import { gateOf } from "../access/gate.ts";
import { checkPermission, checkPrincipal } from "../access/permission.ts";
import { type Caller, callerIdOf, hasScope } from "../contract/declare/caller.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { PrincipalKind } from "../contract/declare/principal.ts";
import { allScopes } from "./operation_ids.ts";
import { operations } from "./registry.ts";

type Declared = Operation<never>;

/** The scope of a program that was let in to read the catalog, and nothing else. */
const ONE = ["catalog:read"];
const EVERY = allScopes();
const LOGIN_ID = "ses_0000000000000000000000000A";

/** By the heading of their column: the credentials of the table. `scopes`: what each was given. */
const CREDENTIALS: Readonly<Record<string, (scopes: readonly string[]) => Caller>> = {
  token: (scopes) => tokenCaller({ scopes: new Set(scopes) }),
  login: (scopes) => tokenCaller({ scopes: new Set(scopes), tokenId: LOGIN_ID, loginId: LOGIN_ID }),
  agent: (scopes) => agentCaller({ scopes: new Set(scopes) }),
  key: (scopes) => keyCaller({ scopes, origin: "browser" }),
};
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  "without scopes": [],
  "with catalog:read": ONE,
  "with every scope": EVERY,
};
const COLUMNS: readonly (readonly [heading: string, Caller])[] = [
  ["session", sessionCaller()],
  ...Object.entries(CREDENTIALS).flatMap(([kind, callerOf]) =>
    Object.entries(GIVEN).map(([given, scopes]): [string, Caller] => [
      `${kind} ${given}`,
      callerOf(scopes),
    ]),
  ),
];

/** Whether the credential may call the operation, about others or about itself alone. */
function verdict(operation: Declared, caller: Caller): "yes" | "itself" | "-" {
  const gate = gateOf(operation);
  const environment = operation.environment ?? "sandbox";
  const isTaken = (input: Record<string, string>) =>
    (checkPrincipal(caller, gate) ?? checkPermission(caller, environment, gate, input)) ===
    undefined;
  if (isTaken({})) return "yes";
  const by = operation.ofItself?.by;
  const itself = by === undefined ? {} : { [by]: callerIdOf(caller) };
  const canNameItself = by !== undefined && Value.Check(operation.path ?? Type.Object({}), itself);
  return canNameItself && isTaken(itself) ? "itself" : "-";
}

test("principals: every declaration, for every kind of credential -> what the table has for it", () => {
  const rows = operations
    .map((operation) => {
      const { id, principals, browserKeyOnly, scope = "" } = operation;
      const kinds = principals.join(",");
      const taken = browserKeyOnly === true ? `${kinds} (made in a browser)` : kinds;
      const verdicts = COLUMNS.map(([, caller]) => verdict(operation, caller));
      return `${[id, taken, scope, ...verdicts].join("\t")}\n`;
    })
    .sort();
  const headings = ["operation", "principals", "scope", ...COLUMNS.map(([heading]) => heading)];
  const text = `${headings.join("\t")}\n${rows.join("")}`;
  assertGolden("src/features/principals.golden.tsv", text);
});

/** The kinds of credentials whose scopes say what they were given. */
const WITH_SCOPES: readonly PrincipalKind[] = ["product_key", "founder", "agent"];

/** What is wrong with what a declaration says of scopes; "" where nothing is. */
function faultOf({ principals, scope, ofItself, type }: Declared): string {
  const isOfAll = principals.includes("public");
  const takesScopes = !isOfAll && principals.some((kind) => WITH_SCOPES.includes(kind));
  if (!takesScopes) return scope === undefined && ofItself === undefined ? "" : "needs no scope";
  if (scope === undefined) {
    if (ofItself === undefined) return "takes credentials with scopes, and asks for none";
    return ofItself.by === undefined ? "" : "names others, and asks for no scope";
  }
  if (ofItself === undefined) return "";
  if (ofItself.by === undefined) return "has a scope, and is about the caller alone";
  // A query of GraphQL is admitted before its arguments are known.
  return type === "read" ? "is read about others too, so the scope decides" : "";
}

test("principals: every declaration -> a scope, or why a credential may do it about itself, or no credential with scopes", () => {
  const faults = operations.flatMap((operation) => {
    const fault = faultOf(operation);
    return fault === "" ? [] : [`${operation.id}: ${fault}`];
  });
  assert.deepEqual(faults, []);
});

test("principals: every operation that a credential may call -> it has the scope, or the operation says why not", () => {
  const wrong = COLUMNS.flatMap(([heading, caller]) =>
    operations.flatMap((operation) => {
      const { id, principals, scope, ofItself } = operation;
      const isFree = principals.includes("public") || ofItself !== undefined;
      const isGiven = scope !== undefined && hasScope(caller, scope);
      if (caller.kind === "session" || isFree || isGiven) return [];
      return verdict(operation, caller) === "-" ? [] : [`${id}: ${heading}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

test("principals: what a credential may do about itself -> these operations, each with its reason", () => {
  const itself = operations.flatMap(({ id, ofItself }) => (ofItself === undefined ? [] : [id]));
  assert.deepEqual(itself.sort(), [
    "agent_member.current",
    "api_key.current.retrieve",
    "personal_access_token.revoke",
    "session.revoke",
    "user.current.retrieve",
  ]);
  for (const { id, ofItself } of operations) {
    if (ofItself !== undefined) assert.match(ofItself.because, /^[A-Z].{20,}\.$/, id);
  }
});

test("principals: what a token reaches outside of every company's realm -> these, whose tables have a row of another company", () => {
  const outside = operations.filter(
    ({ acts, principals }) => acts?.on === "platform" && principals.includes("founder"),
  );
  assert.deepEqual(outside.map(({ id }) => id).sort(), [
    "personal_access_token.list",
    "personal_access_token.retrieve",
    "personal_access_token.revoke",
    "session.list",
    "session.retrieve",
    "session.revoke",
    "user.current.retrieve",
    "user.current.update",
    // Says how the person is known to the platform, in every company alike.
    "user.mfa.retrieve",
  ]);
});
