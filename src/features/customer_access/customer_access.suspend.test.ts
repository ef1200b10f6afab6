/** Decision table of customer_access.suspend. */
import assert from "node:assert/strict";
import { accessIn } from "../../../test/support/features/customer_access/accesses.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { accountCreate } from "../account/account.create.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import { customerAccessSuspend } from "./customer_access.suspend.ts";
import { customerAccessRetrieve } from "./customer_access_noun.ts";

decisionTable(customerAccessSuspend, {
  given: (world) => accessIn(world, "active"),
  input: ({ customerAccessId }) => ({ customerAccessId, reason: "documents" }),
  stepMs: 1_000,
  rows: [
    {
      title: "active",
      outcome: "suspended, as GET shows it, and no account may be opened",
      reply: { status: "suspended", suspensionReason: "documents" },
      async check({ reply, facts }, { world, customerId, customerAccessId }) {
        assert.equal(reply.statusTransitions.suspendedAt, reply.updatedAt);
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, ["customer_access.suspended.1", "customer.updated.1"]);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.deepEqual([customer.status, customer.accessStatus], ["active", "suspended"]);
        const { code, details } = world.run(accountCreate, {
          productId: world.principal.productId,
          role: "customer_balance",
          currency: "EUR",
          owner: { type: "customer", id: customerId },
        });
        assert.equal(code, "customer_access_status_forbidden");
        assert.deepEqual(details, { customerAccessId, status: "suspended" });
      },
    },
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
    ...(["pending_compliance", "pending", "rejected", "suspended", "revoked"] as const).map(
      (status) => ({
        title: status,
        input: ({ world }: { world: World }) => ({
          customerAccessId: accessIn(world, status).customerAccessId,
        }),
        code: "customer_access_lifecycle_status_forbidden" as const,
        details: { status, allowed: ["active"] },
      }),
    ),
    { title: "a blank reason", input: { reason: " " }, code: "invalid_request" },
    { title: "no reason", input: { reason: undefined }, code: "invalid_request" },
  ],
});
