/** Tools as they are made of the declarations: which there are, and whether their hints tell the truth. */
import assert from "node:assert/strict";
import test from "node:test";
import type { AnyOperation } from "../../../src/calls/callable.ts";
import { operations } from "../../../src/features/registry.ts";
import type { ToolAnnotations } from "../../../src/mcp/tool_annotations.ts";
import { toolCatalogOf } from "../../../src/mcp/tool_catalog.ts";

const catalog = toolCatalogOf(operations as readonly AnyOperation[]);
const hintsOf = (name: string) =>
  catalog.get(name)?.definition["annotations"] as ToolAnnotations | undefined;

/** R: reads only. D: destructive. O: somebody outside is asked or told. W: writes, and neither. */
const HINTS: Readonly<Record<string, string>> = {
  account_balance_retrieve: "R",
  composer_plan: "R",
  object_action_preview: "R",
  customer_create: "W",
  account_update: "W",
  account_unfreeze: "W",
  blueprint_create: "W",
  transfer_create: "D",
  transfer_batch_create: "D",
  transfer_reverse: "D",
  transfer_hold_create: "D",
  transfer_hold_clear: "D",
  transfer_hold_cancel: "D",
  collection_create: "D",
  object_action_call: "D",
  account_freeze: "D",
  account_close: "D",
  customer_close: "D",
  api_key_revoke: "D",
  consent_revoke: "D",
  decision_resolve: "D",
  product_build_apply: "D",
  sandbox_clock_advance: "D",
  entity_kyc_verification_start: "O",
  webhook_endpoint_ping: "O",
  event_redeliver: "O",
};

test("tool hints: by the rules -> what is true of each operation", () => {
  const found = Object.keys(HINTS).map((name) => {
    const hints = hintsOf(name) ?? assert.fail(`${name} is a tool`);
    const { readOnlyHint, destructiveHint, openWorldHint } = hints;
    const letter = readOnlyHint ? "R" : destructiveHint ? "D" : openWorldHint ? "O" : "W";
    return [name, letter];
  });
  assert.deepEqual(Object.fromEntries(found), HINTS);
});

test("tool hints: every tool -> one that reads changes nothing, and each is idempotent by its key", () => {
  for (const { name, operation } of catalog.tools) {
    const hints = hintsOf(name);
    assert.equal(hints?.readOnlyHint, operation.type === "read", name);
    if (operation.type === "read") assert.equal(hints?.destructiveHint, false, name);
    assert.equal(hints?.idempotentHint, true, name);
  }
});

test("tools: every operation for agents of the contract, and what tells a key what it is -> a tool, unless it is a stream or makes a key", () => {
  const expected = operations
    .filter(
      ({ id, principals }) => principals.includes("agent") || id === "api_key.current.retrieve",
    )
    .filter(({ inContract }) => inContract !== false)
    .filter(({ answers, id }) => answers === undefined && id !== "api_key.sandbox.create")
    .map(({ id }) => id.replaceAll(".", "_"))
    .sort();
  assert.deepEqual(
    catalog.tools.map(({ name }) => name),
    expected,
  );
});

test("tools: every name -> at most 64 characters of those that all hosts take, and stands once", () => {
  const names = catalog.tools.map(({ name }) => name);
  for (const name of names) assert.match(name, /^[a-z][a-z0-9_]{0,63}$/);
  assert.equal(new Set(names).size, names.length);
});

test("tool schemas: every one -> stands alone: each reference leads into it", () => {
  for (const { name, definition } of catalog.tools) {
    for (const schema of [definition["inputSchema"], definition["outputSchema"]]) {
      const text = JSON.stringify(schema);
      const defined = Object.keys((schema as { $defs?: object }).$defs ?? {});
      for (const [, target = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
        assert.ok(defined.includes(target.replace("#/$defs/", "")), `${name}: ${target}`);
      }
    }
  }
});
