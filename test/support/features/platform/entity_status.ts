/** For tests: the rows that the operator's operations on the status of an entity share. */
import assert from "node:assert/strict";
import { accountCreate } from "../../../../src/features/account/account.create.ts";
import {
  ENTITY_STATUSES,
  type EntityStatus,
} from "../../../../src/features/entity/entity_document.ts";
import { entityRetrieve } from "../../../../src/features/entity/entity_resource.ts";
import { OPERATOR_NOTED } from "../../../../src/features/platform/operator_note.ts";
import type { Row } from "../../../world/decision_table.ts";
import { createCustomer } from "../../../world/parties.ts";
import { assertShows, type World } from "../../../world/world.ts";
import type { AnyWrite } from "../../../world/writing.ts";
import { changeEntity } from "../entity/entities.ts";

const prepared = { user: "ada/1000" };
const reason = "a hit on a list";

/** The whole decision table: from which statuses the operation leads, and to which. */
export function entityStatusTable({
  from,
  to,
}: {
  from: readonly EntityStatus[];
  to: EntityStatus;
}) {
  const inStatus = (status: EntityStatus) => ({
    title: status,
    given: ({ world, entityId }: Made) =>
      changeEntity(world, entityId, { status, kycTier: "tier_1" }),
  });
  const rows: readonly Row<Refusal, { entityId: string }>[] = [
    ...from.map((status) => ({
      ...inStatus(status),
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
      ...inStatus(status),
      code: "entity_status_forbidden" as const,
      details: { status },
    })),
    {
      title: "an entity of nothing",
      input: { entityId: "ent_unknown" },
      code: "entity_not_found",
    },
    { title: "a blank reason", input: { reason: " " }, code: "invalid_request" },
  ];
  return {
    given: (world: World) => ({ entityId: createCustomer(world).entity.entityId }),
    input: ({ entityId }: Made) => ({ entityId, reason }),
    asking: () => ({ prepared }),
    stepMs: 1_000,
    rows,
  };
}

type Refusal = "entity_not_found" | "entity_status_forbidden" | "invalid_request";
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
