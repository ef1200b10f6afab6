/** For tests: an account with entries in several months, the exported file of one month, and a row that was changed. */
import { headEndOf } from "../../../../src/contract/records/record_layout.ts";
import type { RecordSpot } from "../../../../src/contract/tables/snapshot.ts";
import { accountStatementExport } from "../../../../src/features/account/account.statement.export.ts";
import { ROW_AT } from "../../../../src/features/ledger/transfer_row.ts";
import { DAY_MS, openAccount, transfer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

/** Bytes before the first fact of a record, and before its content. */
const FACT_COUNT_BYTES = 2;
const FACT_HEAD_BYTES = 5;

/** Funds an account with 1,000 on 31 January 2026, pays 1 a day for `days` days, lets 40 days pass. */
export function payDaily(world: World, days: number) {
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world);
  for (let day = 0; day < days; day++) {
    world.nowMs += DAY_MS;
    transfer(world, source, destination, "1");
  }
  world.nowMs += 40 * DAY_MS;
  return { source, destination };
}

/** The name and the text of an exported file, and the JSON form of the export. */
export async function exported(world: World, accountId: string, month: string) {
  const { refusal, reply, file } = await world.read(accountStatementExport, { accountId, month });
  if (file === undefined) throw new Error(refusal?.message ?? "an export is a file");
  return { filename: file.filename, text: [...file.parts()].join(""), reply };
}

/** The amount of the record's row, which is its first fact, becomes 2 in a copy of its bytes. */
export function otherAmount(spot: RecordSpot): boolean {
  spot.bytes = Uint8Array.from(spot.bytes);
  spot.view = new DataView(spot.bytes.buffer);
  const row = headEndOf(spot.bytes, spot.start) + FACT_COUNT_BYTES + FACT_HEAD_BYTES;
  spot.view.setBigUint64(row + ROW_AT.amount, 2n, true);
  return true;
}
