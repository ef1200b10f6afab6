/** For tests: the rows that the operator's operations on the status of an entity share. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import type { AnyWrite } from "../../../test/world/writing.ts";
import { accountCreate } from "../account/account.create.ts";
import { entityRetrieve } from "../entity/entity.retrieve.ts";
import { ENTITY_STATUSES, type EntityStatus } from "../entity/entity_document.ts";
import { changeEntity } from "../entity/testing_entities.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import type { platformEntityRestrict } from "./platform.entity.restrict.ts";

const prepared = { user: "ada/1000" };
const reason = "a hit on a list";

/** Declares the whole decision table: from which statuses it leads, and to which. */
export function entityStatusTable(
  operation: typeof platformEntityRestrict,
  { from, to }: { from: readonly EntityStatus[]; to: EntityStatus },
): void {
  const inStatus =
    (status: EntityStatus) =>
    ({ world, entityId }: { world: World; entityId: string }) =>
      changeEntity(world, entityId, { status, kycTier: "tier_1" });
  decisionTable(operation, {
    given(world) {
      const { customerId, entity } = createCustomer(world);
      return { customerId, entityId: entity.entityId };
    },
    input: ({ entityId }) => ({ entityId, reason }),
    asking: () => ({ prepared }),
    stepMs: 1_000,
    rows: [
      ...from.map((status) => ({
        title: status,
        given: inStatus(status),
        outcome: `${to}, as GET shows it, and noted`,
        reply: { status: to, revision: 3 },
        async check({ reply, facts }: Outcome, { world, entityId }: Made) {
          assert.equal(reply.statusTransitions[`${to}At`], reply.updatedAt);
          await assertShows(world, entityRetrieve, { entityId }, reply);
          assert.deepEqual(facts[1], { kind: OPERATOR_NOTED, ...prepared, reason });
          assert.ok(!JSON.stringify(reply).includes(reason));
          assertAccounts(world, entityId, to);
        },
      })),
      ...ENTITY_STATUSES.filter((status) => !from.includes(status)).map((status) => ({
        title: status,
        given: inStatus(status),
        code: "entity_status_forbidden" as const,
        details: { status },
      })),
      {
        title: "an entity of nothing",
        input: { entityId: "ent_unknown" },
        code: "entity_not_found",
      },
      { title: "a blank reason", input: { reason: " " }, code: "invalid_request" },
    ],
  });
}

type Made = { world: World; entityId: string };
type Outcome = Pick<ReturnType<World["run"]>, "reply" | "facts">;

/** An active entity gets accounts, and no other does. */
function assertAccounts(world: World, entityId: string, status: EntityStatus): void {
  const { productId } = world.principal;
  const id = entityId.replace("ent_", "cust_");
  const draft = { role: "customer_balance", currency: "EUR", owner: { type: "customer", id } };
  const { code } = world.run(accountCreate as AnyWrite, { productId, ...draft });
  assert.equal(code, status === "active" ? undefined : "entity_status_forbidden");
}
