/**
 * The order of refusals: where two things are wrong at once, the earlier step's code is the answer.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  access,
  program,
  type Scene,
  scene,
  worldOf,
} from "../../../test/support/programs/run/order_scene.ts";
import { callAction, createObject } from "./engine.ts";
import type { ObjectRecord } from "./object_record.ts";
import { isRefusal } from "./refused.ts";

type Fault = [what: string, code: string, spoil: (scene: Scene) => void];
const without = (input: Record<string, unknown>, name: string) => void delete input[name];
const other = (scene: Scene, id: string, change: Partial<ObjectRecord>) => {
  scene.items.set(id, { ...(scene.items.get(id) as ObjectRecord), ...change });
};
const field = (scene: Scene, name: string, value: string | number) => {
  scene.object.fields = new Map(scene.object.fields).set(name, value);
};

/** What holds of calls and creations alike, in the order of the steps. */
const PARTIES: Fault[] = [
  [
    "customer",
    "customer_status_forbidden",
    ({ party }) => {
      party.status = "suspended";
    },
  ],
  [
    "no access",
    "customer_access_required",
    ({ party }) => {
      party.access = undefined;
    },
  ],
  [
    "compliance",
    "customer_access_compliance_forbidden",
    ({ party }) => {
      party.access = access({ isRefused: true });
    },
  ],
  [
    "access",
    "customer_access_status_forbidden",
    ({ party }) => {
      party.access = access({ status: "suspended" });
    },
  ],
  [
    "entity",
    "entity_status_forbidden",
    ({ party }) => {
      party.entityStatus = "restricted";
    },
  ],
  [
    "kind",
    "noun_subject_kind_forbidden",
    ({ party }) => {
      party.entityKind = "organization";
    },
  ],
  [
    "tier",
    "kyc_tier_insufficient",
    ({ party }) => {
      party.tier = "tier_0";
    },
  ],
];

const CALL: Fault[] = [
  [
    "retired",
    "noun_retired",
    (scene) => {
      scene.isRetired = true;
    },
  ],
  [
    "Build",
    "state_conflict",
    ({ call }) => {
      call.expectedDigest = "sha256:2";
    },
  ],
  [
    "revision",
    "state_conflict",
    ({ call }) => {
      call.expectedRevision = 2;
    },
  ],
  [
    "port",
    "port_actor_not_allowed",
    ({ call }) => {
      call.actor = { type: "operator", id: "operator" };
    },
  ],
  ...PARTIES,
  [
    "transition",
    "invalid_noun_transition",
    ({ object }) => {
      object.state = "ended";
    },
  ],
  [
    "gate",
    "noun_decision_declined",
    (scene) => {
      scene.decision = "declined";
    },
  ],
  [
    "input",
    "invalid_request",
    ({ call }) => {
      call.input["amount"] = 50;
    },
  ],
  ["reference missing", "noun_reference_required", ({ call }) => without(call.input, "thing")],
  ["no reference", "noun_reference_not_found", ({ items }) => void items.delete("thing")],
  [
    "state of the reference",
    "noun_reference_status_forbidden",
    (scene) => other(scene, "thing", { state: "gone" }),
  ],
  [
    "subject of the reference",
    "noun_reference_incongruent",
    (scene) => other(scene, "thing", { subject: "bob" }),
  ],
  [
    "claim",
    "noun_reference_already_claimed",
    (scene) => {
      scene.claimedBy = "deal-9";
    },
  ],
  [
    "consent",
    "consent_not_active",
    ({ consent }) => {
      consent.status = "pending";
    },
  ],
  [
    "requirement",
    "state_constraint_failed",
    ({ call }) => {
      call.input["flag"] = false;
    },
  ],
  [
    "partition",
    "noun_partition_mismatch",
    ({ call }) => {
      call.input["total"] = "99";
    },
  ],
  [
    "remainder",
    "noun_remainder_exceeded",
    ({ object }) => {
      object.remainders = new Map([["left", 49n]]);
    },
  ],
  [
    "currency of a sum",
    "noun_aggregate_currency_mismatch",
    ({ object }) => {
      object.currency = "USD";
    },
  ],
  [
    "cap of a sum",
    "noun_aggregate_cap_exceeded",
    ({ aggregates }) => {
      aggregates["volume"] = 951n;
    },
  ],
  [
    "cap of a count",
    "noun_aggregate_cap_exceeded",
    ({ aggregates }) => {
      aggregates["over"] = 1n;
    },
  ],
  [
    "condition",
    "aggregate_condition_unmet",
    ({ aggregates }) => {
      aggregates["seen"] = 5n;
    },
  ],
  [
    "limit",
    "exposure_cap_exceeded",
    ({ exposures }) => {
      exposures["all"] = 951n;
    },
  ],
  ["plan", "state_constraint_failed", (scene) => field(scene, "other", "ada")],
  [
    "own account",
    "noun_account_not_drained",
    ({ balances }) => {
      balances["deal.own.pot.EUR"] = 1n;
      balances["deal.own.pot.USD"] = 1n;
    },
  ],
  ["rows", "state_constraint_failed", (scene) => field(scene, "count", 4)],
  [
    "money",
    "insufficient_balance",
    (scene) => {
      scene.balances = {};
    },
  ],
];

const CREATION: Fault[] = [
  [
    "retired",
    "noun_retired",
    (scene) => {
      scene.isRetired = true;
    },
  ],
  [
    "port",
    "port_actor_not_allowed",
    ({ creation }) => {
      creation.actor = { type: "customer", id: "bob" };
    },
  ],
  ...PARTIES,
  [
    "fields",
    "invalid_request",
    ({ creation }) => {
      creation.fields["total"] = "1.00";
    },
  ],
  [
    "reference missing",
    "noun_reference_required",
    ({ creation }) => without(creation.fields, "place"),
  ],
  ["no reference", "noun_reference_not_found", ({ items }) => void items.delete("place")],
  [
    "state of the reference",
    "noun_reference_status_forbidden",
    (scene) => other(scene, "place", { state: "gone" }),
  ],
  [
    "subject of the reference",
    "noun_reference_incongruent",
    (scene) => other(scene, "place", { subject: "bob" }),
  ],
  [
    "claim",
    "noun_reference_already_claimed",
    (scene) => {
      scene.claimedBy = "deal-9";
    },
  ],
  [
    "consent",
    "consent_not_found",
    ({ consent }) => {
      consent.customerId = "bob";
    },
  ],
  [
    "partition",
    "noun_partition_mismatch",
    ({ creation }) => {
      creation.fields["lines"] = [{ part: "1" }];
    },
  ],
  [
    "remainder's beginning",
    "state_constraint_failed",
    ({ creation }) => {
      creation.fields["more"] = "999999999999999999";
    },
  ],
  [
    "count",
    "noun_aggregate_cap_exceeded",
    ({ aggregates }) => {
      aggregates["made"] = 2n;
    },
  ],
  [
    "limit",
    "exposure_cap_exceeded",
    (scene) => {
      if (scene.creation.fields["more"] === undefined) scene.creation.fields["more"] = "1";
      scene.exposures["open"] = 5000n;
    },
  ],
  [
    "rows",
    "state_constraint_failed",
    ({ creation }) => {
      creation.fields["count"] = 4;
    },
  ],
];

const ANSWERS = {
  call: (scene: Scene) => callAction(program, scene.object, scene.call, worldOf(scene)),
  creation: (scene: Scene) => createObject(program, scene.creation, worldOf(scene)),
};

for (const [what, faults] of Object.entries({ call: CALL, creation: CREATION })) {
  const answerOf = ANSWERS[what as keyof typeof ANSWERS];

  test(`order of a ${what}: nothing is wrong -> an outcome`, () => {
    assert.ok(!isRefusal(answerOf(scene())), JSON.stringify(answerOf(scene()), replaced));
  });

  for (const [index, [name, code, spoil]] of faults.entries()) {
    test(`order of a ${what}: ${name} is wrong, and anything after it -> ${code}`, () => {
      for (const later of faults.slice(index)) {
        const spoiled = scene();
        later[2](spoiled);
        spoil(spoiled);
        const answer = answerOf(spoiled);
        assert.ok(isRefusal(answer), later[0]);
        assert.equal(answer.code, code, `${later[0]}: ${answer.message}`);
      }
    });
  }
}

function replaced(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
