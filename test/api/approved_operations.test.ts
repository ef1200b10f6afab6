/**
 * What an approval let run: the operation whose record the shard of the call has under the key, for as long as the
 * log is kept; and nothing that ran by itself or for somebody else.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type AgentCalls, type Document, openAgentCalls } from "../support/agent_calls.ts";
import type { LetIn } from "../support/features/agent_grant/agents.ts";
import { PASSWORD } from "../world/people.ts";

let agents: AgentCalls;

before(async () => {
  agents = await openAgentCalls();
});

after(() => agents.close());

const asOwner = () => ({ caller: agents.owner.session });

/** The agent opens an account in live. */
function opening(): Document {
  const { productId } = agents;
  const owner = { type: "product", id: productId };
  return { productId, role: "product_operating", currency: "EUR", owner };
}

/** The agent asks for a call: the key, the id of the approval, and the call once more. */
async function asking(id: string, input: Document, as: { agent?: LetIn; key?: string } = {}) {
  const { agent = agents.agent, key = randomUUID() } = as;
  const call = () => agents.ask(id, input, { caller: agent.caller, key });
  const { refusal } = await call();
  assert.equal(refusal?.code, "agent_approval_required", refusal?.message);
  return { key, call, agentApprovalId: String(refusal.details["agentApprovalId"]) };
}

async function approve(agentApprovalId: string): Promise<void> {
  await agents.done("agent_approval.approve", { agentApprovalId, password: PASSWORD }, asOwner());
}

/** The operation that the approval names once the views show all that was answered; the list names the same. */
async function ran(agentApprovalId: string): Promise<unknown> {
  await agents.done("operation.list", { productId: agents.productId }, asOwner());
  const shown = await agents.done("agent_approval.retrieve", { agentApprovalId }, asOwner());
  const { items } = await agents.done("agent_approval.list", { limit: 100 }, asOwner());
  const listed = (items as Document[]).find((one) => one["agentApprovalId"] === agentApprovalId);
  assert.deepEqual(listed, shown);
  return shown["consumedOperationId"];
}

test("approved operation: a write in live -> named once it ran, and not before; found by its id", async () => {
  const { key, call, agentApprovalId } = await asking("account.create", opening());
  assert.equal(await ran(agentApprovalId), undefined);
  await approve(agentApprovalId);
  assert.equal(await ran(agentApprovalId), undefined);
  const { document } = await call();
  const operationId = await ran(agentApprovalId);
  const shown = await agents.done("operation.retrieve", { operationId }, asOwner());
  assert.deepEqual(
    [shown["operation"], shown["idempotencyKey"], shown["resource"]],
    ["account.create", key, { type: "account", id: document?.["accountId"] }],
  );
  assert.deepEqual(shown["principal"], { type: "agent", id: agents.agent.agentGrantId });
});

test("approved operation: refused by the shard -> the operation that was refused", async () => {
  const { productId } = agents;
  const accounts = await Promise.all(
    [1, 2].map(() => agents.done("account.create", opening(), asOwner())),
  );
  const [sourceAccountId, destinationAccountId] = accounts.map((one) => one["accountId"]);
  const transfer = { sourceAccountId, destinationAccountId, amount: "5", currency: "EUR" };
  const { call, agentApprovalId } = await asking("transfer.create", transfer);
  await approve(agentApprovalId);
  assert.equal((await call()).refusal?.code, "insufficient_balance");
  const operationId = await ran(agentApprovalId);
  const shown = await agents.done("operation.retrieve", { operationId, productId }, asOwner());
  assert.deepEqual([shown["operation"], shown["status"]], ["transfer.create", "refused"]);
});

test("approved operation: consumed, and lost before it was decided -> none, until the retry ran", async () => {
  const { call, agentApprovalId } = await asking("account.create", opening());
  await approve(agentApprovalId);
  agents.loss.isLosing = true;
  await call();
  agents.loss.isLosing = false;
  assert.equal(await ran(agentApprovalId), undefined);
  await call();
  assert.match(String(await ran(agentApprovalId)), /^op_/);
});

test("approved operation: a read -> none", async () => {
  const input = { productId: agents.productId };
  const { call, agentApprovalId } = await asking("account.list", input);
  await approve(agentApprovalId);
  assert.ok((await call()).document !== undefined);
  assert.equal(await ran(agentApprovalId), undefined);
});

test("approved operation: a call on the company -> the operation that the audit has too", async () => {
  const { productId } = agents;
  const { call, agentApprovalId } = await asking("product.update", { productId, name: "Purse" });
  await approve(agentApprovalId);
  await call();
  const operationId = String(await ran(agentApprovalId));
  const auditEventId = operationId.replace("op_", "aud_");
  const noted = await agents.done("tenant.audit_event.retrieve", { auditEventId }, asOwner());
  assert.equal(noted["operation"], "product.update");
});

test("approved operation: the key and the request of another grant -> none, as nothing ran for this one", async () => {
  const first = await asking("account.create", opening(), { agent: agents.other });
  await approve(first.agentApprovalId);
  await first.call();
  const second = await asking("account.create", opening(), { key: first.key });
  await approve(second.agentApprovalId);
  assert.ok((await second.call()).isReplayed);
  assert.equal(await ran(second.agentApprovalId), undefined);
  assert.match(String(await ran(first.agentApprovalId)), /^op_/);
});
