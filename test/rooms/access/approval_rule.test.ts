/** Which calls of agents a person approves first, over all operations that agents may call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { needsApproval } from "../../../src/access/approval_rule.ts";
import { gateOf } from "../../../src/access/gate.ts";
import { operations } from "../../../src/features/registry.ts";
import { agentCaller, keyCaller, sessionCaller, tokenCaller } from "../../world/callers.ts";

const AGENT = agentCaller();
const LIVE = { liveActivated: true };
/** An agent's own status. */
const OWN = [
  "agent_approval.list",
  "agent_approval.retrieve",
  "agent_member.current",
  "agent_member.retrieve",
];
/** Changes of a Product, or of what is its own, that are asked for in the company. */
const OF_PRODUCTS = [
  "api_key.revoke",
  "api_key.sandbox.create",
  "product.build.apply",
  "product.update",
];
const ofAgents = operations.filter(({ principals }) => principals.includes("agent"));

for (const operation of ofAgents) {
  const { id, type, acts, environment, principals } = operation;
  const isOwn = OWN.includes(id);
  const isForAll = principals.includes("public") || acts?.on === "nothing";
  const isOfSandbox = environment === "sandbox";
  const inLive = !isOwn && !isForAll && !isOfSandbox;
  test(`approval rule: ${id} in live -> ${inLive ? "approved first" : "without approval"}`, () => {
    const gate = gateOf(operation);
    assert.equal(needsApproval(AGENT, "live", gate, undefined), inLive);
    assert.equal(needsApproval(AGENT, "live", gate, LIVE), inLive);
  });

  const ofCompany = acts?.on === "tenant" && type === "write" && !isOwn;
  const unless = ofCompany ? ", unless it is about a Product that live is open to" : "";
  test(`approval rule: ${id} in the sandbox -> without approval${unless}`, () => {
    const gate = gateOf(operation);
    assert.equal(needsApproval(AGENT, "sandbox", gate, undefined), false);
    assert.equal(needsApproval(AGENT, "sandbox", gate, { liveActivated: false }), false);
    assert.equal(needsApproval(AGENT, "sandbox", gate, LIVE), ofCompany);
  });
}

test("approval rule: changes of Products in the company -> each names its Product in its input", () => {
  const named = ofAgents.filter(
    ({ acts, type, path, body }) =>
      acts?.on === "tenant" &&
      type === "write" &&
      [path, body].some((schema) => schema?.properties?.["productId"] !== undefined),
  );
  assert.deepEqual(named.map(({ id }) => id).sort(), OF_PRODUCTS);
});

test("approval rule: callers that are no agents -> never", () => {
  for (const operation of operations) {
    const gate = gateOf(operation);
    for (const caller of [keyCaller(), sessionCaller(), tokenCaller()]) {
      assert.equal(needsApproval(caller, "live", gate, LIVE), false, operation.id);
    }
  }
});
