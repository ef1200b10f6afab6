/** operation.retrieve: one operation, from its record or from the log of requests. */
import assert from "node:assert/strict";
import { KEY, operate } from "../../../test/support/features/operation/operations.ts";
import { PRINCIPAL, PRODUCT_ID, START_MS, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, fund, openAccount } from "../../../test/world/parties.ts";
import { openRequestLog, requestEntry } from "../../../test/world/request_log.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { operationList } from "./operation.list.ts";
import { operationRetrieve } from "./operation.retrieve.ts";

const { productId, principalId } = PRINCIPAL;

decisionTable(operationRetrieve, {
  async given(world, context) {
    const made = operate(world);
    const entry = requestEntry(START_MS + 5, { durationMs: 5 });
    const member = { principalId: "ses_1", keyPrefix: "", actor: "user:usr_1" };
    const ofMember = requestEntry(START_MS + 6, member);
    const requestLog = await openRequestLog(context, [entry, ofMember]);
    const operationId = made.transferId.replace("tr_", "op_");
    return { ...made, operationId, entry, ofMember, requestLog };
  },
  input: ({ operationId }) => ({ operationId }),
  asking: ({ requestLog }) => ({ requestLog }),
  rows: [
    {
      title: "a transfer",
      outcome: "what its record says",
      reply: {
        status: "succeeded",
        errorCode: undefined,
        idempotencyKey: KEY,
        principal: { type: "product_key", id: principalId },
        cause: "api",
        startedAt: at(1_000),
      },
      check: ({ reply }, { transferId }) =>
        assert.deepEqual(reply.resource, { type: "transfer", id: transferId }),
    },
    {
      title: "a refusal, a batch, the clock",
      outcome: "what the list shows",
      async check(_came, { world }) {
        const { items } = await world.found(operationList, { productId });
        for (const item of items) {
          const { operationId } = item;
          assert.deepEqual(await world.found(operationRetrieve, { operationId }), item);
        }
        const [clock, batch, refused] = items;
        assert.deepEqual([refused.status, refused.errorCode], ["refused", "insufficient_balance"]);
        assert.equal(batch.resource, undefined);
        assert.deepEqual(clock.principal, { type: "system", id: "clock" });
        assert.deepEqual([clock.cause, clock.parentOperationId], ["clock", batch.operationId]);
      },
    },
    {
      title: "a read, which only the log of requests knows",
      input: ({ entry: { operationId } }) => ({ operationId }),
      outcome: "what the log has, without a receipt",
      reply: { operation: "account.list", status: "succeeded", receiptId: undefined },
    },
    {
      title: "another Product by its id",
      input: { productId: STRANGER.product.productId },
      code: "resource_not_found",
      details: { resourceType: "product", productId: STRANGER.product.productId },
    },
    {
      title: "a read of a member, with the Product by its id",
      input: ({ ofMember: { operationId } }) => ({ operationId, productId: PRODUCT_ID }),
      outcome: "the session, and the user behind it",
      reply: {
        principal: { type: "user", id: "ses_1" },
        actor: { type: "user", id: "usr_1" },
      },
    },
    {
      title: "a read, where the log of requests is switched off",
      input: ({ entry: { operationId } }) => ({ operationId }),
      asking: { requestLog: undefined },
      code: "resource_not_found",
      details: { resourceType: "operation" },
    },
    ...unknownIds({
      field: "operationId",
      code: "resource_not_found",
      create: (world, caller) =>
        fund(world, openAccount(world, { caller }), 1n, { caller }).replace("tr_", "op_"),
    }),
  ],
});
