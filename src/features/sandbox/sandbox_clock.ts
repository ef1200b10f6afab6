/** The clock of one Product's sandbox: it stands still until it is advanced. */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { ownProductOf } from "../own_product.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

export type SandboxClock = {
  realm: number;
  /** Where it stands, milliseconds UTC; on its way, at the time of the newest step. */
  effectiveAtMs: number;
  revision: number;
  /** Where it was told to go, one after the other; absent while it stands still. */
  runs?: readonly UnderWay[];
};

/** An advance that is under way: the record that told the clock, and how many steps have run. */
export type UnderWay = { toldBy: Place; toMs: number; ran: number };

/** How an advance ended. No document: it is under way. */
export type SandboxClockRun = {
  realm: number;
  /** Steps that were due, and ran. */
  ran: number;
  /** Real time of the arrival, milliseconds UTC. */
  arrivedAtMs: number;
};

/** Start of the key of a realm's clock; the realm's number follows. */
export const SANDBOX_CLOCK_KEY = "clock";

export function sandboxClockKey(realm: number): string {
  return `${SANDBOX_CLOCK_KEY}${realm}`;
}

/**
 * Where the clock of a sandbox stands, milliseconds UTC. Until the first write of its sandbox a
 * Product has no realm, and the clock stands where it will start: at the Product's creation.
 */
export function readSandboxClockMs(
  snapshot: Snapshot,
  { realm, product }: Pick<ReadContext, "realm" | "product">,
): number {
  if (realm === undefined) return ownProductOf({ product }).createdAtMs;
  const value = snapshot.get(LEDGER_TABLE.sandboxClock, realm, sandboxClockKey(realm));
  invariant(value !== undefined, "a sandbox has a clock from its opening on");
  return decodeDocument<SandboxClock>(value).effectiveAtMs;
}
