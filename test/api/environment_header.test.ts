/**
 * `X-Service-Environment`: what the server does for each key and each value of the header, by REST and by
 * GraphQL, and that every document says the same of it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { ENVIRONMENT_RULE } from "../../src/contract/declare/environment_header.ts";
import { ROOT } from "../support/markdown.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let keys: Record<"sandbox" | "live", Credentials>;

before(async () => {
  server = await sharedServer();
  const sandbox = await newCredentials(server, { live: "true" });
  const { productId, tenantId } = sandbox;
  const live = await newCredentials(server, { productId, tenantId, environment: "live" });
  keys = { sandbox, live };
});

type Answer = { status: number; message: string; keyEnvironment: unknown };

async function ask(key: Credentials, header: string | undefined, over: "REST" | "GraphQL") {
  const isGraphql = over === "GraphQL";
  const path = isGraphql ? "/graphql" : `/accounts?productId=${key.productId}`;
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: isGraphql ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${key.apiKey}`,
      ...(header !== undefined && { "x-service-environment": header }),
      ...(isGraphql && { "content-type": "application/json" }),
    },
    ...(isGraphql && { body: JSON.stringify({ query: "{ __typename }" }) }),
  });
  const { error } = (await response.json()) as {
    error?: { code: string; message: string; details: { keyEnvironment?: string } };
  };
  return {
    status: response.status,
    message: error?.message ?? "",
    keyEnvironment: error?.details.keyEnvironment,
  } satisfies Answer;
}

const ROWS: readonly (readonly ["sandbox" | "live", string | undefined, number, RegExp])[] = [
  ["sandbox", undefined, 200, /^$/],
  ["sandbox", "sandbox", 200, /^$/],
  ["sandbox", "live", 401, /works in sandbox and the request is for live: /],
  [
    "live",
    undefined,
    401,
    /works in live and the request is for sandbox, the default: .* set X-Service-Environment to live/,
  ],
  ["live", "sandbox", 401, /works in live and the request is for sandbox: /],
  ["live", "live", 200, /^$/],
];
for (const over of ["REST", "GraphQL"] as const) {
  for (const [environment, header, status, message] of ROWS) {
    test(`${over}: a ${environment} key, the header ${header ?? "absent"} -> ${status}`, async () => {
      const answer = await ask(keys[environment], header, over);
      assert.equal(answer.status, status);
      assert.match(answer.message, message);
      if (status === 401) assert.equal(answer.keyEnvironment, environment);
    });
  }
}

test("environment: contract, guides, schema, manual -> the one rule, in the same words", async () => {
  const origin = new URL(server.baseUrl).origin;
  const text = async (path: string) => await (await fetch(`${origin}${path}`)).text();
  const contract = JSON.parse(await text("/openapi.json")) as {
    info: { description: string };
    components: { parameters: Record<string, { description: string; schema: object }> };
  };
  const parameter = contract.components.parameters["ServiceEnvironment"];
  assert.equal(parameter?.description, ENVIRONMENT_RULE);
  assert.deepEqual(parameter.schema, {
    type: "string",
    enum: ["sandbox", "live"],
    default: "sandbox",
  });
  const oneLine = (told: string) => told.replaceAll(/\s+/g, " ");
  const manual = readFileSync(join(ROOT, "scripts/README.md"), "utf8");
  const told = [
    contract.info.description,
    await text("/llms.txt"),
    await text("/llms-full.txt"),
    await text("/schema.graphql"),
    manual.replaceAll("**", ""),
  ];
  for (const each of told)
    assert.ok(oneLine(each).includes(oneLine(ENVIRONMENT_RULE)), each.slice(0, 80));
});
