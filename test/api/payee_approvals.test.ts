/**
 * Approvals of payments to a beneficiary that the agent names by the id that was chosen for it: the money goes to whom a person has seen,
 * or nowhere.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
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

const OPERATOR = { kind: "operator", user: "ada/1000" } as const;
const asOwner = () => ({ caller: agents.owner.session });
const asAgent = (key: string) => ({ caller: agents.agent.caller, key });

before(async () => {
  agents = await openAgentCalls();
  source = await newAccount();
  const funding = { destinationAccountId: source, amount: "100000", currency: "EUR" };
  const asking = { caller: OPERATOR };
  await agents.done("platform.account_funding.create", { ...funding, reason: "wire" }, asking);
});

after(() => agents.close());

async function newAccount(): Promise<string> {
  const { productId } = agents;
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  return String((await agents.done("account.create", draft, asOwner()))["accountId"]);
}

/** Somebody who is paid on an account of the Product, by the chosen id. */
async function newPayee(beneficiaryId: string): Promise<Document> {
  const { productId } = agents;
  const draft = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "book" };
  const more = { beneficiaryId, destination: { accountId: await newAccount() } };
  return await agents.done("beneficiary.create", { ...draft, ...more }, asOwner());
}

const rename = (beneficiaryId: string) =>
  agents.done(
    "beneficiary.update",
    { beneficiaryId, productId: agents.productId, nickname: "Mill" },
    asOwner(),
  );

const payment = (beneficiaryId: string): Document => ({
  ...{ sourceAccountId: source, beneficiaryId, amount: "5", currency: "EUR" },
});
const pay = (beneficiaryId: string, key: string): Promise<Answered> =>
  agents.ask("payout.create", payment(beneficiaryId), asAgent(key));

/** The id of the approval that a refusal names, whose status must be this one. */
function approvalIn({ refusal }: Answered, status: string): string {
  assert.equal(refusal?.code, "agent_approval_required", refusal?.message);
  assert.equal(refusal.details["status"], status);
  return String(refusal.details["agentApprovalId"]);
}

/** Asks for the payment and has it approved: the key of the call. */
async function approved(beneficiaryId: string): Promise<string> {
  const key = randomUUID();
  const agentApprovalId = approvalIn(await pay(beneficiaryId, key), "pending");
  await agents.done("agent_approval.approve", { agentApprovalId, password: PASSWORD }, asOwner());
  return key;
}

/** The approved payment is on its way when the ledger shard is lost. */
async function approvedAndLost(beneficiaryId: string): Promise<string> {
  const key = await approved(beneficiaryId);
  agents.loss.isLosing = true;
  await pay(beneficiaryId, key);
  agents.loss.isLosing = false;
  return key;
}

async function balance(): Promise<number> {
  const asked = { accountId: source };
  return Number((await agents.done("account.balance.retrieve", asked, asOwner()))["posted"]);
}

test("payee approval: a chosen id -> bound with its revision, and paid as approved", async () => {
  await newPayee("paid");
  const key = randomUUID();
  const agentApprovalId = approvalIn(await pay("paid", key), "pending");
  const shown = await agents.done("agent_approval.retrieve", { agentApprovalId }, asOwner());
  const revisions = shown["revisions"] as { type: string; id: string; revision: number }[];
  const bound = revisions.filter(({ type }) => type === "beneficiary");
  assert.deepEqual(bound, [{ type: "beneficiary", id: "paid", revision: 1 }]);
  await agents.done("agent_approval.approve", { agentApprovalId, password: PASSWORD }, asOwner());
  const before = await balance();
  const { document } = await pay("paid", key);
  assert.equal(document?.["status"], "posted");
  assert.equal(await balance(), before - 5);
});

test("payee approval: approved, then the beneficiary has changed -> a person is asked anew", async () => {
  await newPayee("changed");
  const key = await approved("changed");
  await rename("changed");
  const before = await balance();
  approvalIn(await pay("changed", key), "pending");
  assert.equal(await balance(), before);
});

test("payee approval: approved of an id that nobody has, then somebody has it -> a person is asked anew", async () => {
  const key = await approved("later");
  await newPayee("later");
  const before = await balance();
  approvalIn(await pay("later", key), "pending");
  assert.equal(await balance(), before);
});

test("payee approval: consumed and lost, then the beneficiary has changed -> the shard refuses it", async () => {
  await newPayee("lost");
  const key = await approvedAndLost("lost");
  await rename("lost");
  const before = await balance();
  const answer = await pay("lost", key);
  approvalIn(answer, "expired");
  assert.match(answer.refusal?.message ?? "", /^lost has changed since/);
  assert.equal(await balance(), before);
});

test("payee approval: consumed and lost, then somebody has the id -> the shard refuses it", async () => {
  const key = await approvedAndLost("new-payee");
  await newPayee("new-payee");
  const before = await balance();
  approvalIn(await pay("new-payee", key), "expired");
  assert.equal(await balance(), before);
});

test("payee approval: consumed and lost, and nothing has changed -> paid once", async () => {
  await newPayee("same");
  const key = await approvedAndLost("same");
  const before = await balance();
  for (const _ of [1, 2]) assert.equal((await pay("same", key)).document?.["status"], "posted");
  assert.equal(await balance(), before - 5);
});
