/**
 * Companies and people apart, by the contract alone: every published operation that takes a session or a
 * member's token, asked by members of other companies for what a company has, with inputs made from its
 * schemas. An id of another company and an id of nothing get the same bytes, on every route and in every
 * body; lists show nothing. `isolation_contract.test.ts` says the same of Product keys.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type Document, type FuzzedOperation, operationsOf } from "../../scripts/fuzz/inputs.ts";
import { mapAtOnce } from "../support/at_once.ts";
import { expect, type Reply } from "../support/client.ts";
import { type Asker, type Company, openCompany } from "../support/companies.ts";
import {
  bodyWith,
  isFree,
  isWithoutItems,
  NO_IDS,
  neverMade,
  neverPlaced,
  type Resources,
  requestOf,
  withoutIds,
} from "../support/isolation.ts";
import {
  type Browser,
  invitationTokenIn,
  mailsTo,
  newEmail,
  openPeople,
  type People,
} from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** Names in the paths of what belongs to one person, whatever the company. */
const OF_PERSON = ["personalAccessTokenId", "sessionId"];
/**
 * Operations about nobody's resources. A program that waits is nobody's until a person has decided; who sees
 * it then is in oauth.test.ts.
 */
const OF_NOBODY = /^catalog\.|^composer\.(schema|template)\.|^device_authorization\./;
/** Operations whose answers do not end. */
const ENDLESS = /\.stream$/;

let server: Server;
let people: People;
let document: Document;
let operations: (FuzzedOperation & { principals: readonly string[] })[];
let mine: Company;
let stranger: Company;
/** A founder of a third company, who is a developer of mine too. */
let guest: Company;
/** A colleague: a member of my company alone. */
let colleague: Browser;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  const origin = new URL(server.baseUrl).origin;
  document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
  const published = new Map(people.client.contract.operations.map((one) => [one.operationId, one]));
  operations = operationsOf(document).map((operation) => ({
    ...operation,
    principals: published.get(operation.operationId)?.principals ?? [],
  }));
  mine = await openCompany(server, people, "Mine");
  stranger = await openCompany(server, people, "Strangers");
  guest = await openCompany(server, people, "Guests");
  const accepted = { token: await inviteTo(mine, guest.browser.email) };
  expect(await guest.browser.post("/tenant/invitations/accept", accepted), 200);
  colleague = people.browser(newEmail());
  const invitationToken = await inviteTo(mine, colleague.email);
  await people.signUp(colleague, { invitationToken });
});

after(async () => {
  for (const company of [mine, stranger, guest]) company.close();
  people.close();
});

/** The token of an invitation to be a developer of the company. */
async function inviteTo({ browser }: Company, email: string): Promise<string> {
  expect(await browser.post("/tenant/invitations", { email, role: "developer" }), 201);
  for (;;) {
    const mail = mailsTo(server, email).find((text) => text.includes("token="));
    if (mail !== undefined) return invitationTokenIn(mail);
    await pause(20);
  }
}

function takes({ principals }: { principals: readonly string[] }, { is }: Asker): boolean {
  return is.some((kind) => principals.includes(kind));
}

/** The operations with an id in the path that a member's session takes; a token takes some of them. */
function withId() {
  const [, , session] = mine.askers;
  return operations.filter(
    (operation) =>
      operation.pathFields.length > 0 &&
      takes(operation, session) &&
      !OF_NOBODY.test(operation.operationId),
  );
}

/** The reads without an id in the path: lists, mostly. */
function readsWithoutId() {
  return operations.filter(
    ({ operationId, method, pathFields }) =>
      method === "GET" &&
      pathFields.length === 0 &&
      !OF_NOBODY.test(operationId) &&
      !ENDLESS.test(operationId),
  );
}

function idNamesOf({ pathFields }: FuzzedOperation): string[] {
  return pathFields.flatMap(({ name }) => (NO_IDS.includes(name) ? [] : [name]));
}

/** Every credential of those who are no members of my company, or do not act for it. */
function others() {
  return [stranger, guest].flatMap(({ askers, resources }) =>
    askers.slice(1).map((asker) => ({ asker, resources })),
  );
}

/** What the asker sends, with these ids. */
function requestBy({ is, productId }: Asker, operation: FuzzedOperation, resources: Resources) {
  const asked = { resources, productId, names: is.includes("founder") ? ["productId"] : [] };
  const { path, body } = requestOf(document, operation, asked);
  // The schema takes every text as a scope.
  const hasScopes = (body as { scopes?: unknown } | undefined)?.scopes !== undefined;
  const scopes = ["customers:read"];
  return { path, body: hasScopes ? { ...(body as object), scopes } : body };
}

function ask(asker: Asker, operation: FuzzedOperation, resources: Resources): Promise<Reply> {
  const { path, body } = requestBy(asker, operation, resources);
  return asker.send(operation.method, path, body);
}

/** Ids of nothing: where something else of mine is, and where nothing is. */
function nothings(): Resources[] {
  return [neverMade(mine.resources), neverPlaced(mine.resources)];
}

/** What is wrong where the answers for these sets of ids are not the same 404, byte for byte. */
async function inequality(
  asker: Asker,
  operation: FuzzedOperation,
  named: readonly Resources[],
): Promise<string[]> {
  const [real] = named;
  const ids = named.flatMap((of) => Object.values(of)).filter((id) => id !== real?.["month"]);
  const replies = await mapAtOnce(named, (of) => ask(asker, operation, of));
  const [foreign, ...unknown] = replies.map((reply) => withoutIds(reply, ids));
  const isSame = unknown.every((one) => one === foreign);
  if (isSame && replies.every(({ status }) => status === 404)) return [];
  const texts = replies.map(({ text }) => text).join(" | ");
  return [`${asker.who} on ${operation.operationId}: ${texts}`];
}

/**
 * My reads by path, each with a credential that the operation takes: the status and role of what is read.
 * Those of webhooks change by themselves, and are left out.
 */
async function ownReads(): Promise<string[]> {
  const states: string[] = [];
  for (const operation of operations) {
    const { operationId, method, pathFields } = operation;
    const asker = mine.askers.find((one) => takes(operation, one));
    const isRead = method === "GET" && pathFields.length > 0 && !OF_NOBODY.test(operationId);
    if (!isRead || asker === undefined) continue;
    const reply = await ask(asker, operation, mine.resources);
    assert.equal(reply.status, 200, `${asker.who} on ${operationId}: ${reply.text}`);
    const isLasting = !operationId.startsWith("webhook_");
    if (isLasting) states.push(`${operationId} ${reply.body["status"]} ${reply.body["role"]}`);
  }
  return states;
}

test("isolation of members: the operations with an id in the path -> many, each id has a resource here", () => {
  assert.ok(withId().length >= 60, String(withId().length));
  const [, token] = mine.askers;
  assert.ok(withId().filter((operation) => takes(operation, token)).length >= 50);
  for (const { operationId, pathFields } of withId()) {
    for (const { name } of pathFields) {
      const isThere = name in mine.resources || NO_IDS.includes(name);
      assert.ok(isThere, `${operationId} ${name}`);
    }
  }
});

test("isolation of members: own ids on every read, with the credential that it takes -> 200", async () => {
  assert.ok((await ownReads()).length >= 35);
});

test("isolation of members: ids of another company in every parameter of every list -> nothing of that company", async () => {
  const mineById = Object.entries(mine.resources).filter(([name]) => !NO_IDS.includes(name));
  const asked: { asker: Asker; path: string; value: string }[] = [];
  let seen = 0;
  // A search in the log of requests looks at those that were made before: few, where it comes first.
  const isOfLog = ({ operationId }: FuzzedOperation) => operationId.startsWith("developer_log.");
  const reads = readsWithoutId().sort((a, b) => Number(isOfLog(b)) - Number(isOfLog(a)));
  for (const operation of reads) {
    const { queryFields, path } = operation;
    for (const { asker } of others()) {
      if (!takes(operation, asker)) continue;
      for (const field of queryFields.filter((one) => isFree(document, one))) {
        seen++;
        const isOfProduct = queryFields.some(({ name }) => name === "productId");
        const scope =
          isOfProduct && field.name !== "productId" ? `productId=${asker.productId}&` : "";
        for (const [, value] of mineById) {
          const query = `${scope}${field.name}=${encodeURIComponent(value)}`;
          asked.push({ asker, path: `${path}?${query}`, value });
        }
      }
    }
  }
  const leaks = await mapAtOnce(asked, async ({ asker, path, value }) => {
    const reply = await asker.send("GET", path);
    const text = reply.text.replaceAll(value, "");
    const isLeak = mineById.some(([, id]) => text.includes(id));
    const isSafe = !isLeak && (reply.status >= 400 || isWithoutItems(reply));
    return isSafe ? [] : [`${asker.who} on ${path}: ${reply.text}`];
  });
  assert.ok(seen >= 20, String(seen));
  assert.deepEqual(leaks.flat(), []);
});

test("isolation of members: ids of another company on every route -> the same 404 as ids of nothing", async () => {
  // What names one id alone is the same request whatever else there is: it is sent once.
  const asked = new Map<string, Parameters<typeof inequality>>();
  const states = await ownReads();
  for (const operation of withId()) {
    for (const { asker, resources } of others()) {
      if (!takes(operation, asker)) continue;
      for (const name of idNamesOf(operation)) {
        for (const beside of [mine.resources, resources]) {
          const naming = (of: Resources) => ({ ...beside, [name]: of[name] ?? "" });
          const named = [mine.resources, ...nothings()].map(naming);
          const paths = named.map((of) => requestBy(asker, operation, of).path);
          const key = [asker.who, operation.operationId, ...paths].join(" ");
          asked.set(key, [asker, operation, named]);
        }
      }
    }
  }
  const unequal = await mapAtOnce([...asked.values()], (one) => inequality(...one));
  assert.deepEqual(unequal.flat(), []);
  assert.deepEqual(await ownReads(), states);
});

test("isolation of members: a key under another Product of the company -> the same 404 as a key of nothing", async () => {
  const unequal: string[] = [];
  const sibling = { ...mine.resources, productId: await mine.newProduct() };
  const nothing = { ...sibling, apiKeyId: neverMade(sibling)["apiKeyId"] ?? "" };
  const ofKeys = withId().filter(({ pathFields }) =>
    pathFields.some(({ name }) => name === "apiKeyId"),
  );
  assert.ok(ofKeys.length >= 4);
  for (const operation of ofKeys) {
    for (const asker of mine.askers) {
      if (!takes(operation, asker)) continue;
      unequal.push(...(await inequality(asker, operation, [sibling, nothing])));
    }
  }
  assert.deepEqual(unequal, []);
});

test("isolation of members: a person's sessions and tokens, asked by a colleague -> the same 404 as ids of nothing", async () => {
  const unequal: string[] = [];
  const asker: Asker = {
    who: "a colleague",
    is: ["founder", "session"],
    productId: mine.resources["productId"] ?? "",
    send: (method, path, body) => colleague.send(method, path, body),
  };
  expect(await colleague.get(`/products/${asker.productId}`), 200);
  const ofPerson = withId().filter((operation) =>
    idNamesOf(operation).some((name) => OF_PERSON.includes(name)),
  );
  assert.ok(ofPerson.length >= 4);
  for (const operation of ofPerson) {
    unequal.push(...(await inequality(asker, operation, [mine.resources, ...nothings()])));
  }
  assert.deepEqual(unequal, []);
});

test("isolation of members: the id of another company in X-Service-Tenant -> the same answer as an id of nothing", async () => {
  const unequal: string[] = [];
  const { tenantId = "" } = mine.resources;
  const { tenantId: nothing = "" } = neverMade({ tenantId });
  const { resources } = stranger;
  for (const operation of readsWithoutId()) {
    for (const asker of stranger.askers.slice(1)) {
      if (!takes(operation, asker)) continue;
      const { path } = requestOf(document, operation, { resources, productId: asker.productId });
      const answers: string[] = [];
      for (const company of [tenantId, nothing]) {
        const headers = { "x-service-tenant": company };
        const reply = await asker.send(operation.method, path, undefined, headers);
        answers.push(`${reply.status} ${withoutIds(reply, [tenantId, nothing])}`);
      }
      if (answers[0] === answers[1] && answers[0]?.includes("tenant_mismatch")) continue;
      unequal.push(`${asker.who} on ${operation.operationId}: ${answers.join(" | ")}`);
    }
  }
  assert.deepEqual(unequal, []);
});

test("isolation of members: ids of another company in every body -> as ids of nothing", async () => {
  const unequal: string[] = [];
  const named = new Set<string>();
  const never = neverMade(mine.resources);
  const ids = [...Object.values(mine.resources), ...Object.values(never)];
  for (const operation of operations) {
    if (operation.body === undefined) continue;
    const bodies = [mine.resources, never].map((of) => bodyWith(document, operation, of));
    if (!Object.values(mine.resources).some((id) => JSON.stringify(bodies[0]).includes(id)))
      continue;
    for (const { asker, resources } of others()) {
      if (!takes(operation, asker)) continue;
      named.add(operation.operationId);
      const { path } = requestOf(document, operation, { resources, productId: asker.productId });
      const answers: string[] = [];
      for (const body of bodies) {
        const reply = await asker.send(operation.method, path, body);
        answers.push(`${reply.status} ${withoutIds(reply, ids)}`);
        if (reply.status < 400) unequal.push(`${operation.operationId}: ${reply.text}`);
      }
      if (answers[0] === answers[1]) continue;
      unequal.push(`${asker.who} on ${operation.operationId}: ${answers.join(" | ")}`);
    }
  }
  assert.ok(named.has("transfer.create") && named.has("sandbox.reset"), [...named].join());
  assert.deepEqual(unequal, []);
});
