/** Decision table of consent.expire, and the clock that asks for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { consentMade, pendingConsent } from "../../../test/support/features/consent/consents.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { consentExpire } from "./consent.expire.ts";
import { consentRevoke } from "./consent.revoke.ts";
import { consentRetrieve } from "./consent_noun.ts";

decisionTable(consentExpire, {
  given: (world) => consentMade(world, { expiresAt: at(DAY_MS) }),
  input: ({ consentId }) => ({ consentId }),
  asking: () => ({ due: { atMs: START_MS + DAY_MS, facts: [] }, cause: "clock" as const }),
  rows: [
    {
      title: "at its end",
      outcome: "expired, by the clock",
      reply: { status: "expired", actor: { type: "clock", id: "clock" }, revision: 2 },
    },
    {
      title: "a consent that is not there",
      input: { consentId: "cons_unknown" },
      code: "consent_not_found",
    },
    {
      title: "a consent that is revoked",
      given: ({ world, consentId }) => world.made(consentRevoke, { consentId, reason: "asked" }),
      code: "state_conflict",
      details: { expected: "active", actual: "revoked" },
    },
    {
      title: "before its end",
      asking: { due: { atMs: START_MS + DAY_MS - 1, facts: [] }, cause: "clock" },
      code: "state_constraint_failed",
      details: { constraint: "expires_at_passed" },
    },
    {
      title: "a consent without an end",
      input: ({ world }) => ({ consentId: consentMade(world).consentId }),
      code: "state_constraint_failed",
    },
  ],
});

test("consent: its end comes by the Product's clock -> expired then, active or pending, and not before", async () => {
  const world = await openWorld();
  const ids = [consentMade, pendingConsent].map(
    (make) => make(world, { expiresAt: at(DAY_MS) }).consentId,
  );
  const statuses = async () =>
    Promise.all(
      ids.map(async (consentId) => (await world.found(consentRetrieve, { consentId })).status),
    );
  advanceClock(world, at(DAY_MS - 1));
  assert.deepEqual(await statuses(), ["active", "pending"]);
  advanceClock(world, at(DAY_MS));
  assert.deepEqual(await statuses(), ["expired", "expired"]);
});
