/** P24: what a program changes for objects of the previous Build. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { COLLECTED, DEBIT } from "../../test/support/programs/collected.ts";
import { PAID_OUT, PART } from "../../test/support/programs/paid_out.ts";
import {
  changedAll,
  checked,
  INVOICE,
  LOAN,
  typedOf,
} from "../../test/support/programs/programs.ts";
import { comparePrograms } from "./comparison.ts";
import { TEMPLATES } from "./templates.ts";
import type { TypedProgram } from "./typed_program.ts";

const NOUN = "/nouns/invoice";

function compared(changes: Readonly<Record<string, unknown>>, of: unknown = INVOICE) {
  const next = checked(changedAll(of, changes)).typed as TypedProgram;
  const { breaking, additive } = comparePrograms(typedOf(of), next);
  return {
    breaking: breaking.map(({ path, isMapped }) => (isMapped ? `${path} (mapped)` : path)),
    additive: additive.map(({ path }) => path),
  };
}

test("comparison: the same program -> nothing changes", () => {
  for (const of of [INVOICE, LOAN]) {
    assert.deepEqual(compared({}, of), { breaking: [], additive: [] });
  }
});

/** What objects of before do not notice. */
const ADDITIVE: readonly (readonly [
  title: string,
  changes: Record<string, unknown>,
  path: string,
])[] = [
  ["a noun", { "/nouns/note": { fields: {}, states: { x: {} }, actions: {} } }, "/nouns/note"],
  ["a state", { [`${NOUN}/states/held`]: {} }, `${NOUN}/states/held`],
  [
    "an action",
    { [`${NOUN}/actions/hold`]: { from: ["open"], to: "open" } },
    `${NOUN}/actions/hold`,
  ],
  ["an optional field", { [`${NOUN}/fields/note`]: { type: "text" } }, `${NOUN}/fields/note`],
  ["a currency", { "/currencies/2": "GBP" }, "/currencies"],
  ["an account", { "/accounts/x": { role: "product_reserve", owner: "product" } }, "/accounts/x"],
];

for (const [title, changes, path] of ADDITIVE) {
  test(`comparison: ${title} that is new -> additive`, () => {
    assert.deepEqual(compared(changes), { breaking: [], additive: [path] });
  });
}

/** Changes that are neither breaking nor new. */
const WIDER: readonly (readonly [title: string, changes: Record<string, unknown>])[] = [
  ["a larger max", { [`${NOUN}/fields/feeBps/max`]: 2_000 }],
  ["no max", { [`${NOUN}/fields/feeBps/max`]: undefined }],
  ["a field that need not be given any more", { [`${NOUN}/fields/dueDate/required`]: undefined }],
  ["more items", { [`${NOUN}/fields/lines/max`]: 200 }],
  [
    "an input that need not be given",
    { [`${NOUN}/actions/void/input`]: { why: { type: "text" } } },
  ],
  ["an item's type written out", { [`${NOUN}/fields/lines/of/label`]: { type: "text" } }],
  ["another form of an expression", { [`${NOUN}/remainders/due/start`]: "(fields.total)" }],
];

for (const [title, changes] of WIDER) {
  test(`comparison: ${title} -> nothing breaks`, () => {
    assert.deepEqual(compared(changes), { breaking: [], additive: [] });
  });
}

/** Changes that break, and the migration that says what becomes of the objects. */
const MAPPED: readonly (readonly [
  title: string,
  changes: Record<string, unknown>,
  migration: unknown,
  path: string,
])[] = [
  [
    "a state that is gone",
    {
      [`${NOUN}/states/refunded`]: undefined,
      [`${NOUN}/own/escrow/drainBefore`]: ["settled", "void"],
      [`${NOUN}/actions/refund/to`]: "void",
    },
    { states: { refunded: "void" } },
    `${NOUN}/states/refunded`,
  ],
  [
    "an action that is gone",
    { [`${NOUN}/actions/void/from`]: ["draft", "open"], [`${NOUN}/actions/issue`]: undefined },
    { removedActions: ["issue"] },
    `${NOUN}/actions/issue`,
  ],
  [
    "a field that is gone",
    { [`${NOUN}/fields/dueDate`]: undefined },
    { removedFields: ["dueDate"] },
    `${NOUN}/fields/dueDate`,
  ],
  [
    "a field of another type",
    { [`${NOUN}/fields/dueDate/type`]: "time" },
    { fields: { dueDate: "self.createdAt" } },
    `${NOUN}/fields/dueDate`,
  ],
  [
    "a required field that is new",
    { [`${NOUN}/fields/place`]: { type: "text", required: true } },
    { fields: { place: "'unknown'" } },
    `${NOUN}/fields/place`,
  ],
  [
    "an input that must now be given",
    { [`${NOUN}/actions/void/input`]: { why: { type: "text", required: true } } },
    { removedActions: ["void"] },
    `${NOUN}/actions/void/input/why`,
  ],
];

for (const [title, changes, migration, path] of MAPPED) {
  test(`comparison: ${title} -> breaking, but for a migration`, () => {
    assert.deepEqual(compared(changes).breaking, [path]);
    const mapped = { ...changes, "/migrations": { invoice: migration } };
    assert.deepEqual(compared(mapped).breaking, [`${path} (mapped)`]);
  });
}

test("comparison: a noun that is gone -> breaking, but for a migration that retires it", () => {
  const gone = { "/nouns/order": undefined };
  assert.deepEqual(compared(gone).breaking, ["/nouns/order"]);
  const retired = { ...gone, "/migrations": { order: { retired: true } } };
  assert.deepEqual(compared(retired).breaking, ["/nouns/order (mapped)"]);
});

test("comparison: a migration's value of a type that the field has not -> refused", () => {
  const changes = {
    [`${NOUN}/fields/place`]: { type: "text", required: true },
    "/migrations": { invoice: { fields: { place: "fields.total" } } },
  };
  const { findings } = checked(changedAll(INVOICE, changes), typedOf(INVOICE));
  const errors = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ code, path }) => `${code} ${path}`),
    ["P03 /migrations/invoice/fields/place"],
  );
});

test("comparison: a value for a field in a currency that is new -> accepted", () => {
  const changes = {
    "/currencies/2": "GBP",
    [`${NOUN}/fields/second`]: { type: "currency", required: true },
    "/migrations": { invoice: { fields: { second: "'GBP'" } } },
  };
  assert.equal(checked(changedAll(INVOICE, changes), typedOf(INVOICE)).hasErrors, false);
});

const PAYING = changedAll(INVOICE, PAID_OUT);
const COLLECTING = changedAll(LOAN, COLLECTED);
const MEMBERSHIP = TEMPLATES.find(({ templateId }) => templateId === "membership")?.source;
const MEMBER = "/nouns/membership";
const RETURNED = `${MEMBER}/schedules/dues/collect/returned`;

/** What an object that waits for an end would not be told any more, by what the new program says of the end. */
const UNTOLD: readonly (readonly [
  title: string,
  of: unknown,
  changes: Record<string, unknown>,
  path: string,
  gone: readonly [kind: string, action: string],
])[] = [
  [
    "an end of a payout that calls nothing any more",
    PAYING,
    { [`${PART}/then/failed`]: undefined },
    `${PART}/then/failed`,
    ["invoice", "payLater"],
  ],
  [
    "a payout of another name",
    PAYING,
    { [`${PART}/label`]: "rest", [`${PART}/then`]: { failed: "payLater" } },
    `${NOUN}/actions/settle/moves`,
    ["invoice", "settle"],
  ],
  [
    "an end of a payout whose action cannot be called in the state that waits",
    PAYING,
    { [`${NOUN}/actions/payLater/from`]: ["funded"] },
    `${PART}/then/failed`,
    ["invoice", "payLater"],
  ],
  [
    "an end of a collection that calls nothing any more",
    COLLECTING,
    { [`${DEBIT}/then/returned`]: undefined },
    `${DEBIT}/then/returned`,
    ["loan", "loseFee"],
  ],
  [
    "a schedule that calls nothing where money was taken back",
    MEMBERSHIP,
    { [RETURNED]: undefined },
    RETURNED,
    ["membership", "fallBehind"],
  ],
  [
    "a schedule that is gone, and called an action where money was taken back",
    MEMBERSHIP,
    { [`${MEMBER}/schedules`]: {} },
    `${MEMBER}/schedules/dues`,
    ["membership", "fallBehind"],
  ],
];

for (const [title, of, changes, path, [kind, action]] of UNTOLD) {
  test(`comparison: ${title} -> breaking, but for a migration that gives the action up`, () => {
    assert.ok(compared(changes, of).breaking.includes(path), JSON.stringify(compared(changes, of)));
    const mapped = { ...changes, "/migrations": { [kind]: { removedActions: [action] } } };
    assert.ok(compared(mapped, of).breaking.includes(`${path} (mapped)`));
  });
}

test("comparison: a state that waits and is another by a migration -> what follows is callable there, or breaks", () => {
  const renamed = {
    [`${NOUN}/states/paying`]: undefined,
    [`${NOUN}/states/waiting`]: {},
    [`${NOUN}/actions/settle/to`]: "waiting",
    [`${NOUN}/actions/markPaid/from`]: ["waiting"],
    [`${NOUN}/actions/payLater/from`]: ["waiting"],
    "/migrations": { invoice: { states: { paying: "waiting" } } },
  };
  assert.deepEqual(compared(renamed, PAYING).breaking, [`${NOUN}/states/paying (mapped)`]);
  const elsewhere = { ...renamed, "/migrations": { invoice: { states: { paying: "funded" } } } };
  const { breaking } = compared(elsewhere, PAYING);
  assert.deepEqual(breaking.slice(1), [`${PART}/then/posted`, `${PART}/then/failed`]);
});

/** What objects that wait for an end are told besides, or instead. */
const TOLD: readonly (readonly [
  title: string,
  of: unknown,
  changes: Record<string, unknown>,
  paths: readonly string[],
])[] = [
  [
    "another end of a payout",
    PAYING,
    { [`${PART}/then/cancelled`]: "payLater" },
    [`${PART}/then/cancelled`],
  ],
  [
    "another action that can be called",
    PAYING,
    {
      [`${NOUN}/actions/giveUp`]: { from: ["paying"], to: "funded" },
      "/ports/clock/allow/-": "invoice.giveUp",
      [`${PART}/then/failed`]: "giveUp",
    },
    [`${PART}/then/failed`, `${NOUN}/actions/giveUp`],
  ],
  ["a payout where an account was credited", INVOICE, PAID_OUT, [PART]],
  [
    "an action where money was taken back",
    changedAll(MEMBERSHIP, { [RETURNED]: undefined }),
    { [RETURNED]: "fallBehind" },
    [RETURNED],
  ],
];

for (const [title, of, changes, paths] of TOLD) {
  test(`comparison: ${title} -> additive`, () => {
    const { additive } = compared(changes, of);
    for (const path of paths) assert.ok(additive.includes(path), JSON.stringify(additive));
  });
}

test("comparison: programs that pay out and collect, each with itself -> nothing changes", () => {
  for (const of of [PAYING, COLLECTING, MEMBERSHIP]) {
    assert.deepEqual(compared({}, of), { breaking: [], additive: [] });
  }
});
