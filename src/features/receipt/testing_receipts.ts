/** For tests: receipts of each outcome, and the list of receipts. */
import { createHash } from "node:crypto";

import type { Input } from "../../../test/world/input.ts";
import { openAccount } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { receiptList } from "./receipt.list.ts";
import type { Receipt } from "./receipt_schema.ts";

/** Runs a transfer, a refused transfer and a batch of three; returns the two successful answers. */
export function makeReceipts(world: World) {
  const draft = {
    sourceAccountId: openAccount(world, { fundedMinor: 100n }),
    destinationAccountId: openAccount(world),
    amount: "10",
    currency: "EUR",
  };
  const first = world.made(transferCreate, draft);
  world.run(transferCreate, { ...draft, amount: "1000" });
  const items = [draft, { ...draft, amount: "1000" }, { ...draft, currency: "USD" }];
  const batch = world.made(transferBatchCreate, { items });
  return { first, batch, receiptId: first.transferId.replace("tr_", "rcpt_") as string };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export async function listReceipts(world: World, filters: Input = {}): Promise<Receipt[]> {
  const { productId } = world.principal;
  return (await world.found(receiptList, { productId, ...filters })).items;
}
