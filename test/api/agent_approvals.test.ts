/**
 * Approvals: no live call of an agent runs without one, and one runs exactly what a person has approved. The
 * attacks change one thing at a time.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { after, before, test } from "node:test";
import {
  type AgentCalls,
  type Answered,
  type Document,
  openAgentCalls,
} from "../support/agent_calls.ts";
import { PASSWORD } from "../world/people.ts";

let agents: AgentCalls;
let source: string;
let destination: string;

const OPERATOR = { kind: "operator", user: "ada/1000" } as const;

before(async () => {
  agents = await openAgentCalls();
  source = await newAccount();
  destination = await newAccount();
  const funding = { destinationAccountId: source, amount: "100000", currency: "EUR" };
  await agents.done("platform.account_funding.create", funding, { caller: OPERATOR });
});

after(() => agents.close());

async function newAccount(): Promise<string> {
  const { productId } = agents;
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  return String((await agents.done("account.create", draft, asOwner()))["accountId"]);
}

const asOwner = () => ({ caller: agents.owner.session });
const asAgent = (key: string) => ({ caller: agents.agent.caller, key });
const transfer = (change: Document = {}): Document => ({
  sourceAccountId: source,
  destinationAccountId: destination,
  amount: "5",
  currency: "EUR",
  ...change,
});

/** The agent asks, and is refused with an approval: its id. */
async function asked(id: string, input: Document, key: string): Promise<string> {
  return approvalIn(await agents.ask(id, input, asAgent(key)), "pending");
}

/** The id of the approval that a refusal names, whose status must be this one. */
function approvalIn({ refusal }: Answered, status: string): string {
  assert.equal(refusal?.code, "agent_approval_required", refusal?.message);
  assert.equal(refusal.details["status"], status);
  return String(refusal.details["agentApprovalId"]);
}

function approve(agentApprovalId: string): Promise<Document> {
  return agents.done("agent_approval.approve", { agentApprovalId, password: PASSWORD }, asOwner());
}

/** Asks for the call and has it approved: the key of the call. */
async function approved(id: string, input: Document): Promise<string> {
  const key = randomUUID();
  await approve(await asked(id, input, key));
  return key;
}

async function balance(accountId = destination): Promise<number> {
  const { posted } = await agents.done("account.balance.retrieve", { accountId }, asOwner());
  return Number(posted);
}

async function statusOf(agentApprovalId: string): Promise<unknown> {
  const shown = await agents.done("agent_approval.retrieve", { agentApprovalId }, asOwner());
  return shown["status"];
}

test("approval: a write in live -> refused with the page, then approved, then run once", async () => {
  const key = randomUUID();
  const before = await balance();
  const first = await agents.ask("transfer.create", transfer(), asAgent(key));
  const id = approvalIn(first, "pending");
  assert.equal(
    first.refusal?.details["approvalUrl"],
    `https://money.example/console/approvals/${id}`,
  );
  assert.equal(
    approvalIn(await agents.ask("transfer.create", transfer(), asAgent(key)), "pending"),
    id,
  );
  assert.equal(await balance(), before);
  await approve(id);
  await agents.done("transfer.create", transfer(), asAgent(key));
  assert.equal(await balance(), before + 5);
  assert.equal(await statusOf(id), "consumed");
});

test("approval: what a person is shown -> all that the request is and is about", async () => {
  const key = randomUUID();
  const input = transfer({ amount: "7" });
  const agentApprovalId = await asked("transfer.create", input, key);
  const shown = await agents.done("agent_approval.retrieve", { agentApprovalId }, asOwner());
  assert.deepEqual(shown["arguments"], input);
  assert.deepEqual(
    [shown["operation"], shown["isWrite"], shown["environment"], shown["productId"]],
    ["transfer.create", true, "live", agents.productId],
  );
  assert.deepEqual([shown["agentName"], shown["productName"]], ["Reconciler", "Wallet"]);
  assert.deepEqual(
    shown["revisions"],
    [source, destination].sort().map((id) => ({ type: "account", id, revision: 1 })),
  );
  assert.equal(shown["idempotencyKey"], key);
  assert.equal(shown["delegatorUserId"], agents.owner.userId);
});

test("approval: a read in live -> refused, approved, answered once", async () => {
  const input = { accountId: source };
  const key = await approved("account.balance.retrieve", input);
  await agents.done("account.balance.retrieve", input, asAgent(key));
  approvalIn(await agents.ask("account.balance.retrieve", input, asAgent(key)), "consumed");
});

test("approval: a read in live without a key -> idempotency_required", async () => {
  const { refusal } = await agents.ask(
    "account.balance.retrieve",
    { accountId: source },
    asAgent(""),
  );
  assert.equal(refusal?.code, "idempotency_required");
});

test("approval: the sandbox, and the agent's own status -> without approval", async () => {
  const { productId, agent } = agents;
  const sandbox = { ...asAgent(randomUUID()), environment: "sandbox" } as const;
  await agents.done("account.list", { productId }, sandbox);
  await agents.done("agent_approval.list", {}, asAgent(""));
  await agents.done("agent_member.current", {}, asAgent(""));
  await agents.done("agent_member.retrieve", { agentMemberId: agent.agentMemberId }, asAgent(""));
});

test("approval: a change of a Product that live is open to -> approved first, whatever the environment", async () => {
  const { productId } = agents;
  const input = { productId, name: "Purse" };
  const key = randomUUID();
  const sandbox = { ...asAgent(key), environment: "sandbox" } as const;
  const id = approvalIn(await agents.ask("product.update", input, sandbox), "pending");
  await approve(id);
  await agents.done("product.update", input, sandbox);
  await agents.done("product.update", { productId, name: "Wallet" }, asOwner());
});

/** Each changes one thing that the approval binds. */
const OTHERS: [what: string, other: () => [string, Document]][] = [
  [
    "another operation",
    () => ["transfer_hold.create", { ...transfer(), expiresAt: "2026-02-01T00:00:00Z" }],
  ],
  ["another amount", () => ["transfer.create", transfer({ amount: "6" })]],
  ["another destination", () => ["transfer.create", transfer({ destinationAccountId: source })]],
  ["a further argument", () => ["transfer.create", transfer({ description: "more" })]],
];
for (const [what, other] of OTHERS) {
  test(`approval: approved, then ${what} with the key -> idempotency_conflict, and nothing moves`, async () => {
    const key = await approved("transfer.create", transfer());
    const before = await balance();
    const { refusal } = await agents.ask(...other(), asAgent(key));
    assert.equal(refusal?.code, "idempotency_conflict");
    assert.equal(await balance(), before);
    await agents.done("transfer.create", transfer(), asAgent(key));
  });
}

test("approval: approved, then with another key -> a person is asked anew", async () => {
  const key = await approved("transfer.create", transfer());
  const before = await balance();
  await asked("transfer.create", transfer(), randomUUID());
  assert.equal(await balance(), before);
  await agents.done("transfer.create", transfer(), asAgent(key));
});

test("approval: approved for one agent, then asked by another with the key -> a person is asked anew", async () => {
  const key = await approved("transfer.create", transfer());
  const before = await balance();
  const answer = await agents.ask("transfer.create", transfer(), {
    caller: agents.other.caller,
    key,
  });
  approvalIn(answer, "pending");
  assert.equal(await balance(), before);
});

test("approval: approved, then a resource has changed -> it ends, and a person is asked about what is now", async () => {
  const key = randomUUID();
  const first = await asked("transfer.create", transfer(), key);
  await approve(first);
  await agents.done("account.update", { accountId: source, name: "Main" }, asOwner());
  const before = await balance();
  const second = await asked("transfer.create", transfer(), key);
  assert.notEqual(second, first);
  assert.equal(await statusOf(first), "expired");
  assert.equal(await balance(), before);
  await approve(second);
  await agents.done("transfer.create", transfer(), asAgent(key));
  assert.equal(await balance(), before + 5);
});

test("approval: a write by a consumed approval again -> the recorded answer, and no second effect", async () => {
  const key = await approved("transfer.create", transfer());
  const first = await agents.ask("transfer.create", transfer(), asAgent(key));
  const before = await balance();
  const again = await agents.ask("transfer.create", transfer(), asAgent(key));
  assert.ok(again.isReplayed);
  assert.deepEqual(again.document, first.document);
  assert.equal(await balance(), before);
  agents.clock.nowMs += 600_000;
  approvalIn(await agents.ask("transfer.create", transfer(), asAgent(key)), "consumed");
});

test("approval: a write by a consumed approval again, another by its key -> the platform shard is asked for the other alone", async () => {
  const key = await approved("transfer.create", transfer());
  const first = await agents.done("transfer.create", transfer(), asAgent(key));
  // What was consumed is in the view then.
  await agents.done("agent_approval.list", {}, asOwner());
  agents.platformLoss.isLosing = true;
  const again = await agents.ask("transfer.create", transfer(), asAgent(key));
  const other = await agents.ask("transfer.create", transfer({ amount: "6" }), asAgent(key));
  agents.platformLoss.isLosing = false;
  assert.deepEqual(again.document, first);
  assert.equal(other.refusal?.code, "ledger_unavailable");
});

test("approval: asked for again while nobody has decided, and after it was consumed -> no further record", async () => {
  // What is about no Product is told nowhere.
  const ask = () => agents.ask("product.list", {}, asAgent(key));
  const key = randomUUID();
  const agentApprovalId = approvalIn(await ask(), "pending");
  const before = agents.newestOfCompany();
  for (const _ of [1, 2]) assert.equal(approvalIn(await ask(), "pending"), agentApprovalId);
  assert.equal(agents.newestOfCompany(), before);
  await approve(agentApprovalId);
  assert.ok((await ask()).document !== undefined);
  const consumed = agents.newestOfCompany();
  assert.equal(approvalIn(await ask(), "consumed"), agentApprovalId);
  assert.equal(agents.newestOfCompany(), consumed);
});

test("approval: it is told slowly that it was consumed -> the call does not wait for that", async () => {
  const key = await approved("transfer.create", transfer());
  const { length } = agents.told;
  const gate = new EventEmitter();
  agents.tellings.until = once(gate, "open");
  await agents.done("transfer.create", transfer(), asAgent(key));
  assert.equal(agents.told.length, length);
  gate.emit("open");
  // The next telling of the realm comes after it.
  await approved("transfer.create", transfer());
  assert.deepEqual(agents.told[length], ["agent_approval.consumed", "live"]);
});

test("approval: two retries at once -> one effect", async () => {
  const key = await approved("transfer.create", transfer());
  const before = await balance();
  const both = await Promise.all(
    [1, 2, 3, 4].map(() => agents.ask("transfer.create", transfer(), asAgent(key))),
  );
  assert.deepEqual(
    both.map(({ refusal }) => refusal),
    [undefined, undefined, undefined, undefined],
  );
  assert.equal(both.filter(({ isReplayed }) => !isReplayed).length, 1);
  assert.equal(await balance(), before + 5);
});

test("approval: two reads at once -> one is answered", async () => {
  const input = { accountId: source };
  const key = await approved("account.balance.retrieve", input);
  const both = await Promise.all(
    [1, 2].map(() => agents.ask("account.balance.retrieve", input, asAgent(key))),
  );
  assert.equal(both.filter(({ document }) => document !== undefined).length, 1);
});

test("approval: consumed, and lost before it was decided -> the retry runs it, once", async () => {
  const key = randomUUID();
  const id = await asked("transfer.create", transfer(), key);
  await approve(id);
  const before = await balance();
  agents.loss.isLosing = true;
  const lost = await agents.ask("transfer.create", transfer(), asAgent(key));
  agents.loss.isLosing = false;
  assert.equal(lost.document, undefined);
  assert.equal(await statusOf(id), "consumed");
  assert.equal(await balance(), before);
  await agents.done("transfer.create", transfer(), asAgent(key));
  await agents.done("transfer.create", transfer(), asAgent(key));
  assert.equal(await balance(), before + 5);
});

test("approval: consumed and lost, then a resource has changed -> the shard refuses it", async () => {
  const key = await approved("transfer.create", transfer());
  agents.loss.isLosing = true;
  await agents.ask("transfer.create", transfer(), asAgent(key));
  agents.loss.isLosing = false;
  await agents.done("account.update", { accountId: destination, name: "Other" }, asOwner());
  const before = await balance();
  approvalIn(await agents.ask("transfer.create", transfer(), asAgent(key)), "expired");
  assert.equal(await balance(), before);
});

test("approval: denied -> refused with the reason, and never run", async () => {
  const key = randomUUID();
  const agentApprovalId = await asked("transfer.create", transfer(), key);
  await agents.done("agent_approval.deny", { agentApprovalId, reason: "Not now." }, asOwner());
  const answer = await agents.ask("transfer.create", transfer(), asAgent(key));
  approvalIn(answer, "denied");
  assert.match(String(answer.refusal?.message), /Not now\./);
  const late = { agentApprovalId, password: PASSWORD };
  const { refusal } = await agents.ask("agent_approval.approve", late, asOwner());
  assert.equal(refusal?.code, "state_conflict");
});

test("approval: ten minutes -> expired, approved or not", async () => {
  const [key, other] = [randomUUID(), randomUUID()];
  const pending = await asked("transfer.create", transfer(), key);
  const late = await asked("transfer.create", transfer(), other);
  await approve(late);
  agents.clock.nowMs += 599_999;
  approvalIn(await agents.ask("transfer.create", transfer(), asAgent(key)), "pending");
  agents.clock.nowMs += 1;
  approvalIn(await agents.ask("transfer.create", transfer(), asAgent(key)), "expired");
  approvalIn(await agents.ask("transfer.create", transfer(), asAgent(other)), "expired");
  const input = { agentApprovalId: pending, password: PASSWORD };
  const { refusal } = await agents.ask("agent_approval.approve", input, asOwner());
  assert.equal(refusal?.code, "state_conflict");
});

test("approval: a wrong password, a session elsewhere, the agent itself -> not approved", async () => {
  const key = randomUUID();
  const agentApprovalId = await asked("transfer.create", transfer(), key);
  const wrong = { agentApprovalId, password: "not the password at all" };
  const guessed = await agents.ask("agent_approval.approve", wrong, asOwner());
  assert.equal(guessed.refusal?.code, "invalid_credentials");
  const right = { agentApprovalId, password: PASSWORD };
  const { caller: own } = asAgent("");
  const byAgent = await agents.ask("agent_approval.approve", right, { caller: own });
  assert.equal(byAgent.refusal?.code, "operation_not_allowed");
  const viewer = { ...agents.owner.session, tenantId: "ten_00000000000000000000000000" };
  const elsewhere = await agents.ask("agent_approval.approve", right, { caller: viewer });
  assert.equal(elsewhere.document, undefined);
  approvalIn(await agents.ask("transfer.create", transfer(), asAgent(key)), "pending");
});

test("approval: what is told and mailed -> each step in live, and a mail without the arguments", async () => {
  agents.clock.nowMs += 120_000;
  const [from, mailed] = [agents.told.length, agents.mails.length];
  const key = await approved("transfer.create", transfer());
  await agents.done("transfer.create", transfer(), asAgent(key));
  assert.deepEqual(agents.told.slice(from), [
    ["agent_approval.requested", "live"],
    ["agent_approval.approved", "live"],
    ["agent_approval.consumed", "live"],
  ]);
  const [mail, ...others] = agents.mails.slice(mailed);
  assert.deepEqual(others, []);
  assert.equal(mail?.template, "agent_approval_requested");
  assert.equal(mail.to, agents.owner.email);
  assert.deepEqual(mail.values["operation"], "transfer.create");
  for (const _ of [1, 2, 3]) await asked("transfer.create", transfer(), randomUUID());
  assert.equal(agents.mails.length, mailed + 2, "another within the minute is on the page alone");
});

test("approval: the grant is revoked -> what it has open ends, and nothing runs any more", async () => {
  const { other } = agents;
  const [key, waiting] = [randomUUID(), randomUUID()];
  const as = (of: string) => ({ caller: other.caller, key: of });
  const approvedId = approvalIn(
    await agents.ask("transfer.create", transfer(), as(key)),
    "pending",
  );
  await approve(approvedId);
  const pendingId = approvalIn(
    await agents.ask("transfer.create", transfer(), as(waiting)),
    "pending",
  );
  const before = await balance();
  await agents.done("agent_grant.revoke", { agentGrantId: other.agentGrantId }, asOwner());
  assert.deepEqual([await statusOf(approvedId), await statusOf(pendingId)], ["expired", "expired"]);
  const late = await agents.ask("transfer.create", transfer(), as(key));
  assert.equal(late.refusal?.code, "session_revoked");
  const input = { agentApprovalId: pendingId, password: PASSWORD };
  const { refusal } = await agents.ask("agent_approval.approve", input, asOwner());
  assert.equal(refusal?.code, "state_conflict");
  assert.equal(await balance(), before);
});
