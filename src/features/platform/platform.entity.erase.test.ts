/** Decision table of platform.entity.erase. */
import assert from "node:assert/strict";
import { made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { entityIn, profileIn } from "../../../test/support/features/entity/entities.ts";
import { openEntity, start, submit } from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { beneficiaryArchive } from "../beneficiary/beneficiary.archive.ts";
import { beneficiaryRetrieve } from "../beneficiary/beneficiary.retrieve.ts";
import { findBeneficiary } from "../beneficiary/beneficiary_noun.ts";
import { customerClose } from "../customer/customer.close.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { ENTITY_KEY_DESTRUCTION } from "../entity/entity_erasure.ts";
import { suffixOfEntity } from "../entity/entity_tables.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformEntityErase } from "./platform.entity.erase.ts";

const prepared = { user: "ada/1000" };
const reason = "asked by the person, ticket 7";
const note = { kind: OPERATOR_NOTED, ...prepared, reason };
const kindsOf = (facts: readonly { kind: string }[]) => facts.map(({ kind }) => kind);

decisionTable(platformEntityErase, {
  given(world) {
    const entityId = openEntity(world);
    return { entityId, customerId: entityIn(world, entityId).customerId };
  },
  input: ({ entityId }) => ({ entityId, reason }),
  asking: () => ({ prepared }),
  stepMs: 1_000,
  rows: [
    {
      title: "of a closed customer, with what was submitted and a verification under way",
      given({ world, entityId, customerId }) {
        submit(world, entityId, "tier_1");
        start(world, entityId);
        world.made(customerClose, { customerId });
      },
      outcome:
        "archived, the verification ended, nothing submitted stays, and the key is to be destroyed",
      check({ reply, facts }, { world, entityId, customerId }) {
        assert.deepEqual(Object.keys(reply), ["entityId", "customerId", "erasedAt"]);
        assert.equal(reply.customerId, customerId);
        const kinds = kindsOf(facts);
        assert.deepEqual(kinds.slice(0, 1), ["entity.kyc.verification_dropped.2"]);
        assert.deepEqual(kinds.slice(-4), [
          "entity.erased.1",
          OPERATOR_NOTED,
          "effect.owed.1",
          "effect.owed.1",
        ]);
        const effect = { kind: ENTITY_KEY_DESTRUCTION.kind, payload: { entityId } };
        assert.deepEqual(facts.at(-2), { kind: "effect.owed.1", index: 0, effect });
        const entity = entityIn(world, entityId);
        assert.equal(new Date(entity.erasedAtMs ?? 0).toISOString(), reply.erasedAt);
        assert.deepEqual(
          [entity.status, entity.kycStatus, entity.kycTier, entity.kycExpiresAtMs],
          ["archived", "not_submitted", "tier_0", undefined],
        );
        assert.deepEqual(profileIn(world, entityId), { entityId, fields: {} });
        const realm = world.realmOf(world.caller);
        const values = world.state.kycValues.get(realm, suffixOfEntity(entityId));
        assert.deepEqual(values?.sealed, {});
      },
    },
    {
      title: "of a customer with beneficiaries, one of them archived, and one of somebody else",
      async given({ world, customerId }) {
        const owner = { ownerType: "customer", ownerId: customerId, nickname: "Home" };
        const name = "Ada King (close match)";
        await made(world, { ...owner, name, beneficiaryId: "active" });
        await made(world, { ...owner, beneficiaryId: "archived" });
        await made(world, { beneficiaryId: "other" });
        world.made(beneficiaryArchive, { beneficiaryId: "archived" });
        world.made(customerClose, { customerId });
      },
      outcome: "archived, and without name, nickname, mask and sealed numbers; the other as it was",
      async check({ facts, reply }, { world }) {
        const kinds = kindsOf(facts).slice(0, 3);
        assert.deepEqual(kinds, [
          "beneficiary.archived.1",
          "beneficiary.erased.1",
          "entity.erased.1",
        ]);
        for (const beneficiaryId of ["active", "archived"]) {
          const found = await world.found(beneficiaryRetrieve, { beneficiaryId });
          const { name, destination, status, erasedAt, revision } = found;
          assert.deepEqual([name, destination, status], ["", {}, "archived"]);
          assert.deepEqual([erasedAt, "nickname" in found], [reply.erasedAt, false]);
          assert.equal(revision, beneficiaryId === "active" ? 3 : 4);
          assert.ok(!("accountName" in found.verification));
          const kept = findBeneficiary(world.state, world.realmOf(world.caller), beneficiaryId);
          assert.ok(kept !== undefined && !("sealed" in kept));
        }
        const other = await world.found(beneficiaryRetrieve, { beneficiaryId: "other" });
        assert.deepEqual([other.name, other.status], ["Paper Mill Ltd", "active"]);
      },
    },
    {
      title: "of a customer with a beneficiary that its bank is asked about",
      async given({ world, customerId }) {
        const owner = { ownerType: "customer", ownerId: customerId };
        await made(world, { ...owner, name: "Ada King (no answer)" });
        world.made(customerClose, { customerId });
      },
      outcome: "archived, and the bank is asked no more",
      check({ facts }) {
        const kinds = ["beneficiary.archived.1", "provider_request.abandoned.1", "entity.erased.1"];
        assert.deepEqual(kindsOf(facts).slice(0, 3), kinds);
      },
    },
    {
      title: "of a customer that was never active, in live",
      environment: "live",
      outcome: "erased: it never had an account",
      check: ({ facts }) => assert.deepEqual(kindsOf(facts).slice(0, 1), ["entity.erased.1"]),
    },
    {
      title: "a second time",
      given({ world, entityId, customerId }) {
        world.made(customerClose, { customerId });
        world.made(platformEntityErase, { entityId, reason }, { prepared });
      },
      outcome: "the time of the first; nothing changes, and the key is destroyed again",
      check({ reply, facts }, { world, entityId }) {
        const { erasedAtMs = 0 } = entityIn(world, entityId);
        assert.equal(reply.erasedAt, new Date(erasedAtMs).toISOString());
        assert.deepEqual(kindsOf(facts), [OPERATOR_NOTED, "effect.owed.1"]);
      },
    },
    {
      title: "unknown entity",
      input: { entityId: "ent_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
      code: "entity_not_found",
      check: ({ facts }) => assert.deepEqual(facts, [note]),
    },
    {
      title: "of an active customer",
      code: "customer_status_forbidden",
      details: { status: "active", allowed: ["closed", "pending"] },
      check: ({ facts }, { world, entityId }) => {
        assert.deepEqual(facts, [note]);
        assert.equal(entityIn(world, entityId).erasedAtMs, undefined);
      },
    },
    {
      title: "of a suspended customer",
      given: ({ world, customerId }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      code: "customer_status_forbidden",
    },
    { title: "a blank reason", input: { reason: " " }, code: "invalid_request" },
  ],
});
