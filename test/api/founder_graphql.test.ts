/**
 * Every read of the contract over GraphQL for a founder's session and token, on a real server: each root
 * field answers as REST does, whether it acts on a Product, on the company, on the platform or on
 * nothing.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GraphQLField } from "graphql";
import type { AnyRead } from "../../src/calls/callable.ts";
import { operations } from "../../src/features/registry.ts";
import { parametersOf } from "../../src/graphql/read_field.ts";
import { readOf, schemaOf } from "../../src/graphql/schema.ts";
import { expect } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { argumentsText, everyField, rootFields, withoutNulls } from "../support/graphql.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { MINIMAL } from "../support/programs/programs.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

type Field = GraphQLField<unknown, unknown>;

const FIELDS = rootFields(schemaOf(operations));
/** Fields that tell the time of the answer, or of the latest use of a credential. */
const CLOCKS = ["asOf", "lastUsedAt", "lastSeenAt"];

let server: Server;
let people: People;
let founder: Browser;
let token: string;
let known: Record<string, string>;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  const made = async (path: string, body: object) => expect(await founder.post(path, body), 201);
  const productId = (await made("/products", { name: "Wallet" })).id("productId");
  const entity = { kind: "person", displayName: "Ada", country: "GB" };
  const customer = await made("/customers", { productId, test: true, entity });
  const key = await made(`/products/${productId}/api-keys/sandbox`, {
    name: "Checkout",
    scopes: ["customers:read"],
  });
  const blueprint = await made("/blueprints", { name: "Goals", source: { name: "goals" } });
  const program = { source: MINIMAL, expectedPricing: PRICES };
  const buildId = (await made("/builds", program)).id("buildId");
  const scopes = FIELDS.flatMap((field) => operationOf(field).scope ?? []);
  const pat = await made("/personal-access-tokens", { name: "t", scopes: [...new Set(scopes)] });
  token = pat.id("token");
  const first = async (path: string, id: string) =>
    expect(await founder.get(path), 200).id(`items.0.${id}`);
  known = {
    productId,
    customerId: customer.id("customerId"),
    apiKeyId: key.id("apiKeyId"),
    personalAccessTokenId: pat.id("personalAccessTokenId"),
    sessionId: await first("/sessions", "sessionId"),
    memberId: await first("/tenant/members", "memberId"),
    auditEventId: await first("/tenant/audit-events", "auditEventId"),
    blueprintId: blueprint.id("blueprintId"),
    buildId,
    against: buildId,
    templateId: "invoice",
    code: "insufficient_balance",
    month: new Date().toISOString().slice(0, 7),
    revision: "1",
  };
});

after(async () => {
  people.close();
});

function operationOf(field: Field): AnyRead {
  return readOf(field)?.operation as AnyRead;
}

/** The parameters that a member must give: those that are required, the Product, and a search's text. */
function valuesOf(operation: AnyRead): Map<string, string> {
  const asked = parametersOf(operation).filter(
    ([name, , isRequired]) => isRequired || name === "q" || name === "productId",
  );
  return new Map(asked.map(([name]) => [name, known[name] ?? "unknown"]));
}

function pathOf({ http, path }: AnyRead, values: ReadonlyMap<string, string>): string {
  const inPath = Object.keys(path?.properties ?? {});
  const query = [...values].filter(([name]) => !inPath.includes(name));
  const filled = http.path.replaceAll(/\{(\w+)\}/g, (_, name) => values.get(name) as string);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function withoutClocks(value: unknown): unknown {
  const text = JSON.stringify(withoutNulls(value));
  return JSON.parse(text, (name, part) => (CLOCKS.includes(name) ? undefined : part));
}

type Answer = { data: Record<string, unknown>; errors?: { extensions: { code: string } }[] };

/** Asks over GraphQL with the headers of one credential; the answer has status 200. */
async function ask(query: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${server.baseUrl}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Answer;
}

/** Asks one root field with a credential, and the same over REST; says whether it was answered. */
async function assertSame(field: Field, headers: Record<string, string>): Promise<boolean> {
  const operation = operationOf(field);
  const values = valuesOf(operation);
  const call = field.name + argumentsText(values);
  const only = { authorization: "", ...headers };
  const rest = await people.client.get(pathOf(operation, values), { headers: only });
  const { data, errors = [] } = await ask(`{ ${call} ${everyField(field)} }`, headers);
  assert.equal(errors[0]?.extensions.code, rest.code, `${call}: ${rest.text}`);
  if (rest.status !== 200) return false;
  assert.deepEqual(withoutClocks(data[field.name]), withoutClocks(rest.body), call);
  return true;
}

for (const who of ["session", "token"] as const) {
  test(`GraphQL: every read by a founder's ${who}, without a CSRF token -> what REST answers`, async () => {
    const headers: Record<string, string> =
      who === "session" ? { cookie: founder.cookie } : { authorization: `Bearer ${token}` };
    const answered = new Map<string, number>();
    for (const field of FIELDS) {
      const on = operationOf(field).acts?.on ?? "product";
      if (await assertSame(field, headers)) answered.set(on, (answered.get(on) ?? 0) + 1);
    }
    for (const [on, least] of [
      ["product", 10],
      ["tenant", 8],
      ["platform", 4],
      ["nothing", 8],
    ] as const) {
      const count = answered.get(on) ?? 0;
      assert.ok(count >= least, `${count} reads on ${on} had something to answer`);
    }
  });
}

test("GraphQL: one query over a Product, the company, the platform and nothing -> all four", async () => {
  const query = `{
    product: customerRetrieve(customerId: "${known["customerId"]}") { customerId }
    company: tenantMemberList { items { memberId } }
    person: userCurrentRetrieve { email }
    nothing: catalogScopeList(limit: 1) { items { scope } }
  }`;
  const { data, errors } = await ask(query, { cookie: founder.cookie });
  assert.equal(errors, undefined);
  assert.deepEqual(data, {
    product: { customerId: known["customerId"] },
    company: { items: [{ memberId: known["memberId"] }] },
    person: { email: founder.email },
    nothing: { items: [{ scope: "accounts:read" }] },
  });
});
