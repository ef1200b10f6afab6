/** Decision table of object.create. */
import assert from "node:assert/strict";
import { consentMade, UNUSABLE_CONSENTS } from "../../../test/support/features/consent/consents.ts";
import {
  CLIENT_FAULTS,
  type Deal,
  dealMade,
  givenDeal,
  WITHOUT_DEALS,
} from "../../../test/support/features/object/deals.ts";
import { called, runProgram } from "../../../test/support/features/object/objects.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import type { Actor } from "../../contract/values/formats.ts";
import { objectCreate } from "./object.create.ts";

type Made = Deal & { world: World };
const fields =
  (change: object) =>
  ({ fields: base }: Made) => ({ fields: { ...base, ...change } });
/** A consent of the client. */
const consentOf = ({ world, ada: { customerId } }: Made, more: object = {}) =>
  consentMade(world, { customerId, ...more }).consentId;
const lines = (...parts: string[]) => parts.map((part) => ({ part }));

decisionTable(objectCreate, {
  given: givenDeal,
  input: ({ world: { principal }, ada, fields: given }) => ({
    productId: principal.productId,
    kind: "deal",
    fields: given,
    onBehalfOf: ada.customerId,
  }),
  rows: [
    {
      title: "a deal of which nothing is wrong",
      outcome: "in its first state, with an own account",
      reply: {
        kind: "deal",
        state: "fresh",
        revision: 1,
        currency: "EUR",
        remainders: { left: "100" },
        aggregates: {},
        createdAt: at(0),
      },
      check({ reply }, { world, ada, fields: given }) {
        assert.deepEqual(reply["fields"], { ...given, count: 1 });
        assert.deepEqual(reply["subject"], { type: "customer", id: ada.customerId });
        assert.deepEqual(reply["actor"], { type: "customer", id: ada.customerId });
        const [pot] = reply["ownAccounts"] as { name: string; accountId: string }[];
        assert.equal(pot?.name, "pot");
        const ordinal = world.state.accounts.ordinalOf(1, pot?.accountId as string);
        assert.equal(world.state.accounts.currency(ordinal), "EUR");
        assert.equal(world.state.schedules.size, 1);
      },
    },
    {
      title: "by the operator, where a port lets the operator",
      input: ({ ada }) => ({
        kind: "item",
        onBehalfOf: undefined,
        fields: { owner: ada.customerId, currency: "USD" },
      }),
      outcome: "made",
      reply: { state: "ready", ownAccounts: [] },
      check: ({ reply }) => assert.equal((reply["actor"] as Actor).type, "product_key"),
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
    {
      title: "a kind that the program has not",
      input: { kind: "deel" },
      code: "resource_not_found",
      details: { resourceType: "noun", kind: "deel" },
    },
    {
      title: "a kind that is retired",
      given: ({ world }) => runProgram(world, WITHOUT_DEALS, 2),
      code: "noun_retired",
      details: { kind: "deal" },
    },
    {
      title: "no port for the caller",
      input: { onBehalfOf: undefined },
      code: "port_actor_not_allowed",
      details: { action: "create", actor: "operator", ports: ["client"] },
    },
    {
      title: "a customer for another one",
      input: ({ bob }) => ({ onBehalfOf: bob.customerId }),
      code: "port_actor_not_allowed",
    },
    {
      title: "a subject that is no customer",
      input: (made) => ({
        ...fields({ client: "cust_unknown" })(made),
        onBehalfOf: "cust_unknown",
      }),
      code: "noun_subject_not_found",
      details: { field: "client", subjectId: "cust_unknown" },
    },
    {
      title: "another customer that is unknown",
      input: fields({ other: "cust_unknown" }),
      code: "customer_not_found",
    },
    ...CLIENT_FAULTS.map(({ code, spoil }) => ({
      title: `client with ${code}`,
      given: (made: Made) => spoil(made.world, made),
      code,
    })),
    {
      title: "an unknown field",
      input: fields({ colour: "red" }),
      code: "invalid_request",
    },
    {
      title: "an amount as a number",
      input: fields({ total: 100 }),
      code: "invalid_request",
      check({ details }) {
        const [issue] = details["issues"] as { path: string[] }[];
        assert.deepEqual(issue?.path, ["fields", "total"]);
      },
    },
    { title: "no place", input: fields({ place: undefined }), code: "noun_reference_required" },
    {
      title: "a place that is not there",
      input: fields({ place: "obj_unknown" }),
      code: "noun_reference_not_found",
      details: { field: "place", kind: "item", objectId: "obj_unknown" },
    },
    {
      title: "a place that is of another kind",
      input: (made) => fields({ place: dealMade(made.world, made).objectId })(made),
      code: "noun_reference_not_found",
    },
    {
      title: "a place that is gone",
      given: ({ world, place: objectId }) => called(world, { kind: "item", objectId }, "drop"),
      code: "noun_reference_status_forbidden",
      details: { field: "place", state: "gone", allowed: ["ready"] },
    },
    {
      title: "a place of another customer",
      input: (made) => fields({ place: made.item(made.bob.customerId) })(made),
      code: "noun_reference_incongruent",
      details: { field: "place", mismatched: ["subject"] },
    },
    {
      title: "a place that another deal has claimed",
      given: (made) => dealMade(made.world, made),
      code: "noun_reference_already_claimed",
      details: { field: "place" },
    },
    {
      title: "a consent that is not there",
      input: fields({ mandate: "cons_unknown" }),
      code: "consent_not_found",
    },
    {
      title: "a consent of another customer",
      input: (made) =>
        fields({ mandate: consentOf(made, { customerId: made.bob.customerId }) })(made),
      code: "consent_not_found",
    },
    {
      title: "a consent to something else",
      input: (made) => fields({ mandate: consentOf(made, { type: "terms" }) })(made),
      code: "state_constraint_failed",
      details: { constraint: "consent_type" },
    },
    {
      title: "a consent that is active",
      input: (made) => fields({ mandate: consentOf(made) })(made),
      outcome: "made with it",
    },
    ...UNUSABLE_CONSENTS.map(({ title, code, make }) => ({
      title,
      input: (made: Made) =>
        fields({ mandate: make(made.world, { customerId: made.ada.customerId }).consentId })(made),
      code,
    })),
    {
      title: "a remainder that is too large for an amount",
      input: fields({ more: "900000000000000000" }),
      code: "state_constraint_failed",
      details: { constraint: "amount_range" },
    },
    {
      title: "parts that do not add up",
      input: fields({ lines: lines("60", "39") }),
      code: "noun_partition_mismatch",
      details: { partition: "parts", whole: "100", sum: "99" },
    },
    {
      title: "a third deal of one client",
      given(made) {
        dealMade(made.world, made, { place: made.item() });
        dealMade(made.world, made, { place: made.item() });
      },
      code: "noun_aggregate_cap_exceeded",
      details: { aggregate: "made", cap: "2", current: "2", requested: "1" },
    },
    {
      title: "more than a client may have open",
      input: fields({ more: "2501" }),
      code: "exposure_cap_exceeded",
      details: { cap: "open", limit: "5000", current: "0", requested: "5002" },
    },
  ],
});
