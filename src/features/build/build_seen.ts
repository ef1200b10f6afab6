/**
 * The Build that a read names, as far as its caller may see it: a member sees every Build of the company; a Product key
 * sees those that its Product runs or has run, and no other Build of the company. Whether an agent reaches the Build was
 * asked before the read (`agent_programs.ts`).
 */
import { suffixOf } from "../../base/id.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Seen } from "../../contract/declare/resource.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { buildOfProductKey } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { BuildDocument } from "./build_document.ts";
import { buildNotFound, builds } from "./build_noun.ts";

/** The Build, where the caller may see it. A Build that it may not see is refused as one that does not exist. */
export function buildSeenBy(
  snapshot: Snapshot,
  buildId: string,
  { caller, realm }: Pick<ReadContext, "caller" | "realm">,
): (Seen<BuildDocument> & { refused?: undefined }) | Refusal<"resource_not_found"> {
  const seen = builds.find(snapshot, realm, buildId);
  if (caller.kind !== "product_key") return seen ?? buildNotFound(buildId);
  const { productId } = caller.principal;
  if (seen !== undefined && hasRun(snapshot, seen.realm, { productId, buildId })) return seen;
  return refuse("resource_not_found", noSuch("bld", buildId, "of the Product of this key"), {
    resourceType: "build",
    buildId,
  });
}

/** Whether the Product runs the Build, or has run it before: one seek. An id of another form is of no Build. */
export function hasRun(
  snapshot: Snapshot,
  realm: number,
  { productId, buildId }: { productId: string; buildId: string },
): boolean {
  if (suffixOf("bld", buildId) === undefined) return false;
  const key = buildOfProductKey(productId, buildId);
  const entries = snapshot.ascend(PLATFORM_TABLE.buildOfProduct, realm, { from: key });
  for (const entry of entries) return entry.key.startsWith(key);
  return false;
}
