/** For tests: receipts of each outcome, and the list of receipts. */
import { createHash } from "node:crypto";
import { receiptList } from "../../../../src/features/receipt/receipt.list.ts";
import type { Receipt } from "../../../../src/features/receipt/receipt_schema.ts";
import { transferBatchCreate } from "../../../../src/features/transfer/transfer.batch.create.ts";
import { transferCreate } from "../../../../src/features/transfer/transfer.create.ts";
import type { Input } from "../../../world/input.ts";
import { openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

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
