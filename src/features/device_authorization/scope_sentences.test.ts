/** What the page of consent says of scopes is what they permit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secretsOf } from "../../contract/declare/secrets.ts";
import { agentScopes } from "../operation_ids.ts";
import { operations } from "../registry.ts";
import { sentenceOf } from "./scope_sentences.ts";

test("scope sentences: keys:write of an agent -> to revoke keys, as its tools can, and nothing else", () => {
  const tools = operations.filter(
    ({ principals, scope, output }) =>
      principals.includes("agent") &&
      scope === "keys:write" &&
      secretsOf(output, "output") === undefined,
  );
  assert.deepEqual(
    tools.map(({ id }) => id),
    ["api_key.revoke"],
  );
  const says = "Revoke API keys. An agent makes none and changes none.";
  assert.equal(sentenceOf("keys:write", { isAgent: true }), says);
  assert.match(sentenceOf("keys:write", { isAgent: false }), /^Make, change and revoke API keys\./);
});

test("scope sentences: every other scope of agents -> what it is for every program", () => {
  for (const scope of agentScopes()) {
    if (scope === "keys:write") continue;
    assert.equal(
      sentenceOf(scope, { isAgent: true }),
      sentenceOf(scope, { isAgent: false }),
      scope,
    );
  }
});
