/** Decision table of sandbox.compliance_outcome.create. */
import assert from "node:assert/strict";
import { accessIn, createAccess } from "../../../test/support/features/customer_access/accesses.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import type { CustomerAccessStatus } from "../customer_access/customer_access_document.ts";
import { customerAccessRetrieve } from "../customer_access/customer_access_noun.ts";
import { sandboxComplianceOutcomeCreate } from "./sandbox.compliance_outcome.create.ts";

type Following = [CustomerAccessStatus, "clear" | "refuse", CustomerAccessStatus];

/** Each status, what compliance says, and the status that follows. */
const FOLLOWING: readonly Following[] = [
  ["pending_compliance", "clear", "pending"],
  ["pending_compliance", "refuse", "rejected"],
  ["pending", "clear", "pending"],
  ["pending", "refuse", "rejected"],
  ["rejected", "clear", "pending"],
  ["rejected", "refuse", "rejected"],
  ["active", "clear", "active"],
  ["active", "refuse", "suspended"],
  ["suspended", "clear", "suspended"],
  ["suspended", "refuse", "suspended"],
  ["revoked", "clear", "revoked"],
  ["revoked", "refuse", "revoked"],
];

decisionTable(sandboxComplianceOutcomeCreate, {
  given: (world) => accessIn(world, "pending_compliance"),
  input: ({ customerAccessId }) => ({ customerAccessId, outcome: "clear" }),
  stepMs: 1_000,
  rows: [
    ...FOLLOWING.map(([status, outcome, after]) => ({
      title: `${outcome}, ${status}`,
      input: ({ world }: { world: World }) => {
        const { customerAccessId } = accessIn(world, status);
        return { customerAccessId, outcome };
      },
      outcome: after,
      reply: { status: after },
      async check(
        { reply, facts }: { reply: Record<string, string>; facts: readonly { kind: string }[] },
        { world }: { world: World },
      ) {
        const { customerAccessId = "", customerId, updatedAt } = reply;
        const told = { outcome: outcome === "clear" ? "clear" : "refused", checkedAt: updatedAt };
        assert.deepEqual(reply["compliance"], told);
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.equal(customer.accessStatus, after);
        const ofAccess = "customer_access.compliance_changed.1";
        const ofBoth = [ofAccess, "customer.updated.1"];
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, status === after ? [ofAccess] : ofBoth);
      },
    })),
    {
      title: "a revoked access whose customer has a newer one",
      input({ world }) {
        const { customerAccessId, customerId } = accessIn(world, "revoked");
        createAccess(world, customerId);
        return { customerAccessId, outcome: "refuse" };
      },
      outcome: "the customer shows the newer one",
      async check({ reply: { customerId } }, { world }) {
        const customer = await world.found(customerRetrieve, { customerId });
        assert.equal(customer.accessStatus, "pending_compliance");
      },
    },
    {
      title: "unknown access",
      input: { customerAccessId: "cacc_unknown" },
      code: "customer_access_not_found",
      details: { customerAccessId: "cacc_unknown" },
    },
    {
      title: "access of another tenant",
      asking: { caller: STRANGER },
      code: "customer_access_not_found",
    },
    { title: "an outcome that there is not", input: { outcome: "x" }, code: "invalid_request" },
  ],
});
