/**
 * What a migration makes of one object: its state, fields, remainders and own accounts, what it claims, counts for and
 * measures; and why an object stays what it was. The worked migrations of a Product are in `features/object`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changedAll } from "../../../test/support/programs/programs.ts";
import { accepted, BEGIN_MS, TERMS } from "../../../test/support/programs/run/simulation.ts";
import { checkProgram } from "../checked_program.ts";
import { compileMigration } from "./compiled_migration.ts";
import { type CompiledProgram, compileProgram } from "./compiled_program.ts";
import { createObject } from "./engine.ts";
import { MemoryWorld } from "./memory_world.ts";
import { type Migrated, migrateObject } from "./migration.ts";
import type { ObjectRecord } from "./object_record.ts";
import { isRefusal } from "./refused.ts";

const BEFORE = {
  language: "blueprint/1",
  name: "Deals",
  currencies: ["EUR", "USD"],
  nouns: {
    item: {
      fields: {},
      states: { ready: { initial: true }, gone: { terminal: true } },
      actions: { lose: { from: ["ready"], to: "gone" } },
    },
    deal: {
      currency: "'EUR'",
      fields: {
        amount: { type: "amount", required: true },
        note: { type: "text" },
        size: { type: "int", default: 3, min: 0, max: 100 },
        thing: { type: "ref", kind: "item", exclusive: true, states: ["ready"] },
        spare: { type: "ref", kind: "item" },
      },
      remainders: { left: { start: "fields.amount" } },
      aggregates: { fresh: { scope: "product", count: true, where: ["fresh"], cap: 9 } },
      own: { pot: { currency: "'EUR'" } },
      states: { fresh: { initial: true }, going: {}, done: { terminal: true } },
      actions: {
        go: { from: ["fresh"], to: "going" },
        end: { from: ["fresh", "going"], to: "done" },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: ["item.create", "item.lose", "deal.create", "deal.go", "deal.end"],
    },
  },
  limits: [
    { name: "open", measure: "sum(rem.deal.left)", currency: "EUR", cap: "1000", scope: "product" },
  ],
};
const before = compileProgram(accepted(BEFORE));
/** The same, where a field says in which currency a deal is. */
const BY_FIELD = changedAll(BEFORE, {
  "/nouns/deal/currency": "fields.unit",
  "/nouns/deal/fields/unit": { type: "currency", required: true },
  "/nouns/deal/own": undefined,
  "/limits": undefined,
});
const byField = compileProgram(accepted(BY_FIELD));
const DIGEST = "sha256:next";

/** The program of before with places changed, and what it says of the deals that are there. */
function next(
  changes: Record<string, unknown>,
  migration: object,
  [base, program]: [unknown, CompiledProgram] = [BEFORE, before],
): CompiledProgram {
  const source = changedAll(base, { ...changes, "/migrations": { deal: migration } });
  const { findings, typed } = checkProgram(source, TERMS, program.typed);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === "error"),
    [],
  );
  assert.ok(typed);
  return compileProgram(typed);
}

/** A world with three items; deals are made in it. */
class Scene {
  readonly world: MemoryWorld;
  readonly #program: CompiledProgram;
  readonly #isRetired: boolean;

  constructor({ program = before, isRetired = false } = {}) {
    this.world = new MemoryWorld(BEGIN_MS);
    this.#program = program;
    this.#isRetired = isRetired;
    for (const objectId of ["one", "two", "three"]) this.made("item", objectId, {});
  }

  made(kind: string, objectId: string, fields: object): ObjectRecord {
    const actor = { type: "operator", id: "operator" } as const;
    const outcome = createObject(
      this.#program,
      { kind, objectId, actor, fields },
      this.world,
      "first",
    );
    if (isRefusal(outcome)) assert.fail(outcome.message);
    this.world.apply(outcome);
    return outcome.object;
  }

  deal(fields: object = {}, objectId = "deal"): ObjectRecord {
    return this.made("deal", objectId, { amount: "100", ...fields });
  }

  ran(after: CompiledProgram, object: ObjectRecord, opened: readonly string[] = ["pot"]) {
    const { world } = this;
    const isRetired = this.#isRetired;
    // The world of the ledger says so of a kind; that of simulations has none.
    const seen = isRetired ? Object.assign(Object.create(world), { isRetired: () => true }) : world;
    const migration = compileMigration(this.#program, after, "deal", TERMS);
    return migrateObject(migration, object, { digest: DIGEST, opened }, seen);
  }

  /** What becomes of an object that can be one of the program. */
  migrated(...asked: Parameters<Scene["ran"]>): Migrated {
    const outcome = this.ran(...asked);
    if (isRefusal(outcome)) assert.fail(outcome.message);
    return outcome;
  }

  refusal(...asked: Parameters<Scene["ran"]>) {
    const outcome = this.ran(...asked);
    assert.ok(isRefusal(outcome), "the object cannot be one of the program");
    return outcome;
  }
}

const RENAMED_STATES = { fresh: { initial: true }, running: {}, done: { terminal: true } };
const RENAMED = {
  "/nouns/deal/states": RENAMED_STATES,
  "/nouns/deal/actions/go/to": "running",
  "/nouns/deal/actions/end/from": ["fresh", "running"],
};

test("migration: nothing is said but that the kind is mapped -> the same object under the next digest, a revision on", () => {
  const scene = new Scene();
  const object = scene.deal({ note: "n" });
  const { object: after, ...rest } = scene.migrated(next({ "/name": "Deals again" }, {}), object);
  assert.deepEqual(after, { ...object, digest: DIGEST, revision: 2 });
  assert.deepEqual(rest, {
    ...{ aggregates: [], limits: [], claimed: [], released: [], ownAccounts: [] },
  });
});

test("migration: a state that is mapped, and one that is not -> the one in its place; the same", () => {
  const scene = new Scene();
  const after = next(RENAMED, { states: { going: "running" } });
  const object = scene.deal();
  assert.equal(scene.migrated(after, { ...object, state: "going" }).object.state, "running");
  assert.equal(scene.migrated(after, object).object.state, "fresh");
});

test("migration: fields new, removed, renamed and reckoned -> defaults, absent, the value of before, the expression's", () => {
  const scene = new Scene();
  const after = next(
    {
      "/nouns/deal/fields/note": undefined,
      "/nouns/deal/fields/label": { type: "text" },
      "/nouns/deal/fields/twice": { type: "amount", required: true },
      "/nouns/deal/fields/kind": { type: "text", default: "plain" },
      "/nouns/deal/fields/empty": { type: "text" },
    },
    {
      fields: { label: "fields.note", twice: "fields.amount + fields.amount" },
      removedFields: ["note"],
    },
  );
  const { fields } = scene.migrated(after, scene.deal({ note: "as it was" })).object;
  assert.deepEqual(Object.fromEntries(fields), {
    ...{ amount: 100n, size: 3, label: "as it was", twice: 200n, kind: "plain" },
  });
  // The expression has no value where the field of before has none, which is as if none were given.
  const bare = scene.migrated(after, scene.deal({}, "bare")).object.fields;
  assert.equal(bare.has("label"), false);
});

test("migration: a field whose value would be missing or would not fit -> refused with the constraint", () => {
  const scene = new Scene();
  const required = next(
    { "/nouns/deal/fields/label": { type: "text", required: true } },
    { fields: { label: "fields.note" } },
  );
  const missing = scene.refusal(required, scene.deal());
  assert.deepEqual(
    [missing.code, missing.details["constraint"]],
    ["state_constraint_failed", "missing_value"],
  );
  assert.match(missing.message, /fields\.label would have no value/);
  const narrow = next(
    { "/nouns/deal/fields/half": { type: "int", max: 10 } },
    { fields: { half: "fields.size" } },
  );
  const object = scene.deal({ size: 11 }, "large");
  const misfit = scene.refusal(narrow, object);
  assert.equal(misfit.details["constraint"], "field_range");
  assert.match(misfit.message, /fields\.half would not fit/);
  const fits = { ...object, fields: new Map([...object.fields, ["size", 10]]) };
  assert.equal(scene.migrated(narrow, fits).object.fields.get("half"), 10);
});

test("migration: a reference that has another value -> claimed in place of the one before; held by another -> refused", () => {
  const scene = new Scene();
  const after = next({ "/name": "Swapped" }, { fields: { thing: "fields.spare" } });
  const object = scene.deal({ thing: "one", spare: "two" });
  const claim = (objectId: string) => ({ kind: "deal", field: "thing", objectId });
  const { claimed, released } = scene.migrated(after, object);
  assert.deepEqual([claimed, released], [[claim("two")], [claim("one")]]);
  scene.deal({ thing: "two" }, "rival");
  const { code, details } = scene.refusal(after, object);
  assert.equal(code, "noun_reference_already_claimed");
  assert.deepEqual([details["field"], details["objectId"]], ["thing", "two"]);
});

test("migration: a reference that is exclusive no more, and one that is from now on -> released, claimed", () => {
  const scene = new Scene();
  const object = scene.deal({ thing: "one", spare: "two" });
  const shared = next({ "/nouns/deal/fields/thing/exclusive": undefined }, {});
  const kept = scene.migrated(shared, object);
  assert.deepEqual(
    [kept.claimed, kept.released],
    [[], [{ kind: "deal", field: "thing", objectId: "one" }]],
  );
  const exclusive = next({ "/nouns/deal/fields/spare/exclusive": true }, {});
  const taken = scene.migrated(exclusive, object);
  assert.deepEqual(
    [taken.claimed, taken.released],
    [[{ kind: "deal", field: "spare", objectId: "two" }], []],
  );
});

test("migration: a remainder that is new, and one that is there -> begins as at creation; keeps what is left", () => {
  const scene = new Scene();
  const after = next({ "/nouns/deal/remainders/more": { start: "fields.amount" } }, {});
  const object = { ...scene.deal(), remainders: new Map([["left", 40n]]) };
  const { remainders } = scene.migrated(after, object).object;
  assert.deepEqual(Object.fromEntries(remainders), { left: 40n, more: 100n });
});

test("migration: a count with other states and a limit that measures more -> what the object adds; beyond the cap -> refused", () => {
  const scene = new Scene();
  const object = { ...scene.deal(), state: "going" };
  const counted = { scope: "product", count: true, where: ["running"], cap: 1 };
  const change = { ...RENAMED, "/nouns/deal/aggregates/running": counted };
  const after = next(change, { states: { going: "running" } });
  const running = { kind: "deal", name: "running", scope: "", currency: undefined };
  const { aggregates, ...first } = scene.migrated(after, object);
  assert.deepEqual(aggregates, [{ ...running, change: 1n }]);
  const none = { moves: [], limits: [], claimed: [], released: [] };
  scene.world.apply({ ...none, object: first.object, aggregates } as never);
  const { code } = scene.refusal(after, { ...object, objectId: "other" });
  assert.equal(code, "noun_aggregate_cap_exceeded");
  const measured = {
    "/limits/-": { ...BEFORE.limits[0], name: "second", cap: "99" },
  };
  const refused = scene.refusal(next(measured, {}), object);
  assert.equal(refused.code, "exposure_cap_exceeded");
  const roomy = next({ "/limits/-": { ...BEFORE.limits[0], name: "second", cap: "100" } }, {});
  assert.deepEqual(scene.migrated(roomy, object).limits, [
    { name: "second", scope: "", change: 100n },
  ]);
});

test("migration: own accounts new, with money and kept, with money and named no more -> opened, left, refused with the account", () => {
  const scene = new Scene();
  const object = scene.deal();
  const more = next({ "/nouns/deal/own/box": { currency: "'EUR'" } }, {});
  assert.deepEqual(scene.migrated(more, object).ownAccounts, [{ name: "box", currency: "EUR" }]);
  assert.deepEqual(scene.migrated(more, object, ["pot", "box"]).ownAccounts, []);
  // An account that an earlier program has opened, and that no program of now names.
  const opened = ["pot", "box", "old"];
  assert.deepEqual(scene.migrated(more, object, opened).ownAccounts, []);
  scene.world.add("deal.own.pot.EUR", 5n);
  assert.deepEqual(scene.migrated(more, object, opened).ownAccounts, []);
  scene.world.add("deal.own.old.EUR", 7n);
  const { code, details } = scene.refusal(more, object, opened);
  assert.equal(code, "noun_account_not_drained");
  assert.deepEqual([details["accountId"], details["balance"]], ["deal.own.old.EUR", "7"]);
});

test("migration: into a state that asks for empty accounts -> refused while there is money, unless the object was in it", () => {
  const scene = new Scene();
  const drained = { currency: "'EUR'", drainBefore: ["running"] };
  const after = next(
    { ...RENAMED, "/nouns/deal/own/pot": drained },
    { states: { going: "running" } },
  );
  const object = scene.deal();
  scene.world.add("deal.own.pot.EUR", 1n);
  const { code } = scene.refusal(after, { ...object, state: "going" });
  assert.equal(code, "noun_account_not_drained");
  assert.equal(scene.migrated(after, object).object.state, "fresh");
  scene.world.add("deal.own.pot.EUR", -1n);
  assert.equal(scene.migrated(after, { ...object, state: "going" }).object.state, "running");
});

test("migration: to another currency, of a kind that is retired -> refused", () => {
  const scene = new Scene({ program: byField });
  const other = next({}, { fields: { unit: "'USD'" } }, [BY_FIELD, byField]);
  const refused = scene.refusal(other, scene.deal({ unit: "EUR" }), []);
  assert.equal(refused.details["constraint"], "field_range");
  assert.match(refused.message, /currency of the object would be another than EUR/);
  assert.equal(
    scene.migrated(other, scene.deal({ unit: "USD" }, "dollars"), []).object.currency,
    "USD",
  );
  const retired = new Scene({ isRetired: true });
  const same = next({ "/name": "Deals again" }, {});
  // The deal was made before the kind was retired.
  assert.equal(retired.refusal(same, retired.deal()).code, "noun_retired");
});
