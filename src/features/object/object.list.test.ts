/** object.list: by kind, state, subject, indexed fields; through the index, and what the program knows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LISTED_PROGRAM } from "../../../test/support/features/object/listed.ts";
import { strangeObject } from "../../../test/support/features/object/object_rows.ts";
import {
  called,
  invoice,
  objectMade,
  payer,
  runProgram,
} from "../../../test/support/features/object/objects.ts";
import { changed, MINIMAL } from "../../../test/support/programs/programs.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll, listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { objectList } from "./object.list.ts";

/** Three invoices of two payers, one second apart; an order, and another Product's order. */
function given(world: World) {
  runProgram(world, LISTED_PROGRAM);
  strangeObject(world);
  const { from, to, object: first } = invoice(world, { note: "a:b", urgent: true });
  const order = objectMade(world, "order", { buyer: from.customerId, currency: "USD" });
  const again = { payer: from.customerId, payee: to.customerId };
  const second = invoice(world, {
    ...again,
    order: order.objectId,
    dueDate: "2026-04-30",
    feeBps: 0,
    seenAt: "2026-01-01T01:00:00+01:00",
  }).object;
  const third = invoice(world, { urgent: false }).object;
  called(world, second, "issue");
  return { first, second, third, order, from };
}

type Given = ReturnType<typeof given>;
const rows = listed<Given, "first" | "second" | "third">(objectList, "objectId", [
  { title: "no filter", expected: ["third", "second", "first"] },
  { title: "state", input: { state: "draft" }, expected: ["third", "first"] },
  { title: "a state that none has", input: { state: "void" }, expected: [] },
  {
    title: "subject",
    input: ({ from }) => ({ subjectId: from.customerId }),
    expected: ["second", "first"],
  },
  {
    title: "subject and state",
    input: ({ from }) => ({ subjectId: from.customerId, state: "open" }),
    expected: ["second"],
  },
  { title: "a subject that nobody is", input: { subjectId: "cust_unknown" }, expected: [] },
  { title: "a date", input: { field: "dueDate:2026-04-30" }, expected: ["second"] },
  { title: "a number", input: { field: "feeBps:250" }, expected: ["third", "first"] },
  { title: "an amount", input: { field: "total:10000" }, expected: ["third", "second", "first"] },
  { title: "a text with a colon", input: { field: "note:a:b" }, expected: ["first"] },
  { title: "another text", input: { field: "note:" }, expected: [] },
  { title: "true", input: { field: "urgent:true" }, expected: ["first"] },
  { title: "false", input: { field: "urgent:false" }, expected: ["third"] },
  {
    title: "a time with another offset",
    input: { field: "seenAt:2025-12-31T22:00:00-02:00" },
    expected: ["second"],
  },
  {
    title: "a reference",
    input: ({ order }) => ({ field: `order:${order.objectId}` }),
    expected: ["second"],
  },
  {
    title: "a field and a state that does not fit",
    input: { field: "feeBps:0", state: "draft" },
    expected: [],
  },
  {
    title: "from, inclusive",
    input: ({ second }) => ({ createdFrom: second.createdAt }),
    expected: ["third", "second"],
  },
  {
    title: "to, exclusive",
    input: ({ second }) => ({ createdTo: second.createdAt }),
    expected: ["first"],
  },
  {
    title: "the search of an id in small letters",
    input: ({ second }) => ({ search: second.objectId.toLowerCase() }),
    expected: ["second"],
  },
  {
    title: "the search of an id that is too old",
    input: ({ second, third }) => ({ search: second.objectId, createdFrom: third.createdAt }),
    expected: [],
  },
  {
    title: "the search of an id of another state",
    input: ({ second }) => ({ search: second.objectId, state: "draft" }),
    expected: [],
  },
  {
    title: "the search of an id of another kind",
    input: ({ order }) => ({ search: order.objectId }),
    expected: [],
  },
  { title: "the search of a word", input: { search: "invoice" }, expected: [] },
]);

/** What an issue names. */
const named = (path: string, ...words: string[]) => ({
  code: "invalid_request" as const,
  check({ details }: { details: Record<string, unknown> }) {
    const [issue] = details["issues"] as { path: string[]; message: string }[];
    assert.deepEqual(issue?.path, [path]);
    for (const word of words) assert.ok(issue?.message.includes(word), issue?.message);
  },
});

decisionTable(objectList, {
  given,
  input: ({ world }) => ({ productId: world.principal.productId, kind: "invoice" }),
  stepMs: 1_000,
  rows: [
    ...rows,
    OTHER_PRODUCT,
    {
      title: "a kind that the program has not",
      input: { kind: "invoices" },
      code: "resource_not_found",
      details: { resourceType: "noun", kind: "invoices" },
      check: ({ message }) => assert.match(message, /did you mean invoice/),
    },
    {
      title: "a state that the kind has not",
      input: { state: "opened" },
      ...named("state", "there are draft, funded, open", "did you mean open"),
    },
    {
      title: "a field that is not indexed",
      input: { field: "currency:USD" },
      ...named("field", "dueDate", "note"),
    },
    {
      title: "a field that nothing has",
      input: { field: "toString:1" },
      ...named("field", "note"),
    },
    {
      title: "a field of a kind without indexes",
      input: { kind: "order", field: "buyer:x" },
      ...named("field", "there is none"),
    },
    { title: "no number", input: { field: "feeBps:many" }, ...named("field", "feeBps") },
    { title: "no date", input: { field: "dueDate:2026-02-30" }, ...named("field", "dueDate") },
    {
      title: "the longest text",
      input: { field: `note:${"a".repeat(2_000)}` },
      outcome: "nothing",
    },
    {
      title: "a longer text than any",
      input: { field: `note:${"a".repeat(2_001)}` },
      ...named("field", "note"),
    },
    {
      title: "a longer parameter than any field needs",
      input: { field: `note:${"a".repeat(2_037)}` },
      ...named("field", "2042 characters"),
    },
    { title: "no colon", input: { field: "dueDate" }, ...named("field", "name of a field") },
    cursorOfOtherFilters(objectList, { state: "draft" }),
  ],
});

test("object.list: a Product without a Build -> resource_not_found", async () => {
  const world = await openWorld();
  const { productId } = world.principal;
  const { code, refusal } = await world.read(objectList, { productId, kind: "invoice" });
  assert.equal(code, "resource_not_found");
  assert.match(refusal?.message ?? "", /has no Build/);
});

test("object.list: a kind and a state that only an earlier Build has -> listed", async () => {
  const world = await openWorld();
  runProgram(world, LISTED_PROGRAM);
  const { object } = invoice(world);
  const retired = { invoice: { retired: true }, order: { retired: true } };
  runProgram(world, changed(MINIMAL, "/migrations", retired), 2);
  const input = { productId: world.principal.productId, kind: "invoice" };
  const ids = async (more: object) =>
    (await listAll(world, objectList, { ...input, ...more })).map(({ objectId }) => objectId);
  assert.deepEqual(await ids({}), [object.objectId]);
  assert.deepEqual(await ids({ state: "draft" }), [object.objectId]);
  const { code } = await world.read(objectList, { ...input, state: "open" });
  assert.equal(code, "invalid_request");
  assert.equal(
    (await world.read(objectList, { ...input, kind: "order" })).code,
    "resource_not_found",
  );
});

test("object.list: an entry of the index whose object is another one -> left out", async () => {
  const world = await openWorld();
  runProgram(world, LISTED_PROGRAM);
  invoice(world);
  const { customerId } = payer(world);
  objectMade(world, "order", { buyer: customerId, currency: "USD" });
  const input = { productId: world.principal.productId, kind: "invoice" };
  // All texts of the index have the digest of one of them.
  const { items } = await world.found(objectList, input, {
    altered: (view) => ({
      descend: (table, realm, range) =>
        view.descend(table, realm, table === LEDGER_TABLE.objectIndex ? {} : range),
    }),
  });
  assert.ok(items.length > 0);
  for (const { kind } of items) assert.equal(kind, "invoice");
});
