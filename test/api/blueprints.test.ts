/**
 * A company's blueprints over HTTP: made, changed by two at once, archived, read after kill -9; and sources
 * that were made to do harm.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { canonicalSource, sourceDigest } from "../../src/programs/canonical_source.ts";
import { SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "../../src/programs/program_limits.ts";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import { nested, sourceOfBytes } from "../support/features/blueprint/blueprints.ts";
import { graphqlClient } from "../support/graphql.ts";
import type { Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

let server: Server;
/** A token of the demo company's founder. */
let founder: Client;

before(async () => {
  server = await sharedServer();
  await open();
});

after(() => founder.close());

async function open(): Promise<void> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
}

const SOURCE = { language: "blueprint/1", name: "Goals", nouns: {} };
const OTHER = { ...SOURCE, nouns: { goal: { states: ["saving", "reached"] } } };
const digestOf = (source: unknown) => sourceDigest(canonicalSource(source));

async function newBlueprint(name = "Goals"): Promise<Reply> {
  return expect(await founder.post("/blueprints", { name, source: SOURCE }), 201);
}

const pathOf = (blueprint: Reply) => `/blueprints/${blueprint.id("blueprintId")}`;

test("blueprints: made, changed, archived -> each version stays; an archived one is changed no more", async () => {
  const made = await newBlueprint();
  assert.deepEqual(made.at("source"), SOURCE);
  const path = pathOf(made);
  const change = { name: "Savings goals", source: OTHER, expectedRevision: 1 };
  const changed = expect(await founder.patch(path, change), 200);
  assert.deepEqual(expect(await founder.get(path), 200).body, changed.body);
  assert.deepEqual([changed.at("revision"), changed.at("sourceDigest")], [2, digestOf(OTHER)]);
  const same = { source: { nouns: OTHER.nouns, name: "Goals", language: "blueprint/1" } };
  assert.deepEqual(expect(await founder.patch(path, same), 200).body, changed.body);
  const archived = expect(await founder.post(`${path}/archive`), 200);
  assert.deepEqual([archived.at("status"), archived.at("revision")], ["archived", 2]);
  assert.deepEqual(expect(await founder.post(`${path}/archive`), 200).body, archived.body);
  expect(await founder.patch(path, { source: SOURCE }), "state_conflict");
  const versions = expect(await founder.get(`${path}/versions`), 200).items();
  assert.deepEqual(
    versions.map(({ revision, name, sourceDigest }) => [revision, name, sourceDigest]),
    [
      [2, "Savings goals", digestOf(OTHER)],
      [1, "Goals", digestOf(SOURCE)],
    ],
  );
  for (const [revision, source] of [SOURCE, OTHER].entries()) {
    const version = expect(await founder.get(`${path}/versions/${revision + 1}`), 200);
    assert.deepEqual(version.at("source"), source);
  }
  expect(await founder.get(`${path}/versions/3`), "resource_not_found");
});

test("blueprints: two changes of one revision at once -> one is made, the other is told of it", async () => {
  const path = pathOf(await newBlueprint());
  for (let revision = 1; revision < 10; revision++) {
    const replies = await Promise.all(
      ["a", "b"].map((name) =>
        founder.patch(path, { source: { name, revision }, expectedRevision: revision }),
      ),
    );
    const codes = replies.map(({ code }) => code ?? "changed").sort();
    assert.deepEqual(codes, ["changed", "state_conflict"]);
    const won = replies.find(({ status }) => status === 200);
    const lost = replies.find(({ status }) => status === 409);
    assert.deepEqual(lost?.details["actual"], revision + 1);
    assert.deepEqual(expect(await founder.get(path), 200).body, won?.body);
  }
  assert.equal(expect(await founder.get(`${path}/versions`), 200).items().length, 10);
});

test("blueprints: listed and over GraphQL -> without sources; retrieved -> with them", async () => {
  const made = await newBlueprint("Quarterly savings");
  const listed = expect(await founder.get("/blueprints?search=quarterly&status=draft"), 200);
  const { source: _, ...summary } = made.body;
  assert.deepEqual(listed.items(), [summary]);
  const { personalAccessToken: apiKey } = server.demo.founder;
  const ask = graphqlClient(server, { apiKey });
  const blueprintId = made.id("blueprintId");
  const { data, errors } = await ask(
    `{ one: blueprintRetrieve(blueprintId: "${blueprintId}") { source }
       first: blueprintVersionRetrieve(blueprintId: "${blueprintId}", revision: 1) { source } }`,
  );
  assert.deepEqual([data, errors], [{ one: { source: SOURCE }, first: { source: SOURCE } }, []]);
});

/** Everything that the reads show of blueprints. */
async function everything(): Promise<Document[]> {
  const shown: Document[] = [];
  const all = expect(await founder.get("/blueprints?limit=100"), 200);
  for (const { blueprintId } of all.items()) {
    const path = `/blueprints/${blueprintId}`;
    const blueprint = expect(await founder.get(path), 200);
    const versions = expect(await founder.get(`${path}/versions`), 200);
    const first = expect(await founder.get(`${path}/versions/1`), 200);
    shown.push(blueprint.body, versions.body, first.body);
  }
  return [all.body, ...shown];
}

test("blueprints: kill -9 and a start -> the same blueprints, versions and sources; keys are known", async () => {
  const made = await newBlueprint("Lasting goals");
  const key = "8a3f1c52-6d0e-4f0b-9c1a-2b8f5e4a9d36";
  const change = { source: sourceOfBytes(SOURCE_BYTES_MAX), expectedRevision: 1 };
  const changed = expect(await founder.patch(pathOf(made), change, { key }), 200);
  const shown = await everything();
  founder.close();
  server = await restartedAfterKill(server);
  await open();
  assert.deepEqual(await everything(), shown);
  const again = await founder.patch(pathOf(made), change, { key });
  assert.equal(again.text, changed.text);
  assert.equal(again.headers["idempotent-replayed"], "true");
  expect(await founder.patch(pathOf(made), { name: "Next", expectedRevision: 2 }), 200);
});

const within = (source: string) => `{"name":"Hostile","source":${source}}`;
const DEEP = 500_000;
const nestedText = (depth: number) => `{"in":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const refused: [title: string, source: string, code: string][] = [
  ["a byte too many", JSON.stringify(sourceOfBytes(SOURCE_BYTES_MAX + 1)), "length"],
  ["nested one too deep", JSON.stringify(nested(SOURCE_DEPTH_MAX + 1)), "depth"],
  [`${DEEP} lists within each other`, nestedText(DEEP), "depth"],
  ["340,000 lists beside each other", `{"in":[${"[],".repeat(340_000)}[]]}`, "length"],
  ["102,000 names", `{${names(102_000)}}`, "length"],
  ["a number that JSON cannot write again", '{"in":[1e999]}', "range"],
  ["a list", "[{}]", "type"],
  ["a text", '"{}"', "type"],
  ["null", "null", "type"],
  ["a name twice", '{"in":{"a":1,"a":2}}', "repeated"],
  ["half of a surrogate pair", '{"in":"\\ud800"}', "text"],
];

function names(count: number): string {
  return Array.from({ length: count }, (_, at) => `"${at}":0`).join(",");
}

for (const [title, source, code] of refused) {
  test(`hostile source: ${title} -> invalid_request, ${code}; for a change too`, async () => {
    const path = pathOf(await newBlueprint());
    const tried = [
      await founder.post("/blueprints", undefined, { raw: within(source) }),
      await founder.patch(path, undefined, { raw: within(source) }),
    ];
    for (const reply of tried) {
      const [issue] = expect(reply, "invalid_request").details["issues"] as Document[];
      const path = issue?.["path"] as string[];
      assert.deepEqual([reply.status, issue?.["code"], path[0]], [400, code, "source"]);
    }
    assert.equal(expect(await founder.get(path), 200).at("revision"), 1);
  });
}

test("hostile source: as large, and as deep, as one may be -> taken, and shown as it was sent", async () => {
  for (const source of [sourceOfBytes(SOURCE_BYTES_MAX), nested(SOURCE_DEPTH_MAX)]) {
    const made = expect(await founder.post("/blueprints", { name: "Limit", source }), 201);
    const shown = expect(await founder.get(pathOf(made)), 200);
    assert.deepEqual(shown.at("source"), source);
    assert.equal(shown.at("sourceDigest"), digestOf(source));
  }
});

test("hostile source: names that objects have already -> unchanged in every answer, and harmless", async () => {
  const source =
    '{"__proto__":{"status":"archived"},"constructor":{"prototype":{"a":1}},"toJSON":1,"toString":null}';
  const digest = digestOf(JSON.parse(source));
  const isShown = ({ text }: Reply) => text.includes(`"source":${source}`);
  const made = expect(await founder.post("/blueprints", undefined, { raw: within(source) }), 201);
  const path = pathOf(made);
  const other = source.replace('"a":1', '"a":2');
  const changed = expect(await founder.patch(path, undefined, { raw: `{"source":${other}}` }), 200);
  assert.equal(changed.at("status"), "draft");
  assert.ok(isShown(made) && changed.text.includes(`"source":${other}`), changed.text);
  assert.ok(isShown(expect(await founder.get(`${path}/versions/1`), 200)));
  assert.equal(made.at("sourceDigest"), digest);
  assert.ok(expect(await founder.get(path), 200).text.includes(`"source":${other}`));
  const fields = '"__proto__":{"name":"x"}';
  const outside = `{"name":"Hostile","source":{},${fields}}`;
  expect(await founder.post("/blueprints", undefined, { raw: outside }), "invalid_request");
});
