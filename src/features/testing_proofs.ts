/** For tests: records in memory as leaves of a tree, and proofs signed by a key of the test. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import type { Place } from "../base/id.ts";
import { completeRoot, inclusionPath, type NodeAt, rootOf } from "../base/merkle.ts";
import type { StoredRecord } from "../contract/record.ts";
import { encodeRecord, FactCodecs, recordBytesMax } from "../contract/record_codec.ts";
import { type RecordLeaf, recordLeaf } from "../contract/record_leaf.ts";
import { keyIdOf } from "../contract/signing_key.ts";
import {
  headText,
  type Proven,
  type Proving,
  signText,
  statementText,
} from "../contract/tree_head.ts";
import { transferRowCodec } from "./ledger/transfer_row.ts";

export const TEST_CODECS = new FactCodecs([transferRowCodec]);
export const TEST_KEYS = generateKeyPairSync("ed25519");

const OF_LOG = { saltKey: Buffer.alloc(32, 9), logId: "00112233445566778899aabbccddeeff" };

/** The record at `place` as a leaf, its bytes as an actor would have written them. */
export function leafIn(records: readonly StoredRecord[], place: Place): RecordLeaf | undefined {
  const record = records.find((each) => each.place === place);
  if (record === undefined) return undefined;
  const buffer = Buffer.alloc(recordBytesMax(record, TEST_CODECS));
  const end = encodeRecord(record, TEST_CODECS, buffer, 0);
  return recordLeaf(buffer.subarray(0, end), place, OF_LOG);
}

/** What the tree over all `records` answers. */
export function provenIn(
  records: readonly StoredRecord[],
  { place, statement }: Pick<Proving, "place" | "statement">,
): Proven {
  const leaves = records.map((record) => leafIn(records, record.place)?.hash as Uint8Array);
  const leafIndex = records.findIndex((record) => record.place === place);
  assert.ok(leafIndex >= 0, "a record that is proven is in the log");
  const nodeAt: NodeAt = (level, index) =>
    completeRoot(Buffer.concat(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
  const head = {
    logId: OF_LOG.logId,
    treeSize: leaves.length,
    rootHash: rootOf(leaves.length, nodeAt).toString("hex"),
    timestamp: "2026-01-31T09:30:00.000Z",
    keyId: keyIdOf(TEST_KEYS.publicKey),
    signature: "",
  };
  const path = inclusionPath(leafIndex, leaves.length, nodeAt);
  return {
    inclusion: { leafIndex, path: path.map((hash) => hash.toString("hex")) },
    treeHead: { ...head, signature: signText(headText(head), TEST_KEYS.privateKey) },
    signature: signText(statementText(statement), TEST_KEYS.privateKey),
  };
}
