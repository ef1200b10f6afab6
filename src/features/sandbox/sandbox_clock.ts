/** The clock of one Product's sandbox: it stands still until it is advanced. */
import { invariant } from "../../base/invariant.ts";
import type { ReadContext } from "../../contract/operation.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { ownProductOf } from "../own_product.ts";

export const SANDBOX_CLOCK_TABLE = 17;

export type SandboxClock = { scope: number; effectiveAtMs: number; revision: number };

/** Start of the key of a scope's clock; the scope's number follows. */
export const SANDBOX_CLOCK_KEY = "clock";

export function sandboxClockKey(scope: number): string {
  return `${SANDBOX_CLOCK_KEY}${scope}`;
}

/**
 * Where the clock of a sandbox stands, milliseconds UTC. Until the first write of its sandbox a
 * Product has no scope, and the clock stands where it will start: at the Product's creation.
 */
export function readSandboxClockMs(
  snapshot: Snapshot,
  { scope, product }: Pick<ReadContext, "scope" | "product">,
): number {
  if (scope === undefined) return ownProductOf({ product }).createdAtMs;
  const value = snapshot.get(SANDBOX_CLOCK_TABLE, scope, sandboxClockKey(scope));
  invariant(value !== undefined, "a sandbox has a clock from its opening on");
  return decodeDocument<SandboxClock>(value).effectiveAtMs;
}
