/**
 * Approvals of actions that pay out to the beneficiary whom a field of the object names: the money goes to whom a person has seen, or
 * nowhere. An agent's own payouts are in `payee_approvals.test.ts`.
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
import { PRICES } from "../support/features/build/sources.ts";
import { GRANT_KIND, GRANTS_PROGRAM } from "../support/programs/grants_program.ts";
import { PASSWORD } from "../world/people.ts";

let agents: AgentCalls;
/** The account that grants are paid from. */
let source: string;
let chosen = 0;

const OPERATOR = { kind: "operator", user: "ada/1000" } as const;
const asOwner = () => ({ caller: agents.owner.session });
const asAgent = (key: string) => ({ caller: agents.agent.caller, key });
/** An id that nobody has chosen yet. */
const newId = () => `payee-${++chosen}`;

before(async () => {
  agents = await openAgentCalls();
  const { productId } = agents;
  const build = { source: GRANTS_PROGRAM, expectedPricing: PRICES };
  const { buildId } = await agents.done("build.create", build, asOwner());
  const applied = { productId, buildId, expectedPricing: PRICES };
  await agents.done("product.build.apply", applied, asOwner());
  const accounts = await agents.done("account.list", { productId }, asOwner());
  const [account] = accounts["items"] as Document[];
  source = String(account?.["accountId"]);
  const funding = { destinationAccountId: source, amount: "100000", currency: "EUR" };
  const asking = { caller: OPERATOR };
  await agents.done("platform.account_funding.create", { ...funding, reason: "wire" }, asking);
});

after(() => agents.close());

/** Somebody who is paid on an account of the Product: the id that was made. */
async function newPayee(beneficiaryId?: string): Promise<string> {
  const { productId } = agents;
  const owner = { type: "product", id: productId };
  const account = { productId, role: "product_operating", currency: "EUR", owner };
  const { accountId } = await agents.done("account.create", account, asOwner());
  const payee = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "book" };
  const draft = { ...payee, ...(beneficiaryId && { beneficiaryId }), destination: { accountId } };
  return String((await agents.done("beneficiary.create", draft, asOwner()))["beneficiaryId"]);
}

const rename = (beneficiaryId: string) =>
  agents.done(
    "beneficiary.update",
    { beneficiaryId, productId: agents.productId, nickname: "Mill" },
    asOwner(),
  );

async function newGrant(payee: string): Promise<string> {
  const draft = { productId: agents.productId, kind: GRANT_KIND, fields: { payee } };
  return String((await agents.done("object.create", draft, asOwner()))["objectId"]);
}

const actionOf = (objectId: string, action: string, input: Document = {}): Document => ({
  ...{ productId: agents.productId, kind: GRANT_KIND, objectId, action, input },
});

/** What the agent asks for about a grant. */
type Asked = [id: string, input: Document];
const paid = async (payee: string): Promise<Asked> => [
  "object.action.call",
  actionOf(await newGrant(payee), "pay"),
];
/** A grant that waits for a decision, after which the clock pays it. */
async function decided(payee: string): Promise<Asked> {
  const objectId = await newGrant(payee);
  await agents.done("object.action.call", actionOf(objectId, "ask"), asOwner());
  const list = await agents.done(
    "object.decision.list",
    { productId: agents.productId, kind: GRANT_KIND, objectId },
    asOwner(),
  );
  const [decision] = list["items"] as Document[];
  return [
    "decision.resolve",
    { decisionId: decision?.["decisionId"], outcome: "approve", productId: agents.productId },
  ];
}

const send = ([id, input]: Asked, key: string): Promise<Answered> =>
  agents.ask(id, input, asAgent(key));

/** The id of the approval that a refusal names, whose status must be this one. */
function approvalIn({ refusal }: Answered, status: string): string {
  assert.equal(refusal?.code, "agent_approval_required", refusal?.message);
  assert.equal(refusal.details["status"], status);
  return String(refusal.details["agentApprovalId"]);
}

/** Asks and has it approved: the key of the call, and what of the ledger the approval binds. */
async function approved(asked: Asked) {
  const key = randomUUID();
  const agentApprovalId = approvalIn(await send(asked, key), "pending");
  const shown = await agents.done("agent_approval.retrieve", { agentApprovalId }, asOwner());
  await agents.done("agent_approval.approve", { agentApprovalId, password: PASSWORD }, asOwner());
  const revisions = shown["revisions"] as { type: string; id: string; revision: number }[];
  return { key, bound: revisions.filter(({ type }) => type !== "product") };
}

/** The approved call is on its way when the ledger shard is lost. */
async function approvedAndLost(asked: Asked): Promise<string> {
  const { key } = await approved(asked);
  agents.loss.isLosing = true;
  await send(asked, key);
  agents.loss.isLosing = false;
  return key;
}

async function balance(): Promise<number> {
  const asked = { accountId: source };
  return Number((await agents.done("account.balance.retrieve", asked, asOwner()))["posted"]);
}

const ASKED = { "an action that pays": paid, "a decision after which is paid": decided };

for (const [name, ask] of Object.entries(ASKED)) {
  test(`object payee approval: ${name}, to a chosen id -> bound with its revision and the object, and paid as approved`, async () => {
    const payee = newId();
    await newPayee(payee);
    const asked = await ask(payee);
    const { key, bound } = await approved(asked);
    const of = (type: string) => bound.filter((one) => one.type === type);
    assert.deepEqual(of("beneficiary"), [{ type: "beneficiary", id: payee, revision: 1 }]);
    assert.equal(of("object").length, 1);
    const before = await balance();
    const { refusal } = await send(asked, key);
    assert.equal(refusal, undefined);
    assert.equal(await balance(), before - 5);
  });

  test(`object payee approval: ${name}, to an id that was made -> bound with its revision`, async () => {
    const payee = await newPayee();
    const { bound } = await approved(await ask(payee));
    const of = bound.filter(({ type }) => type === "beneficiary");
    assert.deepEqual(of, [{ type: "beneficiary", id: payee, revision: 1 }]);
  });

  test(`object payee approval: ${name}, then the beneficiary has changed -> a person is asked anew`, async () => {
    for (const payee of [await newPayee(newId()), await newPayee()]) {
      const asked = await ask(payee);
      const { key } = await approved(asked);
      await rename(payee);
      const before = await balance();
      approvalIn(await send(asked, key), "pending");
      assert.equal(await balance(), before);
    }
  });

  test(`object payee approval: ${name}, of an id that nobody has, then somebody has it -> a person is asked anew`, async () => {
    const payee = newId();
    const asked = await ask(payee);
    const { key } = await approved(asked);
    await newPayee(payee);
    const before = await balance();
    approvalIn(await send(asked, key), "pending");
    assert.equal(await balance(), before);
  });

  test(`object payee approval: ${name}, consumed and lost, then the beneficiary has changed -> the shard refuses it`, async () => {
    const payee = newId();
    await newPayee(payee);
    const asked = await ask(payee);
    const key = await approvedAndLost(asked);
    await rename(payee);
    const before = await balance();
    const answer = await send(asked, key);
    approvalIn(answer, "expired");
    assert.match(answer.refusal?.message ?? "", new RegExp(`^${payee} has changed since`));
    assert.equal(await balance(), before);
  });

  test(`object payee approval: ${name}, consumed and lost, then somebody has the id -> the shard refuses it`, async () => {
    const payee = newId();
    const asked = await ask(payee);
    const key = await approvedAndLost(asked);
    await newPayee(payee);
    const before = await balance();
    approvalIn(await send(asked, key), "expired");
    assert.equal(await balance(), before);
  });

  test(`object payee approval: ${name}, consumed and lost, then the field has changed -> the shard refuses it`, async () => {
    const [payee, other] = [await newPayee(newId()), await newPayee(newId())];
    const asked = await ask(payee);
    const key = await approvedAndLost(asked);
    const [, { objectId = await objectOf(asked) }] = asked;
    const change = actionOf(String(objectId), "change", { payee: other });
    await agents.done("object.action.call", change, asOwner());
    const before = await balance();
    approvalIn(await send(asked, key), "expired");
    assert.equal(await balance(), before);
  });

  test(`object payee approval: ${name}, consumed and lost, and nothing has changed -> paid once`, async () => {
    const payee = newId();
    await newPayee(payee);
    const asked = await ask(payee);
    const key = await approvedAndLost(asked);
    const before = await balance();
    for (const _ of [1, 2]) assert.equal((await send(asked, key)).refusal, undefined);
    assert.equal(await balance(), before - 5);
  });
}

/** The object that is decided about. */
async function objectOf([, { decisionId, productId }]: Asked): Promise<unknown> {
  return (await agents.done("decision.retrieve", { decisionId, productId }, asOwner()))["objectId"];
}
