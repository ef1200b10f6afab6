/**
 * What an agent reaches of the blueprints and Builds of its company. The operations are found by their declarations:
 * each that an agent may call and that names such a thing in its input or shows one in its answer is a case.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import type { Operation } from "../../src/contract/declare/operation.ts";
import { partsOf } from "../../src/contract/declare/redaction.ts";
import { idPrefixOf } from "../../src/contract/values/formats.ts";
import { operations } from "../../src/features/registry.ts";
import { type Granting, letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import {
  codeOf,
  documentOf,
  type Host,
  keyed,
  MODERN,
  openHost,
  refusalOf,
} from "../support/mcp.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { changedAll, MINIMAL } from "../support/programs/programs.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const PREFIXES = ["bp", "bld"];
const SCOPES = ["blueprints", "products"].flatMap((area) => [`${area}:read`, `${area}:write`]);

type Ids = { blueprintId: string; buildId: string };
/** A blueprint, its Build, and a Product that runs the Build. */
type Programs = Ids & { productId: string };

let server: Server;
let people: People;
let founder: Browser;
const hosts: Host[] = [];
let programs = 0;
/** A program of the company that no grant names, of which no Product within reach runs a Build. */
let hidden: Programs;
/** A program that a Product runs which the grant names. */
let granted: Programs;
/** A program of another company. */
let foreign: Programs;
/** A blueprint that the grant names for reading, and its Build. */
let named: Ids;
/** What the agent has made itself. */
let made: Programs;
let agent: Host;
let agentMemberId: string;
let access: string;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  hidden = await programOf(founder);
  granted = await programOf(founder);
  named = await programOf(founder);
  foreign = await programOf(await people.founder("Babbage"));
  const granting = { productIds: [granted.productId], blueprintIds: [named.blueprintId] };
  const letIn = await atWork(granting);
  ({ host: agent, agentMemberId, access } = letIn);
  made = await programOfAgent(agent);
});

after(async () => {
  for (const host of hosts) await host.close();
  people.close();
});

async function atWork(granting: Granting) {
  const letIn = await letInAgent(server, founder, { scopes: SCOPES, ...granting });
  const host = await openHost(server, letIn.access, MODERN);
  hosts.push(host);
  return { ...letIn, host };
}

/** A program that no other test has built. */
function newSource(): object {
  return changedAll(MINIMAL, { "/name": `Program ${++programs}` }) as object;
}

async function programOf(browser: Browser): Promise<Programs> {
  const draft = { name: `B${programs}`, source: newSource() };
  const blueprintId = expect(await browser.post("/blueprints", draft), 201).id("blueprintId");
  const built = await browser.post("/builds", { blueprintId, expectedPricing: PRICES });
  const buildId = expect(built, 201).id("buildId");
  const product = { name: "P", buildId, expectedPricing: PRICES };
  const productId = expect(await browser.post("/products", product), 201).id("productId");
  return { blueprintId, buildId, productId };
}

async function programOfAgent(host: Host): Promise<Programs> {
  const draft = keyed({ name: "Own", source: newSource() });
  const { blueprintId } = documentOf(await host.call("blueprint_create", draft)) as Ids;
  const asked = keyed({ blueprintId, expectedPricing: PRICES });
  const { buildId } = documentOf(await host.call("build_create", asked)) as Ids;
  const product = keyed({ name: "P", buildId, expectedPricing: PRICES });
  const { productId } = documentOf(await host.call("product_create", product)) as Programs;
  return { blueprintId, buildId, productId };
}

/** A field of the input or the answer of an operation whose value is such an id. */
type Field = { name: string; prefix: string };

function fieldsOf(schema: TSchema | undefined, name = ""): Field[] {
  if (schema === undefined) return [];
  const prefix = idPrefixOf(schema);
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, TSchema>);
  const inner = new Set(properties.map(([, part]) => part as object));
  const others = partsOf(schema).filter((part) => !inner.has(part)) as unknown as TSchema[];
  return [
    ...(prefix !== undefined && PREFIXES.includes(prefix) ? [{ name, prefix }] : []),
    ...properties.flatMap(([field, part]) =>
      fieldsOf(part, name === "" ? field : `${name}.${field}`),
    ),
    ...others.flatMap((part) => fieldsOf(part, `${name}[]`)),
  ];
}

const OF_AGENTS = operations.filter(({ principals }) => principals.includes("agent"));
const NAMING = OF_AGENTS.map((operation) => {
  const { path, query, body } = operation;
  return { operation, fields: [path, query, body].flatMap((schema) => fieldsOf(schema)) };
}).filter(({ fields }) => fields.length > 0);
/** What acts in a Product shows things of that Product alone, which the reach of Products bounds. */
const SHOWING = OF_AGENTS.filter(
  ({ output, type, acts }) =>
    type === "read" && acts?.on === "tenant" && fieldsOf(output).length > 0,
);
/** Lists leave out what is not reached, and refuse nothing. */
const isList = ({ refusals }: Operation<never>) => !refusals.includes("resource_not_found");

/** What an operation asks for besides the ids; a further field is a line here. */
const OTHERWISE: Readonly<Record<string, (beside: Programs) => unknown>> = {
  revision: () => "1",
  expectedPricing: () => PRICES,
  name: () => `Name ${++programs}`,
  productId: ({ productId }) => productId,
  scenario: () => [{ advance: "P1D" }],
};

/** An input with the id in the field, and the ids of `beside` in every other field that must be there. */
function inputWith(operation: Operation<never>, { name }: Field, id: string, beside = made) {
  const schemas = [operation.path, operation.query, operation.body as TSchema | undefined];
  const given: Record<string, unknown> = { [name]: id };
  for (const field of schemas.flatMap((schema) => (schema?.["required"] ?? []) as string[])) {
    const other = fieldsOf(schemas.find((schema) => schema?.["properties"]?.[field]))?.find(
      (one) => one.name === field,
    );
    const value = other === undefined ? OTHERWISE[field]?.(beside) : beside[idFieldOf(other)];
    assert.ok(value !== undefined, `${operation.id} takes ${field}, which this test must know`);
    given[field] ??= value;
  }
  if (operation.id === "product.create") given["expectedPricing"] = PRICES;
  if (operation.id === "composer.plan" && name !== "blueprintId") {
    given["blueprintId"] = beside.blueprintId;
  }
  return operation.type === "write" ? keyed(given) : given;
}

const idFieldOf = ({ prefix }: Field) => (prefix === "bp" ? "blueprintId" : "buildId");
const toolOf = ({ id }: Operation<never>) => id.replaceAll(".", "_");

async function codeWith(
  host: Host,
  operation: Operation<never>,
  field: Field,
  of: Ids,
  beside = made,
) {
  const given = inputWith(operation, field, of[idFieldOf(field)], beside);
  const answer = await host.call(toolOf(operation), given);
  assert.notEqual(codeOf(answer), "invalid_request", answer.texts.join());
  return codeOf(answer);
}

test("agent programs: the operations that name or show one -> found by their declarations", () => {
  const ids = new Set(NAMING.map(({ operation: { id } }) => id));
  for (const id of [
    "blueprint.archive",
    "build.diff.retrieve",
    "composer.plan",
    "product.create",
  ]) {
    assert.ok(ids.has(id), id);
  }
  // What a call names is looked for in any part of the input; the cases here are made for plain fields.
  for (const { operation, fields } of NAMING) {
    for (const { name } of fields) assert.match(name, /^\w+$/, operation.id);
  }
});

for (const { operation, fields } of NAMING) {
  for (const field of fields) {
    const what = `${operation.id} with ${field.name}`;

    test(`agent programs: ${what} of the company that the grant does not reach -> as one of another company`, async () => {
      const given = inputWith(operation, field, hidden[idFieldOf(field)]);
      const answer = await agent.call(toolOf(operation), given);
      if (isList(operation)) {
        assert.deepEqual(documentOf(answer)["items"], []);
        return;
      }
      const nothing = foreign[idFieldOf(field)];
      const unknown = await agent.call(toolOf(operation), inputWith(operation, field, nothing));
      const [refused, ofNobody] = [refusalOf(answer).error, refusalOf(unknown).error];
      assert.equal(refused.code, "resource_not_found");
      const words = refused.message.replaceAll(hidden[idFieldOf(field)], nothing);
      assert.equal(words, ofNobody.message);
      assert.deepEqual(Object.keys(refused.details), Object.keys(ofNobody.details));
    });

    test(`agent programs: ${what}, made by the agent or of a Product within reach -> found`, async () => {
      // An archived blueprint is found too; the archiving itself comes from the test of changes below.
      if (operation.id === "blueprint.archive") return;
      for (const of of [made, granted]) {
        assert.notEqual(await codeWith(agent, operation, field, of), "resource_not_found");
      }
    });

    test(`agent programs: ${what}, an agent for the whole company -> found`, async () => {
      if (operation.id === "blueprint.archive") return;
      const { host } = await atWork({ companyWide: true });
      const code = await codeWith(host, operation, field, hidden, hidden);
      assert.notEqual(code, "resource_not_found");
    });

    if (field.prefix !== "bp") continue;
    const isChanged = operation.type === "write";
    test(`agent programs: ${what}, named by the grant for reading -> ${isChanged ? "not there" : "found"}`, async () => {
      const code = await codeWith(agent, operation, field, named);
      assert.equal(code === "resource_not_found", isChanged, code);
    });
  }
}

for (const operation of SHOWING) {
  test(`agent programs: ${operation.id} of what it reaches -> shows nothing beyond reach`, async () => {
    const [field] = fieldsOf(operation.path);
    const given = field === undefined ? {} : inputWith(operation, field, made[idFieldOf(field)]);
    if (operation.query?.["properties"]?.["limit"] !== undefined) given["limit"] = "100";
    const text = JSON.stringify(documentOf(await agent.call(toolOf(operation), given)));
    for (const id of [hidden.blueprintId, hidden.buildId, hidden.productId]) {
      assert.ok(!text.includes(id), text);
    }
  });
}

test("agent programs: lists -> what it made, what its Products run, and what is named", async () => {
  const blueprints = documentOf(await agent.call("blueprint_list"))["items"] as Ids[];
  assert.deepEqual(
    new Set(blueprints.map(({ blueprintId }) => blueprintId)),
    new Set([made, granted, named].map(({ blueprintId }) => blueprintId)),
  );
  const builds = documentOf(await agent.call("build_list"))["items"] as Ids[];
  const buildIds = new Set(builds.map(({ buildId }) => buildId));
  assert.ok(buildIds.has(made.buildId) && buildIds.has(granted.buildId));
  assert.ok(!buildIds.has(hidden.buildId) && !buildIds.has(named.buildId));
});

test("agent programs: as a resource -> not there beyond reach; what it reaches is", async () => {
  for (const path of [`blueprints/${hidden.blueprintId}`, `builds/${hidden.buildId}/source`]) {
    const uri = `service://sandbox/${path}`;
    await assert.rejects(async () => await agent.client.readResource({ uri }), /not found/i);
  }
  const uri = `service://sandbox/blueprints/${made.blueprintId}`;
  const { contents } = await agent.client.readResource({ uri });
  assert.equal(contents.length, 1);
});

test("agent programs: over GraphQL -> the token of an agent is not taken there", async () => {
  const headers = { authorization: `Bearer ${access}`, "content-type": "application/json" };
  const body = JSON.stringify({
    query: `{ blueprint(blueprintId: "${made.blueprintId}") { name } }`,
  });
  const answer = await fetch(`${server.baseUrl}/graphql`, { method: "POST", headers, body });
  assert.equal(answer.status, 401);
  assert.match(await answer.text(), /taken at \/v1\/mcp only/);
});

test("agent programs: changed and archived -> its own and those of its Products, by id on every version", async () => {
  for (const { blueprintId } of [await programOfAgent(agent), granted]) {
    const change = keyed({ blueprintId, name: "Better" });
    assert.equal(documentOf(await agent.call("blueprint_update", change))["revision"], 2);
    const archived = await agent.call("blueprint_archive", keyed({ blueprintId }));
    assert.equal(documentOf(archived)["status"], "archived");
  }
  const left = expect(await founder.get(`/blueprints/${hidden.blueprintId}`), 200).body;
  assert.deepEqual([left["status"], left["revision"]], ["draft", 1]);
});

test("agent programs: made by another agent of the company -> not there; by another grant of the agent -> there", async () => {
  const { host: other } = await atWork({});
  const { blueprintId, buildId } = made;
  assert.equal(
    codeOf(await other.call("blueprint_retrieve", { blueprintId })),
    "resource_not_found",
  );
  assert.equal(codeOf(await other.call("build_retrieve", { buildId })), "resource_not_found");
  const { host: same } = await atWork({ agentMemberId });
  documentOf(await same.call("blueprint_retrieve", { blueprintId }));
  documentOf(await same.call("build_retrieve", { buildId }));
});

test("agent programs: a program that the company has built before, built again -> the agent's own too", async () => {
  const source = newSource();
  const draft = { source, expectedPricing: PRICES };
  const buildId = expect(await founder.post("/builds", draft), 201).id("buildId");
  assert.equal(codeOf(await agent.call("build_retrieve", { buildId })), "resource_not_found");
  assert.equal(documentOf(await agent.call("build_create", keyed(draft)))["buildId"], buildId);
  documentOf(await agent.call("build_retrieve", { buildId }));
});

test("agent programs: a Build of what it may only read, given to its Product -> the blueprint stays for reading", async () => {
  const { blueprintId } = named;
  const { source } = documentOf(await agent.call("blueprint_retrieve", { blueprintId }));
  const built = await agent.call("build_create", keyed({ source, expectedPricing: PRICES }));
  const { buildId } = documentOf(built) as Ids;
  assert.equal(buildId, named.buildId);
  for (const name of ["product_create", "product_build_apply"]) {
    const into = name === "product_create" ? { name: "P" } : { productId: made.productId };
    const given = keyed({ ...into, buildId, expectedPricing: PRICES, migrations: [] });
    if (name === "product_create") delete given["migrations"];
    documentOf(await agent.call(name, given));
  }
  documentOf(await agent.call("blueprint_retrieve", { blueprintId }));
  for (const change of ["blueprint_update", "blueprint_archive"]) {
    const given = keyed({ blueprintId, ...(change === "blueprint_update" && { name: "Mine" }) });
    assert.equal(codeOf(await agent.call(change, given)), "resource_not_found", change);
  }
});

test("agent programs: a Product taken from the grant, a blueprint named later -> in force for the next request", async () => {
  const of = await programOf(founder);
  const { host, agentGrantId } = await atWork({ productIds: [of.productId] });
  const { blueprintId } = of;
  documentOf(await host.call("blueprint_retrieve", { blueprintId }));
  const path = `/agent-grants/${agentGrantId}`;
  expect(await founder.send("PATCH", path, { productIds: [] }), 200);
  assert.equal(
    codeOf(await host.call("blueprint_retrieve", { blueprintId })),
    "resource_not_found",
  );
  const grant = expect(await founder.send("PATCH", path, { blueprintIds: [blueprintId] }), 200);
  assert.deepEqual(grant.body["blueprintIds"], [blueprintId]);
  documentOf(await host.call("blueprint_retrieve", { blueprintId }));
  const change = keyed({ blueprintId, name: "Mine" });
  assert.equal(codeOf(await host.call("blueprint_update", change)), "resource_not_found");
});

test("agent programs: a grant that names what is of another company -> refused", async () => {
  const { agentGrantId } = await atWork({});
  const change = { blueprintIds: [foreign.blueprintId] };
  const refused = await founder.send("PATCH", `/agent-grants/${agentGrantId}`, change);
  assert.deepEqual([refused.status, refused.code], [404, "resource_not_found"]);
});
