/** For tests: proofs of records, as the Merkle tree over a log gives them, signed by a test key. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { placeOf } from "../../src/base/id.ts";
import { isoTime } from "../../src/base/iso_time.ts";
import { completeRoot, inclusionPath, type NodeAt, rootOf } from "../../src/base/merkle.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import type { RecordLeaf } from "../../src/contract/records/record_leaf.ts";
import { keyIdOf } from "../../src/contract/records/signing_key.ts";
import {
  headText,
  type Proven,
  type Proving,
  signaturesOf,
  signText,
} from "../../src/contract/records/tree_head.ts";
import type { Snapshot } from "../../src/contract/tables/snapshot.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import { START_MS } from "./callers.ts";

export const TEST_CODECS = new FactCodecs(SHARD_REGISTRY.codecs);
export const TEST_KEYS = generateKeyPairSync("ed25519");

/** The proof of a record in the tree over all records of the snapshot. */
export function provenIn(
  snapshot: Snapshot,
  { place, statements }: Pick<Proving, "place" | "statements">,
): Proven {
  const leaves = [...leavesOf(snapshot)];
  const leafIndex = leaves.findIndex((leaf) => leaf.place === place);
  assert.ok(leafIndex >= 0, "a record that is proven is in the log");
  const hashes = leaves.map(({ hash }) => hash);
  const nodeAt: NodeAt = (level, index) =>
    completeRoot(Buffer.concat(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level)));
  const head = {
    logId: (leaves[leafIndex] as RecordLeaf).logId,
    treeSize: leaves.length,
    rootHash: rootOf(leaves.length, nodeAt).toString("hex"),
    timestamp: isoTime(START_MS),
    keyId: keyIdOf(TEST_KEYS.publicKey),
    signature: "",
  };
  const path = inclusionPath(leafIndex, leaves.length, nodeAt);
  return {
    inclusion: { leafIndex, path: path.map((hash) => hash.toString("hex")) },
    treeHead: { ...head, signature: signText(headText(head), TEST_KEYS.privateKey) },
    signatures: signaturesOf(statements, TEST_KEYS.privateKey),
  };
}

/** The leaves of all records, in the order of the log. */
function* leavesOf(snapshot: Snapshot): Generator<RecordLeaf & { place: number }> {
  for (let sequence = 1; sequence <= snapshot.sequence; sequence++) {
    for (let index = 0; ; index++) {
      const place = placeOf(sequence, index);
      const leaf = snapshot.leaf(place);
      if (leaf === undefined) break;
      yield { ...leaf, place };
    }
  }
}
