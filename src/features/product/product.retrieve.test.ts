/** Tests of product.retrieve. */
import assert from "node:assert/strict";
import { STRANGER, TENANT_ID } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, HOUR_MS } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { PRICE_LIST } from "./price_list.ts";
import { productRetrieve } from "./product.retrieve.ts";

decisionTable(productRetrieve, {
  given: ({ principal: { productId } }) => ({ productId }),
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "sandbox key",
      given: ({ world }) => advanceClock(world, at(HOUR_MS)),
      outcome: "the Product with its sandbox clock",
      check: ({ reply }, { productId }) =>
        assert.deepEqual(reply, {
          productId,
          tenantId: TENANT_ID,
          name: "Test",
          status: "active",
          environment: "sandbox",
          capabilities: ["ledger", "customers", "transfers", "holds"],
          fees: [{ code: "transfer", amount: "0" }],
          usageRates: PRICE_LIST.usageRates,
          activation: { status: "not_requested" },
          sandbox: { clockEffectiveAt: at(HOUR_MS) },
          revision: 1,
          createdAt: at(0),
          updatedAt: at(0),
        }),
    },
    {
      title: "sandbox without a realm yet",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "its clock at the Product's creation",
      reply: { sandbox: { clockEffectiveAt: at(0) } },
    },
    {
      title: "live key",
      environment: "live",
      outcome: "no sandbox clock",
      reply: { environment: "live", sandbox: undefined },
    },
    OTHER_PRODUCT,
  ],
});
