/** Exports in the test world: asked for, and settled as the exporter does it. */

import type { ProductKeyCaller } from "../../../../src/contract/declare/caller.ts";
import type { NamedFile } from "../../../../src/contract/records/named_file.ts";
import { monthOf } from "../../../../src/features/calendar_month.ts";
import { statementExportCreate } from "../../../../src/features/statement_export/statement_export.create.ts";
import { openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

export type AskedExport = { accountId: string; month: string; statementExportId: string };

export const FILE: NamedFile = {
  file: "sxp_01ARZ3NDEKTSV4RRFFQ69G5FAV-00112233445566778899aabbccddeeff",
  sizeBytes: 103,
  sha256: "0".repeat(64),
};
export const MADE = { ...FILE, entryCount: 7, partial: true };

/** An export of the present month of a new account. */
export function askedExport(world: World, caller: ProductKeyCaller = world.caller): AskedExport {
  const accountId = openAccount(world, { caller });
  const month = monthOf(world.nowMs);
  const draft = { scope: "account", id: accountId, month };
  const { statementExportId } = world.made(statementExportCreate, draft, { caller });
  return { accountId, month, statementExportId: String(statementExportId) };
}
