/** Decision table of customer_access.resume. */
import assert from "node:assert/strict";
import { accessIn, decideAs } from "../../../test/support/features/customer_access/accesses.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import { customerAccessResume } from "./customer_access.resume.ts";
import { customerAccessRetrieve } from "./customer_access_noun.ts";

decisionTable(customerAccessResume, {
  given: (world) => accessIn(world, "suspended"),
  input: ({ customerAccessId }) => ({ customerAccessId }),
  stepMs: 1_000,
  rows: [
    {
      title: "suspended",
      outcome: "active without a reason, as GET shows it",
      reply: { status: "active", suspensionReason: undefined },
      async check({ reply, facts }, { world, customerId, customerAccessId }) {
        assert.equal(reply.statusTransitions.activeAt, reply.updatedAt);
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, ["customer_access.resumed.1", "customer.updated.1"]);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.equal(customer.accessStatus, "active");
      },
    },
    {
      title: "suspended by compliance, which has cleared it",
      input({ world }) {
        const { customerAccessId } = accessIn(world, "active");
        decideAs(world, customerAccessId, "refuse");
        decideAs(world, customerAccessId, "clear");
        return { customerAccessId };
      },
      outcome: "active",
      reply: { status: "active" },
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
    {
      title: "suspended by compliance",
      input({ world }) {
        const { customerAccessId } = accessIn(world, "active");
        decideAs(world, customerAccessId, "refuse");
        return { customerAccessId };
      },
      code: "customer_access_compliance_forbidden",
    },
    {
      title: "suspended, and then refused by compliance",
      given: ({ world, customerAccessId }) => decideAs(world, customerAccessId, "refuse"),
      code: "customer_access_compliance_forbidden",
      check: ({ details }, { customerAccessId }) => assert.deepEqual(details, { customerAccessId }),
    },
    {
      title: "rejected",
      input: ({ world }) => ({ customerAccessId: accessIn(world, "rejected").customerAccessId }),
      code: "customer_access_compliance_forbidden",
    },
    ...(["pending_compliance", "pending", "active", "revoked"] as const).map((status) => ({
      title: status,
      input: ({ world }: { world: World }) => ({
        customerAccessId: accessIn(world, status).customerAccessId,
      }),
      code: "customer_access_lifecycle_status_forbidden" as const,
      details: { status, allowed: ["suspended"] },
    })),
  ],
});
