/** Decision table of platform.compliance_outcome.create. */
import assert from "node:assert/strict";
import { accessIn, OPERATOR } from "../../../test/support/features/customer_access/accesses.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows } from "../../../test/world/world.ts";
import { customerAccessRetrieve } from "../customer_access/customer_access_noun.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformComplianceOutcomeCreate } from "./platform.compliance_outcome.create.ts";

const environment = "live";
const NOTE = { kind: OPERATOR_NOTED, ...OPERATOR.prepared, reason: "list of 3 March" };

decisionTable(platformComplianceOutcomeCreate, {
  given: (world) => accessIn(world, "pending_compliance"),
  input: ({ customerAccessId }) => ({ customerAccessId, outcome: "clear", reason: NOTE.reason }),
  asking: () => OPERATOR,
  stepMs: 1_000,
  rows: [
    {
      title: "clear",
      environment,
      outcome: "pending, as GET shows it, without the reason",
      reply: { status: "pending" },
      async check({ reply, facts }, { world, customerAccessId }) {
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        // Behind it the company is told, without the reason.
        assert.deepEqual(facts.at(-2), NOTE);
        assert.ok(!JSON.stringify(reply).includes(NOTE.reason));
      },
    },
    {
      title: "refuse, of an active access",
      environment,
      input: ({ world }) => ({
        customerAccessId: accessIn(world, "active").customerAccessId,
        outcome: "refuse",
      }),
      outcome: "suspended, and no reason shown",
      reply: { status: "suspended", suspensionReason: undefined },
    },
    {
      title: "unknown access",
      environment,
      input: { customerAccessId: "cacc_unknown" },
      code: "customer_access_not_found",
      check: ({ facts }) => assert.deepEqual(facts, [NOTE]),
    },
    { title: "a blank reason", environment, input: { reason: " " }, code: "invalid_request" },
  ],
});
