/** Decision table of customer_access.revoke. */
import assert from "node:assert/strict";
import { accessIn } from "../../../test/support/features/customer_access/accesses.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import { customerAccessRevoke } from "./customer_access.revoke.ts";
import { customerAccessRetrieve } from "./customer_access_noun.ts";

const REVOCABLE = ["pending_compliance", "pending", "active", "suspended"] as const;

decisionTable(customerAccessRevoke, {
  given: (world) => accessIn(world, "active"),
  input: ({ customerAccessId }) => ({ customerAccessId }),
  stepMs: 1_000,
  rows: [
    {
      title: "with a reason",
      input: { reason: "left" },
      outcome: "revoked, as GET shows it",
      reply: { status: "revoked", revocationReason: "left" },
      async check({ reply, facts }, { world, customerId, customerAccessId }) {
        assert.equal(reply.statusTransitions.revokedAt, reply.updatedAt);
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, ["customer_access.revoked.1", "customer.updated.1"]);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.deepEqual([customer.status, customer.accessStatus], ["active", "revoked"]);
      },
    },
    ...REVOCABLE.map((status) => ({
      title: status,
      input: ({ world }: { world: World }) => ({
        customerAccessId: accessIn(world, status).customerAccessId,
      }),
      outcome: "revoked",
      reply: { status: "revoked", suspensionReason: undefined, revocationReason: undefined },
    })),
    {
      title: "unknown access",
      input: { customerAccessId: "cacc_unknown" },
      code: "customer_access_not_found",
    },
    {
      title: "access of another tenant",
      asking: { caller: STRANGER },
      code: "customer_access_not_found",
    },
    ...(["rejected", "revoked"] as const).map((status) => ({
      title: status,
      input: ({ world }: { world: World }) => ({
        customerAccessId: accessIn(world, status).customerAccessId,
      }),
      code: "customer_access_lifecycle_status_forbidden" as const,
      details: { status, allowed: REVOCABLE },
    })),
    { title: "a blank reason", input: { reason: " " }, code: "invalid_request" },
  ],
});
