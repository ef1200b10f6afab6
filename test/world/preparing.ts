/**
 * For tests: runs the preparation of a write of a ledger shard, on a view of every write so far, with
 * real tools over fixed secrets. What it gives is `prepared` of the write.
 */
import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { preparedBy } from "../../src/calls/prepare.ts";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import { fileNameOf } from "../../src/contract/records/named_file.ts";
import { memoryEntityKeys } from "./entity_keys.ts";
import { type Input, issuesOfInput } from "./input.ts";
import { FROM, toolsOver } from "./platform_world.ts";
import type { World } from "./world.ts";
import type { AnyWrite } from "./writing.ts";

/** `keys`: of the entities; an erased one is one whose key a test has destroyed. */
export async function preparedIn(
  world: World,
  operation: AnyWrite,
  input: Input,
  asking: Preparing = {},
): Promise<unknown> {
  const { caller = world.caller, keys = memoryEntityKeys(), files = new Map() } = asking;
  const { idempotencyKey = "" } = asking;
  const snapshot = await world.snapshot();
  const reads = { shard: 0, realmKey: realmKeyOf(caller.principal), sequence: snapshot.sequence };
  const at = { environment: caller.principal.environment, from: FROM, nowMs: world.nowMs };
  const task = { operation: operation.id, input, caller, idempotencyKey, ...at };
  const answer = await preparedBy(
    new Map([[operation.id, operation]]),
    toolsOver(keys),
    { ...task, ...(operation.preparesWith?.snapshot === true && { reads }) },
    () => ({
      snapshot,
      realm: world.realmOf(caller),
      keepFile(owner, bytes) {
        const file = fileNameOf(owner, randomBytes(16).toString("hex"));
        files.set(file, bytes);
        return { file, sizeBytes: bytes.length, sha256: hash("sha256", bytes, "hex") };
      },
    }),
  );
  assert.equal(answer.kind, "prepared");
  return answer.kind === "prepared" ? JSON.parse(answer.text) : undefined;
}

/** `files`: where files go that the preparation keeps. */
export type Preparing = {
  caller?: ProductKeyCaller;
  keys?: ReturnType<typeof memoryEntityKeys>;
  files?: Map<string, Uint8Array>;
  idempotencyKey?: string;
};

/** Lets every row of a table on this world run the operation's own preparation. */
export function preparing(
  world: World,
  { keys, files }: Required<Pick<Preparing, "keys" | "files">>,
): void {
  Object.assign(world, {
    async prepare(operation: AnyWrite, input: Input, asking: Preparing) {
      if (issuesOfInput(operation, input).length > 0) return undefined;
      return await preparedIn(world, operation, input, { ...asking, keys, files });
    },
  });
}
