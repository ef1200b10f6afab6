/**
 * Checks the proof of a receipt with nothing but the published key: no server, no data directory.
 * Guarantees: every value of a proof that passes is unchanged, the key signed the receipt and the tree
 * head, the key may have signed at the time that the head has, and the receipt's record is a leaf of the tree
 * that has this head.
 * Does not: detect that the signer showed others another tree; compare tree heads for that. Does not detect
 * that a thief of a key has written an earlier time into what the thief signed.
 */
import { canonicalJson } from "../../base/canonical_json.ts";
import { showingPlaces } from "../../base/hidden_place.ts";
import {
  encodeIdSuffix,
  ID_SUFFIX_LENGTH,
  knowingRecord,
  type Place,
  placeOf,
  shardOfSuffix,
  suffixOf,
  timeMsOfSuffix,
} from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { rootOfPath } from "../../base/merkle.ts";
import type { RecordHead, StoredRecord } from "../../contract/records/record.ts";
import {
  decodeRecord,
  decodeRecordHead,
  type FactCodecs,
} from "../../contract/records/record_codec.ts";
import { commitmentOf, recordLeafHash } from "../../contract/records/record_leaf.ts";
import { type TrustedKeys, timeFault } from "../../contract/records/signing_key.ts";
import { headText, isSigned, statementText } from "../../contract/records/tree_head.ts";
import { resourceOf } from "../operation/operation_resource.ts";
import { ProofRefused, proofIn } from "./proof_text.ts";
import { ReceiptProof } from "./receipt_proof_schema.ts";
import type { Receipt } from "./receipt_schema.ts";
import { digestOf, outcomeOf, responseDigestOfRecord, statedOf } from "./receipt_view.ts";

/** What a proof shows that passed every check. */
export type ProvenReceipt = {
  proof: ReceiptProof;
  /** Fields of the receipt that agree with the shown part of the record. */
  ofRecord: readonly (keyof Receipt)[];
  /** The other fields: the key signed them, but the shown part of the record does not have them. */
  signedOnly: readonly (keyof Receipt)[];
  /** The whole record, where the proof shows it. Its ids are not known. */
  record: StoredRecord | undefined;
};

/** Fields of a receipt that the head of the record has, or that follow from the head. */
const HEAD_FIELDS = [
  ...(["receiptId", "operationId", "operation", "outcome", "httpStatus", "errorCode"] as const),
  ...(["requestDigest", "recordHash", "createdAt"] as const),
];
/** Fields of a receipt that can be compared only with the whole record. */
const BODY_FIELDS = ["transferIds", "resource", "responseDigest", "digest"] as const;

/** Throws `ProofRefused`. `keys` are the public keys that the caller trusts, by key id. */
export function verifyReceiptProof(
  text: string,
  keys: TrustedKeys,
  codecs: FactCodecs,
): ProvenReceipt {
  const proof = proofIn(ReceiptProof, text);
  const { receipt, treeHead, inclusion, record } = proof;
  const trusted = keys.get(treeHead.keyId);
  if (trusted === undefined) {
    throw new ProofRefused(`the head is signed by the key ${treeHead.keyId}, which was not given`);
  }
  const { key } = trusted;
  insist(isSigned(headText(treeHead), treeHead.signature, key), "the tree head's signature");
  insist(
    isSigned(statementText({ kind: "receipt.1", stated: receipt }), proof.signature, key),
    "the receipt's signature",
  );
  const late = timeFault(trusted, Date.parse(treeHead.timestamp));
  if (late !== undefined) {
    throw new ProofRefused(`the head says ${treeHead.timestamp}, and ${late}`);
  }
  insist(receipt.place.logId === treeHead.logId, "the log of the receipt and of the head");
  const head = bytesOf(record.head, "record.head");
  const commitment = Buffer.from(record.bodyCommitment, "hex");
  const body = bodyOf(record, commitment);
  const own = originOf(receipt);
  const leaf = recordLeafHash(own.inLeaf, head, commitment);
  insist(leaf.toString("hex") === receipt.recordHash, "the hash of the record");
  const path = inclusion.path.map((hash) => Buffer.from(hash, "hex"));
  const { leafIndex } = inclusion;
  const root = rootOfPath(leaf, { leafIndex, treeSize: treeHead.treeSize, path });
  insist(root?.toString("hex") === treeHead.rootHash, "the path from the record to the root");
  checkHead(receipt, head, own);
  insist(digestOf(receipt) === receipt.digest, "the receipt's own digest");
  const ofRecord: (keyof Receipt)[] = [...HEAD_FIELDS];
  const whole = body && decodedRecord(Buffer.concat([head, body]), own, codecs);
  if (whole !== undefined) ofRecord.push(...checkBody(receipt, whole, own));
  const given = Object.keys(receipt) as (keyof Receipt)[];
  return {
    proof,
    ofRecord: given.filter((field) => ofRecord.includes(field)),
    signedOnly: given.filter((field) => !ofRecord.includes(field)),
    record: whole,
  };
}

/** Several base64 texts decode to the same bytes; only the text that encoding gives is accepted. */
function bytesOf(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  insist(bytes.toString("base64") === text, `the base64 of ${name}`);
  return bytes;
}

function bodyOf(record: ReceiptProof["record"], commitment: Buffer): Buffer | undefined {
  const { salt, body } = record;
  insist((salt === undefined) === (body === undefined), "salt and body, of which one is missing:");
  if (salt === undefined || body === undefined) return undefined;
  const bytes = bytesOf(body, "record.body");
  const made = commitmentOf(Buffer.from(salt, "hex"), bytes);
  insist(made.equals(commitment), "the commitment to the record's body");
  return bytes;
}

/** What the receipt says of its record: where it stands, and which ids it made. */
type Origin = {
  shard: number;
  place: Place;
  /** The suffix of its ids, as the leaf has it; "" where the ids show the place. */
  inLeaf: string;
  /** Runs something that makes ids of the record, with no key of ids. */
  withIds<T>(run: () => T): T;
};

/**
 * An id that shows its place is bound to the record by the place, which `checkHead` compares. An id that
 * hides it is bound by the leaf, and the place may be any: only how its ids differ is asked for.
 */
function originOf({ receiptId, place: { frame, index } }: Receipt): Origin {
  const suffix = suffixOf("rcpt", receiptId);
  if (suffix === undefined) throw new ProofRefused("the receipt's id is not one of ours");
  const shard = shardOfSuffix(suffix);
  insist(
    (frame === undefined) === (index === undefined),
    "frame and index, of which one is missing:",
  );
  if (frame !== undefined && index !== undefined) {
    return { shard, place: placeOf(frame, index), inLeaf: "", withIds: showingPlaces };
  }
  const place = placeOf(1, 0);
  const withIds = <T>(run: () => T) => knowingRecord(suffix, place, run);
  return { shard, place, inLeaf: suffix, withIds };
}

function checkHead(receipt: Receipt, head: Buffer, { shard, place, withIds }: Origin): void {
  const record = decoded(() => decodeRecordHead(head, { shard, place }));
  const { timeMs } = record;
  insist(timeMsOfSuffix(receipt.receiptId.slice(-ID_SUFFIX_LENGTH)) === timeMs, "the id's time");
  const own = withIds(() => encodeIdSuffix(timeMs, shard, place, 0));
  equal(receipt, "receiptId", `rcpt_${own}`);
  equal(receipt, "operationId", `op_${own}`);
  equal(receipt, "operation", record.operation);
  equal(receipt, "outcome", outcomeOf(record));
  equal(receipt, "httpStatus", record.status);
  equal(receipt, "errorCode", record.refusalCode);
  equal(receipt, "requestDigest", record.requestDigest);
  equal(receipt, "createdAt", isoTime(timeMs));
}

/** Compares the receipt with the whole record; returns the fields that only the body can confirm. */
function checkBody(receipt: Receipt, record: StoredRecord, { withIds }: Origin): (keyof Receipt)[] {
  const { productId, environment } = receipt;
  const names = { tenantId: "", productId, environment };
  const { transferIds, resource, responseDigest } = withIds(() => ({
    transferIds: statedOf(record).transferIds,
    resource: resourceOf(record),
    responseDigest: responseDigestOfRecord(record, names),
  }));
  equal(receipt, "transferIds", transferIds);
  equal(receipt, "resource", resource);
  if (responseDigest === undefined && receipt.responseDigest !== undefined) {
    return BODY_FIELDS.filter((field) => field !== "responseDigest");
  }
  equal(receipt, "responseDigest", responseDigest);
  return [...BODY_FIELDS];
}

function decodedRecord(bytes: Buffer, { shard, place }: Origin, codecs: FactCodecs): StoredRecord {
  return decoded(() => decodeRecord(bytes, codecs, { shard, place }));
}

function decoded<T extends RecordHead>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ProofRefused(`the record cannot be read: ${why}`, { cause });
  }
}

function equal(receipt: Receipt, field: keyof Receipt, ofRecord: unknown): void {
  const said = receipt[field];
  if (canonicalJson(said) === canonicalJson(ofRecord)) return;
  const [left, right] = [said, ofRecord].map((value) => canonicalJson(value ?? null));
  throw new ProofRefused(`the receipt's ${field} is ${left}, the record's ${right}`);
}

function insist(holds: boolean, what: string): void {
  if (!holds) throw new ProofRefused(`${what} does not match`);
}
