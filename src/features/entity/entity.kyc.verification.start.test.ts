/** Decision table of entity.kyc.verification.start, and how its ending stays what it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeEntity,
  entityIn,
  profileIn,
} from "../../../test/support/features/entity/entities.ts";
import {
  arm,
  decide,
  openEntity,
  start,
  submit,
  submittedEntity,
  verificationIn,
} from "../../../test/support/features/entity/verifications.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, createCustomer, DAY_MS } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { openWorld } from "../../../test/world/world.ts";
import { eventList } from "../event/event.list.ts";
import type { Event } from "../event/event_schema.ts";
import { operationRetrieve } from "../operation/operation.retrieve.ts";
import { entityKycVerificationCancel } from "./entity.kyc.verification.cancel.ts";
import { entityKycVerificationStart } from "./entity.kyc.verification.start.ts";
import type { EntityFact } from "./entity_facts.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

decisionTable(entityKycVerificationStart, {
  given: (world) => ({ entityId: submittedEntity(world) }),
  input: ({ entityId }) => ({ entityId, tier: "tier_1" }),
  rows: [
    {
      title: "all submitted",
      input: { returnUrl: "https://shop.example/verified" },
      outcome: "as the provider has accepted it; the entity is in review",
      reply: {
        tier: "tier_1",
        provider: "simulator",
        status: "processing",
        attempts: 1,
        returnUrl: "https://shop.example/verified",
        expiresAt: at(7 * DAY_MS),
        revision: 2,
        actor: { type: "provider", id: "provider" },
        statusTransitions: { pendingAt: at(0), processingAt: at(0) },
      },
      check({ reply, facts }, { world, entityId }) {
        const { verificationId, url } = reply;
        assert.equal(url, `https://simulator.invalid/verifications/${verificationId}`);
        assert.equal(entityIn(world, entityId).kycStatus, "in_review");
        const { verificationId: newest, tierRequested } = profileIn(world, entityId);
        assert.deepEqual([newest, tierRequested], [verificationId, "tier_1"]);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["entity.kyc.verification_started.1", "provider_request.made.1"],
        );
      },
    },
    ...unknownIds({
      field: "entityId",
      code: "entity_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
    }),
    {
      title: "a restricted entity",
      given: ({ world, entityId }) => changeEntity(world, entityId, { status: "restricted" }),
      code: "entity_status_forbidden",
      details: { status: "restricted" },
    },
    {
      title: "a country that is served no more",
      given: ({ world, entityId }) => changeEntity(world, entityId, { country: "IR" }),
      code: "kyc_country_unsupported",
      details: { country: "IR" },
    },
    {
      title: "a tier that nobody verifies",
      input: { tier: "tier_0" },
      code: "invalid_request",
    },
    {
      title: "an address to return to that is not https",
      input: { returnUrl: "javascript:alert(1)" },
      code: "invalid_request",
    },
    {
      title: "nothing submitted",
      input: ({ world }) => ({ entityId: openEntity(world) }),
      code: "state_constraint_failed",
      details: {
        constraint: "requirements_submitted",
        missing: ["legalName", "dateOfBirth", "address", "email", "phone"],
      },
    },
    {
      title: "the fields of a higher tier, of which one and a document file are missing",
      given: ({ world, entityId }) =>
        submit(world, entityId, "tier_2", { without: ["taxId", "file identityDocument"] }),
      input: { tier: "tier_2" },
      code: "state_constraint_failed",
      details: {
        constraint: "requirements_submitted",
        missing: ["taxId", "identityDocument"],
      },
    },
    {
      title: "an identity document that has just expired",
      given: ({ world, entityId }) => submit(world, entityId, "tier_2", { validUntilMs: START_MS }),
      input: { tier: "tier_2" },
      code: "state_constraint_failed",
      details: { constraint: "requirements_submitted", missing: ["identityDocument"] },
    },
    {
      title: "an identity document that is valid for a millisecond",
      given: ({ world, entityId }) =>
        submit(world, entityId, "tier_2", { validUntilMs: START_MS + 1 }),
      input: { tier: "tier_2" },
      outcome: "accepted",
      reply: { tier: "tier_2" },
    },
    {
      title: "an organization",
      input: ({ world }) => ({
        entityId: submittedEntity(world, "tier_2", { kind: "organization" }),
        tier: "tier_2",
      }),
      outcome: "accepted",
      reply: { status: "processing" },
    },
    {
      title: "one under way",
      given: ({ world, entityId }) => start(world, entityId),
      code: "state_constraint_failed",
      details: { constraint: "no_verification_under_way" },
    },
    {
      title: "one whose provider has not answered",
      given({ world, entityId }) {
        arm(world, "fail");
        start(world, entityId);
      },
      code: "state_constraint_failed",
      details: { constraint: "no_verification_under_way" },
    },
    {
      title: "a rejected field",
      given({ world, entityId }) {
        const { verificationId } = start(world, entityId);
        const fields = [{ field: "address", reason: "not readable" }];
        decide(world, verificationId, "requires_input", { fields });
      },
      code: "state_constraint_failed",
      details: { constraint: "requirements_submitted", missing: ["address"] },
    },
    {
      title: "a rejected field that was submitted again",
      given({ world, entityId }) {
        const { verificationId } = start(world, entityId);
        decide(world, verificationId, "requires_input");
        submit(world, entityId, "tier_1");
      },
      outcome: "the verification that waited is cancelled in the same record",
      reply: { status: "processing" },
      async check({ facts }, { world, entityId }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          [
            "entity.kyc.verification_dropped.2",
            "entity.kyc.verification_started.1",
            "provider_request.made.1",
          ],
        );
        const entity = entityIn(world, entityId);
        assert.equal(entity.kycStatus, "in_review");
        const { productId } = world.principal;
        const query = { productId, types: "entity.kyc.verification_cancelled" };
        const { items } = await world.found(eventList, query);
        const [event, ...more] = items as Event[];
        assert.equal(more.length, 0);
        const { verificationId } = (facts[0] as EntityFact).verification ?? {};
        const status = "requires_input";
        const { previous, object } = event?.data ?? {};
        assert.deepEqual(previous?.["verification"], { verificationId, status, outcome: status });
        assert.equal(object?.["status"], "in_review");
        const { verificationId: next } = profileIn(world, entityId);
        assert.deepEqual(object?.["verification"], { verificationId: next, status: "pending" });
      },
    },
    {
      title: "the attained tier",
      given({ world, entityId }) {
        decide(world, start(world, entityId).verificationId, "verified");
      },
      code: "state_constraint_failed",
      details: { constraint: "tier_not_attained", attainedTier: "tier_1" },
    },
    {
      title: "the attained tier, for which all was submitted anew",
      given({ world, entityId }) {
        decide(world, start(world, entityId).verificationId, "verified");
        submit(world, entityId, "tier_1");
      },
      outcome: "it is verified anew",
      reply: { status: "processing" },
    },
    {
      title: "a tier below the attained one",
      given({ world, entityId }) {
        submit(world, entityId, "tier_2");
        decide(world, start(world, entityId, "tier_2").verificationId, "verified");
      },
      code: "state_constraint_failed",
      details: { constraint: "tier_not_attained", attainedTier: "tier_2" },
    },
    {
      title: "in live",
      environment: "live",
      code: "state_constraint_failed",
      details: { constraint: "provider_not_configured" },
    },
    {
      title: "a provider that refuses",
      given: ({ world }) => arm(world, "reject"),
      code: "provider_egress_rejected",
      details: { provider: "simulator", providerCode: "simulated_rejection" },
      check(_came, { world, entityId }) {
        assert.equal(entityIn(world, entityId).kycStatus, "submitted");
        const { verificationId = "" } = profileIn(world, entityId);
        const { status, lastError } = verificationIn(world, verificationId);
        assert.deepEqual([status, lastError?.code], ["failed", "simulated_rejection"]);
        assert.equal(start(world, entityId).status, "processing");
      },
    },
    {
      title: "a provider that fails",
      given: ({ world }) => arm(world, "fail"),
      code: "provider_egress_failed",
      check({ details, place }, { world, entityId }) {
        const { verificationId = "" } = profileIn(world, entityId);
        const receiptId = verificationId.replace("ver_", "rcpt_");
        assert.deepEqual(details, { provider: "simulator", receiptId });
        assert.equal(verificationIn(world, verificationId).attempts, 1);
        assert.equal(world.answerOf(place).error.code, "provider_egress_failed");
      },
    },
    {
      title: "a provider that does not answer",
      given: ({ world }) => arm(world, "timeout"),
      code: "provider_egress_failed",
    },
  ],
});

test("start: unknown twice, the same key again and again -> asked again each time, then accepted for good", async () => {
  const world = await openWorld();
  const entityId = submittedEntity(world);
  arm(world, "fail", 2);
  const send = () => {
    const input = { entityId, tier: "tier_1" };
    const outcome = world.run(entityKycVerificationStart, input, { idempotencyKey: KEY });
    world.passTime();
    return { place: outcome.place, answer: world.answerOf(outcome.place) };
  };
  const codes = [send(), send()].map(({ answer }) => answer.error.code);
  assert.deepEqual(codes, ["provider_egress_failed", "provider_egress_failed"]);
  const { place, answer } = send();
  assert.deepEqual([answer.status, answer.attempts, answer.revision], ["processing", 3, 4]);
  const { verificationId } = answer;
  const { revision, updatedAtMs } = verificationIn(world, verificationId);
  assert.deepEqual([revision, updatedAtMs], [4, START_MS]);
  decide(world, verificationId, "verified");
  const again = send();
  assert.deepEqual([again.place, again.answer], [place, answer]);
  const operationId = verificationId.replace("ver_", "op_");
  const shown = await world.found(operationRetrieve, { operationId });
  assert.deepEqual([shown.status, shown.httpStatus], ["succeeded", 201]);
});

test("start: cancelled before the provider has answered -> refused for good, and never asked again", async () => {
  const world = await openWorld();
  const entityId = submittedEntity(world);
  arm(world, "timeout", 2);
  const input = { entityId, tier: "tier_1" };
  const asking = { idempotencyKey: KEY };
  const { place } = world.run(entityKycVerificationStart, input, asking);
  world.passTime();
  const { verificationId = "" } = profileIn(world, entityId);
  world.made(entityKycVerificationCancel, { entityId, verificationId });
  const { code, details, isReplayed } = world.run(entityKycVerificationStart, input, asking);
  assert.deepEqual(
    [code, details["constraint"], isReplayed],
    ["state_constraint_failed", "subject_over", true],
  );
  assert.deepEqual(advanceClock(world, at(30 * DAY_MS)).steps, []);
  assert.equal(world.answerOf(place).error.code, "state_constraint_failed");
});
