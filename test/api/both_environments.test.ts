/**
 * What an agent finds of live in a call that it makes in the sandbox: nothing, in every operation whose answer may
 * be about things of both environments. Which operations these are is read from their declarations: an agent may
 * call them, they act on no environment of a Product, and their answers say of something of which environment it is.
 * A call in live that a person has approved shows what there is.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import type { Caller } from "../../src/contract/declare/caller.ts";
import type { Environment } from "../../src/contract/declare/principal.ts";
import { partsOf } from "../../src/contract/declare/redaction.ts";
import { productCreate } from "../../src/features/product/product.create.ts";
import { operations } from "../../src/features/registry.ts";
import { type AgentCalls, type Document, openAgentCalls } from "../support/agent_calls.ts";
import { newAgent } from "../support/features/agent_grant/agents.ts";
import { PRICES, SOURCE } from "../support/features/build/sources.ts";
import { newCompany, newPerson, PASSWORD } from "../world/people.ts";
import { openPlatformWorld } from "../world/platform_world.ts";

let agents: AgentCalls;
/** A key of each environment, of the Product that the agent reaches. */
let keys: Readonly<Record<Environment, string>>;
let buildId: string;

before(async () => {
  agents = await openAgentCalls();
  const { productId } = agents;
  const caller = { ...agents.owner.session, mfa: true };
  const keyIn = async (environment: Environment) => {
    const draft = { productId, name: environment, scopes: ["accounts:read"] };
    const made = await agents.done(`api_key.${environment}.create`, draft, { caller, environment });
    return String(made["apiKeyId"]);
  };
  const build = { source: SOURCE, expectedPricing: PRICES };
  const byAgent = { caller: agents.agent.caller, environment: "sandbox" as const };
  buildId = String((await agents.done("build.create", build, byAgent))["buildId"]);
  keys = { sandbox: await keyIn("sandbox"), live: await keyIn("live") };
});

after(() => agents.close());

/** Whether something in the answer says of which environment it is. */
function tellsEnvironment(schema: TSchema | undefined): boolean {
  if (schema === undefined) return false;
  const parts = partsOf(schema) as unknown as TSchema[];
  return "environment" in (schema["properties"] ?? {}) || parts.some(tellsEnvironment);
}

/**
 * Operations that reach both environments. `approval: "never"` is an agent's own status: its own requests, which
 * it made itself, in live too.
 */
const REACHING_BOTH = operations.filter(
  ({ principals, acts, approval, output, environment }) =>
    principals.includes("agent") &&
    !principals.includes("public") &&
    (acts?.on === "tenant" || acts?.on === "platform") &&
    approval !== "never" &&
    environment === undefined &&
    tellsEnvironment(output),
);

/** By operation: the input that asks for what is of the environment. */
const ASKED: Readonly<Record<string, (environment: Environment) => Document>> = {
  "api_key.list": (environment) => ({ productId: agents.productId, environment }),
  "api_key.retrieve": (environment) => ({
    ...{ productId: agents.productId, apiKeyId: keys[environment] },
  }),
  "api_key.revoke": (environment) => ({
    ...{ productId: agents.productId, apiKeyId: keys[environment] },
  }),
};
/**
 * By operation: what an agent is answered in the sandbox. A Product is one thing in both environments, and an answer
 * shows it as of the one that was asked for; a key that is made here is one of the sandbox.
 */
const OF_ONE: Readonly<Record<string, () => Promise<unknown>>> = {
  "api_key.sandbox.create": () =>
    inSandbox("api_key.sandbox.create", { name: "More", scopes: ["accounts:read"] }),
  "product.build.apply": () =>
    inSandbox("product.build.apply", { buildId, expectedPricing: PRICES }),
  "product.create": madeProduct,
  "product.list": async () =>
    (await asked("product.list", {}, agents.agent.caller, "sandbox")).document,
  "product.update": () => inSandbox("product.update", { name: "Other" }),
};

/** What the agent is shown of its Product. */
async function inSandbox(id: string, input: Document): Promise<unknown> {
  const { productId, agent } = agents;
  const { code, document } = await asked(id, { productId, ...input }, agent.caller, "sandbox");
  assert.equal(code, undefined, id);
  return document;
}

/** A new Product needs its realms on the shards before it is answered, and so a world in which these are there at once. */
async function madeProduct(): Promise<unknown> {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const { caller } = await newAgent(world, owner);
  return await world.made(productCreate, { name: "New" }, { caller });
}

test("both environments: every operation whose answers tell of both -> has a row here", () => {
  assert.deepEqual(
    REACHING_BOTH.map(({ id }) => id).sort(),
    Object.keys({ ...ASKED, ...OF_ONE }).sort(),
  );
});

/** Every value that says of which environment something is. */
function environmentsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "environment" in value ? [value.environment] : [];
  return [...own, ...Object.values(value).flatMap(environmentsIn)];
}

/** Asks, and approves as the owner where a person has to; returns what was shown, or the code of the refusal. */
async function asked(id: string, input: Document, caller: Caller, environment: Environment) {
  const asking = { caller, environment, key: randomUUID() };
  let { document, refusal } = await agents.ask(id, input, asking);
  const wasApproved = refusal?.code === "agent_approval_required";
  if (wasApproved) {
    const agentApprovalId = String(refusal?.details["agentApprovalId"]);
    const owner = { caller: agents.owner.session };
    await agents.done("agent_approval.approve", { agentApprovalId, password: PASSWORD }, owner);
    ({ document, refusal } = await agents.ask(id, input, asking));
  }
  return { seen: environmentsIn(document), document, code: refusal?.code, wasApproved };
}

for (const [id, about] of Object.entries(ASKED)) {
  if (operations.find((operation) => operation.id === id)?.type !== "read") continue;
  test(`both environments: ${id} of an agent in the sandbox -> nothing of live, by whatever it asks for`, async () => {
    const { caller } = agents.agent;
    const person = await asked(id, about("live"), agents.owner.session, "sandbox");
    assert.deepEqual([...new Set(person.seen)], ["live"]);
    const agent = await asked(id, about("live"), caller, "sandbox");
    assert.deepEqual([agent.seen, agent.wasApproved], [[], false]);
    assert.doesNotMatch(JSON.stringify(agent), new RegExp(keys.live));
    const own = await asked(id, about("sandbox"), caller, "sandbox");
    assert.deepEqual([...new Set(own.seen)], ["sandbox"]);
    const { environment: _, ...all } = about("sandbox");
    assert.deepEqual([...new Set((await asked(id, all, caller, "sandbox")).seen)], ["sandbox"]);
  });

  test(`both environments: ${id} of an agent in live, once a person has approved -> what is of live`, async () => {
    const shown = await asked(id, about("live"), agents.agent.caller, "live");
    assert.deepEqual([[...new Set(shown.seen)], shown.wasApproved], [["live"], true]);
  });
}

for (const [id, answer] of Object.entries(OF_ONE)) {
  test(`both environments: ${id} of an agent in the sandbox -> shown as of the sandbox`, async () => {
    assert.deepEqual([...new Set(environmentsIn(await answer()))], ["sandbox"]);
  });
}

test("both environments: api_key.retrieve of a key of live in the sandbox -> the refusal of a key that nobody has", async () => {
  const about = (apiKeyId: string) => ({ productId: agents.productId, apiKeyId });
  const refusalOf = async (apiKeyId: string) => {
    const { caller } = agents.agent;
    const asking = { caller, environment: "sandbox" } as const;
    const { refusal } = await agents.ask("api_key.retrieve", about(apiKeyId), asking);
    return JSON.stringify(refusal).replaceAll(apiKeyId, "ID");
  };
  assert.equal(await refusalOf(keys.live), await refusalOf(keys.live.replace(/.$/, "x")));
});

test("both environments: api_key.revoke of a key of live -> in live alone, after an approval", async () => {
  const input = { productId: agents.productId, apiKeyId: keys.live };
  const { caller } = agents.agent;
  const inSandbox = await asked("api_key.revoke", input, caller, "sandbox");
  assert.deepEqual([inSandbox.seen, inSandbox.code], [[], "resource_not_found"]);
  const inLive = await asked("api_key.revoke", input, caller, "live");
  assert.deepEqual([inLive.seen, inLive.wasApproved], [["live"], true]);
});
