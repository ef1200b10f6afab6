/** The contract documents of Builds: paths and schemas of kinds and actions, the linter, and generated types. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import { programOf } from "../../../test/model/program_generator.ts";
import { contractOf, type Loose } from "../../../test/support/features/build/contracts.ts";
import { largestProgram } from "../../../test/support/programs/large_programs.ts";
import { changedAll, INVOICE, LOAN, MINIMAL } from "../../../test/support/programs/programs.ts";
import { TEMPLATES } from "../../programs/templates.ts";

const OBJECTS = "/products/{productId}/objects";

const invoice = contractOf(INVOICE);

function operationIdsOf({ paths }: Loose): string[] {
  return Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (item) => Object.values(item).map(({ operationId }) => operationId),
  );
}

/** What a reference of the document stands for. */
function meant(document: Loose, { $ref }: { $ref: string }): Loose {
  const [, , part, name] = $ref.split("/");
  return document.components[part as string][name as string];
}

const bodyOf = (operation: Loose) => operation.requestBody.content["application/json"].schema;
const answerOf = (operation: Loose, status: number) =>
  operation.responses[status].content["application/json"].schema;

test("build contract: the invoices -> a path for each kind and action, and none that names a kind by a parameter", () => {
  const paths = Object.keys(invoice.paths).filter((path) => path.startsWith(OBJECTS));
  const actions = ["issue", "pay", "refund", "requestRefund", "settle", "void"];
  const called = (kind: string, action: string) => [
    `${OBJECTS}/${kind}/{objectId}/actions/${action}`,
    `${OBJECTS}/${kind}/{objectId}/actions/${action}/preview`,
  ];
  assert.deepEqual(
    paths.filter((path) => !path.includes("{kind}")),
    [
      `${OBJECTS}/invoice`,
      `${OBJECTS}/invoice/{objectId}`,
      ...actions.flatMap((action) => called("invoice", action)),
      `${OBJECTS}/order`,
      `${OBJECTS}/order/{objectId}`,
      ...called("order", "finish"),
    ].sort(),
  );
  for (const path of paths) assert.ok(!path.includes("{action}"), path);
  assert.equal(invoice.paths[`${OBJECTS}/{kind}`], undefined);
  const pay = invoice.paths[`${OBJECTS}/invoice/{objectId}/actions/pay`].post;
  assert.equal(pay.operationId, "object.action.call.invoice.pay");
  assert.equal(pay.summary, "Call an action of an object: invoice.pay");
  assert.match(pay.description, /in the state `open`, and leads to `funded` or `open`/);
  assert.match(pay.description, /The ports let `customer` do it/);
  assert.equal(pay["x-scope"], "objects:write");
  assert.ok(pay["x-error-codes"].includes("noun_remainder_exceeded"));
  const { refund } = { refund: invoice.paths[`${OBJECTS}/invoice/{objectId}/actions/refund`].post };
  assert.match(refund.description, /The decision `refund_review` must be approved before/);
});

test("build contract: a creation -> the fields of the kind, closed; the object with its states", () => {
  const { post } = invoice.paths[`${OBJECTS}/invoice`];
  const draft = meant(invoice, bodyOf(post));
  assert.deepEqual(draft.required, ["fields"]);
  const fields = meant(invoice, draft.properties.fields);
  assert.equal(fields.additionalProperties, false);
  assert.deepEqual([...fields.required].sort(), ["currency", "dueDate", "payee", "payer", "total"]);
  assert.deepEqual(fields.properties.currency.enum, ["USD", "EUR"]);
  const object = meant(invoice, answerOf(post, 201));
  assert.equal(object.properties.kind.const, "invoice");
  assert.deepEqual([...object.properties.state.enum].sort(), [
    "draft",
    "funded",
    "open",
    "refunded",
    "settled",
    "void",
  ]);
  assert.deepEqual(object.properties.remainders.required, ["due"]);
  const values = meant(invoice, object.properties.fields);
  assert.equal(values.additionalProperties, undefined);
  assert.ok(values.required.includes("feeBps"));
});

test("build contract: actions -> input required where a part of it is, and empty where there is none", () => {
  const called = (action: string) => {
    const { post } = invoice.paths[`${OBJECTS}/invoice/{objectId}/actions/${action}`];
    const body = meant(invoice, bodyOf(post));
    return { body, post, input: meant(invoice, body.properties.input) };
  };
  const { body, post, input } = called("pay");
  assert.equal(post.requestBody.required, true);
  assert.deepEqual(body.required, ["input"]);
  assert.deepEqual(input.required, ["amount"]);
  const { object } = meant(invoice, answerOf(post, 200)).properties;
  assert.equal(meant(invoice, object).properties.kind.const, "invoice");
  const settle = called("settle");
  assert.equal(settle.post.requestBody.required, false);
  assert.equal(settle.body.required, undefined);
  assert.deepEqual([settle.input.properties, settle.input.additionalProperties], [{}, false]);
});

test("build contract: a list -> objects of the kind", () => {
  const { get } = invoice.paths[`${OBJECTS}/order`];
  const { items } = meant(invoice, answerOf(get, 200)).properties;
  assert.equal(meant(invoice, items.items).properties.kind.const, "order");
});

test("build contract: its parts -> unique ids, codes that are used, components that are referred to", () => {
  for (const document of [invoice, contractOf(LOAN)]) {
    const ids = operationIdsOf(document);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(!JSON.stringify(ids).includes("composer."));
    const text = JSON.stringify(document);
    const { securitySchemes: _, ...components } = document.components;
    for (const [part, entries] of Object.entries(components)) {
      for (const name of Object.keys(entries as object)) {
        assert.ok(text.includes(`"#/components/${part}/${name}"`), `${part}/${name}`);
      }
    }
    const codes = document["x-errors"].map(({ code }: { code: string }) => code);
    assert.ok(codes.includes("noun_remainder_exceeded"));
    assert.ok(
      !codes.includes("session_required"),
      "no operation of a key asks for a session alone",
    );
  }
});

/** Words of programs that come to one name, or to one of the platform's. */
const CLASHING = changedAll(MINIMAL, {
  "/nouns/account": MINIMAL.nouns.ticket,
  "/nouns/savings_pot": MINIMAL.nouns.ticket,
  "/nouns/savingsPot": MINIMAL.nouns.ticket,
  "/nouns/error": MINIMAL.nouns.ticket,
  "/ports/operator/allow": [
    ...["ticket", "account", "savings_pot", "savingsPot", "error"].flatMap((kind) => [
      `${kind}.create`,
      `${kind}.close`,
    ]),
  ],
});

test("build contract: kinds whose names clash -> a name for each schema", () => {
  const document = contractOf(CLASHING);
  const kindOf = (path: string) =>
    meant(document, answerOf(document.paths[`${OBJECTS}/${path}`].post, 201)).properties.kind.const;
  for (const kind of ["savings_pot", "savingsPot", "error"]) assert.equal(kindOf(kind), kind);
  assert.ok(Object.hasOwn(document.components.schemas, "SavingsPotObject2"));
});

test("build contract: programs by chance -> documents whose references resolve", () => {
  for (let seed = 0; seed < 10; seed++) {
    const document = contractOf(programOf(seed).source);
    for (const [reference] of JSON.stringify(document).matchAll(/"#\/components\/[^"]+"/g)) {
      assert.notEqual(meant(document, { $ref: JSON.parse(reference) }), undefined, reference);
    }
  }
});

const DOCUMENTS: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(TEMPLATES.map(({ templateId, source }) => [templateId, source])),
  minimal: MINIMAL,
  clashing: CLASHING,
};

test("build contract: templates, the smallest, clashing names -> no error and no warning of the linter", () => {
  const folder = mkdtempSync(join(tmpdir(), "build-contract-"));
  const project = new URL("../../../", import.meta.url);
  try {
    const files = Object.entries(DOCUMENTS).map(([name, source]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(contractOf(source)));
      return file;
    });
    const config = fileURLToPath(new URL("redocly.yaml", project));
    const run = spawnSync(
      fileURLToPath(new URL("node_modules/.bin/redocly", project)),
      ["lint", "--config", config, "--format", "json", ...files],
      {
        cwd: fileURLToPath(project),
        encoding: "utf8",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    );
    assert.equal(run.status, 0, run.stdout + run.stderr);
    assert.doesNotMatch(run.stdout, /"ruleId"/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("build contract: the invoices -> openapi-typescript makes types with the words of the program", async () => {
  const types = astToString(await openapiTypescript(JSON.stringify(invoice), { silent: true }));
  assert.match(types, /"object\.action\.call\.invoice\.pay": \{/);
  assert.match(types, /InvoicePayInput: \{[^}]*amount: string;/s);
  assert.match(types, /kind: "invoice";/);
  assert.match(types, /state: "draft" \| "open" \| "funded" \| "settled" \| "refunded" \| "void"/);
});

/** The least time of several turns: other processes of the machine take some of most turns. */
function leastMs(source: unknown, turns: number): number {
  const times = Array.from({ length: turns }, () => {
    const from = performance.now();
    contractOf(source);
    return performance.now() - from;
  });
  return Math.min(...times);
}

test("build contract: the worked examples, as they stand -> documents; times are printed", (t) => {
  for (const [name, source] of Object.entries({ invoice: INVOICE, loan: LOAN })) {
    t.diagnostic(`${name}: made in ${leastMs(source, 3).toFixed(1)} ms`);
  }
});

test("build contract: the largest program -> a document, in seconds", () => {
  const document = contractOf(largestProgram());
  assert.equal(operationIdsOf(document).filter((id) => id.includes(".preview.")).length, 32 * 64);
});
