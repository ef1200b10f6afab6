/** What the operator is told of a month of a Product: open, paid, due, and on invoices of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, fund, openAccount, transfer } from "../../test/world/parties.ts";
import { openWorld, type World } from "../../test/world/world.ts";
import type { PlacedProduct } from "../contract/declare/principal.ts";
import { PRODUCT_PRICED } from "../features/product/told_pricing.ts";
import type { ShardView } from "../views/shard_view.ts";
import { revenueOf } from "./revenue_commands.ts";

const FINAL_MS = Date.UTC(2026, 1, 1, 0, 5);

async function linesOf(world: World, month: string) {
  const { tenantId, productId } = world.principal;
  const view = (await world.snapshot()) as ShardView;
  const placement = { sandbox: view.shard, live: view.shard };
  const product = { tenantId, productId, name: "Acme", placement } as PlacedProduct;
  const gone = { ...product, productId: "prod_none" };
  return revenueOf([gone, product], [view], month);
}

test("revenue: a month that is open, due, then paid; meters of a custom rate -> as its statement says", async () => {
  const world = await openWorld({ environment: "live" });
  const agreedRates = { transfer: "7", received_credits: "custom" };
  world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates } } as never]);
  const operating = openAccount(world, { fundedMinor: 10n });
  transfer(world, operating, openAccount(world, { role: "product_revenue" }), "10");
  const { tenantId, productId } = world.principal;
  const open = {
    ...{ month: "2026-01", tenantId, productId, name: "Acme", status: "open", currency: "EUR" },
    ...{
      total: "14",
      paid: "0",
      due: "0",
      attempts: 0,
      reason: "",
      transferId: "",
      custom: "",
    },
  };
  assert.deepEqual(await linesOf(world, "2026-01"), [open]);
  world.nowMs = FINAL_MS;
  world.passTime();
  const reason = "insufficient_balance";
  const due = { ...open, status: "final", due: "14", attempts: 1, reason };
  assert.deepEqual(await linesOf(world, "2026-01"), [due]);
  fund(world, operating, 14n);
  world.nowMs += DAY_MS;
  world.passTime();
  const [line] = await linesOf(world, "2026-01");
  assert.match(line?.transferId ?? "", /^tr_/);
  const { transferId } = line ?? {};
  const paid = { ...due, paid: "14", due: "0", attempts: 2, reason: "", transferId };
  assert.deepEqual(line, paid);
  assert.deepEqual(await linesOf(world, "2025-12"), []);
  world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates: { transfer: "custom" } } } as never]);
  const [february] = await linesOf(world, "2026-02");
  assert.deepEqual([february?.total, february?.custom], ["0", "transfer 1"]);
});
