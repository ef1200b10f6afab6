/**
 * Tenants apart, by the contract alone: every published operation that takes a Product key is
 * asked, with credentials that may not read it, for a resource that exists and for a resource that
 * never did, with inputs made from its schemas. Both requests must get the same answer, and lists
 * must be empty. A new operation is covered when it is published; `isolation.test.ts` has the
 * operations by hand, and `isolation_members.test.ts` what sessions and members' tokens may ask
 * for. The requests name no noun of the test's fixture (`voucher`): they find it in the contract.
 * Two assertions name it, to show that it was found.
 * A server of its own: it is built with the operations of test/fixture.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Document, type FuzzedOperation, operationsOf } from "../../scripts/fuzz/inputs.ts";
import { newRandom } from "../../scripts/fuzz/random.ts";
import { newPool, validValue } from "../../scripts/fuzz/values.ts";
import { buildProbeServer } from "../fixture/program.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import {
  bodyWith,
  isFree,
  isWithoutItems,
  NO_IDS,
  neverMade,
  type Resources,
  requestOf,
  shapeOf,
} from "../support/isolation.ts";
import { resourcesOfProduct } from "../support/resources.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const NARROW = "a key of little scope";
const NARROW_SCOPE = "balances:read";

type Other = { who: string; client: Client };

let server: Server;
let document: Document;
let operations: FuzzedOperation[];
let mine: Client;
let own: Resources;
/** Callers with a valid credential that do not own the resources that they ask for. */
const strangers: Other[] = [];
/** Callers whose credential, Product or scope is refused before anything is looked up. */
const barred: Other[] = [];

before(async () => {
  const program = buildProbeServer();
  server = await startServer(["--shards", "2", "--edges", "1"], undefined, { program });
  const origin = new URL(server.baseUrl).origin;
  document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
  // The probes are calls of every form, and about nobody's resources.
  operations = operationsOf(document).filter(
    ({ takesKey, path }) => takesKey && !path.startsWith("/probes"),
  );
  const me = await newKey({ live: "true" });
  const { tenantId, productId } = me;
  mine = await openClient(server, me);
  own = await withMore(await resourcesOfProduct({ server, client: mine }));
  const open = (credentials: Credentials) => openClient(server, credentials, mine);
  const live = await newKey({ tenantId, productId, environment: "live" });
  strangers.push({ who: "another tenant", client: await open(await newKey({})) });
  strangers.push({
    who: "another Product",
    client: await open(await newKey({ tenantId })),
  });
  strangers.push({ who: "the live side", client: await open(live) });
  barred.push(...(await barredOf(me, open)));
});

after(async () => {
  for (const { client } of [...strangers, ...barred]) client.close();
  // Absent where the server could be started and the rest failed: it is stopped all the same.
  mine?.close();
  assert.equal((await stopServer(server)).code, 0);
});

async function barredOf(
  { tenantId, productId }: Credentials,
  open: (credentials: Credentials) => Promise<Client>,
): Promise<Other[]> {
  const revoked = await newKey({ tenantId, productId });
  await admin(server, "key revoke", { key: revoked.apiKeyId });
  const expires = "2020-01-01T00:00:00Z";
  const expired = await newKey({ tenantId, productId, expires });
  const narrow = await newKey({ tenantId, productId, scopes: NARROW_SCOPE });
  const suspended = await newKey({ tenantId });
  await admin(server, "product set", { product: suspended.productId, status: "disabled" });
  const wrong = { ...revoked, apiKey: `${revoked.apiKey.slice(0, -1)}_` };
  return [
    { who: "a revoked key", client: await open(revoked) },
    { who: "an expired key", client: await open(expired) },
    { who: NARROW, client: await open(narrow) },
    { who: "a disabled Product", client: await open(suspended) },
    { who: "a wrong key", client: await open(wrong) },
  ];
}

/** A key as made in a browser, which may call every operation of its scopes. */
function newKey(options: Parameters<typeof newCredentials>[1]): Promise<Credentials> {
  return newCredentials(server, { ...options, origin: "browser" });
}

/** The same with one of each further noun that has a `create` operation of its own: nouns of the fixture have no cases. */
async function withMore(made: Resources): Promise<Resources> {
  const all = { ...made };
  for (const operation of operations) {
    const [noun = "", verb] = operation.operationId.split(".");
    const idName = `${noun.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Id`;
    if (verb !== "create" || idName in made || operation.pathFields.length > 0) continue;
    if (!operations.some(({ operationId }) => operationId === `${noun}.retrieve`)) continue;
    const making = { document, random: newRandom(5), pool: newPool(mine.productId, "key_none") };
    const body = operation.body && validValue(making, operation.body.schema, "");
    all[idName] = expect(await mine.post(operation.path, body), 201).id(idName);
  }
  return all;
}

async function ask(
  { client }: Other,
  operation: FuzzedOperation,
  resources: Resources,
): Promise<Reply> {
  const { productId } = client;
  const { path, body } = requestOf(document, operation, { resources, productId });
  return await client.send(operation.method, path, body);
}

/**
 * Whether the caller may get the answer after all: a live key reads its own Product, and a key with
 * one scope reads what that scope allows.
 */
function mayKnow({ who }: Other, { path }: FuzzedOperation, { code }: Reply): boolean {
  if (who === "the live side") return path.includes("{productId}");
  return who === NARROW && code !== "missing_required_scope";
}

function withId(): FuzzedOperation[] {
  return operations.filter(({ pathFields }) =>
    pathFields.some(({ name }) => own[name] !== undefined && name !== "externalId"),
  );
}

test("isolation: operations of the contract with an id in the path -> many, and reads of all kinds", () => {
  assert.ok(withId().length >= 20, String(withId().length));
  const ids = withId().map(({ operationId }) => operationId);
  assert.ok(ids.includes("voucher.retrieve") && ids.includes("voucher.delete"));
  assert.ok(ids.includes("event.delivery.list") && ids.includes("webhook_delivery.retry"));
});

test("isolation: my things, asked for by who may not -> as things that never were, on every route", async () => {
  const unequal: string[] = [];
  for (const operation of withId()) {
    for (const other of [...strangers, ...barred]) {
      const resources = { ...own, productId: own["productId"] as string };
      const never = neverMade(resources);
      const [real, none] = [
        await ask(other, operation, resources),
        await ask(other, operation, never),
      ];
      const ids = [...Object.values(resources), ...Object.values(never)];
      if (mayKnow(other, operation, none)) continue;
      if (real.status < 400) unequal.push(`${other.who} on ${operation.operationId}: ${real.text}`);
      if (shapeOf(real, ids) !== shapeOf(none, ids)) {
        unequal.push(`${other.who} on ${operation.operationId}: ${real.text} | ${none.text}`);
      }
    }
  }
  assert.deepEqual(unequal, []);
});

test("isolation: my ids in every body of others -> as resources that never were", async () => {
  const unequal: string[] = [];
  const named = new Set<string>();
  for (const operation of operations) {
    if (operation.body === undefined) continue;
    for (const { who, client } of strangers) {
      const { productId = "", ...ids } = own;
      // The live side may name its Product.
      const known = who === "the live side" ? { productId } : {};
      const foreign = known.productId === undefined ? { ...ids, productId } : ids;
      const never = neverMade(foreign);
      const asked = [foreign, never].map((others) =>
        bodyWith(document, operation, { ...others, ...known }),
      );
      if (!Object.values(foreign).some((id) => JSON.stringify(asked[0]).includes(id))) continue;
      named.add(operation.operationId);
      const asker = { resources: never, productId: client.productId };
      const { path } = requestOf(document, operation, asker);
      const answers: string[] = [];
      for (const body of asked) {
        const reply = await client.send(operation.method, path, body);
        answers.push(shapeOf(reply, [...Object.values(own), ...Object.values(never)]));
      }
      if (answers[0] === answers[1]) continue;
      unequal.push(`${who} on ${operation.operationId}: ${JSON.stringify(asked)} ${answers}`);
    }
  }
  assert.ok(named.has("transfer.create") && named.has("voucher.create"), [...named].join());
  assert.deepEqual(unequal, []);
});

test("isolation: my ids in every parameter of every list of others -> nothing of mine, ever", async () => {
  const lists = operations.filter(
    ({ method, pathFields, queryFields }) =>
      method === "GET" &&
      pathFields.length === 0 &&
      queryFields.some((field) => isFree(document, field)),
  );
  assert.ok(lists.length >= 6, String(lists.length));
  const leaks: string[] = [];
  const ids = Object.entries(own).flatMap(([name, id]) => (NO_IDS.includes(name) ? [] : [id]));
  for (const operation of lists) {
    for (const { who, client } of strangers) {
      for (const value of ids) {
        for (const field of operation.queryFields) {
          if (!isFree(document, field)) continue;
          if (who === "the live side" && value === own["productId"]) continue;
          const productId = operation.queryFields.some(({ name }) => name === "productId");
          const scope =
            productId && field.name !== "productId" ? `productId=${client.productId}&` : "";
          const reply = await client.get(
            `${operation.path}?${scope}${field.name}=${encodeURIComponent(value)}`,
          );
          const text = reply.text.replaceAll(value, "");
          const isLeak = ids.some((id) => id !== client.productId && text.includes(id));
          const isEmpty = reply.status >= 400 || isWithoutItems(reply);
          if (isLeak || !isEmpty)
            leaks.push(`${who} ${operation.path} ${field.name}: ${reply.text}`);
        }
      }
    }
  }
  assert.deepEqual(leaks, []);
});
