/** Decision table of entity.archive. */
import assert from "node:assert/strict";
import {
  changeEntity,
  entityIn,
  profileIn,
  UNKNOWN_ENTITIES,
} from "../../../test/support/features/entity/entities.ts";
import { decide, processing } from "../../../test/support/features/entity/verifications.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createAccount, createCustomer } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { accountClose } from "../account/account.close.ts";
import { accountFreeze } from "../account/account.freeze.ts";
import { customerClose } from "../customer/customer.close.ts";
import type { Customer } from "../customer/customer_schema.ts";
import { entityArchive } from "./entity.archive.ts";
import { entityRetrieve } from "./entity_resource.ts";
import { nextStepOf } from "./verification_document.ts";

type Made = { world: World; customer: Customer };

function accountOf({ world, customer: { customerId } }: Made): string {
  return createAccount(world, { owner: { type: "customer", id: customerId } }).accountId;
}

decisionTable(entityArchive, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { entity } }) => ({ entityId: entity.entityId }),
  stepMs: 1_000,
  rows: [
    {
      title: "an active customer without an account",
      outcome: "archived, as GET shows it; its customer may be closed afterwards",
      reply: { status: "archived", revision: 2 },
      async check({ reply, facts }, { world, customer: { customerId, entity } }) {
        assert.equal(reply.statusTransitions.archivedAt, reply.updatedAt);
        await assertShows(world, entityRetrieve, { entityId: entity.entityId }, reply);
        assert.deepEqual((facts[0] as { previous?: object }).previous, { status: "active" });
        world.made(customerClose, { customerId });
      },
    },
    {
      title: "a closed customer",
      given(made) {
        accountOf(made);
        made.world.made(customerClose, { customerId: made.customer.customerId });
      },
      outcome: "archived",
      reply: { status: "archived" },
    },
    {
      title: "a closed account",
      given: (made) => made.world.made(accountClose, { accountId: accountOf(made) }),
      outcome: "archived",
      reply: { status: "archived" },
    },
    {
      title: "a verification that waits for input",
      input({ world }) {
        const { entityId, verificationId } = processing(world);
        decide(world, verificationId, "requires_input");
        return { entityId };
      },
      outcome: "archived, and the verification cancelled: nothing is due of it any more",
      reply: { status: "archived" },
      check({ input }, { world }) {
        const entityId = input["entityId"] as string;
        assert.equal(entityIn(world, entityId).kycStatus, "action_required");
        const { verificationId = "" } = profileIn(world, entityId);
        const verification = world.state.verifications.byId(1, verificationId);
        assert.equal(verification?.status, "cancelled");
        assert.equal(verification && nextStepOf(verification), undefined);
      },
    },
    ...UNKNOWN_ENTITIES,
    ...(["restricted", "suspended", "archived"] as const).map((status) => ({
      title: `${status}, which comes before the accounts`,
      given(made: Made) {
        accountOf(made);
        changeEntity(made.world, made.customer.entity.entityId, { status });
      },
      code: "entity_status_forbidden" as const,
      details: { status },
    })),
    {
      title: "an open account, which comes before a verification",
      given(made) {
        accountOf(made);
        changeEntity(made.world, made.customer.entity.entityId, { kycStatus: "in_review" });
      },
      code: "state_conflict",
      details: { expected: "closed", actual: "open" },
    },
    {
      title: "a frozen account",
      given(made) {
        const accountId = accountOf(made);
        made.world.made(accountFreeze, { accountId, mode: "debits", reason: "review" });
      },
      code: "state_conflict",
      details: { actual: "frozen" },
    },
    {
      title: "a verification under way",
      given: ({ world, customer: { entity } }: Made) =>
        changeEntity(world, entity.entityId, { kycStatus: "in_review" }),
      code: "state_conflict",
      details: { actual: "in_review" },
    },
  ],
});
