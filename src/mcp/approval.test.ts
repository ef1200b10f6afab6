/** How a person's approval is asked for in the protocol, and what of it comes back. */
import assert from "node:assert/strict";
import test from "node:test";
import { approvalRequestOf, approvalStates, argumentsDigestOf } from "./approval.ts";
import type { ToolOutcome } from "./tool_call.ts";

const states = approvalStates(() => [Buffer.alloc(32, 1)]);
const GIVEN = { accountId: "acct_1", environment: "live" };
const DETAILS = {
  agentApprovalId: "apr_1",
  approvalUrl: "https://money.example/console/approvals/apr_1",
  status: "pending",
};

function refused(code: ToolOutcome["code"], details: object): ToolOutcome {
  const error = { code, message: "a person must approve this", details };
  const text = JSON.stringify({ error, requestId: "req_1" });
  return { text, code, suffix: "", isReplayed: false, retryAfterSeconds: undefined };
}

test("approval: it is pending -> the client is asked to open its page, with a state of this call", async () => {
  const outcome = refused("agent_approval_required", DETAILS);
  const asked = await approvalRequestOf(states, outcome, "account_retrieve", GIVEN);
  assert.ok(asked !== undefined);
  assert.equal(asked.resultType, "input_required");
  const { method, params } = asked.inputRequests["approval"] ?? assert.fail("one request");
  assert.equal(method, "elicitation/create");
  assert.deepEqual([params.mode, params.url], ["url", DETAILS.approvalUrl]);
  const state = await states.verify(asked.requestState, undefined as never);
  assert.equal(state.agentApprovalId, "apr_1");
  assert.equal(state.argumentsDigest, argumentsDigestOf("account_retrieve", GIVEN));
});

const NOT_ASKED: [string, ToolOutcome][] = [
  ["denied", refused("agent_approval_required", { ...DETAILS, status: "denied" })],
  ["expired", refused("agent_approval_required", { ...DETAILS, status: "expired" })],
  ["without a page", refused("agent_approval_required", { agentApprovalId: "apr_1" })],
  ["another refusal", refused("insufficient_balance", DETAILS)],
];
for (const [what, outcome] of NOT_ASKED) {
  test(`approval: ${what} -> the client is asked nothing`, async () => {
    assert.equal(await approvalRequestOf(states, outcome, "transfer_create", GIVEN), undefined);
  });
}

test("approval: a state that was changed, or signed by another server -> not taken", async () => {
  const payload = { agentApprovalId: "apr_1", argumentsDigest: "d" };
  const mine = await states.mint(payload);
  const others = await approvalStates(() => [Buffer.alloc(32, 2)]).mint(payload);
  const changed = mine.replace(/\.(.)/, (_, first) => `.${first === "a" ? "b" : "a"}`);
  for (const state of [others, changed, "", "v1.e30.e30"]) {
    await assert.rejects(states.verify(state, undefined as never), state);
  }
});

test("arguments digest: the order of arguments -> the same; another tool or value -> another", () => {
  const digest = argumentsDigestOf("t", { a: 1, b: 2 });
  assert.equal(argumentsDigestOf("t", { b: 2, a: 1 }), digest);
  assert.notEqual(argumentsDigestOf("u", { a: 1, b: 2 }), digest);
  assert.notEqual(argumentsDigestOf("t", { a: 1, b: 3 }), digest);
});
