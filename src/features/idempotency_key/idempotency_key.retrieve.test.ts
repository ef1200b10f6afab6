/** idempotency_key.retrieve: what an idempotency key was used for. */
import assert from "node:assert/strict";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { idempotencyKeyRetrieve } from "./idempotency_key.retrieve.ts";

/** Keys of a transfer that is made, of a transfer that is refused, and of no request. */
const MADE = "0f8fad5b-d9cb-469f-a165-70867728950e";
const REFUSED = "1f8fad5b-d9cb-469f-a165-70867728950e";
const NOTHING = "2f8fad5b-d9cb-469f-a165-70867728950e";

decisionTable(idempotencyKeyRetrieve, {
  given(world) {
    const draft = {
      sourceAccountId: openAccount(world, { fundedMinor: 100n }),
      destinationAccountId: openAccount(world),
      currency: "EUR",
    };
    world.run(transferCreate, { ...draft, amount: "10" }, { idempotencyKey: MADE });
    world.run(transferCreate, { ...draft, amount: "101" }, { idempotencyKey: REFUSED });
    return {};
  },
  rows: [
    {
      title: "of a transfer, in upper case",
      input: { idempotencyKey: MADE.toUpperCase() },
      outcome: "succeeded",
      reply: {
        idempotencyKey: MADE,
        state: "succeeded",
        httpStatus: 201,
        operation: "transfer.create",
      },
      check: ({ reply }) => assert.equal(reply.operationId.slice(3), reply.receiptId.slice(5)),
    },
    {
      title: "of a transfer without the money for it",
      input: { idempotencyKey: REFUSED },
      outcome: "refused",
      reply: { state: "refused", httpStatus: 409 },
    },
    ...[
      { title: "that nobody has used", idempotencyKey: NOTHING },
      { title: "that is no UUID", idempotencyKey: "order-1" },
    ].map(({ title, idempotencyKey }) => ({
      title,
      input: { idempotencyKey },
      code: "resource_not_found" as const,
      details: { resourceType: "idempotency_key", idempotencyKey },
    })),
    {
      title: "of another Product, named by its id",
      input: { idempotencyKey: MADE, productId: STRANGER.product.productId },
      code: "resource_not_found",
      details: { resourceType: "product", productId: STRANGER.product.productId },
    },
    {
      title: "of another Product",
      given: ({ world }) => world.realmOf(STRANGER),
      input: { idempotencyKey: MADE },
      asking: { caller: STRANGER },
      code: "resource_not_found",
    },
    {
      title: "where the record that is found has another key",
      input: { idempotencyKey: MADE },
      asking: {
        altered: (view) => ({
          record(place) {
            const record = view.record(place);
            return record && Object.defineProperty(record, "idempotencyKey", { value: REFUSED });
          },
        }),
      },
      code: "resource_not_found",
    },
  ],
});
