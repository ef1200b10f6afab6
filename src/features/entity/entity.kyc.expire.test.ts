/** Decision table of entity.kyc.expire, and the steps that time asks for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeEntity,
  entityIn,
  UNKNOWN_ENTITIES,
} from "../../../test/support/features/entity/entities.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { accountCreate } from "../account/account.create.ts";
import { sandboxClockAdvance } from "../sandbox/sandbox.clock.advance.ts";
import { entityKycExpire } from "./entity.kyc.expire.ts";
import { entityKycRetrieve } from "./entity.kyc.retrieve.ts";
import type { EntityDocument } from "./entity_document.ts";
import { endOfTierMs } from "./kyc_expiry.ts";
import type { KycField, KycProfileDocument } from "./kyc_profile_document.ts";

const FIELD: KycField = { tier: "tier_1", submittedAtMs: 1, status: "met" };

/** A verified entity whose tier ends `inMs` after the present. */
function verified(
  world: World,
  entityId: string,
  inMs: number,
  change: Partial<EntityDocument> = {},
): void {
  const profile: Omit<KycProfileDocument, "realm"> = {
    entityId,
    tierRequested: "tier_1",
    fields: { legalName: FIELD, email: { ...FIELD, status: "pending" } },
  };
  const kycExpiresAtMs = world.nowMs + inMs;
  const ofTier = { kycStatus: "verified", kycTier: "tier_1", kycExpiresAtMs } as const;
  changeEntity(world, entityId, { ...ofTier, ...change }, { profile });
}

decisionTable(entityKycExpire, {
  given: (world) => ({ entityId: createCustomer(world).entity.entityId }),
  input: ({ entityId }) => ({ entityId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "verified, and its time has come",
      given: ({ world, entityId }) => verified(world, entityId, 0),
      outcome: "expired at tier_0; what was met is to be submitted again, what is pending stays",
      reply: {
        status: "expired",
        tierAttained: "tier_0",
        submittedFields: [
          { field: "legalName", status: "rejected" },
          { field: "email", status: "pending" },
        ].map((field) => ({ ...field, tier: "tier_1", submittedAt: "1970-01-01T00:00:00.001Z" })),
      },
      async check({ reply }, { world, entityId }) {
        await assertShows(world, entityKycRetrieve, { entityId }, reply);
        const [name] = reply.requirements;
        assert.deepEqual([name.status, name.reason], ["rejected", "expired"]);
        assert.equal("expiresAt" in reply, false);
        const owner = { type: "customer", id: entityIn(world, entityId).customerId };
        const { productId } = world.principal;
        const draft = { productId, role: "customer_savings", currency: "EUR", owner };
        assert.equal(world.run(accountCreate, draft).code, "kyc_tier_insufficient");
      },
    },
    {
      title: "a higher tier in review",
      given: ({ world, entityId }) => verified(world, entityId, 0, { kycStatus: "in_review" }),
      outcome: "tier_0, and still in review",
      reply: { status: "in_review", tierAttained: "tier_0" },
    },
    {
      title: "a higher tier submitted",
      given: ({ world, entityId }) => verified(world, entityId, 0, { kycStatus: "submitted" }),
      outcome: "expired",
      reply: { status: "expired", tierAttained: "tier_0" },
    },
    {
      title: "archived",
      given: ({ world, entityId }) => verified(world, entityId, 0, { status: "archived" }),
      outcome: "expired",
      reply: { status: "expired" },
    },
    ...UNKNOWN_ENTITIES.filter(({ asking }) => asking === undefined),
    {
      title: "one millisecond before its time",
      given: ({ world, entityId }) => verified(world, entityId, 1),
      code: "state_constraint_failed",
      details: { constraint: "deadline_passed" },
    },
    { title: "nothing that ends", code: "state_conflict", details: { actual: "not_submitted" } },
  ],
});

test("entity.kyc.expire: a sandbox's clock is moved past three ends -> each at its own time, in order", async () => {
  const world = await openWorld();
  const ids = [3, 1, 2].map((days) => {
    const { entityId } = createCustomer(world).entity;
    verified(world, entityId, days * DAY_MS);
    return entityId;
  });
  const { productId } = world.principal;
  world.run(sandboxClockAdvance, { productId, at: at(2 * DAY_MS) });
  const expired = world.passTime().flatMap(({ reply }: Answer) => reply.entityId);
  assert.deepEqual(expired, [ids[1], ids[2]]);
  assert.deepEqual(
    ids.map((entityId) => entityIn(world, entityId).kycStatus),
    ["verified", "expired", "expired"],
  );
});

test("entity.kyc.expire: in live -> at the wall clock, with the clock as the actor", async () => {
  const world = await openWorld({ environment: "live" });
  const { entityId } = createCustomer(world).entity;
  verified(world, entityId, DAY_MS);
  assert.deepEqual(world.passTime(), []);
  world.nowMs += DAY_MS;
  assert.equal(world.passTime().length, 1);
  assert.equal(entityIn(world, entityId).changedBy, "clock");
});

test("tiers: when they end -> after their days, or with the identity document that the tier asks for", () => {
  const person = { kind: "person" } as const;
  const until = (days: number) => ({
    fields: { identityDocument: { ...FIELD, validUntilMs: days * DAY_MS } },
  });
  assert.equal(endOfTierMs("tier_1", person, until(10), 0), 730 * DAY_MS);
  assert.equal(endOfTierMs("tier_2", person, until(10), 0), 10 * DAY_MS);
  assert.equal(endOfTierMs("tier_2", person, until(1_000), 0), 365 * DAY_MS);
  assert.equal(
    endOfTierMs("tier_3", { kind: "organization" }, { fields: {} }, 5),
    365 * DAY_MS + 5,
  );
});
