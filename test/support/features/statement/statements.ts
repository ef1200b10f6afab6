/** For tests: an account with entries in several months, and the exported file of one month. */
import { accountStatementExport } from "../../../../src/features/account/account.statement.export.ts";
import { DAY_MS, openAccount, transfer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

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
