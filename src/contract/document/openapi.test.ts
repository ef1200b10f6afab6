/** The contract document: what it says of each operation, and that it passes the linter. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Type } from "@sinclair/typebox";
import {
  ABOUT,
  coinCreate,
  coinFlip,
  coinList,
  documentOf,
  OPERATIONS,
  resolved,
  sideList,
} from "../../../test/support/contract/coins.ts";
import type { Operation } from "../declare/operation.ts";
import { ERROR_CODES } from "../refusals/error_catalog.ts";
import { codesOf } from "../refusals/shared_codes.ts";
import { Amount, Id } from "../values/formats.ts";
import { documentDifferences, documentText, openApiDocument } from "./openapi.ts";

const PROJECT = new URL("../../../", import.meta.url);

test("contract document: several operations -> paths in order, one entry per method", () => {
  const { openapi, info, servers, paths, tags } = documentOf();
  assert.equal(openapi, "3.1.0");
  assert.equal(info.version, "0.1.0");
  assert.equal(servers[0].url, "/v1");
  assert.deepEqual(
    Object.entries(paths).map(([path, item]) => [path, Object.keys(item as object)]),
    [
      ["/catalog/sides", ["get"]],
      ["/coins", ["get", "post"]],
      ["/coins/{coinId}/flip", ["post"]],
    ],
  );
  assert.deepEqual(tags, [
    { name: "Catalog", description: "What there is." },
    { name: "Coins", description: "Small round things." },
  ]);
});

test("contract document: a write -> key, body, receipt headers and declared marks", () => {
  const post = documentOf().paths["/coins"].post;
  assert.equal(post.operationId, "coin.create");
  assert.equal(post["x-idempotency"], "required");
  assert.equal(post["x-scope"], "coins:write");
  assert.deepEqual(post["x-principal"], ["product_key"]);
  assert.deepEqual(post["x-events"], ["coin.created"]);
  assert.deepEqual(post["x-error-codes"], codesOf(coinCreate));
  assert.equal(post.security, undefined, "as the document says of all");
  assert.deepEqual(post.parameters, [
    { $ref: "#/components/parameters/IdempotencyKey" },
    { $ref: "#/components/parameters/ServiceEnvironment" },
    { $ref: "#/components/parameters/RequestId" },
  ]);
  assert.deepEqual(post.requestBody, {
    required: true,
    content: { "application/json": { schema: { $ref: "#/components/schemas/CoinDraft" } } },
  });
  const { headers, content } = post.responses["201"];
  assert.deepEqual(content["application/json"].schema, { $ref: "#/components/schemas/Coin" });
  assert.deepEqual(Object.keys(headers), ["service-receipt-id", "idempotent-replayed"]);
});

test("contract document: the headers of every answer -> declared once, and not per answer", () => {
  const document = documentOf();
  const names = [
    "x-request-id",
    "service-operation-id",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
  ];
  assert.deepEqual(Object.keys(document["x-common-headers"]), names);
  for (const name of names) assert.equal(document.components.headers[name], undefined);
});

test("contract document: a write whose body has no required field -> the body is optional", () => {
  assert.equal(documentOf().paths["/coins/{coinId}/flip"].post.requestBody.required, false);
});

test("contract document: a list -> query parameters with the limit as an integer", () => {
  const document = documentOf();
  const get = document.paths["/coins"].get;
  assert.equal(get["x-idempotency"], "none");
  assert.equal(get.responses["200"].headers, undefined);
  const parameters = get.parameters.map((one: object) => resolved(document, one));
  const query = parameters.filter((parameter: { in?: string }) => parameter.in === "query");
  assert.deepEqual(
    query.map(({ name, required }: { name: string; required?: boolean }) => [name, required]),
    [
      ["productId", true],
      ["limit", undefined],
      ["cursor", undefined],
      ["createdFrom", undefined],
      ["createdTo", undefined],
    ],
  );
  const { type, minimum, maximum, default: preset } = query[1].schema;
  assert.deepEqual([type, minimum, maximum, preset], ["integer", 1, 100, 50]);
});

test("contract document: a public read -> no credential, no environment header", () => {
  const get = documentOf().paths["/catalog/sides"].get;
  assert.deepEqual(get.security, []);
  assert.deepEqual(get.parameters, [{ $ref: "#/components/parameters/RequestId" }]);
  assert.equal(get.responses["401"], undefined);
  assert.equal(get["x-scope"], null);
});

test("contract document: every code of an operation -> named under each of its statuses", () => {
  const document = documentOf();
  const declared = document.paths["/coins"].post.responses;
  const responses = Object.fromEntries(
    Object.entries(declared).map(([status, one]) => [status, resolved(document, one as object)]),
  );
  assert.deepEqual(Object.keys(responses), [
    "201",
    "400",
    "401",
    "403",
    "404",
    "409",
    "413",
    "429",
    "500",
    "503",
  ]);
  for (const status of ["403", "409"]) {
    assert.match(responses[status].description, /`customer_access_compliance_forbidden`/);
  }
  assert.match(responses["409"].description, /`insufficient_balance`/);
  assert.notEqual(responses["409"].headers["service-receipt-id"], undefined);
  assert.deepEqual(Object.keys(responses["429"].headers), ["retry-after"]);
  for (const status of Object.keys(responses).filter((status) => Number(status) >= 400)) {
    assert.deepEqual(responses[status].content["application/json"].schema, {
      $ref: "#/components/schemas/Error",
    });
  }
});

test("contract document: the whole catalog -> at the root as x-errors", () => {
  const codes = documentOf()["x-errors"].map((entry: { code: string }) => entry.code);
  assert.deepEqual(codes, ERROR_CODES);
});

test("contract document: schemas with a title -> once, inputs closed, outputs open", () => {
  const { schemas } = documentOf().components;
  assert.deepEqual(Object.keys(schemas), [
    "Amount",
    "Coin",
    "CoinDraft",
    "CoinList",
    "CreatedFrom",
    "CreatedTo",
    "Currency",
    "Description",
    "Environment",
    "Error",
    "Metadata",
    "NextCursor",
    "SideList",
    "Timestamp",
    "coin_id",
    "prod_id",
  ]);
  assert.equal(schemas.CoinDraft.additionalProperties, false);
  assert.equal(schemas.Coin.additionalProperties, undefined);
  assert.equal(schemas.Metadata.additionalProperties, false);
  assert.deepEqual(schemas.Coin.properties.side, { type: "string", enum: ["heads", "tails"] });
  assert.deepEqual(schemas.Environment.enum, ["sandbox", "live"]);
});

test("contract document: inContract false -> left out", () => {
  assert.doesNotMatch(JSON.stringify(documentOf()), /coin\.secret/);
});

test("contract document: every reference -> resolves, and every component is referred to", () => {
  const document = documentOf();
  const references = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(
      ([, part, name]) => `${part}/${name}`,
    ),
  );
  const { securitySchemes, ...rest } = document.components;
  assert.deepEqual(Object.keys(securitySchemes), ["productKey"]);
  const components = Object.entries(rest).flatMap(([part, entries]) =>
    Object.keys(entries as object).map((name) => `${part}/${name}`),
  );
  assert.deepEqual(components.sort(), [...references].sort());
});

test("contract document: the same operations in another order -> the same bytes", () => {
  const text = (operations: readonly Operation<never>[]) =>
    documentText(openApiDocument(operations, ABOUT, { serverUrl: "/v1" }));
  assert.equal(text(OPERATIONS), text(OPERATIONS.toReversed()));
});

const BAD_DECLARATIONS: readonly [condition: string, operations: Operation<never>[], RegExp][] = [
  ["an id declared twice", [coinList, coinList], /an operation id is declared once/],
  [
    "a tag that nobody declares",
    [{ ...coinList, tag: "Notes" }],
    /the tag "Notes" is declared once/,
  ],
  ["a route declared twice", [coinList, { ...coinList, id: "coin.other" }], /GET \/coins is/],
  [
    "a template parameter without a schema",
    [{ ...coinList, http: { ...coinList.http, path: "/coins/{coinId}" } }],
    /name the same parameters/,
  ],
  [
    "a query that is not closed",
    [{ ...coinList, query: Type.Object({ coinId: Id("coin") }) }],
    /query schema is closed/,
  ],
  [
    "a body that is not closed",
    [{ ...coinCreate, body: Type.Object({ amount: Amount }) }],
    /body schema is closed/,
  ],
  [
    "one title for two schemas",
    [coinCreate, { ...coinList, output: Type.Object({}, { title: "Coin" }) }],
    /the title "Coin" stands for one schema/,
  ],
  [
    "a value that JSON does not have",
    [{ ...coinList, output: Type.Object({ at: Type.Date() }) }],
    /"Date" is a type of JSON/,
  ],
];
for (const [condition, operations, message] of BAD_DECLARATIONS) {
  test(`contract document: ${condition} -> the document is not made`, () => {
    assert.throws(() => openApiDocument(operations, ABOUT, { serverUrl: "/v1" }), message);
  });
}

test("codesOf: credential, scope, environment and own refusals -> sorted, each once", () => {
  assert.deepEqual(codesOf({ ...coinFlip, refusals: ["resource_not_found", "not_found"] }), [
    "idempotency_conflict",
    "idempotency_required",
    "internal_error",
    "invalid_credentials",
    "invalid_request",
    "key_revoked",
    "ledger_unavailable",
    "missing_required_scope",
    "not_found",
    "operation_environment_invalid",
    "operation_not_allowed",
    "product_access_suspended",
    "rate_limited",
    "request_body_too_large",
    "resource_not_found",
    "tenant_mismatch",
  ]);
});

test("codesOf: a read of both environments -> reader and activation, no key codes of writes", () => {
  assert.deepEqual(codesOf(coinList), [
    "internal_error",
    "invalid_credentials",
    "invalid_request",
    "key_revoked",
    "missing_required_scope",
    "not_found",
    "operation_not_allowed",
    "product_access_suspended",
    "product_activation_required",
    "rate_limited",
    "resource_reader_unavailable",
    "tenant_mismatch",
  ]);
});

test("codesOf: a public read -> only what every request can meet", () => {
  assert.deepEqual(codesOf(sideList), [
    "internal_error",
    "invalid_request",
    "not_found",
    "rate_limited",
  ]);
});

test("codesOf: a write for sessions only -> session and CSRF codes", () => {
  const codes = codesOf({ ...coinCreate, principals: ["session"] });
  for (const code of ["csrf_token_invalid", "session_required", "session_expired"] as const) {
    assert.ok(codes.includes(code), code);
  }
  assert.ok(!codes.includes("key_revoked"));
});

const DIFFERENCES: readonly [string, unknown, unknown, string[]][] = [
  ["equal documents", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ["a changed value", { a: { b: 1 } }, { a: { b: 2 } }, ["~ /a/b"]],
  ["a removed route", { paths: { "/a/b": {} } }, { paths: {} }, ["- /paths/~1a~1b"]],
  ["an added item", { a: [1] }, { a: [1, 2] }, ["+ /a/1"]],
  ["an object that became a list", { a: {} }, { a: [] }, ["~ /a"]],
];
for (const [condition, before, after, expected] of DIFFERENCES) {
  test(`documentDifferences: ${condition} -> ${expected.join(", ") || "nothing"}`, () => {
    assert.deepEqual(documentDifferences(before, after), expected);
  });
}

test("contract document: the linter's recommended rules -> no error and no warning", () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, documentText(openApiDocument(OPERATIONS, ABOUT, { serverUrl: "/v1" })));
    const run = spawnSync(
      fileURLToPath(new URL("node_modules/.bin/redocly", PROJECT)),
      [
        "lint",
        "--config",
        fileURLToPath(new URL("redocly.yaml", PROJECT)),
        "--format",
        "json",
        file,
      ],
      {
        cwd: fileURLToPath(PROJECT),
        encoding: "utf8",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    );
    assert.equal(run.status, 0, run.stderr);
    const { problems } = JSON.parse(run.stdout);
    assert.deepEqual(
      problems.map(({ ruleId, message }: { ruleId: string; message: string }) => [ruleId, message]),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("contract document: a write that sessions may call -> X-CSRF-Token, and its code; no other", () => {
  const ofAll = { ...coinCreate, principals: ["product_key", "founder", "agent"] } as never;
  for (const [create, takes] of [
    [ofAll, true],
    [coinCreate, false],
  ] as const) {
    const { post } = documentOf([create]).paths["/coins"];
    const names = post.parameters.map(({ $ref }: { $ref?: string }) => $ref?.split("/").at(-1));
    assert.equal(names.includes("CsrfToken"), takes);
    const codes: string[] = post["x-error-codes"];
    for (const code of ["csrf_token_invalid", "missing_required_permission"]) {
      assert.equal(codes.includes(code), takes, code);
    }
  }
});

test("contract document: a read by POST, a form, a key of a browser -> body, its type, the mark", () => {
  const body = Type.Object({ side: Type.String() }, { additionalProperties: false });
  const http = { method: "POST", path: "/coins/guess", status: 200 } as const;
  const guess = { ...coinList, id: "coin.guess", http, query: undefined, body, takes: "form" };
  const { post } = documentOf([{ ...guess, browserKeyOnly: true } as never]).paths["/coins/guess"];
  assert.deepEqual(Object.keys(post.requestBody.content), ["application/x-www-form-urlencoded"]);
  assert.equal(post["x-idempotency"], "none");
  assert.equal(post["x-browser-key-only"], true);
  assert.ok(post["x-error-codes"].includes("request_body_too_large"));
  assert.ok(!JSON.stringify(post.parameters).includes("IdempotencyKey"));
});

test("contract document: a read by POST without a body -> still refuses a body that is too large", () => {
  const http = { method: "POST", path: "/coins/draw", status: 200 } as const;
  const draw = { ...coinList, id: "coin.draw", http, query: undefined };
  const { post } = documentOf([draw as never]).paths["/coins/draw"];
  assert.equal(post.requestBody, undefined);
  assert.ok(post["x-error-codes"].includes("request_body_too_large"));
});
