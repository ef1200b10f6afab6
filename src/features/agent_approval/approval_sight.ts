/** What an edge finds out about an agent's call before a person is asked: what the call names, and what the person must know of it. */
import type { BoundRevision } from "../../contract/declare/approval.ts";
import type { Resource } from "../../contract/declare/resource.ts";
import { PLATFORM_SHARD } from "../../contract/records/platform_realm.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { seenByChosenIds } from "../beneficiary/beneficiary_named.ts";
import { payeeNotices } from "../beneficiary/payee_notices.ts";
import { seenPayeesOfObject } from "../object/object_payees.ts";
import { consumedApprovalIn } from "./approval_use.ts";
import { seenRevisionOf } from "./seen_revision.ts";

type Input = Readonly<Record<string, unknown>>;

/** `resources`: of ledger shards. */
export function approvalSightOf(resources: readonly Resource[]) {
  return {
    seenRevision: seenRevisionOf(resources),
    seenNamed,
    consumedIn: consumedApprovalIn,
    notices,
  };
}

/** What the input names otherwise than by ids that were made: what `namedIn` of the ledger shard has in memory. */
function seenNamed(snapshot: Snapshot, realm: number, input: Input): BoundRevision[] {
  // No beneficiary and no object stands on the platform shard.
  if (snapshot.shard === PLATFORM_SHARD) return [];
  const ofInput = seenByChosenIds(snapshot, realm, input);
  return [...ofInput, ...seenPayeesOfObject(snapshot, realm, input)];
}

function notices(snapshot: Snapshot, realm: number, input: Input): readonly string[] {
  if (snapshot.shard === PLATFORM_SHARD) return [];
  const ofObject = seenPayeesOfObject(snapshot, realm, input);
  return payeeNotices(
    snapshot,
    realm,
    input,
    ofObject.map(({ id }) => id),
  );
}
