/**
 * Programs over HTTP as their writers meet them: the schema and the templates, plans, Builds made by several
 * at once and read after kill -9, and who may do what.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { idOfNothing } from "../support/nothing.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { changed, INVOICE, MINIMAL } from "../support/programs/programs.ts";
import { validatorOf } from "../support/schema_validator.ts";
import type { Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
/** A token of the demo company's founder, on connections to both edges. */
let founder: Client;

before(async () => {
  server = await sharedServer();
  await open();
});

after(close);

async function open(): Promise<void> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
  people = await openPeople(server);
}

function close(): void {
  founder.close();
  people.close();
}

const plan = (draft: object, by: Pick<Client, "post"> = founder) =>
  by.post("/composer/plan", draft, { key: null });
const build = (draft: object, key?: string) =>
  founder.post("/builds", { ...draft, expectedPricing: PRICES }, { ...(key && { key }) });
const named = (name: string, source: object = MINIMAL) => ({ ...source, name });
const pathOf = (reply: Reply) => `/builds/${reply.id("buildId")}`;

type Template = Document & { templateId: string };

async function templates(): Promise<Template[]> {
  const { body } = expect(await founder.get("/composer/templates"), 200);
  return body["items"] as Template[];
}

async function sourceOf({ templateId }: Template): Promise<object> {
  return expect(await founder.get(`/composer/templates/${templateId}`), 200).at("source") as object;
}

test("schema: asked without a credential -> a JSON Schema (2020-12), against which each template is valid", async () => {
  const anybody = { headers: { authorization: "" } };
  const { body } = expect(await founder.get("/composer/schema", anybody), 200);
  const { schemaFaults, faultsOf } = validatorOf(body);
  assert.deepEqual(schemaFaults, []);
  const all = await templates();
  assert.ok(all.length >= 5);
  for (const template of all) {
    assert.deepEqual(faultsOf(await sourceOf(template)), [], template.templateId);
  }
  for (const source of [INVOICE, MINIMAL]) assert.deepEqual(faultsOf(source), []);
  for (const wrong of [{}, { ...MINIMAL, unknown: 1 }, changed(MINIMAL, "/nouns", {})]) {
    assert.notDeepEqual(faultsOf(wrong), [], JSON.stringify(wrong));
  }
});

test("templates: each planned and built -> one digest, its parts the same in plan and Build", async () => {
  for (const template of await templates()) {
    const source = await sourceOf(template);
    const planned = expect(await plan({ source }), 200);
    const expectedDigest = planned.id("digest");
    const expectedPricing = planned.at("pricing");
    const draft = { source, expectedDigest, expectedPricing };
    const built = expect(await founder.post("/builds", draft), 201);
    assert.deepEqual(expect(await founder.get(pathOf(built)), 200).body, built.body);
    for (const part of ["digest", "sourceDigest", "nouns", "ports", "worstCase", "capabilities"]) {
      assert.deepEqual(built.at(part), planned.at(part), `${template.templateId} ${part}`);
    }
    assert.deepEqual(built.at("operationIds"), planned.at("operations"));
    const kept = expect(await founder.get(`${pathOf(built)}/source`), 200);
    assert.deepEqual(kept.at("source"), planned.at("normalizedSource"));
    const again = expect(await plan({ source: kept.at("source") }), 200);
    assert.equal(again.at("digest"), expectedDigest);
  }
});

test("plan: a wrong program -> 200 with its findings; built -> 422 with the same findings", async () => {
  const source = changed(INVOICE, "/nouns/invoice/actions/issue/to", "opened");
  const planned = expect(await plan({ source }), 200);
  assert.equal(planned.at("digest"), undefined);
  const [finding] = planned.at("findings") as Document[];
  assert.equal(finding?.["path"], "/nouns/invoice/actions/issue/to");
  const refused = expect(await build({ source }), "state_constraint_failed");
  assert.equal(refused.status, 422);
  assert.equal(refused.details["constraint"], "program");
  assert.deepEqual(refused.details["findings"], planned.at("findings"));
});

test("plan: what is no program -> 200 with its findings, and nothing that a Product would have", async () => {
  const planned = expect(await plan({ source: { hello: "world" } }), 200);
  for (const part of ["nouns", "ports", "operations", "events", "liveRequirements"]) {
    assert.deepEqual(planned.at(part), [], part);
  }
  assert.notDeepEqual(planned.at("findings"), []);
});

test("build: one program, two keys -> 201, then 200 with the same body; either key again -> replayed", async () => {
  const keys = ["6d1c7a04-51f7-4a2b-8f0e-3a5f4d2b9c01", "6d1c7a04-51f7-4a2b-8f0e-3a5f4d2b9c02"];
  const source = named("Built twice");
  const replies = [];
  for (const key of [...keys, ...keys]) replies.push(await build({ source }, key));
  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers["idempotent-replayed"]]),
    [
      [201, undefined],
      [200, undefined],
      [201, "true"],
      [200, "true"],
    ],
  );
  for (const { text } of replies) assert.equal(text, replies[0]?.text);
  const other = await build({ source: named("Another") }, keys[0]);
  expect(other, "idempotency_conflict");
});

test("build: one program by many at once, on both edges -> one of them makes it, all have one body", async () => {
  for (let time = 0; time < 5; time++) {
    const source = named(`At once ${time}`, INVOICE);
    const replies = await Promise.all(Array.from({ length: 6 }, () => build({ source })));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 201]);
    for (const { text } of replies) assert.equal(text, replies[0]?.text);
    const listed = expect(await founder.get(`/builds?search=At%20once%20${time}`), 200).items();
    assert.equal(listed.length, 1);
  }
});

test("build: of two versions of a blueprint -> both name it; compared -> what the later one changes", async () => {
  const draft = { name: "Tickets", source: named("Of a blueprint") };
  const blueprintId = expect(await founder.post("/blueprints", draft), 201).id("blueprintId");
  const first = expect(await build({ blueprintId }), 201);
  const source = changed(draft.source, "/nouns/ticket/states/waiting", {}) as object;
  const longer = changed(source, "/nouns/ticket/actions/wait", { from: ["open"], to: "waiting" });
  const closing = changed(longer, "/nouns/ticket/actions/close/from", ["open", "waiting"]);
  const allowed = changed(closing, "/ports/operator/allow/-", "ticket.wait");
  expect(await founder.patch(`/blueprints/${blueprintId}`, { source: allowed }), 200);
  const second = expect(await build({ blueprintId }), 201);
  assert.deepEqual([first.at("blueprintRevision"), second.at("blueprintRevision")], [1, 2]);
  const listed = expect(await founder.get(`/builds?blueprintId=${blueprintId}`), 200).items();
  assert.deepEqual(
    listed.map(({ buildId }) => buildId),
    [second.id("buildId"), first.id("buildId")],
  );
  const diff = `${pathOf(second)}/diff?against=${first.id("buildId")}`;
  const { body } = expect(await founder.get(diff), 200);
  assert.deepEqual([body["breaking"], (body["additive"] as object[]).length], [[], 2]);
});

/** Everything that the reads show of Builds. */
async function everything(): Promise<Document[]> {
  const all = expect(await founder.get("/builds?limit=100"), 200);
  const shown: Document[] = [all.body];
  for (const { buildId } of all.items()) {
    for (const part of ["", "/source", `/diff?against=${buildId}`]) {
      shown.push(expect(await founder.get(`/builds/${buildId}${part}`), 200).body);
    }
  }
  return shown;
}

test("builds: kill -9 and a start -> the same Builds; their programs and keys are known", async () => {
  const keys = ["6d1c7a04-51f7-4a2b-8f0e-3a5f4d2b9c03", "6d1c7a04-51f7-4a2b-8f0e-3a5f4d2b9c04"];
  const source = named("Lasting", INVOICE);
  const before = [];
  for (const key of keys) before.push(await build({ source }, key));
  const shown = await everything();
  close();
  server = await restartedAfterKill(server);
  await open();
  assert.deepEqual(await everything(), shown);
  for (const [at, key] of keys.entries()) {
    const again = await build({ source }, key);
    const { status, text } = before[at] as Reply;
    assert.deepEqual(
      [again.status, again.text, again.headers["idempotent-replayed"]],
      [status, text, "true"],
    );
  }
  const found = expect(await build({ source }), 200);
  assert.equal(found.text, before[0]?.text);
});

test("builds of two companies: one program -> a Build for each, and neither sees the other's", async () => {
  const source = named("Of two companies");
  const mine = expect(await build({ source }), 201);
  const other = await people.founder("Other");
  const theirs = expect(await other.post("/builds", { source, expectedPricing: PRICES }), 201);
  assert.equal(theirs.at("digest"), mine.at("digest"));
  assert.notEqual(theirs.id("buildId"), mine.id("buildId"));
  assert.equal(expect(await other.get("/builds"), 200).items().length, 1);
  const foreign = expect(await other.get(pathOf(mine)), "resource_not_found");
  assert.equal(foreign.status, 404);
  const diff = `${pathOf(theirs)}/diff?against=${mine.id("buildId")}`;
  expect(await other.get(diff), "resource_not_found");
});

test("blueprints of two companies: planned and built by the other -> as one that nobody has", async () => {
  const draft = { name: "Mine", source: MINIMAL };
  const blueprintId = expect(await founder.post("/blueprints", draft), 201).id("blueprintId");
  const other = await people.founder("Other");
  const texts = [];
  for (const id of [blueprintId, idOfNothing(blueprintId)]) {
    for (const path of ["/composer/plan", "/builds"]) {
      const prices = path === "/builds" ? { expectedPricing: PRICES } : {};
      const reply = expect(
        await other.post(path, { blueprintId: id, ...prices }),
        "resource_not_found",
      );
      texts.push(reply.text.replaceAll(id, "ID").replace(/"requestId":"[^"]*"/, ""));
    }
  }
  assert.deepEqual(texts.slice(0, 2), texts.slice(2));
});

test("roles: a viewer -> may plan and read Builds, and may not build", async () => {
  const owner = await people.founder("Acme");
  const viewer: Browser = await people.invited(owner, "viewer");
  const draft = { source: MINIMAL, expectedPricing: PRICES };
  const built = expect(await owner.post("/builds", draft), 201);
  expect(await plan({ source: MINIMAL }, viewer), 200);
  expect(await viewer.get(pathOf(built)), 200);
  expect(await viewer.get("/composer/templates"), 200);
  const refused = expect(await viewer.post("/builds", draft), "missing_required_permission");
  assert.equal(refused.status, 403);
});

test("programs: a key of a Product -> session_required for all but the schema, and a Build that its Product does not run is not found", async () => {
  const { productId, apiKey } = server.demo;
  const client = await openClient(server, { productId, apiKey });
  const made = expect(await build({ source: named("Not for keys") }), 201);
  const replies = [
    await plan({ source: MINIMAL }, client),
    await client.post("/builds", { source: MINIMAL, expectedPricing: PRICES }),
    await client.get("/composer/templates"),
  ];
  for (const reply of replies) expect(reply, "session_required");
  expect(await client.get(pathOf(made)), "resource_not_found");
  expect(await client.get("/composer/schema"), 200);
  client.close();
});
